import { TaskError } from "../../protocol/messages/errors.ts";
import { type MediaBuy, mediaBuySchema } from "../../protocol/records/media-buy.ts";
import { readBuy } from "../account/books/read-buy.ts";
import { isOrder } from "../model/step/kinds.ts";
import type { Receipt } from "../model/step/receipt.ts";
import type { Step } from "../model/step/step.ts";
import { checkOrder } from "./check-order.ts";
import type { ExecutePorts } from "./execute-ports.ts";
import { type Books, orderBooks } from "./look-up.ts";
import { mismatches, notMadeText } from "./match-order.ts";

const refused: ReadonlySet<string> = new Set(["rejected", "failed", "canceled"]);
const known: ReadonlySet<string> = new Set([
  "pending",
  "pending_start",
  "pending_activation",
  "pending_creatives",
  "submitted",
  "working",
  "active",
  "paused",
  "completed",
]);

/** The state of a buy where an answer names none. */
const unknownState = "unknown";

/**
 * The receipt of an answer, or the error that it amounts to: a buy without an id is not one. An order is checked against what was
 * confirmed and against the seller's books. A replayed answer is history, and an update may have been taken in part: of both
 * the books are believed.
 */
export async function answeredReceipt(
  step: Step,
  payload: Readonly<Record<string, unknown>>,
  { replayed, isAnew = false }: { readonly replayed: boolean; readonly isAnew?: boolean },
  ports: ExecutePorts,
): Promise<Receipt | TaskError> {
  const receipt = { stepId: step.id, status: "done", replayed } as const;
  const orders = isOrder(step);
  if (!orders && step.task !== "update_media_buy") return { ...receipt, payload };
  const status = String(payload["status"]).toLowerCase();
  if (orders && refused.has(status))
    return new TaskError("REJECTED", `the seller did not take the buy (${status})`, { recovery: "terminal" });
  const id = payload["media_buy_id"];
  if (typeof id !== "string")
    return orders
      ? new TaskError("INVALID_RESPONSE", "the seller says yes and names no buy", { effect: "unknown" })
      : { ...receipt, payload };
  const books = orders ? await orderBooks(step, id, ports) : await readBuy(step.agentUrl, id, ports);
  const buy = books.type === "value" ? books.value : undefined;
  const isReported = status !== unknownState;
  const now = replayed || !isReported || !orders ? buy : undefined;
  const check = orders
    ? checkOrder(step, { confirmed: mediaBuySchema.safeParse(payload).data, books }, ports.journal.state())
    : undefined;
  const stands = isReported ? status : (now?.status ?? status);
  const notes = [
    ...(known.has(stands)
      ? []
      : [`${step.agentId} calls the buy "${stands.slice(0, 40)}", which is not a known state`]),
    ...(check?.unread === undefined ? [] : [check.unread]),
    // A change of a person's is read back by itself, until all of it shows.
    ...(orders || step.change !== undefined || now === undefined ? [] : notMade(step, now)),
  ];
  return {
    ...receipt,
    payload: { ...payload, ...now, ...(replayed && { replayed }) },
    ...(notes.length > 0 && { notes }),
    // As if it were new, and sent for the second time: it may be a second buy, which its books may show later.
    ...(check !== undefined && { check: isAnew ? { ...check, again: true } : check }),
  };
}

/** The receipt of what was found in the seller's books: one buy, or several of which one was ordered. */
export function adoption(
  step: Step,
  buys: readonly MediaBuy[],
  { journal }: Pick<ExecutePorts, "journal">,
): Receipt {
  const [buy] = buys;
  if (buy === undefined) throw new Error(`${step.id}: nothing was found`);
  const receipt = { stepId: step.id, status: "done", replayed: true, payload: buy } as const;
  if (!isOrder(step)) return receipt;
  const books: Books = buys.length > 1 ? { type: "several", buys } : { type: "value", value: buy };
  return { ...receipt, check: checkOrder(step, { books }, journal.state()) };
}

/** What a change asked for and the buy shows otherwise: one sentence each. Sellers may ignore what they do not know. */
export function notMade(step: Step, buy: MediaBuy): string[] {
  return mismatches(step, buy)
    .filter(({ stated: booked }) => booked !== undefined)
    .map((one) => notMadeText(step, one));
}
