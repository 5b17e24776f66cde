import type { Brief } from "../../../brief/brief.ts";
import { counted, percent } from "../../../lib/english.ts";
import { type ExchangeTable, exchangeDown, inMinor } from "../../../lib/exchange.ts";
import { formatMinor, formatMoney, type Money, money, subtract, sumOver } from "../../../lib/money.ts";
import { type SplitLine, smallestPart } from "../../model/offers/flights.ts";
import type { Offer, Range } from "../../model/offers/offer.ts";
import type { Plan, PlanLine, SignalChoice } from "../../model/offers/plan.ts";
import { type Signal, signalSearch } from "../../model/offers/signal.ts";
import { isWhole } from "../limits/bounds.ts";

const noPlace =
  "The release of the public standard that this seller speaks has no place for a signal in an order.";

/**
 * The plan with at most one audience signal for each seller: the first of those that the brief names. What agents say of
 * their signals chooses none. The cost is kept back inside the amounts of the lines that use it.
 */
export function chooseSignals(market: SignalMarket): Plan {
  const { plan, brief, signals, withoutSignals = [] } = market;
  if (signalSearch(brief) === undefined) return plan;
  const reservationsOn = reserving(market);
  const chosen = [...new Set(plan.lines.map(({ sellerId }) => sellerId))].map((sellerId) => {
    if (withoutSignals.includes(sellerId)) return { choice: { sellerId, reason: noPlace }, lines: [] };
    const lines = plan.lines.filter((line) => line.sellerId === sellerId);
    const usable = signals.filter(({ sellerIds }) => sellerIds.includes(sellerId));
    return chooseFor(sellerId, { usable, named: brief.signals ?? [] }, (signal) =>
      reservationsOn(lines, signal),
    );
  });
  const targeted = new Map(chosen.flatMap(({ lines }) => lines.map((line) => [line.offerId, line])));
  return {
    ...plan,
    lines: plan.lines.map((line) => targeted.get(line.offerId) ?? line),
    signals: chosen.map(({ choice }) => choice),
  };
}

interface SignalMarket {
  readonly plan: Plan;
  readonly brief: Brief;
  readonly offers: readonly Offer[];
  readonly signals: readonly Signal[];
  /** Ids of sellers whose orders have no place for one. */
  readonly withoutSignals?: readonly string[] | undefined;
  readonly exchange?: ExchangeTable | undefined;
}

/** A signal that may be what the brief's audience is, and what it would take of the plan. */
export interface SignalProposal {
  readonly signal: Signal;
  /** Kept back for data, in minor units of the brief's currency, and in how many packages. */
  readonly cost: number;
  readonly packages: number;
  /** Why no package of the plan can use it; absent where one can. */
  readonly refused?: string | undefined;
}

/**
 * Signals for a person to choose from where the brief names an audience and none of them: those that share most words with it first.
 * Agents write these, and nothing is planned by them.
 */
export function proposedSignals(market: SignalMarket): SignalProposal[] {
  const { plan, brief, signals, withoutSignals = [] } = market;
  const { audience = "", signals: named } = brief;
  if (named !== undefined) return [];
  const words = new Set(wordsIn(audience));
  const shared = ({ name, description }: Signal) =>
    [...new Set(wordsIn(`${name} ${description}`))].filter((word) => words.has(word)).length;
  const reservationsOn = reserving(market);
  const open = plan.lines.filter(({ sellerId }) => !withoutSignals.includes(sellerId));
  return signals
    .filter((signal) => shared(signal) > 0)
    .sort((a, b) => shared(b) - shared(a) || (a.id < b.id ? -1 : 1))
    .flatMap((signal) => {
      const usable = open.filter(({ sellerId }) => signal.sellerIds.includes(sellerId));
      const tried = reservationsOn(usable, signal);
      const used = tried.flatMap((one) => (one.type === "line" ? [one.cost.minor] : []));
      const refused = tried.flatMap((one) => (one.type === "refused" ? [one.reason] : [])).at(-1);
      const proposal = { signal, cost: sumOver(used), packages: used.length };
      return tried.length === 0 ? [] : [{ ...proposal, ...(used.length === 0 && { refused }) }];
    })
    .sort((a, b) => Number(a.packages === 0) - Number(b.packages === 0));
}

/** What a signal would take of lines, each by itself. */
function reserving({ offers, brief, exchange }: SignalMarket) {
  const byId = new Map(offers.map((offer) => [offer.id, offer]));
  return (lines: readonly PlanLine[], signal: Signal): Reservation[] =>
    lines.flatMap((line) => {
      const offer = byId.get(line.offerId);
      return offer === undefined ? [] : [reserve(line, signal, { offer, brief, exchange })];
    });
}

/** Short words join others. */
function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
}

