import { z } from "zod";
import type { CampaignState, StepState } from "../../campaign/model/state.ts";
import { counted, formatCount, listed } from "../../lib/english.ts";
import { formatMoney, type Money, moneySchema } from "../../lib/money.ts";
import { buyByLine, mediaBuyId, productName } from "../account/buys.ts";
import { items, marked, purchaseChip } from "../cell.ts";
import { type Block, list, only, prose, type Section } from "../document.ts";
import { channelNames, formatMinor, formatPercent, formatShort, said, sentence } from "../format.ts";
import { type Described, each, fields, period, standing, texts } from "../schema.ts";
import { figure, header, paper, plain, table, under, words } from "../table.ts";
import { type Answer, metricWords, answer as opening, unitWords } from "./answer.ts";
import type { BriefInReport } from "./brief.ts";
import { calendarSchema, calendarTable, describeCalendar } from "./calendar.ts";
import { constraintsSchema, constraintsTable } from "./constraints.ts";
import { standingOf } from "./described/standing.ts";
import {
  describeProof,
  proofSchema,
  proofSentences,
  reachSchema,
  reachSentences,
  withProducts,
} from "./estimates.ts";
import { curveSchema, describeResponse } from "./response.ts";
import { planSheet } from "./sheets/plan-sheet.ts";
import { describeMatch, matchSchema, matchSentences } from "./trusted-match.ts";

