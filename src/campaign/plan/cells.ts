import type { Brief } from "../../brief/brief.ts";
import { exchangeDown } from "../../lib/exchange.ts";
import { groupBy } from "../../lib/group-by.ts";
import { formatMinor, type Money, money, splitWhole, sumOver } from "../../lib/money.ts";
import {
  daysIn,
  daysOfAll,
  type InBurst,
  isWithin,
  partsOn,
  type SplitLine,
} from "../model/offers/flights.ts";
import { lineIdOf, type Offer, offeredId, wholeId } from "../model/offers/offer.ts";
import { type Decided, decidedId, type Plan, type PlanLine } from "../model/offers/plan.ts";
import type { Allocation, AllocationProblem, Candidate } from "./allocator.ts";
import { brokenLimits } from "./broken-limits.ts";
import { isWhole } from "./limits/bounds.ts";
import { inCell, inPlaces, partOf } from "./limits/places.ts";
import { burstMosts } from "./limits/seller-limit.ts";
import type { Market } from "./market.ts";
import type { Posed } from "./problem.ts";
import { impressionsFor } from "./response.ts";

export type Split = Plan & { readonly lines: readonly SplitLine[] };

/**
 * A market where each burst of the brief, and the days that a channel has of its own, is decided by itself: an offer has in it what it
 * has on its days.
 */
export function inEachBurst(market: Market): Market {
  const { brief, offers, kept = [] } = market;
  if (!isDivided(brief)) return market;
  const bursts = brief.flights ?? [{ ...brief.flight, share: 1 }];
  const mosts = burstMosts(bursts, brief.budget);
  const undivided = new Set(kept.flatMap((line) => (line.flight ? [] : [decidedId(line)])));
  const cells = offers.flatMap((offer) => {
    const spans = partsOn(offer.channels, brief);
    // What is sold whole is sold for all of the flight.
    if (spans.length === 0 || isWhole(offer) || undivided.has(offer.id)) return [offer];
    const all = daysOfAll(spans);
    return spans.map((span) => {
      const most = mosts[bursts.findIndex((burst) => isWithin(span, burst))] ?? 0;
      const burst = { share: 1, ...span, most };
      return inCell(partOf(offer, daysIn(span), all), { ...offer.cell, of: offeredId(offer), burst });
    });
  });
  return { ...market, offers: cells, isByBurst: true };
}

/** Whether lines run on parts of the flight. */
function isDivided({ flights, channelFlights }: Pick<Brief, "flights" | "channelFlights">): boolean {
  return flights !== undefined || channelFlights !== undefined;
}

/** A market where each place with a share of the brief, and each burst, is decided by itself. */
export function inCells(market: Market): Market {
  return inEachBurst(inPlaces(market));
}

/** A market where each offer is decided as it stands in lines: in its places by itself, or for all of them at once. */
export function dividedAs<Of extends Market>(lines: readonly Decided[], market: Of): Of {
  const ids = (isDivided: boolean) =>
    lines.flatMap(({ offerId, place }) => ((place !== undefined) === isDivided ? [offerId] : []));
  return { ...market, divided: ids(true), undivided: ids(false) };
}

/** Whether all lines can be ordered in each burst with its share of them, and bring there what the split counts on. */
export function fitsBursts({ lines }: Plan, { offers, problem, leftOut, market }: Posed): boolean {
  const { flights = [], limits } = market.brief;
  const { maxPackages = Number.POSITIVE_INFINITY } = limits;
  const isFull = lines.length === Math.floor(maxPackages / flights.length);
  if (isFull && lines.length * flights.length < offers.length) return false;
  const byId = new Map(offers.map((offer) => [offer.id, offer]));
  const inParts = lines.map((line) => partsIn(line, flights, byId));
  const even = new Map(inParts.flatMap((parts) => parts ?? []));
  const fits = inParts.every((parts) => parts !== undefined);
  return fits && brokenLimits({ leftOut, problem: toTheCent(problem, even) }, even).length === 0;
}

