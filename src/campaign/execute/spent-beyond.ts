import { cleanText } from "../../lib/clean-text.ts";
import { listed } from "../../lib/english.ts";
import { formatMinor, formatMoney, type Money, money } from "../../lib/money.ts";
import { partsIn } from "../../lib/parts.ts";
import { billedBeyond, billedWords } from "../account/invoices.ts";
import { liveBuys } from "../account/live-buys.ts";
import { reportedCost, unexplainedSpend } from "../account/may-cost.ts";
import { bindings, sumOf } from "../account/still-bound.ts";
import { mayRunOn, unorderedSpend, unorderedWords } from "../account/unordered-spend.ts";
import { mediaBuyIdOf } from "../model/derived/bought.ts";
import type { BuyDelivery } from "../model/measured/delivery.ts";
import { invoicedCost } from "../model/measured/invoice.ts";
import { differ } from "../model/measured/tolerance.ts";
import type { Mismatch } from "../model/offers/mismatch.ts";
import { isWorthPlacing } from "../model/state/not-placed.ts";
import { boundBy, type CampaignState, type StepState, stepOf } from "../model/state/state.ts";
import { movesMoney } from "../model/step/buy-change.ts";
import { type BuyIdentity, buyNamedIn, isSameBuy } from "../model/step/buy-identity.ts";
import { isOrder } from "../model/step/kinds.ts";
import type { Step } from "../model/step/step.ts";
import { isAmong, isTaken } from "./match-price.ts";

/**
 * What an order's seller reports as spent on its buy and nobody ordered: more than the order, on packages or days that are not of
 * it, or while it was paused or ended. To be taken, and to be paused while its flight is not over. Rounding is none. Pure.
 */
export function spentBeyond(step: Step, state: CampaignState): Mismatch[] {
  const { buy, live, known } = reportsOn(step, state);
  if (buy === undefined) return [];
  const spent = spentOn(step, state);
  const isMoney = mayRunOn(buy, state);
  const { mediaBuyId } = buy;
  const unordered = live === undefined || known === undefined ? [] : unorderedSpend(live, known);
  const currency = known?.currency ?? step.amount.currency;
  const isAsked = isAskedWithChange(live ?? { ...buy, currency }, state);
  const more = spent !== undefined &&
    isMore(spent, step.amount) && {
      what: `what ${mediaBuyId} has cost`,
      wanted: formatMoney(step.amount),
      stated: `${formatMoney(spent)}${explainedBy(spent, { ...buy, currency: spent.currency }, state)}`,
      isMoney,
    };
  return partsIn<Mismatch>([
    more || (!isAsked && billedBeyondReports(buy, state)),
    known && lessAfterFinal(known, mediaBuyId),
    unordered
      .filter(({ kind }) => kind !== "after it was cancelled" || !isAsked)
      .map((one) => ({ ...unorderedWords(one, mediaBuyId, currency), wanted: "nothing", isMoney })),
  ]);
}

/** Days whose spend was final, and that are reported with less since: what was paid, or is to be, is in doubt. */
function lessAfterFinal({ rows, restated, currency }: BuyDelivery, mediaBuyId: string): Mismatch[] {
  let [were, are] = [0, 0];
  const days = rows.flatMap(({ packageId, date, spendMinor = 0 }) => {
    const finals = restated.flatMap(({ row }) =>
      row.final && row.packageId === packageId && row.date === date ? (row.spendMinor ?? 0) : [],
    );
    if (finals.length === 0) return [];
    const most = Math.max(...finals);
    were += most;
    are += spendMinor;
    return most > spendMinor ? [date] : [];
  });
  if (!isMore(money(were, currency), money(are, currency))) return [];
  const [what, wanted] = [`what ${mediaBuyId} has cost on days that were final`, formatMinor(were, currency)];
  const now = cleanText(`${formatMinor(are, currency)} on ${listed([...new Set(days)])}`, 120);
  return [{ what, wanted, stated: now, isMoney: false }];
}

