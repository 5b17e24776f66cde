import { z } from "zod";
import type { Offer } from "../../campaign/model/offer.ts";
import type { CampaignState, StepState } from "../../campaign/model/state.ts";
import { counted, formatCount, listed } from "../../lib/english.ts";
import { formatMoney, type Money, moneySchema } from "../../lib/money.ts";
import { buyByLine, mediaBuyId, productName } from "../account/buys.ts";
import {
  type Block,
  type Column,
  items,
  list,
  marked,
  only,
  prose,
  purchaseChip,
  type Section,
  table,
} from "../document.ts";
import { channelName, formatMinor, formatPercent, formatShort, sentence } from "../format.ts";
import { type Described, period, standing, texts } from "../schema.ts";
import { type Answer, metricWords, answer as opening, unitWords } from "./answer.ts";
import type { BriefInReport } from "./brief.ts";
import { calendarSchema, calendarTable, describeCalendar } from "./calendar.ts";
import { constraintsSchema, constraintsTable, describeConstraints } from "./constraints.ts";
import { standingOf } from "./described/standing.ts";
import {
  describeProof,
  describeReach,
  proofSchema,
  proofSentences,
  reachSchema,
  reachSentences,
  withProducts,
} from "./estimates.ts";
import { curveSchema, describeResponse } from "./response.ts";
import { planSheet } from "./sheets/plan-sheet.ts";
import { describeMatch, matchSchema, matchSentences } from "./trusted-match.ts";

export const planSchema = z.strictObject({
  total: moneySchema,
  unallocated: moneySchema,
  lines: z.array(
    z.strictObject({
      lineId: z.string(),
      offerId: z.string(),
      sellerId: z.string(),
      product: z.string(),
      channels: texts,
      flight: period.optional().describe("the burst that it runs in; the whole flight where absent"),
      order: z.number().optional().describe("which order at its seller it is in; the first where absent"),
      amount: moneySchema.describe("brief's currency"),
      share: z.number().describe("0 to 1 of the budget"),
      budget: moneySchema.describe("what the seller is paid at most, its own currency"),
      bid: moneySchema.optional(),
      expectedImpressions: z.number().optional(),
      signal: z
        .strictObject({
          id: z.string(),
          cost: moneySchema.describe("kept back of `amount` for data, brief's currency"),
        })
        .optional(),
      constraints: constraintsSchema.optional(),
      trustedMatch: matchSchema.optional(),
      reason: z.string(),
      standing,
      standingReason: z.string().optional(),
      stepId: z.string().optional(),
      mediaBuyId: z.string().optional(),
      response: curveSchema.optional(),
    }),
  ),
  freed: z
    .array(
      z.strictObject({
        lineId: z.string(),
        sellerId: z.string(),
        product: z.string(),
        amount: moneySchema,
        reason: z.string(),
      }),
    )
    .optional()
    .describe("lines that came to nothing, whose money was split anew over the others"),
  leftOut: z.array(
    z.strictObject({ offerId: z.string(), sellerId: z.string(), product: z.string(), reason: z.string() }),
  ),
  binding: texts.describe("what held the split back"),
  proof: proofSchema.optional(),
  conflict: z
    .array(z.strictObject({ text: z.string(), dropping: z.string() }))
    .optional()
    .describe("wishes that cannot hold together, and what dropping each would give"),
  costs: z
    .array(
      z.strictObject({
        limit: z.string(),
        expected: z.number().describe("units of the answer's metric without it"),
        more: z.number().describe("part of what the plan brings that would come on top"),
        cost: z.number().optional().describe("minor units for one unit, or for 1,000, as in the answer"),
      }),
    )
    .optional()
    .describe("limits of the brief, and what a plan without each would bring"),
  reach: reachSchema.optional(),
  calendar: calendarSchema.optional(),
});
type Plan = Described<typeof planSchema>;
type Line = Plan["lines"][number];