/** A line's amount in each burst by its cell; undefined where one takes no such part, or all bring less than the line. */
function partsIn(line: PlanLine, flights: NonNullable<Brief["flights"]>, offers: ReadonlyMap<string, Offer>) {
  const shares = flights.map(({ share }) => share);
  const [amounts = [], budgets = []] = [line.amount, line.budget].map(({ minor }) =>
    splitWhole(minor, shares),
  );
  let brought = flights.length;
  const parts = flights.flatMap((flight, i) => {
    const id = decidedId({ ...line, flight });
    const [offer, part = 0, budget = 0] = [offers.get(id), amounts[i], budgets[i]];
    if (offer === undefined || budget < (offer.minimumSpend?.minor ?? 1)) return [];
    brought += impressionsFor(offer, part) ?? 0;
    return [[id, part] as const];
  });
  const isAll = parts.length === flights.length && brought >= (line.expectedImpressions ?? 0) * nearly;
  return isAll ? parts : undefined;
}

/** The parts of a line are rounded: together they may take a burst, or what cells share, a cent over. */
export function toTheCent(problem: AllocationProblem, { size }: Allocation): AllocationProblem {
  const groups = problem.groups.map((group) =>
    group.isBurst || group.isInventory ? { ...group, most: group.most + size } : group,
  );
  return { ...problem, groups };
}

const nearly = 0.999;
/** What keeps a burst's money where an even split has it counts for so much more, so that only limits move it. */
const evenness = 0.0005;

/** The problem of the bursts, in which what an even split gives each of them comes first where it does as well. */
export function nearEven(posed: Posed, even: Plan | undefined): Posed {
  const { flights = [] } = posed.market.brief;
  const shares = flights.map(({ share }) => share);
  const parts = new Map(even?.lines.map((line) => [decidedId(line), splitWhole(line.amount.minor, shares)]));
  const candidates = posed.problem.candidates.map((candidate, place): Candidate => {
    const offer = posed.offers[place];
    const burst = flights.findIndex(({ start }) => start === offer?.cell?.burst?.start);
    const part = (offer && parts.get(wholeId(offer))?.[burst]) ?? 0;
    if (part <= 0) return candidate;
    let begin = 0;
    const curve = candidate.curve.flatMap(({ end, rate }) => {
      const own = { end: Math.min(end, part), rate: rate * (1 + evenness) };
      const both = [...(begin < part ? [own] : []), ...(end > part ? [{ end, rate }] : [])];
      begin = end;
      return both;
    });
    return { ...candidate, curve };
  });
  return { ...posed, problem: { ...posed.problem, candidates } };
}

/** A line with what was decided for each burst of it, where it was. */
export function inItsBursts(
  line: PlanLine,
  cells: readonly { readonly offer: Offer; readonly amount: number }[],
  { brief, exchange }: Pick<Market, "brief" | "exchange">,
): SplitLine {
  const parts = cells
    .flatMap(({ offer, amount }): InBurst[] => {
      const { burst } = offer.cell ?? {};
      if (burst === undefined) return [];
      const { start, end } = burst;
      const budget = exchangeDown(money(amount, brief.budget.currency), offer.currency, exchange)?.minor ?? 0;
      return [{ start, end, amount, budget, impressions: impressionsFor(offer, amount) ?? 0 }];
    })
    .sort((a, b) => (a.start < b.start ? -1 : 1));
  if (parts.length === 0) return line;
  const sumOf = (field: Figure) => sumOver(parts, (part) => part[field]);
  return {
    ...line,
    budget: money(sumOf("budget"), line.budget.currency),
    ...(line.expectedImpressions !== undefined && { expectedImpressions: sumOf("impressions") }),
    inBursts: parts,
  };
}

type Figure = "amount" | "budget" | "impressions";

/** Each line as one for each burst that it runs in, so that no order runs between them. */
export function inBursts(plan: Split, brief: Pick<Brief, "flights" | "channelFlights">): Plan {
  if (!isDivided(brief)) return plan;
  const { reach } = plan;
  // A product may have one of its prices in one burst and another in the next: two lines of one id.
  const parts = plan.lines.map((line) => ({ line, own: linesIn(line, brief.flights) }));
  const without = parts.filter(({ line }) => reach?.without.includes(line.lineId));
  return {
    ...plan,
    lines: parts.flatMap(({ own }) => own),
    ...(reach && {
      reach: { ...reach, without: without.flatMap(({ own }) => own.map(({ lineId }) => lineId)) },
    }),
  };
}

