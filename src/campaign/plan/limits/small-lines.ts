import { percent } from "../../../lib/english.ts";
import { formatMoney, type Money, money } from "../../../lib/money.ts";
import { smallestPart } from "../../model/offers/flights.ts";
import type { Plan } from "../../model/offers/plan.ts";
import { limitBrokenBy } from "../allocate.ts";
import { inBursts } from "../cells.ts";
import type { Market } from "../market.ts";
import { amountFor, isWhole } from "./bounds.ts";

/** The default for a package: a part of the budget, or what an order's work is worth if that is no large part of it. */
const usual = { part: 0.01, work: money(50_000, "EUR"), largest: 0.05 };
/** The part of what a plan brings that the default may cost, and the part of its budget that it may leave. */
const [mostCost, mostLeftOver] = [0.005, 0.01];
/** Where limits ask for smaller packages, or it costs too much, half of it is tried. */
const steps = [1, 0.5];
/** Where the brief's terms leave room for smaller packages alone. */
const smallest = 0.1;

/** A plan without packages that are too small to be worth an order, where the brief names no least and that costs next to nothing. */
export async function withoutSmallLines<Of extends Market>(
  request: Of,
  split: (request: Of) => Promise<Plan>,
): Promise<Plan> {
  const plan = await split(request);
  const { brief, kept } = request;
  if (brief.limits.leastPerLine !== undefined || kept !== undefined) return plan;
  const withLeast = (step: number) => split({ ...request, usualLeast: usualLeastIn(request, step) });
  if (plan.conflict !== undefined) {
    const small = await withLeast(smallest);
    return small.lines.length > 0 ? small : plan;
  }
  for (const step of steps) {
    const least = usualLeastIn(request, step);
    if (!hasSmaller(plan, least, request)) continue;
    const other = await withLeast(step);
    const cost = costOf(other, plan);
    const left = other.unallocated.minor - plan.unallocated.minor;
    const mostLeft = brief.spend === "all" ? 0 : brief.budget.minor * mostLeftOver;
    if (cost < mostCost && left <= mostLeft && limitBrokenBy(inBursts(other, brief), request) === undefined)
      return { ...other, binding: [usualWords(least, cost), ...other.binding] };
  }
  return plan;
}

function usualWords(least: Money, cost: number): string {
  const price = cost > 0 ? `, at ${percent(Math.ceil(cost * 1000) / 1000)} less of what the plan brings` : "";
  return `no package is under ${formatMoney(least)}, the default${price}; least_per_line in the brief says otherwise`;
}

/** The part of what one plan brings that another lacks; not known where they are made for different things. */
function costOf({ goal: other }: Plan, { goal }: Plan): number {
  if (goal === undefined || goal.metric !== other?.metric) return Number.NaN;
  return 1 - other.expected.mid / goal.expected.mid;
}

function usualLeastIn({ brief: { budget }, exchange }: Market, step: number): Money {
  const work = amountFor(usual.work, budget.currency, exchange)?.minor ?? 0;
  const whole = Math.max(budget.minor * usual.part, Math.min(work, budget.minor * usual.largest)) * step;
  // As people write it.
  const digit = 10 ** Math.floor(Math.log10(Math.max(1, whole)));
  return money(Math.max(1, Math.floor(whole / digit) * digit), budget.currency);
}

/** What is sold whole costs what it costs. */
function hasSmaller({ lines }: Plan, least: Money, { offers, brief }: Market): boolean {
  const wholes = new Set(offers.filter(isWhole).map(({ id }) => id));
  return lines.some(
    (line) => !wholes.has(line.offerId) && line.amount.minor * smallestPart(line, brief) < least.minor - 1,
  );
}
