import { canonicalJson } from "../../lib/canonical-json.ts";
import { formatMoney } from "../../lib/money.ts";
import type { MediaBuy } from "../../protocol/records/media-buy.ts";
import { isTerminal, mediaBuyStates } from "../../protocol/records/states.ts";
import { readBuy } from "../account/books/read-buy.ts";
import { bindings, bookedIn, grownTo, sumOf } from "../account/still-bound.ts";
import { mismatches, notMadeText } from "../execute/match-order.ts";
import { hasNewPrice, isOfPrice } from "../execute/match-price.ts";
import { hasNewCost, isOfCost } from "../execute/spent-beyond.ts";
import { mediaBuyIdOf } from "../model/derived/bought.ts";
import type { Mismatch } from "../model/offers/mismatch.ts";
import type { Journal } from "../model/state/journal.ts";
import {
  awaitsPerson,
  type CampaignState,
  isOnItsWay,
  mayBind,
  namedFor,
  type StepState,
  stepOf,
} from "../model/state/state.ts";
import { type BuyCheck, type BuyQuestion, type Kept, movesMoney } from "../model/step/buy-change.ts";
import { type BuyIdentity, buyKey, buyNamedIn, isSameBuy } from "../model/step/buy-identity.ts";
import { isOrder } from "../model/step/kinds.ts";
import { changesByAnswer, dueAt, isLast, isOverdue, type Made } from "./agreed-changes.ts";
import { type CheckPorts, conclude, record } from "./conclude.ts";
import { bindsOtherwise, giveBack } from "./left-bound.ts";
import { checkAgain, type WatchPorts, watchOrders } from "./watch-orders.ts";

/**
 * Reads back every change that a seller has agreed to and that has not been seen in its books yet, then the books of those of
 * `orders` that are due. Gives back what a smaller buy binds no more: never below what the seller reports as spent and what days
 * that it has not reported may cost. What is more than was ordered stays bound. Returns what is not as it was asked for, by step.
 */
export async function checkBuys(
  ports: WatchPorts,
  orders: ReadonlySet<string> = new Set(),
): Promise<ReadonlyMap<string, readonly string[]>> {
  const shown = new Map<string, MediaBuy>();
  const changes = await Promise.all(
    unchecked(ports.journal.state(), ports).map(
      async (current) => [current.step.id, await checkChange(current, ports, shown)] as const,
    ),
  );
  return new Map([...changes, ...(await watchOrders(ports, orders, shown))]);
}

/**
 * Takes in what sellers have reported since: gives back what days cost less that were not reported, binds again what was spent
 * after that, and asks people about each order whose seller has reported another price than was agreed, and not any more where
 * it reports the agreed one again; whether there was any. The books of each of `reopened` are read, too.
 */
export async function checkReported(
  ports: CheckPorts,
  reopened: readonly { readonly stepId: string }[] = [],
): Promise<boolean> {
  const state = ports.journal.state();
  const prices = state.steps.filter(
    (current) =>
      hasNewPrice(current, state) ||
      hasNewCost(current, state) ||
      isPriceReportedSince(current, state) ||
      reopened.some(({ stepId }) => stepId === current.step.id),
  );
  const changes = unchecked(state, ports).filter(({ check }) => check?.made === true);
  await Promise.all([
    ...prices.map((current) => checkAgain(current, ports)),
    ...changes.map((current) => checkChange(current, ports)),
  ]);
  return prices.length + changes.length > 0;
}

/** Whether the seller of an order has reported since people were asked about its price or its cost. */
function isPriceReportedSince(current: StepState, { delivery }: CampaignState): boolean {
  const { step, check } = current;
  if (!isOrder(step) || check === undefined || !awaitsPerson(current)) return false;
  if (check.question?.differences.some(isReported) !== true) return false;
  const buy = { sellerId: step.agentId, mediaBuyId: mediaBuyIdOf(current) ?? "" };
  return delivery.some((one) => isSameBuy(one, buy) && one.reportedAt > check.at);
}

const isReported = (one: Mismatch | BuyQuestion["differences"][number]) => isOfPrice(one) || isOfCost(one);

/**
 * Changes that are done and not seen to be; of those about one field, the one that its seller answered last or has still to
 * answer. And the last change of a buy's money where its seller's reports make something else of what it binds.
 */
function unchecked(state: CampaignState, ports: CheckPorts): Made[] {
  const byAnswer = changesByAnswer(state);
  const ofMoney = new Map(
    byAnswer
      .filter(({ change }) => movesMoney(change))
      .map((one) => [buyKey(buyNamedIn(one.step)), one] as const),
  );
  return byAnswer.filter(
    (one) =>
      one.status === "done" &&
      (isSettled(one)
        ? ofMoney.get(buyKey(buyNamedIn(one.step))) === one && bindsOtherwise(one, state, ports)
        : awaitsPerson(one) || isOnItsWay(one) || isLast(one, byAnswer)),
  );
}

/**
 * Whether all of it was seen and nobody is asked about it, or people have decided on how it stands. What a seller has still to do
 * as it agreed stays open while nobody gives it up.
 */
function isSettled(current: StepState): boolean {
  const { made, question, accepted } = current.check ?? {};
  const isDecided = question !== undefined && (question.isMoney || accepted !== undefined);
  return (made === true || isDecided) && !awaitsPerson(current);
}

