import { dayOf, latest } from "../../lib/days.ts";
import { groupBy } from "../../lib/group-by.ts";
import { type MediaBuy, mediaBuySchema } from "../../protocol/records/media-buy.ts";
import { type ReadResult, readBuys } from "../account/books/read-buy.ts";
import { mayCost } from "../account/may-cost.ts";
import { checkOrder } from "../execute/check-order.ts";
import type { TurnBooks } from "../execute/execute-ports.ts";
import { orderBooks } from "../execute/look-up.ts";
import { hasNewPrice } from "../execute/match-price.ts";
import { spentBeyond } from "../execute/spent-beyond.ts";
import { mediaBuyIdOf } from "../model/derived/bought.ts";
import { boughtBy } from "../model/derived/left-paused.ts";
import type { Ports } from "../model/state/ports.ts";
import { awaitsPerson, type CampaignState, isUndecided, type StepState } from "../model/state/state.ts";
import { type BuyIdentity, buyKey, buyNamedIn, isSameBuy } from "../model/step/buy-identity.ts";
import { isOrder } from "../model/step/kinds.ts";
import { type CheckPorts, conclude } from "./conclude.ts";

export type WatchPorts = CheckPorts & Pick<Ports, "books"> & { readonly turnBooks?: TurnBooks };

/** How old what a seller has shown for other reasons may be, in milliseconds, where we have changed something there meanwhile. */
const showsChangesMs = 10 * 60_000;

/**
 * Reads every live buy's books again: in the first turn of a day, after each answer or report about it, before more money goes to
 * it, and while people are asked how it stands. A seller is asked once for all buys of the campaign; what it was asked in this turn
 * anyway, and `shown`, is not asked again. Returns what is not as it was ordered, by step.
 */
export async function watchOrders(
  ports: WatchPorts,
  orders: ReadonlySet<string>,
  shown: ReadonlyMap<string, MediaBuy>,
): Promise<readonly (readonly [stepId: string, findings: readonly string[]])[]> {
  const state = ports.journal.state();
  const live = state.steps.filter(
    (current) =>
      orders.has(current.step.id) &&
      isOrder(current.step) &&
      current.status === "done" &&
      mediaBuyIdOf(current) !== undefined,
  );
  const [asked, others] = [live.filter(isAsked), live.filter((current) => !isAsked(current))];
  const sellers = groupBy(others, ({ step }) => step.agentUrl);
  const found = await Promise.all([
    ...asked.map(async (current) => [[current.step.id, await checkAgain(current, ports)] as const]),
    ...[...sellers].map(([agentUrl, there]) => watchSeller(agentUrl, there, shown, ports)),
  ]);
  return found.flat();
}

/** Whether the seller is asked for everything that stands under the order's reference: it is not known yet, or people are asked. */
function isAsked(current: StepState): boolean {
  return awaitsPerson(current) || current.check?.again === true;
}

async function watchSeller(
  agentUrl: string,
  there: readonly StepState[],
  shown: ReadonlyMap<string, MediaBuy>,
  ports: WatchPorts,
) {
  const { journal, books, clock } = ports;
  const state = journal.state();
  const seen = books.seenFor(state.id);
  const occasion = `${agentUrl} on ${dayOf(clock.now())} after ${newsOf(agentUrl, state)}`;
  const due = there.filter(
    (current) =>
      (!seen.has(occasion) || isAboutToGrow(current, state)) &&
      !isAskedElsewhere(current, state) &&
      mayCost(buyOf(current), state, clock.now())?.final !== true,
  );
  if (due.length === 0) return [];
  const readings = readShared(agentUrl, due, shown, ports);
  return Promise.all(
    due.map(async (current) => {
      const reading = await readings(current);
      if (reading.type === "value" || reading.isMissing === true) seen.add(occasion);
      // Which buy is ours is known by all that stands under its reference.
      const isUnknown = current.check?.refusedBy !== undefined && current.check.question?.isUnknown === true;
      const books = isUnknown ? undefined : reading;
      return [current.step.id, await checkAgain(current, ports, books)] as const;
    }),
  );
}

