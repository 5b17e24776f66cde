import { canonicalJson } from "../../lib/canonical-json.ts";
import { money } from "../../lib/money.ts";
import { partsIn } from "../../lib/parts.ts";
import type { MediaBuy } from "../../protocol/records/media-buy.ts";
import { mayCost } from "../account/may-cost.ts";
import { orderedNow, orderOf, type Terms } from "../account/ordered-now.ts";
import { bookedIn, boundTogether, grownTo, keptOf, over } from "../account/still-bound.ts";
import { mediaBuyIdOf } from "../model/derived/bought.ts";
import { isLetRun } from "../model/derived/left-paused.ts";
import { type Mismatch, mismatchText } from "../model/offers/mismatch.ts";
import { awaitsPerson, type CampaignState, type StepState, stepOf } from "../model/state/state.ts";
import type { BuyCheck } from "../model/step/buy-change.ts";
import { buyNamedIn, isSameBuy } from "../model/step/buy-identity.ts";
import { isOrder } from "../model/step/kinds.ts";
import type { Receipt } from "../model/step/receipt.ts";
import type { Step } from "../model/step/step.ts";
import { targetingMismatches } from "../targeting/compare-targeting.ts";
import type { Books } from "./look-up.ts";
import { mismatches, mismatchesNow, orderedPackages } from "./match-order.ts";
import { isTaken, priceMismatches, reportedPrices } from "./match-price.ts";
import { isUncounted, movedSince, spentBeyond, spentOn } from "./spent-beyond.ts";

/**
 * Checks an order against what its seller confirmed and against its books. What is booked otherwise is a question to people; the
 * larger of what was ordered and what is booked stays bound. Books that are read again are checked against what is ordered by then,
 * with all changes of ours. Pure.
 */
export function checkOrder(step: Step, stated: Stated, state: CampaignState): BuyCheck {
  const { confirmed, books, now } = stated;
  const current = state.steps.find((other) => other.step.id === step.id) ?? {
    step,
    status: "begun",
    verdicts: [],
    times: {},
  };
  const { check: before } = current;
  const isReread = now !== undefined;
  const bookedBuys = books.type === "value" ? [books.value] : books.type === "several" ? books.buys : [];
  const readings = bookedBuys.map((buy) => ({ buy, terms: orderedNow(current, buy, state, now ?? 0) }));
  const doubts = doubtsOf(step, { confirmed, books, isReread }, state);
  const confirmedBuys = confirmed === undefined ? [] : [confirmed];
  const bookedValue = [...confirmedBuys, ...bookedBuys];
  const inBooks = readings.flatMap(({ buy, terms }) => [
    ...mismatchesNow(terms, buy),
    ...priceMismatches(step, buy, state),
  ]);
  const all = [
    ...doubts,
    ...confirmedBuys.flatMap((buy) => [...mismatches(step, buy), ...priceMismatches(step, buy, state)]),
    ...inBooks,
    ...reportedPrices(step, state),
    ...spentBeyond(step, state),
    // A proposal says itself whom it is for.
    ...(step.bundle === undefined
      ? targetingMismatches(orderedPackages(step, bookedValue), bookedBuys.length > 0)
      : []),
    ...readings.flatMap(({ buy, terms }) => endedMismatch(confirmed, buy, terms, isReread)),
  ];
  const inJson = all.map(canonicalJson);
  const found = all.filter((_, at) => inJson.indexOf(inJson[at] ?? "") === at);
  const news = found.filter((one) => one.isNote !== true && !isTaken(one, current));
  const toAsk = [...news, ...letRunBefore(current, news)];
  const isOther = isReread && toAsk.some((one) => inBooks.includes(one));
  const whose = isOther ? changedByOthers(current, bookedBuys, state) : [];
  const differences = [...new Set([...found, ...toAsk]), ...whose];
  const unread =
    books.type === "silent" ? `the books of ${step.agentId} do not show the buy: ${books.reason}` : undefined;
  // What once was as ordered, and has become less, goes on running.
  const wasRight = isReread && (before?.question?.isMoney !== true || before.accepted !== undefined);
  const isUnknown = doubts.some((one) => toAsk.includes(one));
  const buys = isUnknown ? alsoOurs(current, bookedBuys) : [];
  return {
    made: differences.length === 0 && unread === undefined,
    findings: differences.map((one) => differenceText(step.agentId, one)),
    ...(unread !== undefined && { unread, ...(isReread ? {} : { again: true as const }) }),
    ...(news.some((one) => one.what === "the status" && isLetRun(one)) && { runsOn: true as const }),
    ...(toAsk.length > 0 && {
      question: {
        differences: [...toAsk, ...whose].map(({ what, wanted, stated: bookedValue }) => ({
          what,
          wanted,
          stated: bookedValue,
        })),
        isMoney: toAsk.some(({ isMoney, isLess }) => isMoney && !(isLess && wasRight)),
        ...(isUnknown && { isUnknown }),
        ...(isUnknown && bookedBuys.some((buy) => othersReference(step, buy, state).length > 0)
          ? { isAnothers: true as const }
          : {}),
        ...(buys.length > 0 && { buys }),
      },
    }),
    ...rebinding(current, stated, readings, state),
  };
}

