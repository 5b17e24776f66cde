import { cleanText } from "../../lib/clean-text.ts";
import { addDays, dayMs, dayOf } from "../../lib/days.ts";
import { counted } from "../../lib/english.ts";
import { formatMoney, money } from "../../lib/money.ts";
import type { BuyDelivery } from "../model/measured/delivery.ts";
import { isWorthPlacing } from "../model/state/not-placed.ts";
import { delayOf, flightOf, type LiveBuy, type LivePackage } from "./live-buys.ts";
import { unexplainedSpend } from "./may-cost.ts";
import { latestFrom, plannedBy, switchedDays } from "./planned-by.ts";

/** Money that a seller reports as spent on a buy and that nobody ordered of it, in minor units of the buy's currency. */
export interface UnorderedSpend {
  readonly kind: "unknown packages" | "outside of the flight" | "while paused" | "after it was cancelled";
  readonly minor: number;
  /** The packages or the days, the first one first. */
  readonly of: readonly string[];
}

/** Whether it was spent while it was paused or cancelled. */
export function isIdle(kind: UnorderedSpend["kind"]): boolean {
  return kind === "while paused" || kind === "after it was cancelled";
}

/** Whether its seller's report of all of a buy shows spend that is in no row of our packages. */
export function isUnexplained(known: BuyDelivery): boolean {
  const { unknown = [], outside = [] } = known.inAll ?? {};
  return unexplainedSpend(known) > 0 || unknown.length > 0 || outside.length > 0;
}

/** Everything that a seller reports as spent on what was not ordered, or not any more. */
export function unorderedSpend(buy: LiveBuy, known: BuyDelivery): UnorderedSpend[] {
  const { unknown = [], outside = [] } = known.inAll ?? {};
  const strange = outside.filter(({ date, spendMinor }) => !isOfOtherClock(date, spendMinor, buy));
  const idle = idleSpend(buy, known);
  const ended = idle.filter(({ ended: isEnded }) => isEnded);
  const paused = idle.filter((one) => !one.ended);
  const found = (kind: UnorderedSpend["kind"], parts: readonly { of: string; minor: number }[]) => {
    const spent = parts.filter(({ minor }) => minor !== 0);
    const minor = spent.reduce((sum, one) => sum + one.minor, 0);
    return isWorthPlacing(minor, known.currency)
      ? [{ kind, minor, of: [...new Set(spent.map(({ of }) => of))].sort() }]
      : [];
  };
  return [
    ...found(
      "unknown packages",
      unknown.map(({ packageId, spendMinor }) => ({ of: packageId, minor: spendMinor })),
    ),
    ...found(
      "outside of the flight",
      strange.map(({ date, spendMinor }) => ({ of: date, minor: spendMinor })),
    ),
    ...found(
      "while paused",
      paused.map(({ date, minor }) => ({ of: date, minor })),
    ),
    ...found(
      "after it was cancelled",
      ended.map(({ date, minor }) => ({ of: date, minor })),
    ),
  ];
}

/** What was spent so, and how much, for people. */
export function unorderedWords({ kind, minor, of }: UnorderedSpend, mediaBuyId: string, currency: string) {
  const amount = formatMoney(money(minor, currency));
  const [first = "", last = first] = [of[0], of.at(-1)];
  if (kind === "unknown packages")
    return {
      what: cleanText(`what packages of ${mediaBuyId} that nobody ordered have cost`, 120),
      told: cleanText(`${amount} (${of.join(", ")})`, 120),
    };
  const days = of.length === 1 ? `on ${first}` : `on ${counted(of.length, "day")}, ${first} to ${last}`;
  const when = kind === "while paused" ? "while it was paused" : kind;
  return { what: cleanText(`what ${mediaBuyId} has cost ${when}`, 120), told: `${amount} ${days}` };
}

/** Hours of a day by which a seller's clock may be off ours, as a part of it, and something for its pace. */
const offClock = 0.6;

/** Whether a day beside the flight is one that begins or ends with it by a seller's own clock. */
function isOfOtherClock(date: string, spendMinor: number, buy: LiveBuy): boolean {
  const { start, end } = flightOf(buy);
  const edge = date === addDays(start, -1) ? start : date === addDays(end, 1) ? end : undefined;
  if (edge === undefined) return date >= start && date <= end;
  const planned = buy.packages.reduce(
    (sum, one) => sum + plannedBy(one, edge) - plannedBy(one, addDays(edge, -1)),
    0,
  );
  return spendMinor <= planned * offClock;
}

interface IdleDay {
  readonly date: string;
  readonly minor: number;
  /** It was cancelled, and not only paused. */
  readonly ended: boolean;
}

/**
 * What was reported of days on which a buy was surely to spend nothing, the first one first, days without spend among them. Of a
 * package that is reported as a whole it is what its total has grown by since the first one that was surely counted in the pause.
 */
function idleSpend(buy: LiveBuy, known: BuyDelivery): IdleDay[] {
  return buy.packages
    .flatMap((one) => {
      const spans = idleSpans(one, delayOf(buy));
      const rows = known.rows.flatMap(({ packageId, from, date, spendMinor }) => {
        if (packageId !== one.packageId || from !== undefined || spendMinor === undefined) return [];
        const span = spans.find(({ from: first, to }) => date >= first && date < to);
        return span === undefined ? [] : [{ date, minor: spendMinor, ended: span.ended }];
      });
      const wholes = known.wholes?.filter(({ packageId }) => packageId === one.packageId) ?? [];
      const grown = spans.flatMap(({ from, to, ended }) => {
        const inside = wholes.filter(({ date }) => addDays(date, 1) >= from && date < to);
        return inside.slice(1).map(({ date, spendMinor = 0 }, i) => ({
          date,
          minor: spendMinor - (inside[i]?.spendMinor ?? 0),
          ended,
        }));
      });
      return [...rows, ...grown];
    })
    .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}

/** Days from `from` on and before `to` on which a package was surely paused or cancelled, however its seller counts them. */
function idleSpans({ budgets }: LivePackage, delayMs: number) {
  const switched = switchedDays(budgets);
  return budgets.flatMap(({ from, paused, cancelled }, i) => {
    const before = budgets[i - 1];
    const isIdle = paused === true || cancelled === true;
    if (!isIdle || before?.paused === true || before?.cancelled === true) return [];
    const next = budgets.slice(i + 1).find((one) => one.paused !== true && one.cancelled !== true);
    const first = dayOf(latestFrom(Date.parse(from)) + delayMs + dayMs - 1);
    const resumed = next === undefined ? "9999-12-31" : next.from.slice(0, 10);
    const to = switched.has(addDays(resumed, -1)) ? addDays(resumed, -1) : resumed;
    return [{ from: first, to, ended: cancelled === true }];
  });
}

/** Whether a buy goes on spending although its seller says that it is paused or over: only days without spend prove that it is. */
export function spendsAllTheSame(buy: LiveBuy, known: BuyDelivery | undefined, since = ""): boolean {
  if (known === undefined) return false;
  const after = since === "" ? "" : dayOf(latestFrom(Date.parse(since)) + delayOf(buy) + dayMs - 1);
  const days = idleSpend(buy, known).filter(({ date }) => date >= after);
  const last = days.at(-1)?.date;
  return days.some(({ date, minor }) => date === last && minor > 0);
}
