import { z } from "zod";
import { type OrderedLine, orderedLines } from "../../../campaign/account/ordered-lines.ts";
import { lockOn, lockWords } from "../../../campaign/model/derived/locks.ts";
import { isWithin, runOf, spansOn } from "../../../campaign/model/offers/flights.ts";
import type { Offer } from "../../../campaign/model/offers/offer.ts";
import { type ChannelFloor, decidedId } from "../../../campaign/model/offers/plan.ts";
import type { CampaignState, StepState } from "../../../campaign/model/state/state.ts";
import { channelName, listed } from "../../../lib/english.ts";
import { groupBy } from "../../../lib/group-by.ts";
import { type Money, money, moneySchema, totalMoney } from "../../../lib/money.ts";
import { priceSchema } from "../../../lib/price.ts";
import { buyByLine, mediaBuyId, packageName } from "../../account/buys.ts";
import { formatPercent, sentence } from "../../blocks/format.ts";
import { type Described, each, fields, period, statusField, texts } from "../../blocks/schema.ts";
import { metricWords } from "../answer.ts";
import { calendarSchema, describeCalendar } from "../calendar.ts";
import { constraintsOf, constraintsSchema } from "../constraints.ts";
import { describeProof, productNamer, proofSchema, reachSchema } from "../estimates.ts";
import { linesNow } from "../live-part.ts";
import { describeMatch, matchSchema } from "../trusted-match.ts";
import { statusOf } from "./status.ts";

const curveSchema = fields({
  basis: z.enum(["forecast", "price"]).describe("forecast: the seller's points; price: expected price"),
  points: each({ amount: z.number(), impressions: z.number() }),
}).describe("amounts in minor units of the brief's currency, rising; beyond the last nothing is known");
type Curve = Described<typeof curveSchema>;

/**
 * What more or less money on an offer is expected to bring: its seller's forecast, else its expected price up to the
 * impressions that can be had. Undefined where neither is stated, and where it is sold whole or not at all.
 */
function describeResponse({ whole, response, cpm, impressions }: Offer): Curve | undefined {
  if (whole) return undefined;
  const forecast = (response ?? []).filter(({ amount }) => amount > 0);
  if (forecast.length > 0) return { basis: "forecast", points: [nothing, ...forecast] };
  if (cpm === undefined || impressions === undefined || !(cpm.mid > 0)) return undefined;
  const most = { amount: Math.round((impressions.mid * cpm.mid) / 1000), impressions: impressions.mid };
  return { basis: "price", points: [nothing, most] };
}

const nothing = { amount: 0, impressions: 0 };

