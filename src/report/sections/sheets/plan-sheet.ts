import { channelName, channelNames } from "../../../lib/english.ts";
import { type Money, money } from "../../../lib/money.ts";
import {
  amount,
  column,
  date,
  formula,
  minor,
  number,
  type Sheet,
  type SheetColumn,
  share,
  sheet,
  text,
  unitPrice,
} from "../../blocks/sheet.ts";
import { total } from "../../blocks/totals.ts";
import type { BriefInReport } from "../brief.ts";
import type { PlanLine as Line, Plan } from "../described/plan.ts";

export interface Planned {
  readonly plan?: Plan;
  readonly brief?: Pick<BriefInReport, "budget" | "flight" | "gross">;
}

/** Where the summary says what is there for media. */
export const mediaCell = "summary!$B$2";

/** Titles that other sheets calculate with, and that edited amounts are read back by. */
export const planTitles = {
  id: "Package id",
  product: "Package",
  seller: "Seller",
  channel: "Channel",
  firstDay: "First day",
  lastDay: "Last day",
  impressions: "Expected impressions",
  amount: (currency: string) => `Amount (${currency})`,
  current: (currency: string) => `Current (${currency})`,
  currentImpressions: "Current impressions",
  week: (start: string, currency: string) => `From ${start} (${currency})`,
} as const;

/** Whether something of the plan is ordered otherwise by now, or was refused: the sheets have a column for it then. */
export function isChanged({ lines }: Plan): boolean {
  return lines.some(({ amount, current }) => amount.minor !== current.amount.minor);
}

/** The columns that hold what stands, which are the plan's own as long as all of it does. */
export function titlesNow(plan: Plan): { readonly amount: string; readonly impressions: string } {
  const { currency } = plan.total;
  return isChanged(plan)
    ? { amount: planTitles.current(currency), impressions: planTitles.currentImpressions }
    : { amount: planTitles.amount(currency), impressions: planTitles.impressions };
}

/** One row for each package: its amounts may be edited, and all that depends on them follows. */
export function planSheet({ plan, brief }: Planned): Sheet | undefined {
  if (plan === undefined) return undefined;
  const { currency } = plan.total;
  const { calendar } = plan;
  const own = planTitles.amount(currency);
  const now = titlesNow(plan);
  const weeks = (calendar?.periods ?? []).map(
    ({ start }, i): SheetColumn<Line> =>
      column(
        planTitles.week(start, currency),
        14,
        ({ lineId, current: { amount: whole } }, at) => {
          const line = calendar?.lines.find((line) => line.lineId === lineId);
          const part = (line?.current ?? line?.amounts)?.[i];
          if (part === undefined || whole.minor === 0) return undefined;
          return formula(`${at(now.amount)}*${part.minor / whole.minor}`, amount(part));
        },
        "sum",
      ),
  );
  const columns: SheetColumn<Line>[] = [
    column(
      planTitles.product,
      34,
      ({ product }) => text(product),
      () => text("All"),
    ),
    column(planTitles.seller, 26, ({ sellerId }) => text(sellerId)),
    column(planTitles.channel, 18, (line) => text(countedFor(line))),
    column(own, 16, (line) => amount(line.amount), "sum"),
    column("Share", 9, (line, at) => formula(`${at(own)}/${mediaCell}`, share(line.share)), "sum"),
    ...grossColumn(brief, own),
    column(planTitles.impressions, 16, (line) => number(line.expectedImpressions), "sum"),
    column(
      `CPM (${currency})`,
      12,
      (line, at) => cpm(at(own), at(planTitles.impressions), line.amount, line.expectedImpressions),
      (at) =>
        cpm(
          at(own),
          at(planTitles.impressions),
          plan.total,
          total(plan.lines, (line) => line.expectedImpressions),
        ),
    ),
    ...(isChanged(plan)
      ? [
          column<Line>(now.amount, 16, ({ current }) => amount(current.amount), "sum"),
          column<Line>(now.impressions, 16, ({ current }) => number(current.expectedImpressions), "sum"),
        ]
      : []),
    column("Seller's currency", 10, ({ budget }) => text(budget.currency)),
    column("Budget at the seller", 18, ({ budget, changed }) => amount(changed?.budget ?? budget)),
    column("Bid", 14, ({ bid }) => unitPrice(bid)),
    column("Signal", 24, ({ signal }) => text(signal?.id)),
    column(`Data at most (${currency})`, 16, ({ signal }) => amount(signal?.cost), "sum"),
    column(planTitles.firstDay, 12, ({ flight = brief?.flight }) => date(flight?.start)),
    column(planTitles.lastDay, 12, ({ changed, flight = brief?.flight }) =>
      date(changed?.end ?? flight?.end),
    ),
    column("Status", 12, ({ status }) => text(status)),
    column("Buy", 20, ({ mediaBuyId }) => text(mediaBuyId)),
    column("Why", 60, ({ reason }) => text(reason)),
    ...weeks,
    column("All channels", 20, ({ channels }) => text(channelNames(channels))),
    column(planTitles.id, 40, ({ lineId }) => text(lineId)),
  ];
  return sheet("plan", columns, plan.lines);
}

/** What the client pays for the package with its part of the fees. */
function grossColumn(brief: Planned["brief"], own: string): SheetColumn<Line>[] {
  if (brief?.gross === undefined) return [];
  const factor = brief.gross.total.minor / brief.budget.minor;
  const { currency } = brief.budget;
  return [
    column(
      `With fees (${currency})`,
      16,
      (line, at) =>
        formula(`${at(own)}*${factor}`, amount(money(Math.round(line.amount.minor * factor), currency))),
      "sum",
    ),
  ];
}

/** The channel that a package counts for, in words. */
export function countedFor({ channels: [first = "other"] }: Pick<Line, "channels">): string {
  return channelName(first);
}

/** Price of 1,000 expected impressions; nothing where none are expected. */
export function cpm(amountAt: string, impressionsAt: string, spend: Money, impressions: number | undefined) {
  if (!impressions) return undefined;
  const value = minor((spend.minor * 1000) / impressions, spend.currency);
  return formula(`${amountAt}/${impressionsAt}*1000`, value);
}
