import { canonicalJson } from "../../lib/canonical-json.ts";
import type { MediaBuy } from "../../protocol/records/media-buy.ts";
import { bookedIn, grownTo } from "../account/still-bound.ts";
import { mediaBuyIdOf } from "../model/derived/bought.ts";
import { type Mismatch, mismatchText } from "../model/offers/mismatch.ts";
import { awaitsPerson, boundBy, type CampaignState, type StepState, stepOf } from "../model/state/state.ts";
import type { BuyCheck } from "../model/step/buy-change.ts";
import type { Receipt } from "../model/step/receipt.ts";
import type { Step } from "../model/step/step.ts";
import { targetingMismatches } from "../targeting/compare-targeting.ts";
import type { Books } from "./look-up.ts";
import { mismatches, orderedPackages, orderSchema } from "./match-order.ts";
import { isOfPrice, isTaken, priceMismatches, reportedPrices } from "./match-price.ts";
import { isOfCost, spentBeyond, spentOn } from "./spent-beyond.ts";

/**
 * Checks an order against what its seller confirmed and against its books. What is booked otherwise is a question to people; the
 * larger of what was ordered and what is booked stays bound. Pure.
 */
export function checkOrder(
  step: Step,
  {
    confirmed,
    books,
    isReread = false,
  }: { readonly confirmed?: MediaBuy; readonly books: Books; readonly isReread?: boolean },
  state: CampaignState,
): BuyCheck {
  const bookedBuys = books.type === "value" ? [books.value] : books.type === "several" ? books.buys : [];
  const doubts = doubtsOf(step, { confirmed, books, isReread }, state);
  const bookedValue = [...(confirmed === undefined ? [] : [confirmed]), ...bookedBuys];
  const all = [
    ...doubts,
    ...bookedValue.flatMap((buy) => mismatches(step, buy)),
    ...bookedValue.flatMap((buy) => priceMismatches(step, buy, state)),
    ...reportedPrices(step, state),
    ...spentBeyond(step, state),
    ...targetingMismatches(orderedPackages(step, bookedValue), bookedBuys.length > 0),
    ...overMismatches(confirmed, bookedBuys),
  ];
  const differences = [...new Map(all.map((one) => [canonicalJson(one), one])).values()];
  const current: Partial<StepState> & Pick<StepState, "step"> = state.steps.find(
    (other) => other.step.id === step.id,
  ) ?? { step };
  const toAsk = differences.filter((one) => one.isNote !== true && !isTaken(one, current));
  const { currency } = step.amount;
  const ordered = { stepId: step.id, amount: step.amount, planAmount: step.planAmount };
  const sums = [
    ...[confirmed === undefined ? [] : [confirmed], bookedBuys].map((buys) =>
      bookedIn(buys, currency, state.exchange),
    ),
    spentOn(step, state),
  ];
  const rebindings = sums.map((booked) => grownTo([ordered], booked));
  const filled = rebindings.find((one) => one.filled !== undefined)?.filled;
  const grown = rebindings
    .flatMap((one) => one.grown ?? [])
    .reduce((most, one) => (one.amount.minor > most.amount.minor ? one : most), ordered);
  const boundMinor = boundBy(current).amount.minor;
  const wasMore =
    boundMinor > grown.amount.minor || current.check?.filled !== undefined || current.escalation;
  const unread = unreadOf(step, books);
  return {
    made: differences.length === 0 && unread === undefined,
    findings: differences.map((one) => differenceText(step.agentId, one)),
    ...(unread !== undefined && { unread, ...(isReread ? {} : { again: true as const }) }),
    ...(toAsk.length > 0 && {
      question: {
        differences: toAsk.map(({ what, wanted, told: bookedValue }) => ({
          what,
          wanted,
          told: bookedValue,
        })),
        isMoney: toAsk.some(({ isMoney }) => isMoney),
        ...(doubts.length > 0 && { isUnknown: true as const }),
      },
    }),
    filled,
    ...(grown.amount.minor > boundMinor && { grown: [grown] }),
    ...(wasMore && filled === undefined && unread === undefined && { kept: [grown] }),
  };
}

