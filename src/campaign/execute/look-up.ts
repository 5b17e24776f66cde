import type { TaskError } from "../../protocol/messages/errors.ts";
import type { MediaBuy } from "../../protocol/records/media-buy.ts";
import { bindListedElsewhere } from "../account/books/bind-shown.ts";
import { type ReadResult, readBuy } from "../account/books/read-buy.ts";
import type { Ports } from "../model/state/ports.ts";
import { isUndecided, type StepState } from "../model/state/state.ts";
import { isOrder } from "../model/step/kinds.ts";
import type { Step } from "../model/step/step.ts";
import type { Listed, TurnBooks } from "./execute-ports.ts";
import { mismatches } from "./match-order.ts";

/**
 * What the seller's books say of a step. `no-key`: a step of this kind has nothing to look up, or the seller has no books
 * that show it. `silent`: it did not answer now.
 */
export type Found =
  | { readonly type: "one"; readonly buy: MediaBuy }
  | { readonly type: "none" }
  | { readonly type: "several"; readonly buys: readonly MediaBuy[] }
  | { readonly type: "no-key" }
  | { readonly type: "silent"; readonly reason: string; readonly error?: TaskError };

export function openTurnBooks(ports: Parameters<typeof bindListedElsewhere>[2]): TurnBooks {
  const lists = new Map<string, Promise<Listed>>();
  const list = async (agentUrl: string) => {
    const answer = await ports.read(agentUrl, "get_media_buys", {});
    if (answer.type === "answered") await bindListedElsewhere(agentUrl, answer.payload.media_buys, ports);
    return answer;
  };
  return {
    of: (agentUrl) => {
      const answer = lists.get(agentUrl) ?? list(agentUrl);
      lists.set(agentUrl, answer);
      return answer;
    },
    forget: (agentUrl) => {
      lists.delete(agentUrl);
    },
    shown: new Map(),
    financials: new Map(),
  };
}

/** Lists what is held by all sellers that are about to get an order: what it shows of other campaigns' buys is bound before any of them. */
export async function listBeforeOrders(
  steps: readonly StepState[],
  { turnBooks }: { readonly turnBooks?: TurnBooks },
): Promise<void> {
  const orders = steps.filter(
    (current) => isOrder(current.step) && isUndecided(current) && current.status !== "escalated",
  );
  await Promise.all(orders.map(async ({ step }) => turnBooks?.of(step.agentUrl)));
}

/**
 * Looks up what a step was to make: the buy of an order under the campaign's own reference, in every status; of a change of
 * a buy, whether all of it shows. Buys of anybody else are not believed.
 */
export async function findAtSeller(step: Step, { read }: Pick<Ports, "read">): Promise<Found> {
  if (step.task === "update_media_buy") {
    const found = await findChange(step, { read });
    return found.type === "silent" ? { type: "no-key" } : found;
  }
  const reference = referenceOf(step);
  if (reference === undefined) return { type: "no-key" };
  return foundIn(await read(step.agentUrl, "get_media_buys", { buyer_ref: reference }), reference);
}

/**
 * Looks up what a step that was never sent would buy: a ledger that is older than what was bought, or another installation's,
 * makes the same step again. More money for a running buy is there where the buy is already as it is to become.
 */
export async function findBeforeSending(
  step: Step,
  ports: Parameters<typeof openTurnBooks>[0] & { readonly turnBooks?: TurnBooks },
): Promise<Found> {
  const reference = referenceOf(step);
  const { turnBooks = openTurnBooks(ports) } = ports;
  if (reference !== undefined) return foundIn(await turnBooks.of(step.agentUrl), reference);
  const isIncrease = step.change !== undefined && step.amount.minor > 0;
  return isIncrease ? findChange(step, ports) : { type: "no-key" };
}

async function findChange(step: Step, ports: Pick<Ports, "read">): Promise<Found> {
  const lists = await readBuy(step.agentUrl, String(step.arguments["media_buy_id"]), ports);
  if (lists.type === "silent") return lists;
  return mismatches(step, lists.value).length === 0 ? { type: "one", buy: lists.value } : { type: "none" };
}

function referenceOf({ task, arguments: request }: Step): string | undefined {
  const reference = request["buyer_ref"];
  return isOrder({ task }) && typeof reference === "string" ? reference : undefined;
}

/** What a seller's books say of an order, with all buys that may be it where there are several. */
export type Books = ReadResult<MediaBuy> | { readonly type: "several"; readonly buys: readonly MediaBuy[] };

/**
 * The books of an order that its seller has confirmed as `mediaBuyId`: that buy, and what else stands under our reference. It may
 * be another's, and the order may have been booked twice.
 */
export async function orderBooks(step: Step, mediaBuyId: string, ports: Pick<Ports, "read">): Promise<Books> {
  const found = await findAtSeller(step, ports);
  const lists = await readBuy(step.agentUrl, mediaBuyId, ports);
  if (found.type === "several") return found;
  if (found.type !== "one") return lists;
  if (lists.type === "silent") return { type: "value", value: found.buy };
  const isSame = lists.value.media_buy_id === found.buy.media_buy_id || found.buy.status === "canceled";
  return isSame ? lists : { type: "several", buys: [lists.value, found.buy] };
}

/** Codes of agents that do not know the question: their books show nothing, and never will. */
const notAnswered: ReadonlySet<string> = new Set(["INVALID_REQUEST", "UNSUPPORTED_FEATURE"]);

function foundIn(answer: Listed, reference: string): Found {
  if (answer.type === "pending") return { type: "silent", reason: "the seller answers later" };
  if (answer.type === "failed") {
    const { error } = answer;
    if (notAnswered.has(error.code)) return { type: "no-key" };
    return { type: "silent", reason: `${error.code}: ${error.message}`, error };
  }
  // What was rejected was never bought, and what is canceled is no second buy.
  const found = answer.payload.media_buys.filter(
    ({ buyer_ref, status }) => buyer_ref === reference && status !== "rejected",
  );
  const buys = [...new Map(found.map((buy) => [buy.media_buy_id ?? "", buy])).values()];
  const live = buys.filter(({ status }) => status !== "canceled");
  if (live.length > 1) return { type: "several", buys: live };
  const buy = live[0] ?? buys[0];
  if (buy !== undefined) return { type: "one", buy };
  // A seller that gives references of none back may hold the buy all the same.
  const isReported = answer.payload.media_buys.every(({ buyer_ref }) => buyer_ref !== undefined);
  return { type: isReported ? "none" : "no-key" };
}