/** One call for all, but for those that the seller has shown in this turn. */
function readShared(
  agentUrl: string,
  due: readonly StepState[],
  shown: ReadonlyMap<string, MediaBuy>,
  ports: WatchPorts,
): (current: StepState) => Promise<ReadResult<MediaBuy>> {
  const { journal, clock, turnBooks } = ports;
  const since = clock.now() - showsChangesMs;
  const isChanged = journal
    .state()
    .steps.some(
      ({ step, times }) =>
        step.agentUrl === agentUrl &&
        step.task === "update_media_buy" &&
        Date.parse(times.answeredAt ?? "") > since,
    );
  const listed = (isChanged ? undefined : turnBooks?.shown.get(agentUrl)) ?? [];
  const known = (current: StepState) =>
    shown.get(buyKey(buyOf(current))) ??
    listed.find(({ media_buy_id }) => media_buy_id === mediaBuyIdOf(current));
  const ids = due.flatMap((current) => (known(current) ? [] : (mediaBuyIdOf(current) ?? [])));
  const read = ids.length === 0 ? undefined : readBuys(agentUrl, [...new Set(ids)], ports);
  return async (current) => {
    const buy = known(current);
    if (buy !== undefined) return { type: "value", value: buy };
    const reading = await read?.get(mediaBuyIdOf(current) ?? "");
    return reading ?? { type: "silent", reason: "it was not asked" };
  };
}

/** The last that came in from a seller about our buys there: an answer to a change, a report, or more than is bound. */
function newsOf(agentUrl: string, { steps }: CampaignState): string | undefined {
  const own = steps.filter(({ step }) => step.agentUrl === agentUrl && step.task.endsWith("_media_buy"));
  return latest(
    own.flatMap(({ step, times, reported, moreBooked }) => [
      step.task === "update_media_buy" ? (times.answeredAt ?? "") : "",
      reported?.at ?? "",
      moreBooked?.at ?? "",
    ]),
  );
}

function buyOf(current: StepState): BuyIdentity {
  return { sellerId: current.step.agentId, mediaBuyId: mediaBuyIdOf(current) ?? "" };
}

/** Whether more money is to go to it now. */
function isAboutToGrow(current: StepState, { steps }: CampaignState): boolean {
  return steps.some(
    (other) =>
      other.step.change !== undefined &&
      other.step.amount.minor > 0 &&
      isUndecided(other) &&
      (other.status !== "escalated" || other.approval !== undefined) &&
      isSameBuy(buyNamedIn(other.step), buyOf(current)),
  );
}

/** Whether people are asked about a change of the buy, and with it about all that it costs, or about another order that names it. */
function isAskedElsewhere(current: StepState, { steps }: CampaignState): boolean {
  const { mediaBuyId, sellerId } = buyOf(current);
  return steps.some(
    (other) =>
      other.step.id !== current.step.id &&
      other.step.agentId === sellerId &&
      boughtBy(other) === mediaBuyId &&
      awaitsPerson(other),
  );
}

/** Holds a buy, as its seller has just shown it, against what is ordered of it, before more goes to it. */
export async function checkBuyNow(buy: BuyIdentity, books: ReadResult<MediaBuy>, ports: CheckPorts) {
  const state = ports.journal.state();
  const order = state.steps.find(
    (current) => isOrder(current.step) && current.status === "done" && isSameBuy(buyOf(current), buy),
  );
  if (order === undefined || books.type === "silent") return;
  await checkAgain(order, ports, order.check?.question?.isUnknown === true ? undefined : books);
}

/** Reads an order's books again, unless they are `shown`: all that stands under its reference where they do not hold the buy. */
export async function checkAgain(current: StepState, ports: CheckPorts, shown?: ReadResult<MediaBuy>) {
  const { step, receipt, check: before } = current;
  const now = ports.clock.now();
  const state = ports.journal.state();
  const isOver = mayCost(buyOf(current), state, now)?.over ?? Number.POSITIVE_INFINITY;
  const isGone = shown?.type === "silent" && shown.isMissing === true;
  const books =
    shown === undefined || (isGone && isOver > now)
      ? await orderBooks(step, mediaBuyIdOf(current) ?? "", ports)
      : shown;
  const confirmed = mediaBuySchema.safeParse(receipt?.payload).data;
  // What is over may stand in its seller's books no more.
  const isSilent = books.type === "silent" && (books.isMissing !== true || isOver <= now);
  const isNews =
    hasNewPrice(current, ports.journal.state()) || spentBeyond(step, ports.journal.state()).length > 0;
  // A seller that does not answer takes nothing back of what it has stated.
  const isKept = isSilent && !isNews && before !== undefined && before.again !== true;
  const stated = books.type === "silent" && isSilent ? { ...books, isMissing: false } : books;
  const check = isKept ? before : checkOrder(step, { confirmed, books: stated, now }, ports.journal.state());
  await conclude(current, check, books.type === "value" ? books.value : undefined, ports);
  return check.findings;
}