async function checkChange(current: Made, allPorts: CheckPorts, shownBuys = new Map<string, MediaBuy>()) {
  const { step, change, check: before } = current;
  const { mediaBuyId } = change.subject;
  const buy = { sellerId: step.agentId, mediaBuyId };
  // As of before the reading: what is bought meanwhile may not be in the seller's books yet, and keeps all that it binds.
  const seen = allPorts.journal.state();
  const bound = bindings(seen, buy);
  // Where the buy is changed meanwhile nothing is learned: whoever changed it reads it again.
  const ports = { ...allPorts, journal: whileUnchanged(allPorts.journal, buy, seen) };
  const reading = await readBuy(step.agentUrl, mediaBuyId, ports);
  if (reading.type === "silent") {
    const { made = false, findings = [], until } = before ?? {};
    if (before?.question !== undefined) await conclude(current, before, undefined, ports);
    else if (until !== undefined && ports.clock.now() > Date.parse(until))
      await conclude(current, { made, findings }, undefined, ports);
    return [`${step.agentId} does not say how ${mediaBuyId} stands: ${reading.reason}`];
  }
  shownBuys.set(buyKey(buy), reading.value);
  const { over, ...more } = overBound(reading.value, current, ports.journal.state());
  const differences = [...mismatches(step, reading.value), ...over];
  if (differences.length > 0) {
    const isMoney = over.length > 0 || (awaitsPerson(current) && before?.question?.isMoney === true);
    const until = isMoney ? undefined : untilWhen(current, ports);
    const findings = differences.map((one) => notMadeText(step, one, until && namedFor(current)));
    const question = {
      differences: differences.map(({ what, wanted, stated }) => ({ what, wanted, stated })),
      isMoney,
    };
    const asks = isMoney || isOverdue(current, differences, ports);
    await conclude(
      current,
      { made: false, findings, ...(until && { until }), ...(asks && { question }), ...more },
      reading.value,
      ports,
    );
    return findings;
  }
  const given =
    movesMoney(change) || awaitsPerson(current)
      ? await giveBack(step, reading.value, bound, ports)
      : { kept: [] };
  if ("unknown" in given) return [`nothing is given back yet at ${step.agentId}: ${given.unknown}`];
  const { finding, ...binding } = given;
  const check = { made: true, findings: finding === undefined ? [] : [finding], ...binding };
  const isStillMore = before?.made === true && (before.grown ?? before.filled) !== undefined;
  if (isStillMore && awaitsPerson(current) && check.question === undefined && check.kept.length === 0)
    await conclude(current, before, reading.value, ports);
  else if (check.question === undefined) await record(current, check, ports);
  else await conclude(current, check, reading.value, ports);
  return check.findings;
}

/** Until when a change is on its way; undefined where it is too late, or another one of the same has been agreed to since. */
function untilWhen(current: Made, { journal, clock }: CheckPorts): string | undefined {
  const state = journal.state();
  const due = dueAt(current, state);
  return clock.now() <= due && isLast(current, changesByAnswer(state))
    ? new Date(due).toISOString()
    : undefined;
}

/** What a seller has booked beyond all that people have agreed to for the buy of a change. */
function overBound(
  buy: MediaBuy,
  current: Made,
  state: CampaignState,
): Pick<BuyCheck, "grown" | "filled"> & { readonly over: readonly Mismatch[] } {
  const bound = agreedTo(current, state);
  const currency = bound[0]?.amount.currency;
  if (currency === undefined || isTerminal(mediaBuyStates, buy.status)) return { over: [] };
  const booked = bookedIn([buy], currency, state.exchange);
  const more = grownTo(bound, booked);
  if (booked === undefined || (more.grown === undefined && more.filled === undefined)) return { over: [] };
  const wanted = formatMoney(sumOf(bound, currency));
  const reading = booked === "uncountable" ? "an amount that cannot be counted" : formatMoney(booked);
  return { over: [{ what: "what all of it may cost", wanted, stated: reading, isMoney: true }], ...more };
}

/**
 * What is bound for the buy of a change, increases that are under way included. What its seller has booked beyond that is bound
 * once people are asked about it, and nobody has agreed to it.
 */
function agreedTo(current: Made, state: CampaignState): readonly Kept[] {
  const { mediaBuyId } = current.change.subject;
  const bound = bindings(state, { sellerId: current.step.agentId, mediaBuyId }, mayBind);
  if (!awaitsPerson(current)) return bound;
  return bound.map((one) => {
    const { amount, planAmount } = stepOf(state, one.stepId)?.step ?? one;
    return amount.minor < one.amount.minor ? { stepId: one.stepId, amount, planAmount } : one;
  });
}

/** A journal that takes nothing in once a change of the buy has gone on since `seen`. */
function whileUnchanged(journal: Journal, buy: BuyIdentity, seen: CampaignState): Journal {
  const before = changesOf(seen, buy);
  const isUnchanged = (now: CampaignState) => changesOf(now, buy) === before;
  return { ...journal, record: (event, key) => journal.record(event, key, isUnchanged) };
}

/** How far each change of a buy is: what is decided or read of the buy holds while this stays the same. */
export function changesOf({ steps }: CampaignState, buy: BuyIdentity): string {
  const own = steps.filter(({ step }) => step.change !== undefined && isSameBuy(buyNamedIn(step), buy));
  return canonicalJson(own.map(({ step, status }) => [step.id, status]));
}