function chooseFor(
  sellerId: string,
  { usable, named }: { readonly usable: readonly Signal[]; readonly named: readonly string[] },
  reservationsFor: (signal: Signal) => readonly Reservation[],
): { readonly choice: SignalChoice; readonly lines: readonly PlanLine[] } {
  const without = (reason: string) => ({ choice: { sellerId, reason }, lines: [] });
  if (named.length === 0)
    return without(
      usable.length === 0
        ? "No signal is offered for this seller."
        : `The brief names no signal; ${counted(usable.length, "signal")} can be used here: name one of them under signals.`,
    );
  const objections: string[] = [];
  for (const name of named) {
    const signal = meantBy(name, usable);
    if (typeof signal === "string") {
      objections.push(`${name}: ${signal}`);
      continue;
    }
    const reservations = reservationsFor(signal);
    const forLines = reservations.filter((one) => one.type === "line");
    const [first] = forLines;
    if (first !== undefined)
      return {
        choice: {
          sellerId,
          signalId: signal.id,
          reason: `Named in the brief as ${name}; ${termsOf(signal, first.cost.currency)}.`,
        },
        lines: forLines.map(({ line }) => line),
      };
    objections.push(
      ...reservations.flatMap((one) => (one.type === "refused" ? [`${name}: ${one.reason}`] : [])),
    );
  }
  return without([...new Set(objections)].join("; "));
}

/** The one signal that a name in the brief is for, or why it cannot be used. */
function meantBy(name: string, usable: readonly Signal[]): Signal | string {
  const [signal, ...others] = usable.filter(({ id, segmentId }) => id === name || segmentId === name);
  if (signal === undefined) return "no agent offers it for this seller";
  if (others.length > 0) {
    const ids = [signal, ...others].map(({ id }) => id).sort();
    return `it may be ${ids.join(" or ")}; name one of them`;
  }
  if (signal.valueType !== undefined && signal.valueType !== "binary")
    return "it wants a value, and a brief has no word for it";
  return signal;
}

function termsOf({ cpm = 0, coverage }: Signal, currency: string): string {
  const price = cpm === 0 ? "free" : `${formatMinor(cpm, currency)} CPM`;
  return coverage === undefined
    ? `${price}; it does not say whom it covers`
    : `${price}; it covers ${percent(coverage)} of its agent's population, which the sellers' forecasts do not allow for`;
}

/** Data may cost this share of its media at most. */
const mostOfMedia = 0.15;
/** Takes up the binary error of a conversion there and back. */
const margin = 1 + 1e-9;

/** A line whose budget leaves room for the signal's cost, or why the signal is not for it. */
type Reservation =
  | { readonly type: "line"; readonly line: PlanLine; readonly cost: Money }
  | { readonly type: "refused"; readonly reason: string };

/**
 * Keeps a signal's cost back from a line's amount. Data is billed by use, so the cost is that of the most impressions
 * that the rest can buy: media at its lowest price and data together never exceed the amount.
 */
function reserve(
  line: SplitLine,
  signal: Signal,
  { offer, brief, exchange }: { offer: Offer; brief: Brief; exchange?: ExchangeTable },
): Reservation {
  const { cpm: media } = offer;
  const { cpm: data } = signal;
  if (data === undefined) return refused("its price is not known in the brief's currency");
  if (data === 0)
    return used(line, signal, money(0, line.amount.currency), line.budget, line.expectedImpressions);
  if (isWhole(offer)) return refused("what is sold whole leaves nothing for data");
  if (media === undefined) return refused("the media has no CPM");
  const tooDear = whyTooDear(data, media, { brief, exchange });
  if (tooDear !== undefined) return refused(tooDear);

  const cost = money(Math.ceil((line.amount.minor * data) / (media.low + data)), line.amount.currency);
  const rest = subtract(line.amount, cost);
  const budget = exchangeDown(rest, line.budget.currency, exchange);
  const least = Math.max(1, offer.minimumSpend?.minor ?? 0);
  if (budget === undefined || budget.minor * smallestPart(line, brief) < least)
    return refused(`without the ${formatMoney(cost)} that it may cost, a package is under its minimum spend`);
  return used(line, signal, cost, budget, Math.floor((rest.minor * 1000) / media.mid));
}

function whyTooDear(
  data: number,
  media: Range,
  { brief, exchange }: { brief: Brief; exchange?: ExchangeTable },
): string | undefined {
  if (data > media.mid * mostOfMedia * margin)
    return `${formatMinor(data, brief.budget.currency)} CPM is over ${mostOfMedia * 100} % of the media price`;
  return media.high + data > highestCpm(brief, exchange) * margin
    ? "media and data together may cost over the max. CPM"
    : undefined;
}

function used(
  line: PlanLine,
  signal: Signal,
  cost: Money,
  budget: Money,
  expectedImpressions: number | undefined,
): Reservation {
  const count = expectedImpressions?.toLocaleString("en-US");
  const price =
    cost.minor === 0
      ? "which costs nothing"
      : `for which ${formatMoney(cost)} of the amount is kept back; the rest buys ${count ?? "fewer"} impressions`;
  return {
    type: "line",
    cost,
    line: {
      ...line,
      budget,
      expectedImpressions: expectedImpressions ?? line.expectedImpressions,
      signal: { id: signal.id, cost, budgetWithout: line.budget },
      reason: `${line.reason} Targeted with "${signal.name}", ${price}.`,
    },
  };
}

/** Minor units of the brief's currency; 0 where the limit cannot be converted, so that nothing passes it. */
function highestCpm({ limits: { maxCpm }, budget }: Brief, exchange: ExchangeTable | undefined): number {
  if (maxCpm === undefined) return Number.POSITIVE_INFINITY;
  return inMinor(maxCpm, budget.currency, exchange) ?? 0;
}

function refused(reason: string): Reservation {
  return { type: "refused", reason };
}