export const planSchema = fields({
  total: moneySchema,
  unallocated: moneySchema,
  whyLeft: z.string().optional().describe("why `unallocated` is in no line"),
  lines: each({
    lineId: z.string(),
    offerId: z.string(),
    place: z
      .string()
      .optional()
      .describe("the country or region of the brief's shares that it is kept to, or elsewhere"),
    sellerId: z.string(),
    product: z.string(),
    channels: texts,
    flight: period.optional().describe("the burst that it runs in; the whole flight where absent"),
    order: z.number().optional().describe("which order at its seller it is in; the first where absent"),
    amount: moneySchema.describe("brief's currency"),
    share: z.number().describe("0 to 1 of the budget"),
    budget: moneySchema.describe("what the seller is paid at most, its own currency"),
    changed: fields({
      amount: moneySchema.describe("brief's currency"),
      budget: moneySchema,
      expectedImpressions: z.number().optional(),
      end: z.string(),
    })
      .optional()
      .describe("what is ordered since its running buy was changed, and until which day"),
    byHand: moneySchema
      .optional()
      .describe(
        "a person has set its amount: what it had before, brief's currency; 0 where the person added it",
      ),
    paused: z.literal(true).optional().describe("by us, as it stands now"),
    setBy: z.string().optional().describe("who set it: flightdesk moves none of its money until it is freed"),
    current: fields({ amount: moneySchema, expectedImpressions: z.number().optional() }).describe(
      "what stands of it, brief's currency: as it is ordered by now, or as it is still to be; 0 where its order was refused",
    ),
    changedAt: texts
      .optional()
      .describe("days or instants from which each change of its budget or last day holds"),
    bid: priceSchema.optional().describe("minor units, not always whole"),
    expectedImpressions: z.number().optional(),
    signal: fields({
      id: z.string(),
      cost: moneySchema.describe("kept back of `amount` for data, brief's currency"),
    }).optional(),
    constraints: constraintsSchema.optional(),
    trustedMatch: matchSchema.optional(),
    reason: z.string(),
    status: statusField,
    statusReason: z.string().optional(),
    stepId: z.string().optional(),
    mediaBuyId: z.string().optional(),
    response: curveSchema.optional(),
  }),
  byHand: fields({ by: texts, reason: z.string().optional() })
    .optional()
    .describe("who set amounts or days by hand, and why"),
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
  missed: texts
    .optional()
    .describe("channels that are bought, and run in none of a burst that they could run in"),
  binding: texts.describe("what limits the split"),
  proof: proofSchema.optional(),
  conflict: each({ text: z.string(), dropping: z.string(), upTo: z.string().optional() })
    .optional()
    .describe("requirements that cannot all be met, and what dropping each would give"),
  costs: each({
    limit: z.string(),
    expected: z.number().describe("units of the answer's metric without it"),
    more: z.number().describe("part of what the plan brings that would come on top"),
    cost: z.number().optional().describe("minor units for one unit, or for 1,000, as in the answer"),
  })
    .optional()
    .describe("limits of the brief, and what a plan without each would bring"),
  floor: fields({
    channels: texts,
    share: z.number().describe("0 to 1 of the budget, for each"),
    expected: z.number().optional().describe("units of the answer's metric; absent where no plan keeps it"),
    less: z.number().optional().describe("part of what the plan brings that would be lost"),
    words: z.string().describe("the same as a sentence"),
    line: z.string().optional().describe("the line of the brief that holds it, where a plan can"),
  })
    .optional()
    .describe(
      "channels of the brief with less than this part, and what a plan that gives it to them would bring",
    ),
  reach: reachSchema.optional(),
  calendar: calendarSchema.optional(),
});
export type Plan = Described<typeof planSchema>;
export type PlanLine = Plan["lines"][number];

/** The plan with what became of each line. */
export function describePlan(state: CampaignState): Plan | undefined {
  const { plan, brief } = state;
  if (!plan) return undefined;
  const buys = buyByLine(state);
  const ordered = new Map(orderedLines(state).map((line) => [line.lineId, line]));
  const live = linesNow(state);
  const now = new Map(live.map((line) => [line.lineId, line]));
  const withProducts = productNamer(state.offers);
  const nothing = { amount: money(0, plan.total.currency) };
  const offers = new Map((state.offers ?? []).map((offer) => [offer.id, offer]));
  const set = new Map(
    state.byHand?.amounts.flatMap((line) =>
      line.to === line.was ? [] : [[decidedId(line), money(line.was, plan.total.currency)]],
    ),
  );
  return {
    ...plan,
    byHand: state.byHand,
    lines: plan.lines.map((line) => {
      const offer = offers.get(line.offerId);
      const budgets = ordered.get(line.lineId)?.budgets ?? [];
      // A pause changes nothing of what is ordered.
      const changes = budgets.filter((one, i) => {
        const before = budgets[i - 1];
        return before !== undefined && (one.minor !== before.minor || one.end !== before.end);
      });
      return {
        ...line,
        product: packageName(state, line),
        share: shareOfBudget(line.amount, plan),
        constraints: brief && constraintsOf(line, ordered.get(line.lineId)?.period ?? runOf(line, brief)),
        byHand: set.get(decidedId(line)) ?? set.get(decidedId({ ...line, flight: undefined })),
        ...purchaseOf(buys.get(line.lineId)),
        changed: changedTo(ordered.get(line.lineId), (now.get(line.lineId) ?? nothing).amount),
        current: now.get(line.lineId) ?? nothing,
        ...setOf(line.lineId, state, ordered.get(line.lineId)),
        changedAt: changes.length === 0 ? undefined : changes.map(({ from }) => from),
        response: offer && describeResponse(offer),
        trustedMatch: offer && describeMatch(offer),
      };
    }),
    freed: plan.freed?.map(({ line, reason }) => ({
      ...line,
      product: packageName(state, line),
      reason,
    })),
    leftOut: plan.leftOut.map(({ offerId, reason }) => {
      const { sellerId = "", name = offerId } = offers.get(offerId) ?? {};
      return { offerId, sellerId, product: name, reason: withProducts(reason) };
    }),
    missed: missedBursts(state),
    whyLeft: plan.whyLeft && withProducts(plan.whyLeft),
    binding: plan.binding.map(withProducts),
    proof: plan.proof && describeProof(plan.proof, state.offers),
    conflict: plan.conflict?.wishes,
    floor: plan.floor && {
      ...plan.floor,
      words: floorSentence(plan.floor, plan.goal?.metric),
      line: floorLine(plan.floor),
    },
    calendar: describeCalendar(state, live),
  };
}

