import { z } from "zod";
import { outcomesOf } from "../../campaign/measure/outcomes-of.ts";
import { blocksOf, findingText } from "../../campaign/model/clearance.ts";
import { nameOf } from "../../campaign/model/sandbox-mark.ts";
import type { CampaignState, StepState } from "../../campaign/model/state.ts";
import { perThousand } from "../../campaign/plan/outlook.ts";
import { counted, listed } from "../../lib/english.ts";
import { formatMoney, subtract } from "../../lib/money.ts";
import {
  channelName,
  formatMinor,
  formatPercent,
  formatRounded,
  formatShort,
  formatWhole,
  sentence,
} from "../format.ts";
import { type Described, standing, texts } from "../schema.ts";
import { metricWords, targetWords, unitWords } from "./answer.ts";
import { describeCreatives } from "./described/creatives.ts";
import { standingOf, statusInWords } from "./described/standing.ts";
import { moneySummarySchema, summarizeMoney } from "./money-summary.ts";

export const headlineSchema = z.strictObject({
  title: z.string(),
  verdict: z
    .string()
    .describe("what the money buys, how far that is from the target, and what needs a person"),
  asked: z.string().describe("what the brief asks for, one sentence"),
  summary: texts.describe("what came of it, in sentences"),
  money: moneySummarySchema.optional(),
  attention: z
    .array(z.strictObject({ standing, who: z.string(), what: z.string(), why: z.string() }))
    .describe("what waits, was refused, is held or failed, in plain words"),
});
type Headline = Described<typeof headlineSchema>;
type Money = NonNullable<Headline["money"]>;

/** What was asked, what came of it and what needs a look, in words and in money. */
export function describeHeadline(state: CampaignState): Headline {
  const amounts = summarizeMoney(state);
  return {
    title: nameOf(state),
    verdict: verdictOf(state, amounts),
    asked: askedFor(state),
    summary: [
      ...market(state),
      ...(amounts && state.plan ? [split(state, amounts)] : []),
      ...(amounts && state.steps.length > 0 ? [purchases(amounts)] : []),
      ...(amounts ? delivered(state, amounts) : []),
      ...(state.ended === undefined ? [] : [`The campaign ended: ${state.ended}.`]),
    ],
    money: amounts,
    attention: attention(state),
  };
}

function askedFor({ brief }: CampaignState): string {
  if (!brief) return "No brief yet.";
  const channels = listed(brief.channels.map(channelName));
  return (
    `${formatWhole(brief.budget)} for ${brief.objective} of ${brief.brand.name ?? brief.brand.domain}` +
    `${channels && ` on ${channels}`} in ${listed(brief.countries)}, ${brief.flight.start} to ${brief.flight.end}.`
  );
}

function verdictOf(state: CampaignState, amounts: Money | undefined): string {
  const bought = boughtWords(state, amounts);
  const count = (status: StepState["status"]) => state.steps.filter((step) => step.status === status).length;
  const [waiting, held] = [count("escalated"), count("held")];
  const needs = [
    ...(waiting > 0
      ? [`${counted(waiting, "decision")} ${waiting === 1 ? "waits" : "wait"} for a person.`]
      : []),
    ...(held > 0 ? [`${counted(held, "step")} ${held === 1 ? "is" : "are"} held.`] : []),
    ...(blocksOf(state).length > 0 ? ["It may not be bought as it stands."] : []),
  ];
  const rest = needs.length === 0 && state.steps.length > 0 ? ["Nothing waits for a person."] : needs;
  return [bought, ...deliveredWords(state, amounts), ...rest].join(" ");
}

/** `Delivered: 37.8 M impressions for EUR 227,334.` */
function deliveredWords(state: CampaignState, amounts: Money | undefined): string[] {
  const shown = outcomesOf(state).reduce((total, { delivered }) => total + delivered.impressions, 0);
  return shown === 0 || amounts === undefined
    ? []
    : [`Delivered: ${formatShort(shown)} impressions for ${formatRounded(amounts.spent)}.`];
}

function boughtWords({ brief, plan, ranking }: CampaignState, amounts: Money | undefined): string {
  if (brief === undefined || amounts === undefined) return "Nothing is asked for yet.";
  const { kpi } = brief;
  const { goal } = plan ?? {};
  if (goal === undefined) {
    if (plan !== undefined) return `${formatWhole(amounts.budget)} buys nothing within the brief's limits.`;
    const passing = ranking?.rows.filter(({ gate }) => gate === "pass").length;
    return passing === undefined
      ? "No seller has been asked yet."
      : `${counted(passing, "offer")} can be bought within the brief's limits.`;
  }
  const { metric, expected, cost, share } = goal;
  const price = cost
    ? ` at ${formatMinor(cost.mid, amounts.budget.currency)} for ${perThousand.has(metric) ? "1,000" : unitWords(metric)}`
    : "";
  const against =
    kpi === undefined || share === undefined
      ? ""
      : `: ${formatPercent(share)} of the target of ${targetWords(kpi, amounts.budget.currency)}`;
  return `${formatWhole(amounts.planned)} buys ${formatShort(expected.mid)} ${metricWords(metric)}${price}${against}.`;
}

