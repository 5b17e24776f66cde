import type { CampaignState } from "../../campaign/state.ts";
import { split } from "../../lib/money.ts";
import type { Report } from "../report-schema.ts";

type Calendar = NonNullable<NonNullable<Report["plan"]>["calendar"]>;
type Period = Calendar["periods"][number];

const dayMs = 86_400_000;
/** Of columns, before weeks give way to months. */
const mostWeeks = 14;

/** The plan's lines over the weeks of the flight. */
export function describeCalendar({ brief, plan }: CampaignState): Calendar | undefined {
  if (!brief || !plan || plan.lines.length === 0) return undefined;
  const { start, end } = brief.flight;
  const weeks = periodsOf(start, end, (day) => new Date(day).getUTCDay() === 1);
  const periods =
    weeks.length <= mostWeeks ? weeks : periodsOf(start, end, (day) => new Date(day).getUTCDate() === 1);
  const days = periods.map(({ start, end }) => (Date.parse(end) - Date.parse(start)) / dayMs + 1);
  if (days.length === 0) return undefined;
  return {
    periods,
    lines: plan.lines.map(({ slot, amount }) => ({ slot, amounts: split(amount, days) })),
  };
}

/** The days from `first` to `last`, both among them, cut before each day that `begins` a period. */
function periodsOf(first: string, last: string, begins: (day: number) => boolean): Period[] {
  const periods: Period[] = [];
  let start = Date.parse(first);
  for (let day = start; day <= Date.parse(last); day += dayMs) {
    const next = day + dayMs;
    if (next <= Date.parse(last) && !begins(next)) continue;
    periods.push({ start: isoDay(start), end: isoDay(day) });
    start = next;
  }
  return periods;
}

function isoDay(day: number): string {
  return new Date(day).toISOString().slice(0, 10);
}
