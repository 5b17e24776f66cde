import { cleanText } from "../../lib/clean-text.ts";
import { counted } from "../../lib/english.ts";
import { formatMoney } from "../../lib/money.ts";
import { formatPercent, formatPeriod, sentence, textsOf } from "../blocks/format.ts";
import { withGap } from "../blocks/totals.ts";
import type { Report } from "../report.ts";
import { flightWords } from "../sections/brief.ts";
import { readingWords } from "../sections/readings.ts";
import { decisionWords, sinceStartWords } from "../sections/reallocations.ts";

/** One thing that the record holds, in code's words; parts of it may quote sellers. */
export interface Fact {
  /** Unique among a campaign's facts at one moment: `f12`. */
  readonly id: string;
  readonly topic: Topic;
  readonly text: string;
}

export type Topic =
  | "campaign"
  | "brief"
  | "seller"
  | "offer"
  | "plan"
  | "check"
  | "step"
  | "creative"
  | "delivery"
  | "reading";

const longestFact = 600;

/** All that can be stated of a campaign, as a closed list: whoever answers a question about it can only choose from it. */
export function factsOf(report: Report): Fact[] {
  const wordsByTopic: readonly (readonly [Topic, readonly string[]])[] = [
    ["campaign", campaignFacts(report)],
    ["brief", briefFacts(report)],
    ["plan", planFacts(report)],
    ["seller", report.sellers.map(sellerFact)],
    ["offer", report.offers.flatMap(offerFacts)],
    ["check", checkFacts(report)],
    ["step", report.steps.map(stepFact)],
    ["creative", report.creatives.findings],
    ["delivery", deliveryFacts(report)],
    [
      "reading",
      (report.readings ?? []).map(
        (reading) =>
          `A model's reading of ${reading.product} at ${reading.sellerId}, beside the ranking: ${readingWords(reading).join("; ")}`,
      ),
    ],
  ];
  return wordsByTopic
    .flatMap(([topic, texts]) =>
      texts.map((text) => ({ topic, text: cleanText(sentence(text), longestFact) })),
    )
    .map((fact, i) => ({ id: `f${i + 1}`, ...fact }));
}

function campaignFacts({ headline, campaign }: Report): string[] {
  const { request, summary, attention } = headline;
  return textsOf(
    `The brief asks for ${request}`,
    summary,
    attention.length === 0 && "Nothing waits for a person or a seller",
    attention.map(({ status: itemStatus, what, why }) => {
      const stands = itemStatus === "waiting" ? "Waits" : `Needs attention, ${itemStatus}`;
      return `${stands}: ${what}: ${why}`;
    }),
    campaign.begunAt !== undefined && `The campaign began on ${campaign.begunAt.slice(0, 10)}`,
  );
}

function briefFacts({ brief }: Report): string[] {
  if (brief === undefined) return [];
  return textsOf(
    `The flight is ${flightWords(brief)}`,
    brief.audience !== undefined && `The audience is ${brief.audience}`,
    brief.limits.map((limit) => `A limit of the brief: ${limit}`),
  );
}

function planFacts({ plan }: Report): string[] {
  if (plan === undefined) return ["There is no plan yet"];
  return [
    ...plan.lines.map(
      ({ product, sellerId, offerId, amount, share, reason, status: itemStatus }) =>
        `In the plan: ${product} at ${sellerId} (${offerId}) gets ${formatMoney(amount)}, ${formatPercent(share)} of it; ${itemStatus}. ${reason}`,
    ),
    ...plan.leftOut.map(
      ({ product, sellerId, offerId, reason }) =>
        `Not in the plan: ${product} at ${sellerId} (${offerId}): ${reason}`,
    ),
    ...plan.binding.map((text) => `What limits the split: ${text}`),
  ];
}

function sellerFact({ id, eligible, notes, quote, offers, planned }: Report["sellers"][number]): string {
  return textsOf(
    `Seller ${id} is ${eligible ? "eligible" : "not eligible"} and ${answerWords(quote, offers)}`,
    notes,
    planned && planned.minor > 0 && `The plan gives it ${formatMoney(planned)}`,
  ).join(". ");
}