function market({ quotes, offers, ranking }: CampaignState): string[] {
  if (!quotes) return [];
  const late = quotes.filter((quote) => quote.result === "late").length;
  const failed = quotes.filter((quote) => quote.result === "failed").length;
  const silent = [
    ...(late > 0 ? [`${late} did not in time`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
  ];
  const passing = ranking?.rows.filter((row) => row.gate === "pass").length;
  return [
    `${counted(quotes.length - late - failed, "seller")} of ${quotes.length} answered` +
      ` with ${counted(offers?.length ?? 0, "offer")}${silent.length > 0 ? `; ${silent.join(" and ")}` : ""}.` +
      (passing === undefined ? "" : ` ${counted(passing, "offer")} may be bought within the brief's limits.`),
  ];
}

function split({ plan }: CampaignState, amounts: Money): string {
  const sellers = new Set(plan?.lines.map((line) => line.sellerId)).size;
  const left = subtract(amounts.budget, amounts.planned);
  const rest = left.minor > 0 ? `; ${formatMoney(left)} is not allocated` : "";
  return (
    `The plan puts ${formatMoney(amounts.planned)} of ${formatMoney(amounts.budget)}` +
    ` into ${counted(plan?.lines.length ?? 0, "package")} at ${counted(sellers, "seller")}${rest}.`
  );
}

function purchases(amounts: Money): string {
  const parts = [
    `${formatMoney(amounts.committed_spend)} is bought`,
    ...(amounts.in_doubt.minor > 0
      ? [`${formatMoney(amounts.in_doubt)} is with sellers who have not confirmed`]
      : []),
    ...(amounts.planned_not_committed.minor > 0
      ? [`${formatMoney(amounts.planned_not_committed)} is not sent yet`]
      : []),
    ...(amounts.stopped.minor > 0 ? [`${formatMoney(amounts.stopped)} was refused or failed`] : []),
  ];
  return `${listed(parts)}.`;
}

function delivered(state: CampaignState, amounts: Money): string[] {
  const outcomes = outcomesOf(state);
  if (outcomes.length === 0) return [];
  const impressions = (some: typeof outcomes) =>
    some.reduce((total, { delivered }) => total + delivered.impressions, 0);
  const compared = outcomes.filter((outcome) => outcome.planned.impressions !== undefined);
  const planned = compared.reduce((total, outcome) => total + (outcome.planned.impressions ?? 0), 0);
  const share = planned > 0 ? formatPercent(impressions(compared) / planned) : "";
  const those =
    compared.length === outcomes.length ? "" : ` for the ${compared.length} with a plan of impressions`;
  return [
    `${counted(outcomes.length, "buy")} delivered ${counted(impressions(outcomes), "impression")}` +
      `${share && `, ${share} of plan${those},`} for ${formatMoney(amounts.spent)}.`,
  ];
}

function attention(state: CampaignState): Headline["attention"] {
  const order = ["failed", "refused", "held", "waiting"];
  const freed = new Set(state.plan?.freed?.map(({ line }) => line.lineId));
  const items = state.steps.flatMap((step) => {
    const standing = standingOf(step.status);
    if (!order.includes(standing)) return [];
    const { agentId: who, purpose: what, lineIds } = step.step;
    const why = step.reason ?? sentence(statusInWords(step));
    const isFreed = step.step.task === "create_media_buy" && lineIds.some((id) => freed.has(id));
    return [{ standing, who, what, why: isFreed ? `${why}; the money went to other packages` : why }];
  });
  const unmade = state.steps.flatMap(({ step, check }) =>
    check === undefined || check.made
      ? []
      : [
          {
            standing: "failed" as const,
            who: step.agentId,
            what: step.purpose,
            why: sentence(check.findings.join("; ")),
          },
        ],
  );
  const creatives = describeCreatives(state).findings.map((why) => ({
    standing: "failed" as const,
    who: "",
    what: "creative work",
    why,
  }));
  const blocks = blocksOf(state).map((finding) => ({
    standing: "refused" as const,
    who: "",
    what: "buy the plan",
    why: findingText(finding),
  }));
  return [
    ...items,
    ...unmade,
    ...blocks,
    ...creatives,
    ...signalAttention(state),
    ...orphanAttention(state),
  ].sort((a, b) => order.indexOf(a.standing) - order.indexOf(b.standing));
}

/** Buys at sellers that the ledger does not hold as bought, and sellers that did not tell what they hold. */
function orphanAttention({ orphanLook }: CampaignState): Headline["attention"] {
  if (orphanLook === undefined) return [];
  const { orphans, silent, at } = orphanLook;
  return [
    ...orphans.map(({ sellerId, mediaBuyId, status, amount, because }) => ({
      standing: "failed" as const,
      who: sellerId,
      what: `orphan ${mediaBuyId} at ${sellerId}: ${status}, ${amount === undefined ? "amount not reported" : formatMoney(amount)}`,
      why: `${sentence(because)} Ask the seller, and pause or cancel it there.`,
    })),
    ...silent.map(({ sellerId, reason }) => ({
      standing: "held" as const,
      who: sellerId,
      what: `see what ${sellerId} holds under our account`,
      why: `It did not tell on ${at.slice(0, 10)}: ${reason}`,
    })),
  ];
}

/** Buys that went without the signal that the plan wanted for them. */
function signalAttention({ activations }: CampaignState): Headline["attention"] {
  return activations.flatMap((activation) =>
    activation.result === "live"
      ? []
      : [
          {
            standing: "failed" as const,
            who: activation.sellerId,
            what: `use ${activation.signalId} at ${activation.sellerId}`,
            why: `It is bought from without it: ${activation.reason}.`,
          },
        ],
  );
}