function linesIn({ inBursts: own, ...line }: SplitLine, flights: Brief["flights"]): PlanLine[] {
  const { expectedImpressions, signal } = line;
  const spans = own ?? flights;
  if (spans === undefined) return [line];
  const partsBy = (total: number, field: Figure) => {
    const weights = own?.map((part) => part[field]) ?? flights?.map(({ share }) => share) ?? [];
    const parts = weights.some((weight) => weight > 0) ? splitWhole(total, weights) : undefined;
    return (i: number) => parts?.[i] ?? 0;
  };
  const moneyBy = ({ minor, currency }: Money, field: Figure) => {
    const part = partsBy(minor, field);
    return (i: number) => money(part(i), currency);
  };
  const [amountIn, budgetIn] = [moneyBy(line.amount, "amount"), moneyBy(line.budget, "budget")];
  const impressionsIn = partsBy(expectedImpressions ?? 0, "impressions");
  const signalIn = signal && dataIn(signal, moneyBy);
  return spans.flatMap(({ start, end }, i): PlanLine | [] => {
    const amount = amountIn(i);
    if (own !== undefined && amount.minor === 0) return [];
    return {
      ...line,
      lineId: `${line.lineId}/${start}`,
      flight: { start, end },
      amount,
      budget: budgetIn(i),
      ...(expectedImpressions !== undefined && { expectedImpressions: impressionsIn(i) }),
      ...(signalIn && { signal: signalIn(i) }),
    };
  });
}

function dataIn(
  signal: NonNullable<PlanLine["signal"]>,
  moneyBy: (whole: Money, field: Figure) => (i: number) => Money,
) {
  const [costIn, withoutIn] = [moneyBy(signal.cost, "amount"), moneyBy(signal.budgetWithout, "budget")];
  return (i: number) => ({ ...signal, cost: costIn(i), budgetWithout: withoutIn(i) });
}

/** Why offers are not bought, by what their sellers offer: nothing of what is bought in part, and each cell with its own reason. */
export function reasonsByOffer(
  leftOut: readonly (readonly [string, string])[],
  { offers }: Pick<Market, "offers">,
  isBought: (offeredId: string) => boolean = () => false,
): (readonly [string, string])[] {
  const ids = new Map(offers.map((offer) => [offer.id, offeredId(offer)]));
  const all = groupBy(leftOut, ([id]) => ids.get(id) ?? id);
  return [...all].flatMap(([id, own]): (readonly [string, string])[] => {
    const reasons = new Set(own.map(([, reason]) => reason));
    const each = own.map(([cell, reason]) => `${cell.slice(id.length).replace(/^,? /, "")}: ${reason}`);
    return isBought(id) ? [] : [[id, (reasons.size > 1 ? each : [...reasons]).join("; ")]];
  });
}

/** Offers that may not be bought, and why; without other pricing options of what is bought. */
export function barredOffers(posed: Posed, allocation: Allocation): ReadonlyMap<string, string> {
  const { leftOut, market } = posed;
  const { offers } = market;
  const productOf = ({ sellerId, productId, label }: Offer) => lineIdOf({ sellerId, productId, label });
  const bought = new Set(offers.filter(({ id }) => allocation.has(id)).map(productOf));
  const alike = new Set(offers.filter((offer) => bought.has(productOf(offer))).map(offeredId));
  return new Map(reasonsByOffer([...leftOut], market, (id) => alike.has(id)));
}

/** What is bought of an offer and why some cells of it cannot be, and bursts that do not get all of their share. */
export function cellSentences({ problem, leftOut, market }: Posed, allocation: Allocation): string[] {
  const { brief, offers } = market;
  const bought = new Set(offers.filter(({ id }) => allocation.has(id)).map(offeredId));
  const out = offers.flatMap((offer) => {
    const reason = offer.cell && bought.has(offer.cell.of) ? leftOut.get(offer.id) : undefined;
    return reason === undefined ? [] : [`${offer.id} is not bought: ${reason}`];
  });
  const short = problem.groups.flatMap(({ name, members, most, isBurst }) => {
    const spent = sumOver(members, (place) => allocation.get(problem.candidates[place]?.offerId ?? "") ?? 0);
    const [has, due] = [spent, most].map((minor) => formatMinor(minor, brief.budget.currency));
    return isBurst && spent < most
      ? [`${name} gets ${has} of its ${due}, and what is over goes to no other burst`]
      : [];
  });
  return [...short, ...out.sort()];
}
