import { formatMinor } from "../../lib/money.ts";
import { partsIn } from "../../lib/parts.ts";
import { budgetNow, type LiveBuy } from "../account/live-buys.ts";
import type { DeliveryFinding, SpendOf, SpentInAll } from "../model/measured/delivery.ts";
import { type ReportedFigures, totalOf } from "../model/measured/figures.ts";
import { differ } from "../model/measured/tolerance.ts";
import type { DayRows } from "./day-rows.ts";
import type { OpenReport } from "./open-report.ts";
import type { Answers, ReportedRow } from "./rows-of-day.ts";

/** What is odd about a report by itself, in plain words. */
export function findFaults(
  { range, alone }: Answers,
  buy: LiveBuy,
  { rows, daysUnreported: unreported, ignoresDates }: DayRows,
) {
  const equal = equalSplit(range, buy);
  return {
    /** Every package has the same spend, whatever it delivered. */
    isEqualSplit: equal !== undefined,
    findings: [
      ...finding("synthetic package ids", renamed(range, buy)),
      ...finding("equal split", equal),
      ...finding("missing rates", missingFigures(range)),
      ...finding("foreign rows", foreignRows(range)),
      ...finding("other currency", otherCurrency(range, buy)),
      ...finding("missing days", missingDays(range, alone, unreported)),
      ...finding(
        "partial",
        range.unfinished ? "its seller says that some figures are not there yet" : undefined,
      ),
      ...finding(
        "of a sandbox",
        range.sandbox && !buy.sandbox
          ? "its seller answers from a test deployment: nothing real was delivered"
          : undefined,
      ),
      ...finding("reported as a whole", reportedWhole(rows)),
      ...finding("sums differ", ignoresDates ? oneForAll : sums(range, rows)),
    ],
  };
}

const oneForAll =
  "asked for one day it reports more than for all of them: only its report of all days is taken";

function reportedWhole(rows: readonly ReportedRow[]): string | undefined {
  const row = rows.find(({ from }) => from !== undefined);
  return row === undefined
    ? undefined
    : `its seller reports no days: the figures are for ${row.from} to ${row.date} as a whole`;
}

function finding(kind: DeliveryFinding["kind"], text: string | undefined): DeliveryFinding[] {
  return text === undefined ? [] : [{ kind, text }];
}

function renamed({ matched: { renamed: ids, ambiguous } }: OpenReport, buy: LiveBuy): string | undefined {
  const named = ids.map(({ reported, packageId }) => `${reported} is taken for ${packageId}`);
  const left =
    ambiguous.length > 0
      ? [
          `${ambiguous.map(({ package_id = "a row without an id" }) => package_id).join(", ")} could be of more than one of ${buy.packages.length} packages: the buy's figures are shared out to them`,
        ]
      : [];
  if (named.length === 0 && left.length === 0) return undefined;
  return `package ids that its seller never gave: ${[...named, ...left].join("; ")}`;
}

/** The same spend for packages whose budgets or deliveries are not the same. */
function equalSplit({ packages }: OpenReport, buy: LiveBuy): string | undefined {
  const spends = buy.packages.flatMap((one) => {
    const total = packages.get(one.packageId)?.total;
    return total?.spendMinor === undefined
      ? []
      : [{ budget: budgetNow(one), ...total, spend: total.spendMinor }];
  });
  const [first] = spends;
  if (first === undefined || spends.length < 2 || spends.length < buy.packages.length) return undefined;
  const isSame = spends.every(({ spend }) => Math.abs(spend - first.spend) <= 1) && first.spend > 0;
  const isSpent = spends.every(({ spend, budget }) => Math.abs(spend - budget) <= 1);
  const differs = (of: (one: (typeof spends)[number]) => number | undefined) => {
    const values = spends.flatMap((one) => of(one) ?? []);
    return Math.max(...values) > Math.min(...values) * 1.02;
  };
  const isOdd = differs(({ budget }) => budget) || differs(({ impressions }) => impressions);
  if (!isSame || isSpent || !isOdd) return undefined;
  return (
    `all ${spends.length} packages have the same spend, ${formatMinor(first.spend, buy.currency)}, although they are ` +
    `not alike: it seems divided evenly, so that the buy's total stands and a package's part is doubtful`
  );
}

