import { cleanText } from "../../lib/clean-text.ts";
import { addDays, dayMs, dayOf } from "../../lib/days.ts";
import { counted, listed } from "../../lib/english.ts";
import { formatMinor, sumOver } from "../../lib/money.ts";
import type { BuyDelivery, SpendOf } from "../model/measured/delivery.ts";
import { isWorthPlacing } from "../model/state/not-placed.ts";
import type { CampaignState } from "../model/state/state.ts";
import { type BuyIdentity, isSameBuy } from "../model/step/buy-identity.ts";
import { type Budget, delayOf, flightOf, type LiveBuy, type LivePackage, liveBuys } from "./live-buys.ts";
import { unexplainedSpend } from "./may-cost.ts";
import { latestFrom, plannedBy, readingsOf, switchedDays } from "./planned-by.ts";

const kinds = [
  "unknown packages",
  "outside of the flight",
  "while paused",
  "after it was cancelled",
] as const;

/** Money that a seller reports as spent on a buy and that nobody ordered of it, in minor units of the buy's currency. */
export interface UnorderedSpend {
  readonly kind: (typeof kinds)[number];
  readonly minor: number;
  /** The packages or the days, the first one first. */
  readonly of: readonly string[];
  /** It is the least that a total leaves for the days from the one in `of` on. */
  readonly byTotal?: true;
  /** Beside `minor`, in other currencies: what cannot be counted. */
  readonly uncounted?: readonly string[];
}

/** Whether it was spent while it was paused or cancelled. */
export function isIdle(kind: UnorderedSpend["kind"]): boolean {
  return kind === "while paused" || kind === "after it was cancelled";
}

/** Whether days of a buy's flight, as it was ordered once, are still to come by what is reported of it. */
export function mayRunOn(buy: BuyIdentity, state: CampaignState): boolean {
  const live = liveBuys(state).find((one) => isSameBuy(one, buy));
  const known = state.delivery.find((one) => isSameBuy(one, buy));
  return live !== undefined && (known?.reportedTo ?? "") < flightOf(live).end;
}

/** Whether its seller's report of all of a buy shows spend that is in no row of our packages. */
export function isUnexplained(known: BuyDelivery): boolean {
  const { unknown = [], uncounted = [], outside = [] } = known.inAll ?? {};
  return unexplainedSpend(known) > 0 || unknown.length + uncounted.length + outside.length > 0;
}

/** Everything that a seller reports as spent on what was not ordered, or not any more. */
export function unorderedSpend(buy: LiveBuy, known: BuyDelivery): UnorderedSpend[] {
  const { unknown = [], uncounted = [], outside = [] } = known.inAll ?? {};
  const idle = idleSpend(buy, known);
  const of = (wanted: UnorderedSpend["kind"]) => idle.filter(({ kind }) => kind === wanted);
  const parts: Readonly<Record<UnorderedSpend["kind"], readonly SpendOf[]>> = {
    "unknown packages": unknown,
    "outside of the flight": outside.filter((one) => !isOfOtherClock(one, buy)),
    "while paused": of("while paused"),
    // Reports that come late for the days before make totals grow, too.
    "after it was cancelled": of("after it was cancelled").filter(({ byTotal }) => byTotal !== true),
  };
  const beyond = beyondCancelled(buy, known);
  return kinds.flatMap((kind): UnorderedSpend[] => {
    const spent = parts[kind].filter(({ spendMinor }) => spendMinor !== 0);
    const minor = sumOver(spent, (one) => one.spendMinor);
    const isByTotal = kind === "after it was cancelled" && beyond !== undefined && beyond.spendMinor > minor;
    if (isByTotal && isWorthPlacing(beyond.spendMinor, known.currency))
      return [{ kind, minor: beyond.spendMinor, of: [beyond.of], byTotal: true }];
    const others = kind === "unknown packages" ? uncounted : [];
    if (!isWorthPlacing(minor, known.currency) && others.length === 0) return [];
    const of = [...new Set([...spent, ...others].map((one) => one.of))].sort();
    return [{ kind, minor, of, ...(others.length > 0 && { uncounted: others.map((one) => one.stated) }) }];
  });
}

/** What was spent so, and how much, for people. */
export function unorderedWords(spend: UnorderedSpend, mediaBuyId: string, currency: string) {
  const { kind, minor, of, byTotal, uncounted = [] } = spend;
  const inCurrency = minor > 0 || uncounted.length === 0 ? [formatMinor(minor, currency)] : [];
  const amount = listed([...inCurrency, ...uncounted]);
  const [first = "", last = first] = [of[0], of.at(-1)];
  if (kind === "unknown packages")
    return {
      what: cleanText(`what packages of ${mediaBuyId} that nobody ordered have cost`, 120),
      stated: cleanText(`${amount} (${of.join(", ")})`, 120),
    };
  if (byTotal)
    return {
      what: cleanText(`what ${mediaBuyId} has cost ${kind}`, 120),
      stated: `${amount} or more from ${first} on, by its total`,
    };
  const days = of.length === 1 ? `on ${first}` : `on ${counted(of.length, "day")}, ${first} to ${last}`;
  const when = kind === "while paused" ? "while it was paused" : kind;
  return { what: cleanText(`what ${mediaBuyId} has cost ${when}`, 120), stated: `${amount} ${days}` };
}

/** Hours of a day by which a seller's clock may be off ours, as a part of it, and something for its pace. */
const offClock = 0.6;

