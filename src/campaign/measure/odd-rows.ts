import type { Outcome } from "./outcome.ts";

/** The rows that are the buy's own, and what was odd about the others, in plain words. */
export interface OwnRows {
  readonly packages: Outcome["packages"];
  readonly daily: Outcome["daily"];
  readonly findings: readonly string[];
}

/** Leaves out packages that the campaign did not buy and days outside of the period: they are somebody else's figures. */
export function ownRows(
  rows: Pick<Outcome, "packages" | "daily" | "period">,
  before: Outcome | undefined,
): OwnRows {
  const { period } = rows;
  const packages = rows.packages.filter(({ slot }) => slot !== undefined);
  const daily = rows.daily.filter(({ date }) => date >= period.start && date <= period.end);
  const foreign = rows.packages.length - packages.length;
  const outside = rows.daily.length - daily.length;
  return {
    packages,
    daily,
    findings: [
      ...(foreign > 0 ? [`rows of packages that were not bought here are left out: ${foreign}`] : []),
      ...(outside > 0 ? [`days outside of the period are left out: ${outside}`] : []),
      ...restated(daily, before?.daily ?? []),
    ],
  };
}

/** Days that an earlier report had with other figures. */
function restated(daily: Outcome["daily"], before: Outcome["daily"]): string[] {
  const changed = daily.filter(({ date, impressions, spendMinor }) => {
    const was = before.find((day) => day.date === date);
    return was !== undefined && (was.impressions !== impressions || was.spendMinor !== spendMinor);
  });
  const [first] = changed;
  if (first === undefined) return [];
  const was = before.find((day) => day.date === first.date)?.impressions;
  return [
    `restated: ${changed.length} of ${daily.length} days have other figures than before, such as ${first.date} with ` +
      `${first.impressions} impressions instead of ${was}`,
  ];
}