/** Holds the prices alone of an order that people have changed since against what was agreed. What else was asked stays asked. Pure. */
export function checkPrices(
  current: StepState,
  { confirmed, books }: { readonly confirmed?: MediaBuy; readonly books: Books },
  state: CampaignState,
): BuyCheck {
  const { step, check: before } = current;
  const bookedValue = [
    ...(confirmed === undefined ? [] : [confirmed]),
    ...(books.type === "value" ? [books.value] : []),
  ];
  const found = [
    ...bookedValue.flatMap((buy) => priceMismatches(step, buy, state)),
    ...reportedPrices(step, state),
    ...spentBeyond(step, state),
  ].filter((one) => one.isNote !== true && !isTaken(one, current));
  const prices = [...new Map(found.map((one) => [canonicalJson(one), one])).values()];
  const open = awaitsPerson({ check: before }) ? before?.question : undefined;
  const { differences = [], isMoney = false, isUnknown } = open ?? {};
  const toAsk = [...differences.filter((one) => !isOfPrice(one) && !isOfCost(one)), ...prices];
  const ordered = { stepId: step.id, amount: step.amount, planAmount: step.planAmount };
  const { grown = [] } = grownTo([ordered], spentOn(step, state));
  return {
    made: toAsk.length === 0,
    findings: toAsk.map((one) => differenceText(step.agentId, one)),
    ...(grown.some(({ amount }) => amount.minor > boundBy(current).amount.minor) && { grown }),
    ...(toAsk.length > 0 && {
      question: {
        differences: toAsk.map(({ what, wanted, told: now }) => ({ what, wanted, told: now })),
        isMoney: isMoney || prices.some((one) => one.isMoney),
        ...(isUnknown && { isUnknown }),
      },
    }),
  };
}

/** What puts in doubt which buy is ours. */
function doubtsOf(
  step: Step,
  { confirmed, books, isReread }: { confirmed: MediaBuy | undefined; books: Books; isReread: boolean },
  state: CampaignState,
): Mismatch[] {
  const isOthers = stepOf(state, step.id)?.receipt?.isOthers === true;
  const id = confirmed?.media_buy_id ?? (books.type === "value" ? books.value.media_buy_id : undefined);
  const isGiven = state.steps.some(
    (other) =>
      other.step.task === "create_media_buy" &&
      other.step.id !== step.id &&
      other.step.agentId === step.agentId &&
      other.status === "done" &&
      mediaBuyIdOf(other) === id,
  );
  const doubt = (wanted: string, bookedValue: string) => ({
    what: "the buy's id",
    wanted,
    told: bookedValue,
    isMoney: false,
  });
  return [
    ...(id !== undefined && (isGiven || isOthers) ? [givenTwice(id)] : []),
    ...(books.type === "value" && books.value.media_buy_id !== id
      ? [doubt(`${id}, as it was confirmed`, `${books.value.media_buy_id ?? "not told"} in its books`)]
      : []),
    ...(books.type === "value" ? othersReference(step, books.value) : []),
    ...(books.type === "silent" && books.isMissing && isReread
      ? [{ ...doubt(`${id}, as it was confirmed`, "not in its books"), what: "the buy" }]
      : []),
    ...(books.type === "several"
      ? [
          {
            what: "what is booked under our reference",
            wanted: "one buy",
            told: books.buys.map(({ media_buy_id }) => media_buy_id ?? "a buy without an id").join(" and "),
            isMoney: true,
          },
        ]
      : []),
  ];
}

/** A buy with a reference that is not ours, on it and on all of its packages: it may be anybody's. */
function othersReference({ arguments: order }: Step, { buyer_ref, packages = [] }: MediaBuy): Mismatch[] {
  const ordered = orderSchema.safeParse(order).data;
  const own = [ordered?.buyer_ref, ...(ordered?.packages ?? []).map((one) => one.buyer_ref)];
  const isOwn = [buyer_ref, ...packages.map((one) => one.buyer_ref)].some(
    (reference) => reference !== undefined && own.includes(reference),
  );
  if (ordered?.buyer_ref === undefined || buyer_ref === undefined || isOwn) return [];
  return [{ what: "our reference", wanted: ordered.buyer_ref, told: buyer_ref, isMoney: false }];
}

/** A buy that its seller has confirmed as one that runs, and that is over in its books. */
function overMismatches(confirmed: MediaBuy | undefined, bookedBuys: readonly MediaBuy[]): Mismatch[] {
  if (confirmed === undefined || over.has(confirmed.status)) return [];
  return bookedBuys
    .filter(({ status }) => over.has(status))
    .map(({ status }) => ({
      what: "the status",
      wanted: `${confirmed.status}, as it was confirmed`,
      told: `${status} in its books`,
      isMoney: false,
    }));
}

const over: ReadonlySet<string> = new Set(["rejected", "canceled"]);

function differenceText(agentId: string, one: Pick<Mismatch, "what" | "wanted" | "told">): string {
  return `${agentId} does not hold it as it was ordered: ${mismatchText(one)}`;
}

function givenTwice(id: string): Mismatch {
  return { what: "the buy's id", wanted: "one that no other buy has", told: id, isMoney: false };
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

function unreadOf({ agentId }: Step, books: Books): string | undefined {
  return books.type === "silent" ? `the books of ${agentId} do not show the buy: ${books.reason}` : undefined;
}