/** Whether a day beside the flight is one that begins or ends with it by a seller's own clock. */
function isOfOtherClock({ of: date, spendMinor }: SpendOf, buy: LiveBuy): boolean {
  const { start, end } = flightOf(buy);
  const edge = date === addDays(start, -1) ? start : date === addDays(end, 1) ? end : undefined;
  if (edge === undefined) return date >= start && date <= end;
  const planned = sumOver(buy.packages, (one) => plannedBy(one, edge) - plannedBy(one, addDays(edge, -1)));
  return spendMinor <= planned * offClock;
}

type IdleDay = SpendOf & {
  readonly kind: "while paused" | "after it was cancelled";
  /** It is what a total has grown by. */
  readonly byTotal?: true;
};

/**
 * What was reported of days on which a buy was surely to spend nothing, the first one first, days without spend among them. Of a
 * package that is reported as a whole it is what its total has grown by since the first one that was surely counted in the pause.
 */
function idleSpend(buy: LiveBuy, known: BuyDelivery): IdleDay[] {
  const days = buy.packages.flatMap((one) => {
    const isOwn = ({ packageId }: { readonly packageId: string }) => packageId === one.packageId;
    const rows = known.rows.filter(
      (row) => isOwn(row) && row.from === undefined && row.spendMinor !== undefined,
    );
    return idleSpans(one, delayOf(buy)).flatMap(({ first, next, kind }) => {
      const inside = rows.filter(({ date }) => date >= first && date < next);
      const wholes =
        known.wholes?.filter((row) => isOwn(row) && addDays(row.date, 1) >= first && row.date < next) ?? [];
      return [
        ...inside.map(({ date, spendMinor = 0 }) => ({ of: date, spendMinor, kind })),
        ...wholes.slice(1).map(({ date, spendMinor = 0 }, i) => ({
          of: date,
          spendMinor: spendMinor - (wholes[i]?.spendMinor ?? 0),
          kind,
          byTotal: true as const,
        })),
      ];
    });
  });
  return days.sort((one, other) => one.of.localeCompare(other.of));
}

/** A total is corrected for days before: by so much of it, that says nothing of days after them. */
const corrected = 1.05;

/**
 * What a seller's total of a cancelled buy shows beyond all that can have been spent before the first day that surely lies after that:
 * what was ordered up to then, as fast as it ever ran, whatever is reported of it late. Only where nothing but totals is reported, and
 * two of them show how fast it ran.
 */
function beyondCancelled({ packages }: LiveBuy, known: BuyDelivery): SpendOf | undefined {
  const cancelled = packages[0]?.budgets.find((one) => one.cancelled)?.from;
  const isTotal = known.rows.length > 0 && known.rows.every(({ from }) => from !== undefined);
  if (cancelled === undefined || !isTotal) return undefined;
  const first = firstSureDay(cancelled, delayOf({ packages }));
  const orders = packages.map(({ budgets, curve }) => ({
    curve,
    budgets: budgets.filter((one) => !one.cancelled),
  }));
  const wantedBy = (day: string) =>
    sumOver(orders, (one) => Math.max(...readingsOf(one).map((reading) => plannedBy(one, day, reading))));
  const totals = new Map<string, number>();
  for (const { date, spendMinor = 0 } of new Map(
    known.wholes?.map((row) => [`${row.date} ${row.packageId}`, row]),
  ).values())
    if (date < dayOf(Date.parse(cancelled))) totals.set(date, (totals.get(date) ?? 0) + spendMinor);
  let [spent, wanted, pace, grown] = [0, 0, 1, 0];
  for (const [day, total] of totals) {
    if (total > spent) grown += 1;
    const by = wantedBy(day);
    if (by > wanted) pace = Math.max(pace, (total - spent) / (by - wanted));
    [spent, wanted] = [total, by];
  }
  if (grown < 2) return undefined;
  const all = wantedBy(addDays(first, -1));
  const most = Math.max(pace * all, spent + pace * (all - wanted));
  const shown = sumOver(known.rows, ({ spendMinor = 0 }) => spendMinor);
  return { of: first, spendMinor: Math.max(0, shown - Math.ceil(most * corrected)) };
}

/** Days from `first` to before `next` on which a package was surely paused or cancelled, however its seller counts them. */
function idleSpans({ budgets }: LivePackage, delayMs: number) {
  const switched = switchedDays(budgets);
  const isIdle = (one: Budget | undefined) => one?.paused === true || one?.cancelled === true;
  return budgets.flatMap((one, i) => {
    if (!isIdle(one) || isIdle(budgets[i - 1])) return [];
    const resumed =
      budgets
        .slice(i + 1)
        .find((later) => !isIdle(later))
        ?.from.slice(0, 10) ?? "9999-12-31";
    const next = switched.has(addDays(resumed, -1)) ? addDays(resumed, -1) : resumed;
    const kind: IdleDay["kind"] = one.cancelled === true ? "after it was cancelled" : "while paused";
    return [{ first: firstSureDay(one.from, delayMs), next, kind }];
  });
}

/** The first day that lies after an instant by any seller's clock, and after its delay. */
function firstSureDay(at: string, delayMs: number): string {
  return dayOf(latestFrom(Date.parse(at)) + delayMs + dayMs - 1);
}

/** Whether a buy goes on spending although its seller says that it is paused or over: only days without spend prove that it is. */
export function spendsAllTheSame(buy: LiveBuy, known: BuyDelivery | undefined, since?: string): boolean {
  if (known === undefined) return false;
  const after = since === undefined ? "" : firstSureDay(since, delayOf(buy));
  const days = idleSpend(buy, known).filter(({ of }) => of >= after);
  return days.some(({ of, spendMinor }) => of === days.at(-1)?.of && spendMinor > 0);
}
