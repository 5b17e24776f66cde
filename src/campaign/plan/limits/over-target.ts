import type { Brief } from "../../../brief/brief.ts";
import type { GoalMetric } from "../../../brief/kpi.ts";
import { percent } from "../../../lib/english.ts";
import { formatMoney, subtract, unitCost } from "../../../lib/money.ts";
import type { Offer } from "../../model/offers/offer.ts";
import type { OverTarget, Plan } from "../../model/offers/plan.ts";
import { metricWords } from "../goal.ts";
import type { Market } from "../market.ts";
import { poseProblem, stepOf } from "../problem.ts";
import { impressionsAt } from "../response.ts";
import { type AimsOf, unitsToAim, type Wanted, wantedBy } from "./aims.ts";
import { isWhole } from "./bounds.ts";

/**
 * The split that comes up to the KPI's rate or cost and to the brief's measurement; where no plan does, one that leaves the
 * measurement out, and then one that leaves all of it out and says so. Money that only such a plan spends is kept.
 */
export async function splitToAims<Made extends Plan>(
  market: Market,
  split: (aims: AimsOf) => Promise<Made | undefined>,
): Promise<Made | undefined> {
  const { brief, kept } = market;
  const [ofKpi, ofAll] = knownAims(market);
  if (ofAll.length === 0) return split(market.aims ?? "all");
  const tries: [AimsOf, readonly Wanted[]][] = [["all", ofAll]];
  if (ofKpi.length > 0 && ofKpi.length < ofAll.length) tries.push(["kpi", ofKpi]);
  for (const [aims, asked] of tries) {
    const plan = await split(aims);
    if (plan === undefined || !brings(plan, asked, market)) continue;
    const missed = ofAll.filter((one) => !asked.includes(one)).map(missedWords);
    const own = { ...plan, binding: [...missed, ...plan.binding] };
    return withRest(own, asked, market, () => split("none"));
  }
  return kept !== undefined || (ofKpi.length > 0 && brief.spend === "to_target")
    ? undefined
    : withoutAims(await split("none"), { ofKpi, ofAll, ...market });
}

/** What the KPI, and all that the brief asks for, comes up to, as far as offers tell of it. */
function knownAims(market: Market): readonly [readonly Wanted[], readonly Wanted[]] {
  const wanted = market.aims === undefined ? wantedBy(market.brief) : [];
  const known = wanted.length === 0 ? [] : (poseProblem(market).problem.aims ?? []);
  const isKnown = (one: Wanted) => known.some(({ words }) => words === one.words);
  return [wantedBy(market.brief, "kpi").filter(isKnown), wanted.filter(isKnown)];
}

/** A rate of nothing is kept by whatever cannot bring it. */
function brings(plan: Plan, asked: readonly Wanted[], { offers }: Market): boolean {
  return plan.lines.length > 0 && asked.every((one) => totalOf(plan, one, offers).units !== 0);
}

/** With what the money would bring that keeping to an aim leaves. */
async function withRest<Made extends Plan>(
  plan: Made,
  [first]: readonly Wanted[],
  { brief, offers, kept }: Market,
  splitAll: () => Promise<Made | undefined>,
): Promise<Made> {
  const isSpent = plan.unallocated.minor <= offers.length * stepOf(brief);
  const all = first === undefined || isSpent || kept !== undefined ? undefined : await splitAll();
  if (!first || !all || all.total.minor <= plan.total.minor + plan.lines.length) return plan;
  const over = restOver(first, { kept: plan, all, offers, brief });
  const binding = [`${over.text}: spend: all in the brief spends it`, ...plan.binding];
  return { ...plan, binding, ...(brief.spend === undefined && { overTarget: over }) };
}

/** A plan that nothing is asked of, as nothing can be met, and what it misses. */
function withoutAims<Made extends Plan>(
  plan: Made | undefined,
  {
    ofKpi: [kpi],
    ofAll,
    offers,
    brief,
  }: { ofKpi: readonly Wanted[]; ofAll: readonly Wanted[]; offers: readonly Offer[]; brief: Brief },
): Made | undefined {
  if (plan === undefined || plan.lines.length === 0) return plan;
  if (kpi === undefined) return { ...plan, binding: [...ofAll.map(missedWords), ...plan.binding] };
  const over = unmet(kpi, { plan, offers, brief });
  return { ...plan, binding: [over.text, ...plan.binding], overTarget: over };
}

function missedWords({ words }: Wanted): string {
  return `no plan comes up to ${words}: planned without it`;
}

/** What a plan brings of what is aimed at, over the lines that count, and what they cost in minor units of the brief's currency. */
function totalOf({ lines }: Plan, { metric }: Wanted, offers: readonly Offer[]) {
  const byId = new Map(offers.map((offer) => [offer.id, offer]));
  let [units, impressions, spent] = [0, 0, 0];
  for (const { offerId, amount } of lines) {
    const offer = byId.get(offerId);
    const own = offer && unitsToAim(offer, metric, amount.minor);
    if (offer === undefined || own === undefined) continue;
    units += own;
    impressions += (isWhole(offer) ? offer.impressions?.mid : impressionsAt(offer, amount.minor)) ?? 0;
    spent += amount.minor;
  }
  return { units, impressions, spent };
}

/** What the money costs that keeping to an aim leaves, beside the plan that spends all of it. */
function restOver(
  wanted: Wanted,
  { kept, all, offers, brief }: { kept: Plan; all: Plan; offers: readonly Offer[]; brief: Brief },
): OverTarget {
  const { currency } = brief.budget;
  const [own, more] = [totalOf(kept, wanted, offers), totalOf(all, wanted, offers)];
  const rest = `the rest, ${formatMoney(subtract(all.total, kept.total))},`;
  if (wanted.rate !== undefined)
    return {
      isKept: true,
      text: `${formatMoney(kept.total)} keeps ${wanted.words}; with ${rest} it is ${percent(more.units / more.impressions)}`,
    };
  const units = more.units - own.units;
  const each =
    units > 0
      ? `costs ${unitCost(((more.spent - own.spent) / units) * per(wanted.metric), currency)} ${eachOf(wanted.metric)}`
      : `brings no ${metricWords(wanted.metric)}`;
  return { isKept: true, text: `${formatMoney(kept.total)} meets ${wanted.words}; ${rest} ${each}` };
}

/** A plan that does not come up to what is aimed at, as none does. */
function unmet(
  wanted: Wanted,
  { plan, offers, brief }: { plan: Plan; offers: readonly Offer[]; brief: Brief },
): OverTarget {
  const { units, impressions, spent } = totalOf(plan, wanted, offers);
  const at =
    wanted.rate === undefined
      ? `${unitCost((spent / units) * per(wanted.metric), brief.budget.currency)} ${eachOf(wanted.metric)}`
      : percent(units / impressions);
  return {
    isKept: false,
    text: `no plan meets ${wanted.words}: ${formatMoney(plan.total)} comes to ${units > 0 ? at : `no ${metricWords(wanted.metric)}`}`,
  };
}

function per(metric: GoalMetric): number {
  return metric === "impressions" ? 1000 : 1;
}

function eachOf(metric: GoalMetric): string {
  return metric === "impressions" ? "CPM" : "each";
}