/** `Digital out of home does not run from 2027-03-01 to 2027-03-21.` With why, where one of its products says so. */
function missedBursts({ plan, brief, offers }: CampaignState): string[] | undefined {
  const { lines = [], binding = [] } = plan ?? {};
  if (brief?.flights === undefined) return undefined;
  return [...groupBy(lines, ({ channels: [first = ""] }) => first)].flatMap(([channel, own]) =>
    spansOn([channel], brief)
      .filter((span) => !own.some((line) => isWithin(runOf(line, brief), span)))
      .map(({ start, end }) => {
        const isWhy = (text: string) =>
          text.includes(`${start} to ${end}`) && own.some(({ offerId }) => text.includes(offerId));
        const why = binding.filter(isWhy).map((text) => `${productNamer(offers)(text)}.`);
        return [sentence(`${channelName(channel)} does not run from ${start} to ${end}`), ...why].join(" ");
      }),
  );
}

/** `5 % each for CTV and online video costs 3.1 % of the impressions.` */
function floorSentence({ channels, share, less }: ChannelFloor, metric = "impressions"): string {
  const part = `${formatPercent(share)}${channels.length > 1 ? " each" : ""} for ${listed(channels.map(channelName))}`;
  if (less === undefined) return `${part} cannot be bought beside the brief's other limits.`;
  const what = metric === "sales_value" ? "sales" : metricWords(metric);
  const cost = less < 0.0005 ? "nothing" : `${formatPercent(less, 1)} of the ${what}`;
  return `${part} costs ${cost}.`;
}

function floorLine({ channels, share, less }: ChannelFloor): string | undefined {
  if (less === undefined) return undefined;
  const floors = channels.map((channel) => `${channel}: { min: ${Math.round(share * 100)}% }`);
  return `limits.channel_shares: { ${floors.join(", ")} }`;
}

function purchaseOf(
  buy: StepState | undefined,
): Pick<PlanLine, "status" | "statusReason" | "stepId" | "mediaBuyId"> {
  if (!buy) return { status: "open" };
  return {
    status: statusOf(buy.status),
    statusReason: buy.reason,
    stepId: buy.step.id,
    mediaBuyId: mediaBuyId(buy),
  };
}

/** Of a line that is bought: whether we have it paused, and who set it. */
function setOf(
  lineId: string,
  state: CampaignState,
  line: OrderedLine | undefined,
): Pick<PlanLine, "paused" | "setBy"> {
  const lock = line && lockOn(lineId, state);
  return {
    ...(line?.budgets.at(-1)?.paused === true && { paused: true }),
    ...(lock && { setBy: lockWords(lock) }),
  };
}

function changedTo(line: OrderedLine | undefined, amount: Money): PlanLine["changed"] {
  if (line === undefined) return undefined;
  const { planned, ordered, flight, period: now } = line;
  if (ordered.budget.minor === planned.budget.minor && now.end === flight.end) return undefined;
  return { amount, budget: ordered.budget, expectedImpressions: ordered.impressions, end: now.end };
}

/** The plan as it stands: without what was refused, each line with what is ordered of it by now. */
export function planNow(plan: Plan): Plan {
  const bought = plan.lines.filter(({ current }) => current.amount.minor > 0);
  const lines = bought.map((line) => ({
    ...line,
    ...line.current,
    share: shareOfBudget(line.current.amount, plan),
  }));
  const { calendar, total: planned } = plan;
  return {
    ...plan,
    lines,
    total: totalMoney(lines, planned.currency, ({ amount }) => amount),
    ...(calendar && {
      calendar: {
        ...calendar,
        lines: calendar.lines.map((line) => ({ ...line, amounts: line.current ?? line.amounts })),
      },
    }),
  };
}

/** 0 to 1 of all that the plan could put into packages, so that a limit and what is measured by it are of one whole. */
export function shareOfBudget(
  { minor }: Money,
  { total, unallocated }: { readonly total: Money; readonly unallocated: Money },
): number {
  const budget = total.minor + unallocated.minor;
  return budget > 0 ? minor / budget : 0;
}