/** What a seller had let run against our word, and we have paused again: people are asked until they have decided. */
function letRunBefore(current: StepState, news: readonly Mismatch[]): Mismatch[] {
  const before = awaitsPerson(current) ? (current.check?.question?.differences ?? []) : [];
  return before
    .filter((one) => isLetRun(one) && !news.some(({ what }) => what === one.what))
    .map((one) => ({ ...one, isMoney: true }));
}

/** Buys under our reference beside the one that was confirmed: where nobody knows which is ours, all of them are. */
function alsoOurs(current: StepState, bookedBuys: readonly MediaBuy[]): readonly string[] {
  const { buyer_ref: reference } = current.step.arguments;
  return bookedBuys.flatMap(({ media_buy_id: id, buyer_ref, status }) =>
    id === undefined || id === mediaBuyIdOf(current) || buyer_ref !== reference || over.has(status)
      ? []
      : [id],
  );
}

const itsRevision = "its revision";

/** Who has changed a buy since our last change, by its revision: asked about with the first difference, and as long as any stands. */
function changedByOthers(
  current: StepState,
  [booked]: readonly MediaBuy[],
  { steps }: CampaignState,
): Mismatch[] {
  const { question, accepted } = current.check ?? {};
  if (question !== undefined && accepted === undefined)
    return question.differences
      .filter(({ what }) => what === itsRevision)
      .map((one) => ({ ...one, isMoney: false }));
  const buy = { sellerId: current.step.agentId, mediaBuyId: mediaBuyIdOf(current) ?? "" };
  const own = steps.filter(({ step }) => step.id === current.step.id || isSameBuy(buyNamedIn(step), buy));
  const known = own
    .map(({ receipt }) => receipt?.payload["revision"])
    .filter((revision) => typeof revision === "number")
    .reduce((last, revision) => Math.max(last, revision), Number.NEGATIVE_INFINITY);
  const { revision } = booked ?? {};
  if (revision === undefined || !(revision >= known) || !Number.isFinite(known)) return [];
  const whose = revision > known ? ": somebody else has changed it" : ", although the buy is another";
  return [
    {
      what: itsRevision,
      wanted: `${known}, as after our last change`,
      stated: `${revision}${whose}`,
      isMoney: false,
    },
  ];
}

/** What puts in doubt which buy is ours. */
function doubtsOf(
  step: Step,
  { confirmed, books, isReread }: { confirmed: MediaBuy | undefined; books: Books; isReread: boolean },
  state: CampaignState,
): Mismatch[] {
  const isOthers = stepOf(state, step.id)?.receipt?.isOthers === true;
  const id = confirmed?.media_buy_id ?? (books.type === "value" ? books.value.media_buy_id : undefined);
  const own = stepOf(state, step.id)?.times.answeredAt;
  // Of two orders the later one is asked about.
  const isGiven = state.steps.some(
    (other) =>
      isOrder(other.step) &&
      other.step.id !== step.id &&
      other.step.agentId === step.agentId &&
      other.status === "done" &&
      (!isReread || own === undefined || (other.times.answeredAt ?? "") < own) &&
      mediaBuyIdOf(other) === id,
  );
  const doubt = (wanted: string, bookedValue: string) => ({
    what: "the buy's id",
    wanted,
    stated: bookedValue,
    isMoney: false,
  });
  return partsIn<Mismatch>([
    id !== undefined && (isGiven || isOthers) && givenTwice(id),
    books.type === "value" &&
      books.value.media_buy_id !== id &&
      doubt(`${id}, as it was confirmed`, `${books.value.media_buy_id ?? "not stated"} in its books`),
    books.type === "value" ? othersReference(step, books.value, state) : [],
    books.type === "silent" && books.isMissing && isReread
      ? [{ ...doubt(`${id}, as it was confirmed`, "not in its books"), what: "the buy" }]
      : [],
    books.type === "several" && {
      what: "what is booked under our reference",
      wanted: "one buy",
      stated: books.buys.map(({ media_buy_id }) => media_buy_id ?? "a buy without an id").join(" and "),
      isMoney: true,
    },
  ]);
}

/** A buy with a reference that no order of ours has, on it and on all of its packages: it may be anybody's. */
function othersReference(step: Step, buy: MediaBuy, { steps }: CampaignState): Mismatch[] {
  const { buyer_ref, packages = [] } = buy;
  const ordered = orderOf(step);
  const own = [ordered?.buyer_ref, ...(ordered?.packages ?? []).map((one) => one.buyer_ref)];
  const isOwn = [buyer_ref, ...packages.map((one) => one.buyer_ref)].some(
    (reference) => reference !== undefined && own.includes(reference),
  );
  const isOurs = isOwn || steps.some((one) => one.step.arguments["buyer_ref"] === buyer_ref);
  if (ordered?.buyer_ref === undefined || buyer_ref === undefined || isOurs) return [];
  return [{ what: "our reference", wanted: ordered.buyer_ref, stated: buyer_ref, isMoney: false }];
}

