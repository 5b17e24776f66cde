import { mondayOf } from "../../lib/days.ts";
import { formatCount } from "../../lib/english.ts";
import { groupBy } from "../../lib/group-by.ts";
import { formatMinor, formatMoney } from "../../lib/money.ts";
import { type Cell, marked } from "../blocks/cell.ts";
import { type Block, list, only, prose, type Section } from "../blocks/document.ts";
import { evenInstead, formatPercent, formatPeriod } from "../blocks/format.ts";
import { amount, column, date, number, type Sheet, sheet, text } from "../blocks/sheet.ts";
import { figure, header, plain, printMedia, table, under } from "../blocks/table.ts";
import { gapWords, total, withGap } from "../blocks/totals.ts";
import type { Delivery } from "./described/delivery.ts";

type Buy = Delivery["buys"][number];

/** Packages that spend otherwise than their curve wants, one sentence each. */
function offPace(buys: Delivery["buys"]): string[] {
  return buys.flatMap(({ sellerId, packages }) =>
    packages.flatMap(({ product, pace, spend, notReported }) =>
      pace === undefined || pace === "on"
        ? []
        : `${product} of ${sellerId} is ${pace} its pace, with ${withGap(spend && formatMoney(spend), notReported.spend)} spent`,
    ),
  );
}

/** What each restated day was first reported with, beside what stands now. */
function restatedDays({ sellerId, mediaBuyId, daily }: Buy): string[] {
  const words = ({ impressions, spend }: Pick<Buy["daily"][number], "impressions" | "spend">) =>
    [
      impressions === undefined ? "impressions not reported" : `${formatCount(impressions)} impressions`,
      spend === undefined ? "spend not reported" : formatMoney(spend),
    ].join(", ");
  return daily.flatMap(({ date: day, first, ...now }) =>
    first === undefined
      ? []
      : `${sellerId}, ${mediaBuyId}, ${day}: first ${words(first)}; since ${first.restatedAt.slice(0, 10)} ${words(now)}`,
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
    const curves = evenInstead(buys.flatMap(({ packages }) => packages));
    return [
      only(printMedia, prose(`As the sellers report it, in the currency of each buy.${curves}`)),
      { type: "chart", chart: "delivery-days" },
      buysTable(buys),
      list(
        alerts.map(({ at, lineId, product, text }) => `${at.slice(0, 10)}, ${product ?? lineId}: ${text}`),
        "Alerts",
      ),
      list(offPace(buys), "Off pace"),
      list(
        buys.flatMap(({ sellerId, mediaBuyId, findings }) =>
          findings.map((finding) => `${sellerId}, ${mediaBuyId}: ${finding}`),
        ),
        "Reporting anomalies",
      ),
      list(buys.flatMap(restatedDays), "Restated days"),
      list(
        unreported.map(
          ({ sellerId, stepId, reason }) => `No figures from ${sellerId} (${stepId}): ${reason}`,
        ),
        "Not measured",
      ),
      only(["page"], weeksTable(buys)),
    ];
  },
  sheet: daysSheet,
};

/** What a client sees of it below the lines: alerts and sellers' odd reports are the buyer's. */
export const deliveryForClients: Section<{ readonly delivery: Delivery }> = {
  ...delivery,
  blocks: ({ delivery: { buys } }) => buys.length > 0 && { type: "chart", chart: "delivery-days" },
};

function buysTable(buys: readonly Buy[]): Block {
  const ofPlan = (share: number | undefined) => share !== undefined && formatPercent(share);
  return table<Buy>({
    caption: "Delivered against plan",
    rows: buys,
    columns: [
      header("Seller", ({ sellerId }) => sellerId),
      under("Buy", ({ mediaBuyId }) => mediaBuyId),
      under("Period", ({ period }) => formatPeriod(period), { on: printMedia }),
      figure("Impressions", ({ delivered: { impressions, notReported } }) =>
        reportedCell(impressions, notReported.impressions, formatCount),
      ),
      under(
        "Planned",
        ({ planned }) =>
          `of ${planned.impressions === undefined ? "no plan" : formatCount(planned.impressions)}`,
        { on: printMedia },
      ),
      figure("Of plan", (buy) => ofPlan(buy.ofPlan.impressions)),
      figure("Spend", ({ delivered: { spend, notReported } }) =>
        reportedCell(spend, notReported.spend, formatMoney),
      ),
      under("Planned", ({ planned }) => `of ${formatMoney(planned.spend)}`, { on: printMedia }),
      figure("Of plan", (buy) => ofPlan(buy.ofPlan.spend)),
      figure(
        "Clicks",
        ({ delivered: { clicks, notReported } }) =>
          withGap(clicks === undefined ? undefined : formatCount(clicks), notReported.clicks),
        { on: printMedia },
      ),
      figure("Completed", ({ delivered }) => ofPlan(delivered.completionRate), { on: printMedia }),
    ],
  });
}

