import { z } from "zod";
import { type Clock, isoTime } from "../lib/clock.ts";
import { fields, looseFields } from "../lib/described.ts";
import {
  type AccountReference,
  accountReferenceSchema,
  pushNotificationConfigSchema,
} from "../protocol/records/account.ts";
import { tasks } from "../protocol/tasks/index.ts";
import { defineRead } from "../protocol/tasks/task.ts";
import type { AccountBook } from "./account-book.ts";
import type { MediaBuyBook } from "./media-buys/book.ts";
import type { Webhook } from "./media-buys/record.ts";
import type { Payload } from "./payload.ts";
import { Refusal } from "./refusal.ts";
import { type Tool, tool } from "./tool.ts";

/** A search that the seller's people take their time for. */
interface Search {
  readonly principal: string;
  readonly begun: number;
  readonly webhook: Webhook | undefined;
  done?: { readonly at: number; readonly result: Payload };
}

const searchSchema = looseFields({
  account: accountReferenceSchema.optional(),
  push_notification_config: pushNotificationConfigSchema.optional(),
});

/** What one seller answers with a task: orders and searches that wait. Each is shown under the account that it was asked under. */
export function sellerTasks(ports: {
  readonly book: MediaBuyBook;
  readonly accounts: AccountBook;
  readonly clock: Clock;
}) {
  const { book, accounts, clock } = ports;
  const searches = new Map<string, Search>();
  /** What the next search of a principal is answered with. */
  const forced = new Map<string, Payload & { readonly task_id: string }>();
  const under = new Map<string, string>();

  function note(task_id: string, account: AccountReference | undefined, principal: string): void {
    if (account !== undefined) under.set(task_id, accounts.keyOf(account, principal));
  }

  /** A tool for searches that lets one wait where that is wanted. The whole catalogue is no search. */
  function searching(usual: Tool): Tool {
    const answer: Tool["answer"] = async (received, call) => {
      const next = forced.get(call.principal);
      if (next === undefined || received["buying_mode"] !== "brief") return usual.answer(received, call);
      forced.delete(call.principal);
      const { account, push_notification_config: webhook } = searchSchema.parse(received);
      note(next.task_id, account, call.principal);
      searches.set(next.task_id, { principal: call.principal, begun: clock.now(), webhook });
      return { ...next, status: "submitted" };
    };
    return { ...usual, answer };
  }

  /** A principal's next search waits under a task id until `finish` is called with it. */
  function submitNext(payload: Payload & { readonly task_id: string }, principal: string): void {
    forced.set(principal, payload);
  }

  /** Ends a search with what was found, once. */
  function finish(task_id: string, result: Payload): void {
    const search = searches.get(task_id);
    if (search === undefined || search.done !== undefined) return;
    search.done = { at: clock.now(), result };
    book.report(search.webhook, status(task_id, search.principal));
  }

  function status(task_id: string, principal: string, account?: AccountReference) {
    const accountKey = account && accounts.keyOf(account, principal);
    if (accountKey !== undefined && (under.get(task_id) ?? accountKey) !== accountKey)
      throw new Refusal("REFERENCE_NOT_FOUND", `no task "${task_id}"`, "task_id");
    const search = searches.get(task_id);
    if (search === undefined || search.principal !== principal) return book.taskStatus(task_id, principal);
    const { begun, webhook, done } = search;
    return {
      task_id,
      task_type: tasks.get_products.name,
      status: done === undefined ? "pending" : "completed",
      created_at: isoTime(begun),
      updated_at: isoTime(done?.at ?? begun),
      has_webhook: webhook !== undefined,
      result: done?.result,
    };
  }

  /** Every task of a principal, or of one of its accounts. */
  function list(principal: string, account: AccountReference | undefined): readonly Listed[] {
    const wanted = account && accounts.keyOf(account, principal);
    const own = [...searches].filter(([, one]) => one.principal === principal).map(([task_id]) => task_id);
    return [...own, ...book.taskIds(principal)]
      .filter((task_id) => wanted === undefined || under.get(task_id) === wanted)
      .map((task_id) => {
        const { result: _, error: __, ...payload } = status(task_id, principal);
        return listedSchema.parse({
          ...payload,
          domain: "media-buy",
          status: payload.status === "pending" ? "submitted" : payload.status,
        });
      });
  }

  return {
    note,
    searching,
    submitNext,
    finish,
    status,
    tools: [
      tool(tasks.get_task_status, ({ task_id, account }, { principal }) =>
        status(task_id, principal, account),
      ),
      tool(list_tasks, ({ account, filters = {}, sort = {} }, { principal }) => {
        const { field = "created_at", direction = "desc" } = sort;
        const found = list(principal, account).filter(passing(filters));
        const sign = direction === "asc" ? 1 : -1;
        return {
          tasks: found.sort((a, b) => sign * (a[field] < b[field] ? -1 : Number(a[field] > b[field]))),
        };
      }),
    ],
  };
}
export type SellerTasks = ReturnType<typeof sellerTasks>;

const listedSchema = looseFields({
  task_id: z.string(),
  task_type: z.string(),
  domain: z.string(),
  status: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  has_webhook: z.boolean(),
});
type Listed = z.output<typeof listedSchema>;

const names = z.array(z.string()).optional();
const name = z.string().optional();
const filtersSchema = fields({
  task_ids: names,
  task_type: name,
  task_types: names,
  status: name,
  statuses: names,
  protocol: name,
  protocols: names,
  created_after: name,
  created_before: name,
  updated_after: name,
  updated_before: name,
  has_webhook: z.boolean().optional(),
});

/** The public standard's list of what is not decided yet, and of what is; the contract has none. */
export const list_tasks = defineRead({
  name: "list_tasks",
  only: "adcp",
  timeoutMs: 10_000,
  summary: "The caller's tasks at this seller, as they stand.",
  request: {
    account: accountReferenceSchema.optional(),
    filters: filtersSchema.optional(),
    sort: fields({
      field: z.enum(["created_at", "updated_at", "status", "task_type"]).optional(),
      direction: z.enum(["asc", "desc"]).optional(),
    }).optional(),
  },
  response: { tasks: z.array(listedSchema) },
});

function passing(filters: z.output<typeof filtersSchema>): (task: Listed) => boolean {
  const { task_ids, task_type, task_types, status, statuses, protocol, protocols, has_webhook } = filters;
  const within = (value: string, one: string | undefined, some: readonly string[] | undefined) =>
    (one ?? value) === value && (some?.includes(value) ?? true);
  const between = (at: string, after = at, before = at) =>
    Date.parse(after) <= Date.parse(at) && Date.parse(at) <= Date.parse(before);
  return (task) =>
    within(task.task_id, undefined, task_ids) &&
    within(task.task_type, task_type, task_types) &&
    within(task.status, status, statuses) &&
    within(task.domain, protocol, protocols) &&
    (has_webhook ?? task.has_webhook) === task.has_webhook &&
    between(task.created_at, filters.created_after, filters.created_before) &&
    between(task.updated_at, filters.updated_after, filters.updated_before);
}
