import { mondayOf } from "../../lib/days.ts";
import { formatCount } from "../../lib/english.ts";
import { groupBy } from "../../lib/group-by.ts";
import { formatMoney, money } from "../../lib/money.ts";
import { type Block, list, marked, only, prose, type Section, table } from "../document.ts";
import { evenInstead, formatPercent } from "../format.ts";
import { amount, date, number, type Sheet, sheet, text } from "../sheet.ts";
import type { Delivery } from "./described/delivery.ts";

type Buy = Delivery["buys"][number];

/** Packages that spend otherwise than their curve wants, one sentence each. */
function offPace(buys: Delivery["buys"]): string[] {
  return buys.flatMap(({ packages }) =>
    packages.flatMap(({ lineId = "", pace, spend }) =>
      pace === undefined || pace === "on"
        ? []
        : [`${lineId} is ${pace} its pace, with ${formatMoney(spend)} spent`],
    ),
  );
}

/** What was delivered against plan. */
export const delivery: Section<{ readonly delivery: Delivery }> = {
  id: "delivery",
  name: "Delivery",
  title: "Delivery",
  none: "no delivery yet",
  blocks: ({ delivery: { buys, unreported, alerts } }) => {
    if (buys.length === 0 && unreported.length === 0 && alerts.length === 0) return [];
    return [
      ...prose(
        `As the sellers report it, in the currency of each buy.${evenInstead(buys.flatMap(({ packages }) => packages))}`,
      ).map((block) => only(["page", "markdown"], block)),
      { type: "chart", chart: "delivery-days" },
      ...(buys.length > 0 ? [buysTable(buys)] : []),
      ...list(
        alerts.map(({ at, lineId, text }) => `${at.slice(0, 10)}, ${lineId}: ${text}`),
        "Alerts",
      ),
      ...list(offPace(buys), "Off their pace"),
      ...list(
        buys.flatMap(({ sellerId, mediaBuyId, findings }) =>
          findings.map((finding) => `${sellerId}, ${mediaBuyId}: ${finding}`),
        ),
        "Odd in the sellers' reports",
      ),
      ...list(
        unreported.map(
          ({ sellerId, stepId, reason }) => `No figures from ${sellerId} (${stepId}): ${reason}`,
        ),
        "Not measured",
      ),
      ...weeksTable(buys),
    ];
  },
  sheet: daysSheet,
};

function buysTable(buys: readonly Buy[]): Block {
  const ofPlan = (share: number | undefined) => share !== undefined && formatPercent(share);
  return table<Buy>({
    caption: "Delivered against plan",
    rows: buys,
    columns: [
      { label: "Seller", kind: "header", cell: ({ sellerId }) => sellerId },
      { label: "Buy", under: true, cell: ({ mediaBuyId }) => mediaBuyId },
      {
        label: "Period",
        under: true,
        on: ["page", "markdown"],
        cell: ({ period }) => `${period.start} to ${period.end}`,
      },
      {
        label: "Impressions",
        kind: "number",
        cell: ({ delivered }) => marked("strong", formatCount(delivered.impressions)),
      },
      {
        label: "Planned",
        under: true,
        on: ["page", "markdown"],
        cell: ({ planned }) =>
          planned.impressions === undefined ? "of no plan" : `of ${formatCount(planned.impressions)}`,
      },
      { label: "Of plan", kind: "number", cell: (buy) => ofPlan(buy.ofPlan.impressions) },
      {
        label: "Spend",
        kind: "number",
        cell: ({ delivered }) => marked("strong", formatMoney(delivered.spend)),
      },
      {
        label: "Planned",
        under: true,
        on: ["page", "markdown"],
        cell: ({ planned }) => `of ${formatMoney(planned.spend)}`,
      },
      { label: "Of plan", kind: "number", cell: (buy) => ofPlan(buy.ofPlan.spend) },
      {
        label: "Clicks",
        kind: "number",
        on: ["page", "markdown"],
        cell: ({ delivered }) => formatCount(delivered.clicks),
      },
      {
        label: "Completed",
        kind: "number",
        on: ["page", "markdown"],
        cell: ({ delivered }) => ofPlan(delivered.completionRate),
      },
    ],
  });
}

interface Told {
  readonly buy: Buy;
  readonly days: Buy["daily"];
}

/** Each buy's weeks from Monday; its days are a sheet of their own. */
function weeksTable(buys: readonly Buy[]): Block[] {
  const rows = buys.flatMap((buy): Told[] =>
    [...groupBy(buy.daily, ({ date }) => mondayOf(date)).values()].map((days) => ({ buy, days })),
  );
  if (rows.length === 0) return [];
  const total = (days: Told["days"], of: (day: Told["days"][number]) => number) =>
    days.reduce((sum, day) => sum + of(day), 0);
  const block = table<Told>({
    caption: "Delivered by week",
    fold: "Week by week",
    note: 'The single days are in the workbook\'s sheet "delivery".',
    rows,
    columns: [
      { label: "Buy", kind: "header", cell: ({ buy }) => buy.sellerId },
      { label: "At the seller", under: true, cell: ({ buy }) => buy.mediaBuyId },
      {
        label: "Days",
        kind: "short",
        cell: ({ days }) => `${days[0]?.date} to ${days.at(-1)?.date}`,
      },
      {
        label: "Impressions",
        kind: "number",
        cell: ({ days }) => formatCount(total(days, ({ impressions }) => impressions)),
      },
      {
        label: "Planned",
        kind: "number",
        cell: ({ days }) =>
          days.some(({ plannedImpressions }) => plannedImpressions !== undefined) &&
          formatCount(total(days, ({ plannedImpressions = 0 }) => plannedImpressions)),
      },
      {
        label: "Clicks",
        kind: "number",
        cell: ({ days }) => formatCount(total(days, ({ clicks }) => clicks)),
      },
      {
        label: "Spend",
        kind: "number",
        cell: ({ buy, days }) =>
          formatMoney(
            money(
              total(days, ({ spend }) => spend.minor),
              buy.delivered.spend.currency,
            ),
          ),
      },
    ],
  });
  return [only(["page"], block)];
}

/** One row for each day of each buy. */
function daysSheet({ delivery: { buys } }: { readonly delivery: Delivery }): Sheet | undefined {
  const rows = buys.flatMap((buy) => buy.daily.map((day) => ({ buy, day })));
  if (rows.length === 0) return undefined;
  return sheet<(typeof rows)[number]>(
    "delivery",
    [
      { title: "Seller", width: 26, cell: ({ buy }) => text(buy.sellerId) },
      { title: "Buy", width: 20, cell: ({ buy }) => text(buy.mediaBuyId) },
      { title: "Day", width: 12, cell: ({ day }) => date(day.date) },
      { title: "Impressions", width: 14, cell: ({ day }) => number(day.impressions) },
      { title: "Impressions planned", width: 14, cell: ({ day }) => number(day.plannedImpressions) },
      { title: "Clicks", width: 10, cell: ({ day }) => number(day.clicks) },
      { title: "Currency", width: 10, cell: ({ day }) => text(day.spend.currency) },
      { title: "Spend", width: 14, cell: ({ day }) => amount(day.spend) },
    ],
    rows,
  );
}