function answerWords(quote: Report["sellers"][number]["quote"], offers: number): string {
  if (quote === undefined) return "was not asked for offers";
  const { result, reason = "no reason given" } = quote;
  if (result === "answered") return `answered with ${counted(offers, "offer")}`;
  return `${result === "late" ? "did not answer in time" : "failed"}: ${reason}`;
}

function offerFacts(offer: Report["offers"][number]): string[] {
  const name = `${offer.product} at ${offer.sellerId} (${offer.id})`;
  if (offer.gate === undefined) return [`${name} is not ranked yet`];
  const points = offer.parts.map(
    ({ criterion, points, weight, reason }) => `${criterion} ${points.toFixed(1)} of ${weight} (${reason})`,
  );
  return [
    offer.rank === undefined
      ? `Not in the plan: ${name} may not be bought: ${offer.gateReasons.join("; ")}`
      : `${name} is on place ${offer.rank} of what may be bought, with ${(offer.score ?? 0).toFixed(1)} of 100 points`,
    `Points of ${name}: ${points.join("; ")}`,
  ];
}

function checkFacts({ preflight }: Report): string[] {
  return (preflight?.checks ?? []).flatMap(({ name, findings }) =>
    findings.map(
      ({ result, where, what, todo }) => `Check of ${name}, ${result}: ${where}: ${what}. ${todo}`,
    ),
  );
}

function stepFact(step: Report["steps"][number]): string {
  const { id, purpose, agentId, status, reason, approval } = step;
  const verdicts = step.verdicts.map(
    ({ type, by, why }) => `${by}: ${textsOf(type, why.join("; ")).join(", ")}`,
  );
  return textsOf(
    `Step ${id} at ${agentId}, ${purpose}: ${status}`,
    reason,
    verdicts.length > 0 && `Verdicts: ${verdicts.join(". ")}`,
    approval && `Approved by ${approval.by} on ${approval.at.slice(0, 10)}`,
  ).join(". ");
}

function deliveryFacts(report: Report): string[] {
  const { delivery, feedback, reallocations = [], underDeliveries = [], reconciliation } = report;
  return [
    ...delivery.buys.map(
      ({ mediaBuyId, sellerId, delivered, planned, findings }) =>
        `Buy ${mediaBuyId} at ${sellerId} delivered ${withGap(delivered.impressions?.toString(), delivered.notReported.impressions)} impressions for ${withGap(delivered.spend && formatMoney(delivered.spend), delivered.notReported.spend)} of ${formatMoney(planned.spend)} planned. ${findings.join(" ")}`,
    ),
    ...delivery.unreported.map(({ sellerId, reason }) => `${sellerId} reports no delivery: ${reason}`),
    ...delivery.alerts.map(({ at, lineId, text }) => `Alert of ${at.slice(0, 10)} on ${lineId}: ${text}`),
    ...feedback.map(
      ({ mediaBuyId, packageId, sellerId, period, performanceIndex, formula }) =>
        `The performance index of ${packageId ?? mediaBuyId} at ${sellerId} from ${formatPeriod(period)} is ${performanceIndex}: ${formula}`,
    ),
    ...reallocations.map(
      (decision) =>
        `Reallocation ${decision.id}: ${decisionWords(decision)} ${decision.moves.map(({ lineId, from, to, status: itemStatus }) => `${lineId} from ${formatMoney(from)} to ${formatMoney(to)}, ${itemStatus}`).join("; ")}. ${sinceStartWords(decision)}`,
    ),
    ...underDeliveries.map(
      ({ lineId, kind, owed, ordered, proposal }) =>
        `Under-delivery of ${lineId}, ${kind}: ${owed} of ${ordered} impressions are missing; proposed is ${proposal}`,
    ),
    ...(reconciliation?.lines ?? []).flatMap(({ lineId, flags, open }) => [
      ...flags.map((flag) => `Reconciliation of ${lineId}: ${flag}`),
      ...open.map((what) => `The books of ${lineId} are open: ${what}`),
    ]),
  ];
}
