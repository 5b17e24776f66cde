import { channelNames, listed } from "../../lib/english.ts";
import { add, formatMoney, money, toDecimal } from "../../lib/money.ts";
import { formatPercent, formatShort } from "../blocks/format.ts";
import { total } from "../blocks/totals.ts";
import type { Report } from "../report.ts";
import { axisStyle, type Chart, shortLabel } from "./chart.ts";
import { seriesLegend, stackedBars } from "./stacked-bars.ts";

/** The budget by seller, each bar divided by channel. */
export function allocationChart(report: Report): Chart | undefined {
  const { plan } = report;
  if (!plan || plan.lines.length === 0) return undefined;
  const channelOf = (line: (typeof plan.lines)[number]) => channelNames(line.channels) || "any channel";
  const sellers = report.sellers.filter((seller) => (seller.planned?.minor ?? 0) > 0);
  const channels = [...new Set(plan.lines.map(channelOf))];
  return {
    id: "allocation",
    title: "Budget by seller and channel",
    description: `${listed(
      sellers.map((seller) => `${seller.id} ${formatPercent(seller.share)}`),
    )} of the budget of ${formatMoney(add(plan.total, plan.unallocated))}.`,
    legend: seriesLegend(channels),
    height: () => 34 + sellers.length * 38,
    option: (width) =>
      stackedBars({
        rows: sellers,
        series: channels,
        figure: ({ id }, channel) =>
          total(
            plan.lines.filter((line) => line.sellerId === id && channelOf(line) === channel),
            ({ amount }) => amount.minor,
          ),
        label: ({ id }) => shortLabel(id, width === "wide" ? 26 : 14),
        total: ({ share }) => formatPercent(share),
        barWidth: 20,
        left: width === "wide" ? 190 : 118,
        right: width === "wide" ? 60 : 44,
        scale: {
          splitNumber: width === "wide" ? 5 : 3,
          axisLabel: {
            ...axisStyle.axisLabel,
            formatter: (minor: number) =>
              formatShort(toDecimal(money(Math.round(minor), plan.total.currency))),
          },
        },
      }),
  };
}