/** The plan with what became of each line. */
export function describePlan(state: CampaignState): Plan | undefined {
  const { plan } = state;
  if (!plan) return undefined;
  const buys = buyByLine(state);
  const calendar = describeCalendar(state);
  const offers = new Map((state.offers ?? []).map((offer) => [offer.id, offer]));
  return {
    total: plan.total,
    unallocated: plan.unallocated,
    lines: plan.lines.map((line) => ({
      lineId: line.lineId,
      offerId: line.offerId,
      sellerId: line.sellerId,
      product: productName(state, line.sellerId, line.productId),
      channels: line.channels,
      ...(line.flight && { flight: line.flight }),
      order: line.order,
      amount: line.amount,
      share: shareOfBudget(line.amount, plan),
      budget: line.budget,
      bid: line.bid,
      expectedImpressions: line.expectedImpressions,
      ...(line.constraints && { constraints: describeConstraints(line.constraints) }),
      ...(line.signal && { signal: { id: line.signal.id, cost: line.signal.cost } }),
      reason: line.reason,
      ...purchaseOf(buys.get(line.lineId)),
      ...responseOf(offers.get(line.offerId)),
      ...describeMatch(offers.get(line.offerId)),
    })),
    ...(plan.freed && {
      freed: plan.freed.map(({ line: { lineId, sellerId, productId, amount }, reason }) => ({
        lineId,
        sellerId,
        product: productName(state, sellerId, productId),
        amount,
        reason,
      })),
    }),
    leftOut: plan.leftOut.map(({ offerId, reason }) => {
      const offer = offers.get(offerId);
      return { offerId, sellerId: offer?.sellerId ?? "", product: offer?.name ?? offerId, reason };
    }),
    binding: plan.binding.map((text) => withProducts(text, state.offers)),
    ...(plan.proof && { proof: describeProof(plan.proof, state.offers) }),
    ...(plan.conflict && {
      conflict: plan.conflict.wishes.map(({ text, dropping }) => ({ text, dropping })),
    }),
    ...(plan.costs && { costs: [...plan.costs] }),
    ...(plan.reach && { reach: describeReach(plan.reach) }),
    calendar,
  };
}

function responseOf(offer: Offer | undefined) {
  const response = offer && describeResponse(offer);
  return response ? { response } : {};
}

function purchaseOf(buy: StepState | undefined) {
  if (!buy) return { standing: "open" as const };
  const id = mediaBuyId(buy);
  return {
    standing: standingOf(buy.status),
    ...(buy.reason !== undefined && { standingReason: buy.reason }),
    stepId: buy.step.id,
    ...(id !== undefined && { mediaBuyId: id }),
  };
}

interface Part {
  readonly answer?: Answer;
  readonly plan?: Plan;
  readonly brief?: Pick<BriefInReport, "budget" | "flight" | "gross">;
}

/** Who gets how much for what, why, and what became of it. */
export const plan: Section<Part> = {
  id: "plan",
  name: "Plan",
  title: "Plan",
  none: "no plan yet",
  blocks: ({ plan, answer, brief }) => {
    if (plan === undefined) return [];
    const { total, unallocated, lines, conflict, proof, binding, reach } = plan;
    return [
      // A text has begun with it.
      ...opening.blocks({ answer }).map(({ on = [], ...block }) =>
        only(
          on.filter((medium) => medium !== "markdown"),
          block,
        ),
      ),
      ...prose(
        `${formatMoney(total)} in ${counted(lines.length, "package")}${unallocated.minor > 0 ? `; ${formatMoney(unallocated)} not allocated` : ""}.`,
      ),
      ...(brief?.gross ? prose(feesSentence(brief.gross)) : []),
      ...conflictCallout(conflict),
      packages(lines),
      ...list(freedSentences(plan), "Came to nothing; the money went to other packages"),
      ...constraintsTable(lines),
      ...list(lines.flatMap(matchSentences), "Matched before each impression"),
      ...list(costSentences(plan, answer), "What the brief's limits cost"),
      ...list(reach ? reachSentences(reach, lines) : [], "People reached"),
      { type: "chart", chart: "allocation", fold: "Budget by seller and channel" },
      { type: "chart", chart: "response-curves", fold: "What more money brings" },
      ...list(proof ? proofSentences(proof, total.currency) : [], "How good the split is", "fold"),
      ...list(binding, "What held the split back", "fold"),
      ...calendarTable(plan),
      ...leftOutTable(plan.leftOut),
    ];
  },
  sheet: planSheet,
};

/** `Before media, EUR 250,000.00 pays for agency commission EUR 37,500.00 and ad serving EUR 3,000.00.` */
function feesSentence({ total, fees }: NonNullable<BriefInReport["gross"]>): string {
  const taken = fees.map(({ name, amount }) => `${name} ${formatMoney(amount)}`);
  return `Before media, ${formatMoney(total)} pays for ${listed(taken)}.`;
}

