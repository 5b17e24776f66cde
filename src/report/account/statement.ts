import { type OrderedLine, orderedBy, orderedLines } from "../../campaign/account/ordered-lines.ts";
import { dueOf, idleBy } from "../../campaign/account/planned-by.ts";
import { nameOf } from "../../campaign/model/derived/sandbox-mark.ts";
import type { BuyDelivery } from "../../campaign/model/measured/delivery.ts";
import type { CampaignState } from "../../campaign/model/state/state.ts";
import { buyKey } from "../../campaign/model/step/buy-identity.ts";
import { addDays, earlierDay, laterDay } from "../../lib/days.ts";
import { groupBy } from "../../lib/group-by.ts";
import { money, subtract, sumOver, totalMoney } from "../../lib/money.ts";
import { packageName } from "./buys.ts";
import { openPoints } from "./open-points.ts";
import { tolerance } from "./reconcile.ts";
import { type ReportedFigures, reportedFigures, rowsAcross } from "./reported-figures.ts";
import type { Statement } from "./statement-schema.ts";

type Row = Statement["rows"][number];
interface Days {
  readonly from: string;
  readonly to: string;
}

/**
 * What was ordered, delivered and spent in a month (`2027-01`), for each package, with totals by currency. A day belongs to
 * the month that it lies in, whenever it was reported or restated, so that the months of a flight add up to it.
 */
export function makeStatement(states: readonly CampaignState[], month: string): Statement {
  const rows = states
    .flatMap((state) => rowsOf(state, month))
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0));
  return {
    version: 1,
    month,
    rows,
    totals: [...groupBy(rows, ({ ordered }) => ordered.budget.currency)]
      .map(([currency, all]) => totalOf(currency, all))
      .sort((a, b) => (a.currency < b.currency ? -1 : 1)),
  };
}

/** In place of a month's figures. */
export function asWholeText({ from, to }: NonNullable<Row["asWhole"]>): string {
  return `reported for ${from} to ${to} as a whole`;
}

function keyOf({ sellerId, campaign, mediaBuyId, packageId }: Row): string {
  return [sellerId, campaign, mediaBuyId, packageId].join("\n");
}

function rowsOf(state: CampaignState, month: string): Row[] {
  const delivery = new Map(state.delivery.map((one) => [buyKey(one), one]));
  return orderedLines(state).flatMap((line) => rowOf(line, delivery.get(buyKey(line)), state, month) ?? []);
}

function rowOf(line: OrderedLine, delivery: BuyDelivery | undefined, state: CampaignState, month: string) {
  const whole = { from: `${month}-01`, to: lastDayOf(month) };
  const reported = reportedFigures(line, delivery, whole);
  const from = laterDay(line.period.start, whole.from);
  const to = earlierDay(line.period.end, whole.to);
  const runs = from <= to;
  if (!runs && reported.days === 0) return undefined;
  return {
    campaign: state.id,
    name: nameOf(state),
    sellerId: line.sellerId,
    mediaBuyId: line.mediaBuyId,
    packageId: line.packageId,
    product: packageName(state, line),
    ...(runs ? { from, to } : whole),
    ordered: orderedIn(line, whole),
    idle: idleIn(line, whole),
    curve: line.curve,
    ...figuresOf(line, reported, { delivery, whole }),
    days: reported.days,
    finalDays: reported.finalDays,
    open: openPoints(line, delivery, state, whole),
  };
}

/** No figure stands for what is reported as a whole in another month, or not at all: zero would be a lie. */
function figuresOf(
  line: OrderedLine,
  reported: ReportedFigures,
  month: { readonly delivery: BuyDelivery | undefined; readonly whole: Days },
) {
  const [across] = rowsAcross(line, month.delivery, month.whole);
  if (reported.days === 0 && across?.from !== undefined)
    return { asWhole: { from: across.from, to: across.date } };
  const { spend } = reported;
  if (spend === undefined) return reported.days === 0 ? {} : { delivered: reported.impressions };
  const due = dueIn(line, month);
  const owed = reported.across ? undefined : money(due.own, spend.currency);
  const variance = owed === undefined || owed.minor <= 0 ? undefined : spend.minor / owed.minor - 1;
  const isOff = (one: number) => Math.abs(spend.minor / one - 1) > tolerance;
  return {
    delivered: reported.impressions,
    firstReported: subtract(spend, reported.adjustment),
    adjustment: reported.adjustment,
    spend,
    due: owed,
    variance,
    // A month that only levels what months before it were ahead or behind is as ordered.
    flagged: variance === undefined ? undefined : isOff(due.own) && (due.left <= 0 || isOff(due.left)),
  };
}

/** Of all that was due by now, what falls on these days, so that months add up to it; and what earlier days had left for them. */
function dueIn(
  line: OrderedLine,
  { delivery, whole }: { readonly delivery: BuyDelivery | undefined; readonly whole: Days },
) {
  const rows = (delivery?.rows ?? []).filter(({ packageId }) => packageId === line.packageId);
  const by = (until: string) => Math.round(dueOf(line, rows, "spendMinor", 1, until).total);
  const [to, before] = [by(whole.to), by(addDays(whole.from, -1))];
  const spent = sumOver(rows, ({ date, spendMinor = 0 }) => (date < whole.from ? spendMinor : 0));
  return { own: to - before, left: to - spent };
}

/** What was ordered for the days from `from` to `to`, as the order stood on each: by the last of them, less what was before. */
function orderedIn(line: OrderedLine, { from, to }: Days) {
  const before = orderedBy(line, addDays(from, -1));
  const after = orderedBy(line, to);
  return {
    budget: subtract(after.budget, before.budget),
    impressions: after.impressions === undefined ? undefined : after.impressions - (before.impressions ?? 0),
  };
}

/** What we kept from being spent. */
function idleIn(line: OrderedLine, { from, to }: Days) {
  const days = [...line.paused].filter((day) => day >= from && day <= to).length;
  if (days === 0) return undefined;
  const minor = Math.round(idleBy(line, to)) - Math.round(idleBy(line, addDays(from, -1)));
  return { days, budget: money(minor, line.ordered.budget.currency) };
}

function lastDayOf(month: string): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

function totalOf(currency: string, rows: readonly Row[]): Statement["totals"][number] {
  const reported = rows.flatMap(({ firstReported, adjustment, spend }) =>
    firstReported && adjustment && spend ? { firstReported, adjustment, spend } : [],
  );
  return {
    currency,
    rows: rows.length,
    open: rows.filter(({ open }) => open.length > 0).length,
    ordered: totalMoney(rows, currency, ({ ordered }) => ordered.budget),
    ...(reported.length > 0 && {
      firstReported: totalMoney(reported, currency, ({ firstReported }) => firstReported),
      adjustment: totalMoney(reported, currency, ({ adjustment }) => adjustment),
      spend: totalMoney(reported, currency, ({ spend }) => spend),
    }),
  };
}
