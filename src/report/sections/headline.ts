import { z } from "zod";
import { askedOf } from "../../campaign/approvals/amount-at-stake.ts";
import type { Outcome } from "../../campaign/measure/outcome.ts";
import { outcomesOf } from "../../campaign/measure/outcomes-of.ts";
import { nameOf } from "../../campaign/model/derived/sandbox-mark.ts";
import type { Offer } from "../../campaign/model/offers/offer.ts";
import type { Plan } from "../../campaign/model/offers/plan.ts";
import { blocksOf, findingText } from "../../campaign/model/state/clearance.ts";
import {
  type CampaignState,
  isOnItsWay,
  namedFor,
  type StepState,
} from "../../campaign/model/state/state.ts";
import { isOrder } from "../../campaign/model/step/kinds.ts";
import { fillOf, unforecastOf } from "../../campaign/plan/outlook.ts";
import { channelName, counted, countryName, listed } from "../../lib/english.ts";
import { formatMoney, money, subtract, unitCost } from "../../lib/money.ts";
import {
  formatPercent,
  formatRounded,
  formatShort,
  formatWhole,
  sentence,
  textsOf,
} from "../blocks/format.ts";
import { type Described, each, fields, statusField, texts } from "../blocks/schema.ts";
import { gapWords, ofBuys, total } from "../blocks/totals.ts";
import { againstTarget, metricWords, priceWords, targetWords } from "./answer.ts";
import { describeBrief, flightWords } from "./brief.ts";
import { describeCreatives } from "./described/creatives.ts";
import { statusInWords, statusOf } from "./described/status.ts";
import { productNamer } from "./estimates.ts";
import { type LivePart, livePartOf } from "./live-part.ts";
import { moneySummarySchema, summarizeMoney, unspentOf } from "./money-summary.ts";

export const headlineSchema = fields({
  title: z.string(),
  verdict: z
    .string()
    .describe("what the money buys, how far that is from the target, and what needs a person"),
  short: z.string().describe("the same for whoever pays: without why money lies free, and what waits"),
  request: z.string().describe("what the brief asks for, one sentence"),
  summary: texts.describe("what came of it, in sentences"),
  money: moneySummarySchema.optional(),
  attention: each({ status: statusField, who: z.string(), what: z.string(), why: z.string() }).describe(
    "what waits, was refused, is held or failed, in plain words",
  ),
});
type Headline = Described<typeof headlineSchema>;
type Money = NonNullable<Headline["money"]>;

/** What was asked, what came of it and what needs attention, in words and in money. */
export function describeHeadline(state: CampaignState): Headline {
  const amounts = summarizeMoney(state);
  return {
    title: nameOf(state),
    ...verdictOf(state, amounts),
    request: briefSentence(state),
    summary: textsOf(
      market(state),
      amounts && state.plan && split(state.plan, amounts),
      amounts && state.steps.length > 0 && purchases(amounts),
      amounts && delivered(state, amounts),
      state.ended !== undefined && `The campaign ended: ${state.ended}.`,
    ),
    money: amounts,
    attention: attention(state),
  };
}

function briefSentence(state: CampaignState): string {
  const brief = describeBrief(state);
  if (!state.brief || !brief) return "No brief yet.";
  const channels = listed(brief.channels.map(channelName));
  return (
    `${formatWhole(brief.budget)} for ${brief.objective} of ${brief.brand}` +
    `${channels && ` on ${channels}`} in ${listed(brief.countries.map(countryName))}, ${flightWords(brief)}.`
  );
}