/** Whether people are asked, or were, what a buy has cost beyond what its cancellation left bound of it. */
function isAskedWithChange(buy: BuyIdentity & { readonly currency: string }, state: CampaignState): boolean {
  const bound = sumOf(bindings(state, buy), buy.currency);
  const asked = state.steps.flatMap(({ step, check }) => {
    const isOfIt = step.change !== undefined && isSameBuy(buyNamedIn(step), buy);
    return isOfIt ? [...(check?.question?.differences ?? []), ...(check?.taken ?? [])] : [];
  });
  return reportedCost(buy, state) > bound.minor || asked.some(isOfCost);
}

function isMore(spent: Money, ordered: Money): boolean {
  return isWorthPlacing(spent.minor - ordered.minor, spent.currency) && differ(spent.minor, ordered.minor, 1);
}

/** What of a cost is in no row of a report of our packages: a bill, or a total that its rows do not explain. */
function explainedBy(spent: Money, buy: BuyIdentity & { readonly currency: string }, state: CampaignState) {
  if (invoicedCost(buy, state) === spent.minor) return " by its invoices";
  const known = state.delivery.find((one) => isSameBuy(one, buy));
  const unexplained = known === undefined ? 0 : unexplainedSpend(known);
  return unexplained > 0 ? `, ${formatMinor(unexplained, buy.currency)} of it unexplained` : "";
}

/** What is billed, within the order, and was not spent by final reports: it is not to be paid, and there is nothing to pause. */
function billedBeyondReports(buy: BuyIdentity, state: CampaignState): Mismatch[] {
  const beyond = billedBeyond(buy, state);
  if (beyond === undefined) return [];
  const { reported } = beyond;
  const what = `what ${buy.mediaBuyId} has cost by its invoices`;
  return [{ what, wanted: formatMoney(reported), stated: billedWords(beyond), isMoney: false }];
}

/** Whether a difference that people are asked about is one of what was spent. */
export function isOfCost({ what }: Pick<Mismatch, "what">): boolean {
  return /^what .* ha(s|ve) cost/.test(what);
}

/** Whether an order's seller has reported spend that nobody was asked about yet, or that is not bound. */
export function hasNewCost(current: StepState, state: CampaignState): boolean {
  const { step, status, check } = current;
  if (!isOrder(step) || status !== "done") return false;
  const asked = check?.question?.differences;
  return (
    (spentOn(step, state)?.minor ?? 0) > boundBy(current).amount.minor ||
    spentBeyond(step, state).some((one) => !isTaken(one, current) && !isAmong(one, asked))
  );
}

/** Whether its seller reports spend on a package that nobody ordered, in what cannot be counted. */
export function isUncounted(step: Step, state: CampaignState): boolean {
  return (reportsOn(step, state).known?.inAll?.uncounted ?? []).length > 0;
}

/** Undefined where nothing is bought, and where a change has moved its money since: that change is checked against what is spent. */
export function spentOn(step: Step, state: CampaignState): Money | undefined {
  const { buy } = reportsOn(step, state);
  if (buy === undefined || movedSince(step, state)) return undefined;
  const { currency } = step.amount;
  return money(reportedCost({ ...buy, currency }, state), currency);
}

/** Whether a change of ours has moved the money of an order's buy. */
export function movedSince(step: Step, state: CampaignState): boolean {
  const { buy } = reportsOn(step, state);
  return state.steps.some(
    ({ step, status }) =>
      step.change !== undefined &&
      status === "done" &&
      buy !== undefined &&
      movesMoney(step.change) &&
      isSameBuy(buyNamedIn(step), buy),
  );
}

function reportsOn(step: Step, state: CampaignState) {
  const current = stepOf(state, step.id);
  const mediaBuyId = current && mediaBuyIdOf(current);
  if (mediaBuyId === undefined) return {};
  const buy = { sellerId: step.agentId, mediaBuyId };
  return {
    buy,
    live: liveBuys(state).find((one) => isSameBuy(one, buy)),
    known: state.delivery.find((one) => isSameBuy(one, buy)),
  };
}
