import { addDays, eachDay } from "../../../lib/days.ts";

/**
 * What one package delivered on one day, as its seller reports it. A figure that was not reported is absent: silence is not taken
 * for nothing. Spend in minor units of the buy's currency.
 */
export interface DeliveryRow {
  readonly packageId: string;
  /** The plan's line that the package fills. */
  readonly lineId: string;
  /** In UTC; of a period that is reported as a whole, its last day. */
  readonly date: string;
  /** Set where the seller reports no days: the row is of all days from this one to `date`. A package has one such row at most. */
  readonly from?: string;
  readonly impressions?: number;
  readonly clicks?: number;
  /** Of starts, 0 to 1. */
  readonly completionRate?: number;
  readonly spendMinor?: number;
  /** As its seller counts them: never the buyer's own. */
  readonly conversions?: number;
  /** The seller will not restate it: it says so, or its time for that is over. Only such figures close the books. */
  readonly final: boolean;
  /** `shared out`: the seller reported the day for the whole buy alone, and it is split as the packages' totals are. */
  readonly basis: "stated" | "shared out";
}

/** The days of a row, the first one first. */
export function daysOfRow({ from, date }: Pick<DeliveryRow, "from" | "date">): readonly string[] {
  return from === undefined ? [date] : eachDay(from, date);
}

/** A fault of a report, and so of the figures of its days. */
export interface DeliveryFinding {
  readonly kind:
    | "synthetic package ids"
    | "equal split"
    | "missing rates"
    | "foreign rows"
    | "restated"
    | "other currency"
    | "missing days"
    | "reported as a whole"
    | "partial"
    | "late"
    | "of a sandbox"
    | "sums differ"
    | "unexplained spend"
    | "outside of the flight";
  /** For people: what was reported, and what was made of it. */
  readonly text: string;
}

/** A fault as it stands: the last wording of its kind. */
export interface OpenFinding extends DeliveryFinding {
  /** Days whose last report has it, the first one first; none where a later report gave all of them without it. */
  readonly days: readonly string[];
}

/** What a report says of the price of one package: `rate` in the major unit of its currency, for one unit of its model. */
export interface ReportedPrice {
  readonly packageId: string;
  readonly rate?: number;
  readonly pricingModel?: string;
  readonly currency?: string;
}

/** All that a seller reports as spent on a buy since its beginning, in minor units of the buy's currency. */
export interface SpentInAll {
  /** The largest of its total and of what its rows add up to, those of unknown packages and of days outside of the flight among them. */
  readonly spendMinor: number;
  /** Packages with spend that nobody ordered. */
  readonly unknown: readonly SpendOf[];
  /** The same with what cannot be counted as it is in another currency, or no possible amount; `stated` is for people. */
  readonly uncounted?: readonly { readonly of: string; readonly stated: string }[];
  /** Days with spend before the flight or after it. */
  readonly outside: readonly SpendOf[];
}

/** What was spent on one package or day. */
export interface SpendOf {
  readonly of: string;
  readonly spendMinor: number;
}

/** What is new in one report of one buy: rows that stand already, unchanged, are not in it. Its findings are all that it has. */
export interface DeliveryReport {
  readonly mediaBuyId: string;
  readonly sellerId: string;
  readonly currency: string;
  /** Days that were asked for, both inclusive. */
  readonly period: { readonly start: string; readonly end: string };
  readonly source: "poll" | "webhook";
  readonly rows: readonly DeliveryRow[];
  /** Prices that it reports otherwise than they were agreed; absent where that is as it was. */
  readonly prices?: readonly ReportedPrice[];
  /** Where it is more than its rows explain, or was until now; absent where that is as it was. */
  readonly inAll?: SpentInAll;
  /** `late` stands alone: the seller did not answer, and nothing else is in the report. */
  readonly findings: readonly DeliveryFinding[];
}

/** All that is known of one buy's delivery: the last version of each row, and those that it took the place of. Prices are those of the last report. */
export interface BuyDelivery
  extends Pick<DeliveryReport, "mediaBuyId" | "sellerId" | "currency" | "prices" | "inAll"> {
  /** One for each package and day, by date, then package. */
  readonly rows: readonly DeliveryRow[];
  /** Totals of packages that are reported as a whole: one for each day to which they were, the first one first. */
  readonly wholes?: readonly DeliveryRow[];
  /** Earlier versions of restated rows, the oldest first. `until` is when the next one came: UTC, ISO 8601. */
  readonly restated: readonly { readonly row: DeliveryRow; readonly until: string }[];
  /** One of each kind that there ever was. */
  readonly findings: readonly OpenFinding[];
  /** The last day that was asked for and answered. */
  readonly reportedTo: string;
  /** When it was reported last: UTC, ISO 8601. */
  readonly reportedAt: string;
  /** Why its seller did not answer when it was asked last; absent where it did. */
  readonly late?: string;
}

export const alertKinds = [
  "budget",
  "spend anomaly",
  "delivery stopped",
  "not started",
  "falls short",
  "flight ends",
  "not measured",
  "report overdue",
  "figures changed",
  "not ordered",
  "paused",
  "creative disapproved",
  "units",
  // A budget that the desk has changed, that it changes none any more, and money that no line has: these follow from the record and are not raised.
  "money moved",
  "moves stopped",
  "not placed",
] as const;

/** Something about a running package that a person should know, reported once. */
export interface Alert {
  readonly kind: (typeof alertKinds)[number];
  /** The plan's line; the seller where it is about a creative, the campaign where it is about all lines. */
  readonly lineId: string;
  /** What it is reported once for: a percentage of the budget, the day it began on, a creative, what is counted. */
  readonly rung: string;
  /** For people, one sentence. */
  readonly text: string;
}

/** Every alert has a key of its own, whatever process raises it. */
export function alertKey({ kind, lineId, rung }: Pick<Alert, "kind" | "lineId" | "rung">): string {
  return `alert/${kind}/${lineId}/${rung}`;
}

/**
 * A package's figures day by day, in order of time. Where its seller reports totals alone they are the differences of one and the
 * next: of the days between them.
 */
export function dayByDay(
  { rows, wholes = [] }: Pick<BuyDelivery, "rows" | "wholes">,
  packageId: string,
): readonly DeliveryRow[] {
  const own = rows.filter((row) => row.packageId === packageId);
  const totals = wholes.filter((row) => row.packageId === packageId);
  if (totals.length < 2 || own.every(({ from }) => from === undefined)) return own;
  const more = (now: number | undefined, before: number | undefined) =>
    now === undefined || before === undefined ? undefined : Math.max(0, now - before);
  return totals.map((total, i) => {
    const before = totals[i - 1];
    if (before === undefined) return total;
    const { from: _, ...row } = total;
    const from = addDays(before.date, 1);
    return {
      ...row,
      ...(from < total.date && { from }),
      impressions: more(total.impressions, before.impressions),
      spendMinor: more(total.spendMinor, before.spendMinor),
    };
  });
}

export function impressionsOf(rows: readonly DeliveryRow[]): number {
  return rows.reduce((total, { impressions = 0 }) => total + impressions, 0);
}