function verdictOf(state: CampaignState, amounts: Money | undefined): Pick<Headline, "verdict" | "short"> {
  const count = (status: StepState["status"]) => state.steps.filter((step) => step.status === status).length;
  const [waiting, holding] = [askedOf(state).length, count("held")];
  const needs = textsOf(
    waiting > 0 && `${counted(waiting, "decision")} ${waiting === 1 ? "waits" : "wait"} for a person.`,
    holding > 0 && `${counted(holding, "step")} ${holding === 1 ? "is" : "are"} held.`,
    blocksOf(state).length > 0 && "It may not be bought as it stands.",
  );
  const isUnderWay = state.steps.length > 0 && state.ended === undefined;
  const rest = needs.length === 0 && isUnderWay ? ["Nothing waits for a person."] : needs;
  const livePart = livePartOf(state);
  const { whyLeft, unallocated, goal } = state.plan ?? {};
  const isLeft = livePart === undefined && goal !== undefined && unallocated !== undefined;
  const { unspent } = unspentOf(state);
  const said = textsOf(
    boughtWords(state, amounts, livePart),
    deliveredWords(state, amounts),
    unspent && `${formatRounded(unspent)} of the budget stays unspent.`,
  );
  return {
    verdict: textsOf(
      livePart && `${[livePart.words, livePart.why].filter((part) => part !== "").join(": ")}.`,
      said,
      isLeft &&
        whyLeft &&
        productNamer(state.offers)(`${formatWhole(unallocated)} stays unallocated: ${whyLeft}.`),
      rest,
    ).join(" "),
    short: textsOf(livePart && `${livePart.words}.`, said).join(" "),
  };
}

/** `Delivered: 37.8 M impressions for EUR 227,334.` */
function deliveredWords(state: CampaignState, amounts: Money | undefined): string | undefined {
  const outcomes = outcomesOf(state);
  const { shown, gap } = impressionsIn(outcomes, outcomes.length);
  if (amounts === undefined || shown === undefined || shown === 0) return undefined;
  const people = state.plan?.goal?.metric === "reach" ? "; people reached are not reported" : "";
  return `Delivered: ${formatShort(shown)} impressions${gap}${spentWords(outcomes, formatRounded(amounts.spent))}${spentGap(amounts)}${people}.`;
}

/** Their impressions, and what of them is in no report. */
function impressionsIn(outcomes: readonly Outcome[], all: number): { shown?: number; gap: string } {
  const counting = outcomes.filter(({ delivered }) => delivered.impressions !== undefined);
  if (counting.length === 0) return { gap: "" };
  const days = gapWords(total(counting, ({ delivered }) => delivered.notReported.impressions));
  return {
    shown: total(counting, ({ delivered }) => delivered.impressions),
    gap: `${ofBuys(counting.length, all)}${days && ` (${days})`}`,
  };
}

function spentWords(outcomes: readonly Outcome[], spent: string, comma = ""): string {
  const isReported = outcomes.some(({ delivered }) => delivered.spendMinor !== undefined);
  return isReported ? `${comma} for ${spent}` : ", spend not reported";
}

function spentGap({ spentNotReported: days }: Money): string {
  return days === 0 ? "" : ` (${gapWords(days)})`;
}

function boughtWords(state: CampaignState, amounts: Money | undefined, livePart: LivePart | undefined) {
  const { brief, plan, ranking, offers = [] } = state;
  if (brief === undefined || amounts === undefined) return "Nothing is asked for yet.";
  const { kpi } = brief;
  const { goal, lines = [] } = livePart ?? plan ?? {};
  if (goal === undefined) {
    if (livePart !== undefined) return undefined;
    if (plan !== undefined)
      return `${formatWhole(amounts.budget)} buys nothing: ${whyNothing(plan, offers)}.`;
    const passing = ranking?.rows.filter(({ gate }) => gate === "pass").length;
    return passing === undefined
      ? "No seller has been asked yet."
      : `${counted(passing, "offer")} can be bought within the brief's limits.`;
  }
  const { metric, expected, cost } = goal;
  const { currency } = amounts.budget;
  const against = kpi && againstTarget(kpi, goal, currency, ` of ${targetWords(kpi, currency)}`);
  const price = cost ? ` at ${priceWords(unitCost(cost.mid, currency), metric)}` : "";
  const fill = money(fillOf(lines, offers, metric), currency);
  const idle = fill.minor > 0 ? ` ${formatWhole(fill)} bring no ${metricWords(metric)}.` : "";
  const open = money(unforecastOf(lines, offers, metric), currency);
  const silent =
    open.minor > 0
      ? ` Of ${formatWhole(open)} no ${metricWords(metric)} are forecast: only the price counts them.`
      : "";
  const buys = isOver(state) ? "was to buy" : "buys";
  return `${formatWhole(livePart?.total ?? amounts.planned)} ${buys} ${formatShort(expected.mid)} ${metricWords(metric)}${price}${against === undefined ? "" : `: ${against}`}.${idle}${silent}`;
}

