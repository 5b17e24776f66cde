import { groupBy } from "../../../lib/group-by.ts";
import { type Money, money, totalMoney } from "../../../lib/money.ts";
import {
  amount,
  column,
  formula,
  number,
  rangeOf,
  type Sheet,
  type SheetColumn,
  share,
  sheet,
  text,
} from "../../blocks/sheet.ts";
import { total } from "../../blocks/totals.ts";
import { planNow } from "../described/plan.ts";
import { countedFor, cpm, mediaCell, type Planned, planSheet, planTitles, titlesNow } from "./plan-sheet.ts";

type Plan = NonNullable<Planned["plan"]>;

interface Channel {
  readonly name: string;
  readonly lines: Plan["lines"];
  readonly spend: Money;
}

/** The channel mix of what stands and its weeks, one row for each channel, all of it out of the plan's rows. */
export function flowchartSheet({ plan, brief }: Planned): Sheet | undefined {
  const of = planSheet({ plan, brief });
  if (plan === undefined || brief === undefined || of === undefined || plan.lines.length === 0)
    return undefined;
  const { currency } = plan.total;
  const now = planNow(plan);
  const { amount: own, impressions } = titlesNow(plan);
  const fromPlan = (title: string, at: string) =>
    `SUMIFS(${rangeOf(of, title)},${rangeOf(of, planTitles.channel)},${at})`;
  const weeks = (plan.calendar?.periods ?? []).map(
    ({ start }, i): SheetColumn<Channel> =>
      column(
        `From ${start}`,
        14,
        ({ lines }, at) =>
          formula(fromPlan(planTitles.week(start, currency), at("Channel")), amount(inWeek(now, lines, i))),
        "sum",
      ),
  );
  const columns: readonly SheetColumn<Channel>[] = [
    column(
      "Channel",
      24,
      ({ name }) => text(name),
      () => text("All"),
    ),
    column("Packages", 10, ({ lines }) => number(lines.length), "sum"),
    column(own, 16, ({ spend }, at) => formula(fromPlan(own, at("Channel")), amount(spend)), "sum"),
    column(
      "Share",
      9,
      ({ spend }, at) => formula(`${at(own)}/${mediaCell}`, share(spend.minor / brief.budget.minor)),
      "sum",
    ),
    column(
      impressions,
      18,
      ({ lines }, at) => formula(fromPlan(impressions, at("Channel")), number(impressionsOf(lines))),
      "sum",
    ),
    column(
      `CPM (${currency})`,
      12,
      ({ lines, spend }, at) => cpm(at(own), at(impressions), spend, impressionsOf(lines)),
      (at) => cpm(at(own), at(impressions), now.total, impressionsOf(now.lines)),
    ),
    ...weeks,
  ];
  return sheet("flowchart", columns, channelsOf(now));
}

function channelsOf({ lines, total: all }: Plan): Channel[] {
  return [...groupBy(lines, countedFor)]
    .map(([name, own]) => ({
      name,
      lines: own,
      spend: totalMoney(own, all.currency, ({ amount }) => amount),
    }))
    .sort((a, b) => b.spend.minor - a.spend.minor || (a.name < b.name ? -1 : 1));
}

function impressionsOf(lines: Plan["lines"]): number {
  return total(lines, ({ expectedImpressions }) => expectedImpressions);
}

function inWeek({ calendar, total: all }: Plan, lines: Plan["lines"], week: number): Money {
  const none = money(0, all.currency);
  const rows = new Map(calendar?.lines.map(({ lineId, amounts }) => [lineId, amounts]));
  return totalMoney(lines, all.currency, ({ lineId }) => rows.get(lineId)?.[week] ?? none);
}