/** A buy that its seller has confirmed as one that runs, and that it has ended, or paused since then. */
function endedMismatch(
  confirmed: MediaBuy | undefined,
  { status }: MediaBuy,
  terms: readonly Terms[],
  isReread: boolean,
): Mismatch[] {
  const switched = terms.at(-1)?.status;
  if (confirmed === undefined || over.has(confirmed.status) || switched === "canceled") return [];
  const isPaused = isReread && status === "paused" && switched === undefined && confirmed.status !== status;
  if (!over.has(status) && !isPaused) return [];
  return [
    {
      what: "the status",
      wanted: `${confirmed.status}, as it was confirmed`,
      stated: `${status} in its books`,
      isMoney: false,
    },
  ];
}

function differenceText(agentId: string, one: Pick<Mismatch, "what" | "wanted" | "stated">): string {
  return `${agentId} does not hold it as it was ordered: ${mismatchText(one)}`;
}

function givenTwice(id: string): Mismatch {
  return { what: "the buy's id", wanted: "one that no other buy has", stated: id, isMoney: false };
}

/** The receipt of a buy that is another campaign's: people are asked, and nothing is done with it before. */
export function asOthers(receipt: Receipt, { agentId }: Pick<Step, "agentId">): Receipt {
  const { isMoney: _, ...difference } = givenTwice(String(receipt.payload["media_buy_id"]));
  const { check } = receipt;
  const question = check?.question;
  return {
    ...receipt,
    isOthers: true,
    check: {
      ...check,
      made: false,
      findings: [differenceText(agentId, difference), ...(check?.findings ?? [])],
      question: {
        differences: [difference, ...(question?.differences ?? [])],
        isMoney: question?.isMoney ?? false,
        isUnknown: true,
      },
    },
  };
}

/** What a seller has stated of an order: in its answer and in its books, which were read again at `now` (UTC milliseconds). */
interface Stated {
  readonly confirmed?: MediaBuy;
  readonly books: Books;
  readonly now?: number;
}

/** A buy in its seller's books, and what is ordered of it by all fair readings. */
interface Reading {
  readonly buy: MediaBuy;
  readonly terms: readonly Terms[];
}

/**
 * What an order and its increases bind by all that its seller has stated: more where it has booked more, and no more than before
 * once it has that no longer.
 */
function rebinding(
  current: StepState,
  { confirmed, books, now }: Stated,
  readings: readonly Reading[],
  state: CampaignState,
): Pick<BuyCheck, "grown" | "filled" | "kept"> {
  const { step, check, escalation, moreBooked } = current;
  const { currency } = step.amount;
  const ordered = { stepId: step.id, amount: step.amount, planAmount: step.planAmount };
  const bound = boundTogether(current, state);
  const live = readings.filter(({ buy }) => now === undefined || !over.has(buy.status));
  const isOther = movedSince(step, state) || check?.taken !== undefined;
  const sums = [
    bookedIn(
      live.map(({ buy }) => buy),
      currency,
      state.exchange,
    ),
    // What was confirmed is of the order alone, before anybody changed or took it otherwise.
    confirmed === undefined || isOther ? undefined : bookedIn([confirmed], currency, state.exchange),
    spentOn(step, state),
    isUncounted(step, state) ? ("uncountable" as const) : undefined,
  ];
  const counted = sums.flatMap((one) => (typeof one === "object" ? [one.minor] : []));
  const most = money(Math.max(0, ...counted), currency);
  const more = grownTo(bound, most, ordered);
  const filled = sums.includes("uncountable") ? step.id : more.filled;
  // What is bound for its seller's books alone is free once they say less.
  const isReset = [check?.filled, escalation, moreBooked].some((one) => one !== undefined);
  const isMore = isReset || (check?.question !== undefined && check.accepted === undefined);
  if (filled !== undefined || more.grown !== undefined || books.type === "silent" || !isMore)
    return { ...more, filled };
  const totals = live.flatMap(({ terms }) => terms.map(({ total }) => total?.minor));
  const full = bound.reduce((sum, { stepId }) => sum + (stepOf(state, stepId)?.step.amount.minor ?? 0), 0);
  const wanted = Math.max(...(totals.length === 0 ? [full] : totals.map((minor) => minor ?? full)));
  const buy = { sellerId: step.agentId, mediaBuyId: mediaBuyIdOf(current) ?? "" };
  const cost = wanted < full ? mayCost(buy, state, now ?? 0) : undefined;
  const least = Math.max(most.minor, wanted, (cost?.reported ?? 0) + (cost?.unreported ?? 0));
  const kept = keptOf(bound, money(least, currency)).map((one) =>
    one.stepId === step.id && one.amount.minor === step.amount.minor ? ordered : one,
  );
  const own = isReset && !kept.some(({ stepId }) => stepId === step.id) ? bound.slice(0, 1) : [];
  return kept.length + own.length > 0 ? { kept: [...kept, ...own] } : {};
}