/** Whether no more will be delivered. */
function isOver(state: CampaignState): boolean {
  const outcomes = outcomesOf(state);
  return state.ended !== undefined || (outcomes.length > 0 && outcomes.every(({ final }) => final));
}

/** What cannot hold together, else what keeps most offers out. */
function whyNothing({ conflict, binding }: Plan, offers: readonly Offer[]): string {
  const [outcome = "no offer may be bought", ...why] = binding.map((reason) =>
    productNamer(offers)(reason).replace(/: [A-Z]{3} [\d,.]+ stay unallocated$/, ""),
  );
  // The others stand with what limits the split.
  if (conflict === undefined) return textsOf(outcome, why[0]).join("; ");
  const terms = conflict.wishes.map(({ text, upTo }) =>
    upTo === undefined ? text : `${text} (up to ${upTo} can be had)`,
  );
  return `these cannot all hold: ${terms.join("; ")}`;
}

function market(state: CampaignState): string | undefined {
  const { quotes, offers = [], ranking } = state;
  if (!quotes) return undefined;
  const barred = barredSellers(state).length;
  const late = quotes.filter((quote) => quote.result === "late").length;
  const failed = quotes.filter((quote) => quote.result === "failed").length;
  const silent = textsOf(late > 0 && `${late} did not in time`, failed > 0 && `${failed} failed`).join(
    " and ",
  );
  const passing = ranking?.rows.filter((row) => row.gate === "pass").length;
  return (
    `${counted(quotes.length - late - failed, "seller")} of ${quotes.length} answered` +
    ` with ${counted(offers.length, "offer")}${silent && `; ${silent}`}.` +
    (barred === 0 ? "" : ` ${barred} more could not be asked.`) +
    (passing === undefined ? "" : ` Within the brief's limits: ${counted(passing, "offer")}.`)
  );
}

function split({ lines }: Plan, { budget, planned }: Money): string {
  const sellers = new Set(lines.map((line) => line.sellerId)).size;
  const left = subtract(budget, planned);
  const rest = left.minor > 0 ? `; ${formatMoney(left)} is not allocated` : "";
  return (
    `The plan puts ${formatMoney(planned)} of ${formatMoney(budget)}` +
    ` into ${counted(lines.length, "package")} at ${counted(sellers, "seller")}${rest}.`
  );
}

function purchases(amounts: Money): string {
  const { inDoubt: doubtful, plannedNotCommitted: unsent, stopped } = amounts;
  const parts = textsOf(
    `${formatMoney(amounts.committedSpend)} is bought`,
    doubtful.minor > 0 && `${formatMoney(doubtful)} is with sellers who have not confirmed`,
    unsent.minor > 0 && `${formatMoney(unsent)} is not sent yet`,
    stopped.minor > 0 && `${formatMoney(stopped)} was refused or failed`,
  );
  return `${listed(parts)}.`;
}

function delivered(state: CampaignState, amounts: Money): string | undefined {
  const outcomes = outcomesOf(state);
  if (outcomes.length === 0) return undefined;
  const { shown, gap } = impressionsIn(outcomes, outcomes.length);
  const compared = outcomes.filter(
    ({ planned, delivered }) => planned.impressions !== undefined && delivered.impressions !== undefined,
  );
  const planned = total(compared, (outcome) => outcome.planned.impressions);
  const share =
    planned > 0 ? formatPercent(total(compared, (one) => one.delivered.impressions) / planned) : "";
  const those =
    compared.length === outcomes.length ? "" : ` for the ${compared.length} with a plan of impressions`;
  const priced = outcomes.filter((one) => one.delivered.spendMinor !== undefined).length;
  const impressions =
    shown === undefined ? "impressions not reported" : `${counted(shown, "impression")}${gap}`;
  return (
    `${counted(outcomes.length, "buy")} delivered ${impressions}` +
    `${share && `, ${share} of what was due${those}`}${spentWords(outcomes, formatMoney(amounts.spent), share && ",")}` +
    `${gap && priced > 0 ? ` (${priced} of ${counted(outcomes.length, "buy")})` : ""}${spentGap(amounts)}.`
  );
}