function reportedCell<Value>(value: Value | undefined, days: number, format: (value: Value) => string): Cell {
  if (value === undefined) return "not reported";
  return [marked("strong", format(value)), days > 0 && marked("small", gapWords(days))];
}

interface DeliveryColumns {
  readonly buy: Buy;
  readonly days: Buy["daily"];
}

/** Each buy's weeks from Monday; its days are a sheet of their own. */
function weeksTable(buys: readonly Buy[]): Block {
  const rows = buys.flatMap((buy): DeliveryColumns[] =>
    [...groupBy(buy.daily, ({ date }) => mondayOf(date)).values()].map((days) => ({ buy, days })),
  );
  const planned = (days: DeliveryColumns["days"]) =>
    total(days, ({ plannedImpressions }) => plannedImpressions);
  return table<DeliveryColumns>({
    caption: "Delivered by week",
    fold: "Week by week",
    note: 'The single days are in the workbook\'s sheet "delivery".',
    rows,
    columns: [
      header("Buy", ({ buy }) => buy.sellerId),
      under("At the seller", ({ buy }) => buy.mediaBuyId),
      plain("Days", ({ days }) => `${days[0]?.date} to ${days.at(-1)?.date}`, { kind: "short" }),
      figure("Impressions", ({ days }) => weekly(days, "impressions", formatCount)),
      figure(
        "Planned",
        ({ days }) =>
          days.some(({ plannedImpressions }) => plannedImpressions !== undefined) &&
          formatCount(planned(days)),
      ),
      figure("Clicks", ({ days }) => weekly(days, "clicks", formatCount)),
      figure("Spend", ({ buy, days }) =>
        weekly(days, "spend", (minor) => formatMinor(minor, buy.planned.spend.currency)),
      ),
    ],
  });
}

/** A week's sum, and how many of its days are not in it. */
function weekly(
  days: DeliveryColumns["days"],
  figure: "impressions" | "clicks" | "spend",
  format: (sum: number) => string,
): string {
  const reported = days.flatMap((day) => (figure === "spend" ? day.spend?.minor : day[figure]) ?? []);
  return withGap(
    reported.length === 0 ? undefined : format(total(reported, (one) => one)),
    total(days, ({ notReported }) => notReported[figure]),
  );
}

/** One row for each day of each buy. */
function daysSheet({ delivery: { buys } }: { readonly delivery: Delivery }): Sheet | undefined {
  const rows = buys.flatMap((buy) => buy.daily.map((day) => ({ buy, day })));
  if (rows.length === 0) return undefined;
  return sheet<(typeof rows)[number]>(
    "delivery",
    [
      column("Seller", 26, ({ buy }) => text(buy.sellerId)),
      column("Buy", 20, ({ buy }) => text(buy.mediaBuyId)),
      column("Day", 12, ({ day }) => date(day.date)),
      column("Impressions", 14, ({ day }) => number(day.impressions)),
      column("Impressions planned", 14, ({ day }) => number(day.plannedImpressions)),
      column("Clicks", 10, ({ day }) => number(day.clicks)),
      column("Currency", 10, ({ buy }) => text(buy.planned.spend.currency)),
      column("Spend", 14, ({ day }) => amount(day.spend)),
      ...(rows.some(({ day }) => day.first !== undefined)
        ? [
            column<(typeof rows)[number]>("First impressions", 14, ({ day }) =>
              number(day.first?.impressions),
            ),
            column<(typeof rows)[number]>("First spend", 14, ({ day }) => amount(day.first?.spend)),
            column<(typeof rows)[number]>("Restated on", 12, ({ day }) =>
              date(day.first?.restatedAt.slice(0, 10)),
            ),
          ]
        : []),
      column("Not reported", 26, ({ day }) =>
        text(
          Object.entries(day.notReported)
            .flatMap(([figure, days]) => (days > 0 ? figure : []))
            .join(", "),
        ),
      ),
    ],
    rows,
  );
}
