import { z } from "zod";
import {
  accountStates as accountMoves,
  machine,
  mayMove,
  mediaBuyStates,
  statesOf,
} from "../../protocol/records/states.ts";
import { tasks } from "../../protocol/tasks/index.ts";
import { buyStatuses, moveBuy } from "../media-buys/record.ts";
import type { Payload } from "../payload.ts";
import { type Controlled, controlError } from "./scenario.ts";

/** The moves that a seller may make with a creative itself; a caller that sends one anew may make others. */
const creativeMoves = machine("creative", {
  processing: ["pending_review", "approved", "rejected"],
  pending_review: ["approved", "rejected"],
  approved: ["suspended", "rejected", "archived"],
  suspended: ["approved", "rejected", "archived"],
  rejected: ["processing", "pending_review", "archived"],
  archived: ["pending_review", "approved"],
});

/** As suites name them. */
export const creativeStatusSchema = z.enum(statesOf(creativeMoves));

function moved(previous_state: string, current_state: string): Payload {
  return { success: true, previous_state, current_state };
}

function stays(previous: string, wanted: string): Payload {
  return controlError("INVALID_TRANSITION", `nothing goes from ${previous} to ${wanted}`);
}

const accountSchema = z.looseObject({
  account_id: z.string().min(1),
  status: z.enum(statesOf(accountMoves)),
});

export function forceAccount(params: Payload, { accounts }: Controlled, principal: string): Payload {
  const { account_id, status } = accountSchema.parse(params);
  const account = accounts.find({ account_id }, principal);
  if (account === undefined) return controlError("NOT_FOUND", `no account "${account_id}"`);
  if (!mayMove(accountMoves, account.status, status)) return stays(account.status, status);
  accounts.open({ ...account, status }, principal);
  return moved(account.status, status);
}

const creativeSchema = z.looseObject({ creative_id: z.string().min(1), status: creativeStatusSchema });

export function forceCreative(params: Payload, { library }: Controlled, principal: string): Payload {
  const { creative_id, status } = creativeSchema.parse(params);
  const stored = library.find(creative_id, principal);
  if (stored === undefined) return controlError("NOT_FOUND", `no creative "${creative_id}"`);
  if (!mayMove(creativeMoves, stored.status, status)) return stays(stored.status, status);
  library.shelve(stored.creative, status, principal);
  return moved(stored.status, status);
}

const buySchema = z.looseObject({ media_buy_id: z.string().min(1), status: z.enum(buyStatuses) });

export function forceBuy(params: Payload, { book }: Controlled, principal: string): Payload {
  const { media_buy_id, status } = buySchema.parse(params);
  const buy = book.find(media_buy_id, principal);
  const before = buy.status;
  if (before === status) return moved(before, status);
  if (!mayMove(mediaBuyStates, before, status)) return stays(before, status);
  moveBuy(buy, status);
  buy.revision += 1;
  return moved(before, status);
}

const armSchema = z.looseObject({
  arm: z.literal("submitted", "the next answer can be made to wait, and not otherwise"),
  task_id: z.string().min(1).max(128),
  message: z.string().max(2000).optional(),
});

/** The caller's next order waits for the seller's people, under a task id of the suite's. */
export function submitNextOrder(params: Payload, { book }: Controlled, principal: string): Payload {
  const { arm, task_id } = armSchema.parse(params);
  book.submitNext(task_id, principal);
  return { success: true, forced: { arm, task_id } };
}

/** The same for the caller's next search for products. */
export function submitNextSearch(params: Payload, { waiting }: Controlled, principal: string): Payload {
  const { arm, task_id, message } = armSchema.parse(params);
  waiting.submitNext({ task_id, ...(message !== undefined && { message }) }, principal);
  return { success: true, forced: { arm, task_id } };
}

const completionSchema = z.looseObject({
  task_id: z.string().min(1),
  result: z.looseObject({}).optional(),
});
const foundSchema = z.looseObject({ products: z.array(z.looseObject({ product_id: z.string() })) });

/**
 * The seller's people agree to an order: what came of it is the order's own result, whatever the suite brings. A search ends with
 * what the suite says was found.
 */
export function completeTask(params: Payload, { book, waiting }: Controlled, principal: string): Payload {
  const { task_id, result } = completionSchema.parse(params);
  const { status, task_type } = waiting.status(task_id, principal);
  if (status === "rejected") return stays(status, "completed");
  if (task_type === tasks.get_products.name) waiting.finish(task_id, foundSchema.parse(result));
  else book.agree(task_id);
  return moved(status === "pending" ? "submitted" : status, "completed");
}