type AttentionRow = Headline["attention"][number];

/** What stands so comes in this order. */
const order: readonly AttentionRow["status"][] = ["failed", "refused", "held", "waiting"];

function row(status: AttentionRow["status"], who: string, what: string, why: string): AttentionRow {
  return { status, who, what, why };
}

function attention(state: CampaignState): readonly AttentionRow[] {
  const failed = (who: string, what: string, why: string) => row("failed", who, what, why);
  const unmade = state.steps.filter(({ check }) => check?.made === false);
  const without = state.activations.filter((activation) => activation.result !== "live");
  return [
    ...stepAttention(state),
    ...unmade.map((current) => {
      const { step, check } = current;
      // A seller that has named a day has not failed before it.
      const status = isOnItsWay(current) && namedFor(current) !== undefined ? "waiting" : "failed";
      return row(status, step.agentId, step.purpose, sentence(check?.findings.join("; ") ?? ""));
    }),
    ...blocksOf(state).map((finding) => row("refused", "", "buy the plan", findingText(finding))),
    ...describeCreatives(state).findings.map((why) => failed("", "creative work", why)),
    // Buys that went without the signal that the plan wanted for them.
    ...without.map(({ sellerId, signalId, reason }) =>
      failed(sellerId, `use ${signalId} at ${sellerId}`, `It is bought from without it: ${reason}.`),
    ),
    ...orphanAttention(state),
    ...(state.ended === undefined ? barredSellers(state) : []).map(({ id, reasons }) =>
      failed(id, `ask ${id} for offers`, sentence(reasons.join("; "))),
    ),
  ].sort((a, b) => order.indexOf(a.status) - order.indexOf(b.status));
}

/** Sellers that something keeps from being asked which can be mended. */
function barredSellers({ sellers = [] }: CampaignState) {
  return sellers.filter(({ barred, eligible }) => barred === true && !eligible);
}

function stepAttention({ steps, plan }: CampaignState): AttentionRow[] {
  const freed = new Set(plan?.freed?.map(({ line }) => line.lineId));
  return steps.flatMap((state) => {
    const rowStatus = statusOf(state.status);
    if (!order.includes(rowStatus)) return [];
    const { agentId: who, purpose: what, lineIds, task } = state.step;
    const why = state.reason ?? sentence(statusInWords(state));
    const isFreed = isOrder({ task }) && lineIds.some((id) => freed.has(id));
    return { status: rowStatus, who, what, why: isFreed ? `${why}; the money went to other packages` : why };
  });
}

/** Buys at sellers that the ledger does not hold as bought, and sellers that did not list their buys. */
function orphanAttention({ orphanLook }: CampaignState): AttentionRow[] {
  if (orphanLook === undefined) return [];
  const { orphans, silent, at } = orphanLook;
  return [
    ...orphans.map(({ sellerId, mediaBuyId, status, amount, because }) => {
      const worth = amount === undefined ? "amount not reported" : formatMoney(amount);
      const what = `orphan ${mediaBuyId} at ${sellerId}: ${status}, ${worth}`;
      return row(
        "failed",
        sellerId,
        what,
        `${sentence(because)} Ask the seller, and pause or cancel it there.`,
      );
    }),
    ...silent.map(({ sellerId, reason }) => {
      const why = `No list of its buys on ${at.slice(0, 10)}: ${reason}`;
      return row("held", sellerId, `see what ${sellerId} holds under our account`, why);
    }),
  ];
}
