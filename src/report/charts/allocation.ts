import { listed } from "../../lib/english.ts";
import { add, formatMoney, money, toDecimal } from "../../lib/money.ts";
import { channelNames, formatPercent, formatShort } from "../format.ts";
import type { Report } from "../report.ts";
import { axisStyle, type Chart, ink, seriesColour, shortLabel } from "./chart.ts";

/** The budget by seller, each bar divided by channel. */
export function allocationChart(report: Report): Chart | undefined {
  const { plan } = report;
  if (!plan || plan.lines.length === 0) return undefined;
  const channelOf = (line: (typeof plan.lines)[number]) => channelNames(line.channels) || "any channel";
  const sellers = report.sellers.filter((seller) => (seller.planned?.minor ?? 0) > 0);
  const channels = [...new Set(plan.lines.map(channelOf))];
  const amount = (sellerId: string, channel: string) =>
    plan.lines
      .filter((line) => line.sellerId === sellerId && channelOf(line) === channel)
      .reduce((total, line) => total + line.amount.minor, 0);
  return {
    id: "allocation",
    title: "Budget by seller and channel",
    description: `${listed(
      sellers.map((seller) => `${seller.id} ${formatPercent(seller.share)}`),
    )} of the budget of ${formatMoney(add(plan.total, plan.unallocated))}.`,
    legend: channels.map((label, i) => ({ label, colour: seriesColour(i) })),
    height: () => 34 + sellers.length * 38,
    option: (width) => ({
      grid: { left: width === "wide" ? 190 : 118, right: width === "wide" ? 60 : 44, top: 4, bottom: 30 },
      yAxis: {
        type: "category",
        inverse: true,
        data: sellers.map((seller) => shortLabel(seller.id, width === "wide" ? 26 : 14)),
        ...axisStyle,
        axisLabel: { ...axisStyle.axisLabel, color: ink.text },
      },
      xAxis: {
        type: "value",
        splitNumber: width === "wide" ? 5 : 3,
        ...axisStyle,
        axisLabel: {
          ...axisStyle.axisLabel,
          formatter: (value: number) => formatShort(toDecimal(money(Math.round(value), plan.total.currency))),
        },
      },
      series: channels.map((channel, i) => ({
        type: "bar" as const,
        stack: "budget",
        barWidth: 20,
        silent: true,
        itemStyle: { color: seriesColour(i) },
        label: {
          show: i === channels.length - 1,
          position: "right" as const,
          color: ink.text,
          fontSize: 12,
          formatter: ({ dataIndex }: { readonly dataIndex: number }) =>
            formatPercent(sellers[dataIndex]?.share ?? 0),
        },
        data: sellers.map((seller) => amount(seller.id, channel)),
      })),
    }),
  };
}
