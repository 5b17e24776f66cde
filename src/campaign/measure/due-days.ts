import { addDays, dayMs, dayOf, eachDay, endOf, laterDay } from "../../lib/days.ts";
import { groupBy } from "../../lib/group-by.ts";
import { delayOf, flightOf, type LiveBuy } from "../account/live-buys.ts";
import { isUnexplained } from "../account/unordered-spend.ts";
import type { BuyDelivery } from "../model/measured/delivery.ts";
import type { CampaignState } from "../model/state/state.ts";
import { buyNamedIn, isSameBuy } from "../model/step/buy-identity.ts";
import type { Period } from "./open-report.ts";

/** What a seller is asked now: all days of the period in one report; `open` are those that are new or not final yet. */
export interface Due {
  readonly period: Period;
  /** The last day that is asked about: after the flight what is spent all the same is seen. */
  readonly until: string;
  readonly open: readonly string[];
  /** Its seller reports no days: it is asked once, for all of them; `undated`: without dates, as it says that it takes none. */
  readonly whole?: "dated" | "undated";
}

/** How long a day that is not reported is asked for at each turn; later with each new day. */
const missingMs = 3 * dayMs;

/** Whether a buy was reported on, signed, since its seller's figures were taken in last. */
export function isReportedSince(buy: LiveBuy, { delivery, steps }: CampaignState): boolean {
  const known = delivery.find((one) => isSameBuy(one, buy));
  if (known === undefined) return false;
  return steps.some(
    ({ step, reported }) =>
      reported !== undefined &&
      reported.at > known.reportedAt &&
      (step.id === buy.stepId || isSameBuy(buyNamedIn(step), buy)),
  );
}

/**
 * The days to ask a buy's seller for at `now` (UTC milliseconds); undefined where nothing new can be there. While figures
 * are missing that is at each turn, of older days once a day; figures that stand are asked again when their time to become final is over. After the
 * flight one report covers all of it, so that a late restatement is seen. `again`: all of them, final or not.
 */
export function dueDays(buy: LiveBuy, known: BuyDelivery | undefined, asking: Asking): Due | undefined {
  const { now, again } = asking;
  // Of a buy that was cut short the days that it had once are asked for, too: something may have been spent on them.
  const last = lastDueDay(again ? { ...buy, end: flightOf(buy).end } : buy, now);
  if (last === undefined) return undefined;
  const until = last < buy.end ? last : laterDay(last, dayOf(now - delayOf(buy) - dayMs));
  const whole = reportsWhole(buy, known);
  if (whole === undefined) return dueApart(buy, known, asking, { last, until });
  return isDueWhole(buy, known, asking, last)
    ? { period: { start: buy.start, end: last }, until, open: [], whole }
    : undefined;
}

interface Asking {
  readonly now: number;
  readonly finalAfterMs: number;
  readonly again: boolean;
}

/** From the first day that is missing or not final: those that are due, with all after it. */
function dueApart(
  buy: LiveBuy,
  known: BuyDelivery | undefined,
  { now, finalAfterMs, again }: Asking,
  { last, until }: { readonly last: string; readonly until: string },
): Due | undefined {
  const rows = groupBy(known?.rows ?? [], ({ date }) => date);
  const open = eachDay(buy.start, last).flatMap((day) => {
    const reported = rows.get(day) ?? [];
    const isMissing = reported.length < buy.packages.length;
    return again || isMissing || reported.some(({ final }) => !final) ? [{ day, isMissing }] : [];
  });
  const isDue = ({ day, isMissing }: (typeof open)[number]) => {
    if (again || !isMissing) return again || endOf(day) + finalAfterMs <= now;
    return last === buy.end || last > (known?.reportedTo ?? "") || endOf(day) + missingMs > now;
  };
  const [first] = open;
  if (first === undefined || !open.some(isDue)) return undefined;
  const start = last >= buy.end || showsMore(known) ? buy.start : first.day;
  return { period: { start, end: last }, until, open: open.map(({ day }) => day) };
}

/** Whether it is known that more is spent in all than the rows of our packages explain. */
export function showsMore(known: BuyDelivery | undefined): boolean {
  return known !== undefined && isUnexplained(known);
}

/** Whether a buy's seller is known to report what was delivered since the beginning alone: by its products, or its reports. */
function reportsWhole({ packages }: LiveBuy, known: BuyDelivery | undefined): Due["whole"] {
  if (packages.every(({ reporting }) => reporting?.lifetimeOnly === true)) return "undated";
  return known?.rows.some(({ from }) => from !== undefined) === true ? "dated" : undefined;
}

function isDueWhole(
  { packages }: LiveBuy,
  known: BuyDelivery | undefined,
  { now, finalAfterMs, again }: Asking,
  last: string,
): boolean {
  const rows = known?.rows.filter(({ date }) => date === last) ?? [];
  const closes = rows.some(({ final }) => !final) && endOf(last) + finalAfterMs <= now;
  return again || closes || rows.length < packages.length;
}

/** The last day of the buy whose figures can be there at `now`, by its seller's rhythm; undefined before the first. */
export function lastDueDay(buy: LiveBuy, now: number): string | undefined {
  const { start, end, packages } = buy;
  const delayMs = delayOf(buy);
  const reported = dayOf(now - delayMs - dayMs);
  const isMonthly = packages.some(({ reporting }) => reporting?.every === "month");
  // Of a month that is not over nothing is reported, but for the flight's last one.
  const last =
    reported >= end ? end : isMonthly ? addDays(`${dayOf(now - delayMs).slice(0, 7)}-01`, -1) : reported;
  return last < start ? undefined : last;
}