function missingFigures({ unreadable }: OpenReport): string | undefined {
  if (unreadable.length === 0) return undefined;
  return `reported as null or as no possible figure, and taken for not reported: ${unreadable.join(", ")}`;
}

function foreignRows({ matched: { foreign }, strayDays }: OpenReport): string | undefined {
  return inOne(
    foreign.length > 0 &&
      `rows of packages that were not bought here are in none of our figures: ${foreign.length}`,
    strayDays.length > 0 && `days outside of the period are left out: ${strayDays.length}`,
  );
}

/** What is spent in all beyond the rows of our packages, and what of it the report has rows of. */
export function unexplained({ spendMinor, unknown, outside }: SpentInAll, more: number, currency: string) {
  const words = (minor: number) => formatMinor(minor, currency);
  const named = (parts: readonly SpendOf[]) =>
    listed(
      parts.map((one) => `${one.of} with ${words(one.spendMinor)}`),
      "more",
    );
  const nobodys = unknown.length > 0 ? `; nobody ordered ${named(unknown)}` : "";
  const text =
    `${words(spendMinor)} is spent in all by its report, ${words(more)} more than the rows of our packages explain: ` +
    `it counts as spent${nobodys}`;
  return [
    ...finding("unexplained spend", more > 0 ? text : undefined),
    ...finding(
      "outside of the flight",
      outside.length > 0 ? `days with spend: ${named(outside)}` : undefined,
    ),
  ];
}

function otherCurrency({ currencies }: OpenReport, { currency }: LiveBuy): string | undefined {
  if (currencies.length === 0) return undefined;
  return `spend is reported in ${currencies.join(" and ")}, the buy is in ${currency}: it is not converted and counts as not reported`;
}

function missingDays(range: OpenReport, alone: Answers["alone"], unreported: readonly string[]) {
  const dates = [range.wholeDays, ...[...range.packages.values()].map(({ days }) => days)];
  const hasDays = dates.some((days) => days !== undefined && days.size > 0);
  const isFound = (day: string) => !unreported.includes(day) && dates.every((days) => !days?.has(day));
  const found = hasDays ? [...alone.keys()].filter(isFound) : [];
  return inOne(
    found.length > 0 && `not in its report, and reported when they were asked for alone: ${listed(found)}`,
    unreported.length > 0 && `not reported, and asked for again: ${listed(unreported)}`,
  );
}

/** Undefined where there is nothing to say. */
function inOne(...parts: readonly (string | false)[]): string | undefined {
  return partsIn<string>(parts).join("; ") || undefined;
}

function listed(names: readonly string[], more = "more days"): string {
  const shown = names.slice(0, 5).join(", ");
  return names.length > 5 ? `${shown} and ${names.length - 5} ${more}` : shown;
}

const counted = [
  ["impressions", "impressions"],
  ["spendMinor", "minor units of spend"],
] as const;

/** Parts of one report that do not add up to its total. */
function sums(range: OpenReport, rows: readonly ReportedRow[]): string | undefined {
  const { whole, wholeDays, packages } = range;
  // Days that are missing are named as such; what they delivered is in the rows that were asked for alone.
  const days = wholeDays === undefined || wholeDays.size === 0 ? [] : rows;
  const parts: readonly (readonly [name: string, rows: readonly ReportedFigures[]])[] = [
    ["its packages", [...packages.values()].map(({ total }) => total)],
    ["its days", days],
  ];
  for (const [name, some] of parts)
    for (const [count, what] of counted) {
      const [sum, all] = [totalOf(some, count), whole[count]];
      if (some.length > 0 && sum !== undefined && all !== undefined && differ(all, sum, some.length))
        return `${name} add up to ${sum} ${what}, its total says ${all}: the parts are taken`;
    }
  return undefined;
}