export const planSchema = fields({
  total: moneySchema,
  unallocated: moneySchema,
  lines: each({
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
    signal: fields({
      id: z.string(),
      cost: moneySchema.describe("kept back of `amount` for data, brief's currency"),
    }).optional(),
    constraints: constraintsSchema.optional(),
    trustedMatch: matchSchema.optional(),
    reason: z.string(),
    standing,
    standingReason: z.string().optional(),
    stepId: z.string().optional(),
    mediaBuyId: z.string().optional(),
    response: curveSchema.optional(),
  }),
  freed: each({
    lineId: z.string(),
    sellerId: z.string(),
    product: z.string(),
    amount: moneySchema,
    reason: z.string(),
  })
    .optional()
    .describe("lines that came to nothing, whose money was split anew over the others"),
  leftOut: each({ offerId: z.string(), sellerId: z.string(), product: z.string(), reason: z.string() }),
  binding: texts.describe("what held the split back"),
  proof: proofSchema.optional(),
  conflict: each({ text: z.string(), dropping: z.string() })
    .optional()
    .describe("wishes that cannot hold together, and what dropping each would give"),
  costs: each({
    limit: z.string(),
    expected: z.number().describe("units of the answer's metric without it"),
    more: z.number().describe("part of what the plan brings that would come on top"),
    cost: z.number().optional().describe("minor units for one unit, or for 1,000, as in the answer"),
  })
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
  const offers = new Map((state.offers ?? []).map((offer) => [offer.id, offer]));
  return {
    ...plan,
    lines: plan.lines.map((line) => {
      const offer = offers.get(line.offerId);
      return {
        ...line,
        product: productName(state, line.sellerId, line.productId),
        share: shareOfBudget(line.amount, plan),
        constraints: line.constraints?.map((constraint) => ({ hard: false, ...constraint })),
        ...purchaseOf(buys.get(line.lineId)),
        response: offer && describeResponse(offer),
        trustedMatch: offer && describeMatch(offer),
      };
    }),
    freed: plan.freed?.map(({ line, reason }) => ({
      ...line,
      product: productName(state, line.sellerId, line.productId),
      reason,
    })),
    leftOut: plan.leftOut.map(({ offerId, reason }) => {
      const { sellerId = "", name = offerId } = offers.get(offerId) ?? {};
      return { offerId, sellerId, product: name, reason };
    }),
    binding: plan.binding.map((text) => withProducts(text, state.offers)),
    proof: plan.proof && describeProof(plan.proof, state.offers),
    conflict: plan.conflict?.wishes,
    calendar: describeCalendar(state),
  };
}

function purchaseOf(
  buy: StepState | undefined,
): Pick<Line, "standing" | "standingReason" | "stepId" | "mediaBuyId"> {
  if (!buy) return { standing: "open" };
  return {
    standing: standingOf(buy.status),
    standingReason: buy.reason,
    stepId: buy.step.id,
    mediaBuyId: mediaBuyId(buy),
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
    const left = unallocated.minor > 0 ? `; ${formatMoney(unallocated)} not allocated` : "";
    return [
      // A text has begun with it.
      only(["page", "terminal"], opening.blocks({ answer })),
      prose(`${formatMoney(total)} in ${counted(lines.length, "package")}${left}.`),
      brief?.gross && prose(feesSentence(brief.gross)),
      conflictCallout(conflict),
      packages(lines),
      list(freedSentences(plan), "Came to nothing; the money went to other packages"),
      constraintsTable(lines),
      list(lines.flatMap(matchSentences), "Matched before each impression"),
      list(costSentences(plan, answer), "What the brief's limits cost"),
      reach && list(reachSentences(reach, lines), "People reached"),
      { type: "chart", chart: "allocation", fold: "Budget by seller and channel" },
      { type: "chart", chart: "response-curves", fold: "What more money brings" },
      proof && list(proofSentences(proof, total.currency), "How good the split is", "fold"),
      list(binding, "What held the split back", "fold"),
      calendarTable(plan),
      leftOutTable(plan.leftOut),
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
function conflictCallout(conflict: Plan["conflict"] = []): Block {
  const facts = conflict.map(({ text, dropping }) => [text, `without it: ${dropping}`] as const);
  return { type: "callout", title: "These wishes cannot hold together", facts };
}

function packages(lines: Plan["lines"]): Block {
  const inBursts = lines.some(({ flight }) => flight !== undefined);
  const isSent = lines.some(({ standing }) => standing !== "open");
  return table<Line>({
    caption: "Packages",
    note: "Amount is taken from the brief's budget; budget is what the seller is paid at most, in its own currency.",
    rows: lines,
    columns: [
      header("Package", ({ product }) => product),
      under("Seller", ({ sellerId }) => sellerId),
      inBursts && under("Burst", ({ flight }) => flight && burstWords(flight)),
      under("Channels", ({ channels }) => channelNames(channels), { on: paper }),
      under("Why", ({ reason }) => items([reason], "Why this one"), { kind: "words" }),
      figure("Amount", ({ amount }) => marked("strong", formatMoney(amount))),
      under("Share", ({ share }) => formatPercent(share), { kind: "number" }),
      figure("Budget", ({ budget }) => formatMoney(budget), { on: paper }),
      under("Of it", budgetNotes, { on: paper }),
      figure(
        "Impressions",
        ({ expectedImpressions: expected }) => expected !== undefined && formatCount(expected),
      ),
      isSent && plain("Standing", ({ standing }) => purchaseChip(standing)),
      under("Buy", ({ mediaBuyId, standingReason }) => mediaBuyId ?? standingReason, { on: paper }),
    ],
  });
}

/** `2027-03-08 to 03-21` */
function burstWords({ start, end }: NonNullable<Line["flight"]>): string {
  return `${start} to ${end.replace(start.slice(0, 5), "")}`;
}

function budgetNotes({ bid, signal }: Line): string {
  return said(
    bid && `bid ${formatMoney(bid)}`,
    signal && signal.cost.minor > 0 && `data up to ${formatMoney(signal.cost)}`,
  ).join(", ");
}

function leftOutTable(leftOut: Plan["leftOut"]): Block {
  return table<Plan["leftOut"][number]>({
    caption: "Left out, and why",
    fold: `${leftOut.length} offers left out, and why`,
    rows: leftOut,
    columns: [
      header("Offer", ({ product }) => product),
      under("Seller", ({ sellerId }) => sellerId),
      words("Why", ({ reason }) => reason),
    ],
  });
}

/** 0 to 1 of all that the plan could put into packages, so that a limit and what is measured by it are of one whole. */
export function shareOfBudget(
  { minor }: Money,
  { total, unallocated }: { readonly total: Money; readonly unallocated: Money },
): number {
  const budget = total.minor + unallocated.minor;
  return budget > 0 ? minor / budget : 0;
}
