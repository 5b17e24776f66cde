import { channelNames } from "../../../lib/english.ts";
import { formatMoney, subtract } from "../../../lib/money.ts";
import { sentence } from "../../blocks/format.ts";
import {
  amount,
  type Cell,
  cellAt,
  column,
  date,
  formula,
  number,
  type Sheet,
  type SheetColumn,
  share,
  sheet,
  text,
  totalOf,
} from "../../blocks/sheet.ts";
import { total } from "../../blocks/totals.ts";
import type { Report } from "../../report.ts";
import { isCeiling } from "../answer.ts";
import type { Plan } from "../described/plan.ts";
import { moneyFigures } from "../money-summary.ts";
import { cpm, isChanged, planSheet, planTitles, titlesNow } from "./plan-sheet.ts";

interface Row {
  readonly what: string;
  readonly figure?: Cell;
  readonly words?: string;
}

/** By which a workbook is known again. */
export const campaignTitle = "Campaign id";

/** What a planner reads first: the money from what the client pays to what is planned, and what it buys. */
export function summarySheet(report: Report): Sheet | undefined {
  const { brief, campaign, headline } = report;
  if (brief === undefined) return undefined;
  const rows: Row[] = [
    ...moneyRows(brief),
    ...planRows(report),
    ...boughtRows(report),
    { what: "Verdict", words: headline.verdict },
    { what: "Advertiser", words: brief.brand },
    { what: "Campaign", words: headline.title },
    { what: "Objective", words: brief.objective },
    { what: "First day", figure: date(brief.flight.start) },
    { what: "Last day", figure: date(brief.extendedTo ?? brief.flight.end) },
    { what: "Countries", words: brief.countries.join(", ") },
    { what: "Channels", words: channelNames(brief.channels) },
    { what: campaignTitle, words: campaign.id },
  ];
  const columns: readonly SheetColumn<Row>[] = [
    column("What", 28, ({ what }) => text(what)),
    column("Figure", 20, ({ figure }) => figure),
    column("In words", 90, ({ words }) => text(words)),
  ];
  return { ...sheet("summary", columns, rows), fixed: true };
}

/** What is there for media stands first, in `mediaCell`: gross and fees follow it. */
function moneyRows({ budget, gross }: NonNullable<Report["brief"]>): Row[] {
  const media = "For media";
  if (gross === undefined) return [{ what: media, figure: amount(budget) }];
  const [first = "", ...fees] = [gross.total, ...gross.fees].map((_, i) => cellAt(1, i + 3));
  return [
    {
      what: media,
      figure: formula([first, ...fees].join("-"), amount(budget)),
      words: "Gross less all fees",
    },
    { what: "Gross: the client pays", figure: amount(gross.total) },
    ...gross.fees.map(({ name, amount: fee }) => ({ what: `Less ${name}`, figure: amount(fee) })),
  ];
}

/** Where the money is by now: as every reader is given it. */
function boughtRows({ headline: { money }, steps }: Report): Row[] {
  if (money === undefined || steps.length === 0) return [];
  const [, , ...figures] = moneyFigures(money);
  return figures.map(([what, figure]) => ({ what, figure: amount(figure) }));
}

/** What stands of the plan, where that is not all of it as it was planned. */
function currentRows(plan: Plan, of: Sheet, answer: Report["answer"]): Row[] {
  if (!isChanged(plan)) return [];
  const titles = titlesNow(plan);
  const reached = isCeiling(answer?.target) ? undefined : answer?.asPlanned && answer.planned?.share;
  return [
    { what: "Current", figure: totalOf(of, titles.amount) },
    { what: "Current impressions", figure: totalOf(of, titles.impressions) },
    ...(reached === undefined ? [] : [{ what: "Current part of the target", figure: share(reached) }]),
  ];
}

function planRows({ plan, brief, answer }: Report): Row[] {
  const of = planSheet({ plan, brief });
  if (plan === undefined || of === undefined || brief === undefined || plan.lines.length === 0) return [];
  const spend = totalOf(of, planTitles.amount(plan.total.currency));
  const impressions = totalOf(of, planTitles.impressions);
  const spendAt = spend?.type === "formula" ? spend.formula : "0";
  const impressionsAt = impressions?.type === "formula" ? impressions.formula : "0";
  const expected = total(plan.lines, (line) => line.expectedImpressions);
  const reached = isCeiling(answer?.target) ? undefined : (answer?.asPlanned ?? answer?.planned)?.share;
  const { budget, gross } = brief;
  return [
    { what: "Planned", figure: spend },
    {
      what: "Not in the plan",
      figure: formula(`B2-${spendAt}`, amount(subtract(budget, plan.total))),
      words: plan.binding.map(sentence).join(" "),
    },
    { what: "Packages", figure: number(plan.lines.length) },
    { what: "Sellers", figure: number(new Set(plan.lines.map(({ sellerId }) => sellerId)).size) },
    { what: "Expected impressions", figure: impressions },
    {
      what: "CPM",
      figure: cpm(spendAt, impressionsAt, plan.total, expected),
      words: "Planned amount over expected impressions",
    },
    reached !== undefined && { what: "Part of the target", figure: share(reached) },
    ...currentRows(plan, of, answer),
    gross && {
      what: "CPM with fees",
      figure: cpm(
        `B3*${spendAt}/B2`,
        impressionsAt,
        gross.total,
        (expected * budget.minor) / plan.total.minor,
      ),
      words: `What the client pays, ${formatMoney(gross.total)}, over expected impressions`,
    },
  ].filter((row) => row !== undefined && row !== false);
}