/** `EUR 12,000.00 for Evening video of apex.example: PRODUCT_UNAVAILABLE: sold out.` */
function freedSentences({ freed = [] }: Plan): string[] {
  return freed.map(({ product, sellerId, amount, reason }) =>
    sentence(`${formatMoney(amount)} for ${product} of ${sellerId}: ${reason}`),
  );
}

/** `Only in DE-HB: without it 4.1 M people at EUR 9.80 for 1,000 people, 12 % more.` */
function costSentences({ costs = [], total }: Plan, answer: Answer | undefined): string[] {
  const metric = answer?.planned?.metric;
  if (metric === undefined) return [];
  return costs.map(({ limit, expected, more, cost }) => {
    const price =
      cost === undefined ? "" : ` at ${formatMinor(cost, total.currency)} for ${unitWords(metric)}`;
    return sentence(
      `${limit}: without it ${formatShort(expected)} ${metricWords(metric)}${price}, ${formatPercent(more)} more`,
    );
  });
}

/** Wishes that cannot all hold: a reader has to choose, so it stands first. */
function conflictCallout(conflict: Plan["conflict"] = []): Block[] {
  if (conflict.length === 0) return [];
  const facts = conflict.map(({ text, dropping }) => [text, `without it: ${dropping}`] as const);
  return [{ type: "callout", title: "These wishes cannot hold together", facts }];
}

const burst: Column<Line> = {
  label: "Burst",
  under: true,
  cell: ({ flight }) => flight && `${flight.start} to ${flight.end.replace(flight.start.slice(0, 5), "")}`,
};

function packages(lines: Plan["lines"]): Block {
  return table<Line>({
    caption: "Packages",
    note: "Amount is taken from the brief's budget; budget is what the seller is paid at most, in its own currency.",
    rows: lines,
    columns: [
      { label: "Package", kind: "header", cell: ({ product }) => product },
      { label: "Seller", under: true, cell: ({ sellerId }) => sellerId },
      ...(lines.some(({ flight }) => flight !== undefined) ? [burst] : []),
      {
        label: "Channels",
        under: true,
        on: ["page", "markdown"],
        cell: ({ channels }) => channels.map(channelName).join(", "),
      },
      { label: "Why", kind: "words", under: true, cell: ({ reason }) => items([reason], "Why this one") },
      { label: "Amount", kind: "number", cell: ({ amount }) => marked("strong", formatMoney(amount)) },
      { label: "Share", kind: "number", under: true, cell: ({ share }) => formatPercent(share) },
      {
        label: "Budget",
        kind: "number",
        on: ["page", "markdown"],
        cell: ({ budget }) => formatMoney(budget),
      },
      { label: "Of it", under: true, on: ["page", "markdown"], cell: budgetNotes },
      {
        label: "Impressions",
        kind: "number",
        cell: ({ expectedImpressions: expected }) => expected !== undefined && formatCount(expected),
      },
      ...(lines.some(({ standing }) => standing !== "open")
        ? [{ label: "Standing", cell: ({ standing }: Line) => purchaseChip(standing) }]
        : []),
      {
        label: "Buy",
        under: true,
        on: ["page", "markdown"],
        cell: ({ mediaBuyId, standingReason }) => mediaBuyId ?? standingReason,
      },
    ],
  });
}

function budgetNotes({ bid, signal }: Line): string {
  return [
    ...(bid ? [`bid ${formatMoney(bid)}`] : []),
    ...(signal && signal.cost.minor > 0 ? [`data up to ${formatMoney(signal.cost)}`] : []),
  ].join(", ");
}

function leftOutTable(leftOut: Plan["leftOut"]): Block[] {
  if (leftOut.length === 0) return [];
  return [
    table<Plan["leftOut"][number]>({
      caption: "Left out, and why",
      fold: `${leftOut.length} offers left out, and why`,
      rows: leftOut,
      columns: [
        { label: "Offer", kind: "header", cell: ({ product }) => product },
        { label: "Seller", under: true, cell: ({ sellerId }) => sellerId },
        { label: "Why", kind: "words", cell: ({ reason }) => reason },
      ],
    }),
  ];
}

/** 0 to 1 of all that the plan could put into packages, so that a limit and what is measured by it are of one whole. */
export function shareOfBudget(
  { minor }: Money,
  { total, unallocated }: { readonly total: Money; readonly unallocated: Money },
): number {
  const budget = total.minor + unallocated.minor;
  return budget > 0 ? minor / budget : 0;
}
