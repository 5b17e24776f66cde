import { formatCount } from "../../lib/english.ts";
import { formatDay, formatPercent, formatShort, sentence } from "../blocks/format.ts";
import { gapWords, total } from "../blocks/totals.ts";
import type { Report } from "../report.ts";
import { axisStyle, type Chart, ink } from "./chart.ts";

/** Impressions per day of all buys that have a plan, against that plan. */
export function deliveryDaysChart(report: Report): Chart | undefined {
  const buys = report.delivery.buys.filter(({ planned }) => planned.impressions !== undefined);
  const days = buys.flatMap((buy) => buy.daily);
  const dates = [...new Set(days.map((day) => day.date))].sort();
  if (dates.length < 2) return undefined;
  const byDate = dates.map((date) => days.filter((day) => day.date === date));
  // A day that nobody reports is a gap in both lines; of another, buys that report it stand beside their own plan.
  const sums = (of: (day: (typeof days)[number]) => number | undefined) =>
    byDate.map((some) => {
      const reported = some.filter((day) => of(day) !== undefined);
      return reported.length === 0 ? null : total(reported, of);
    });
  const delivered = sums(({ impressions }) => impressions);
  const planned = sums(({ plannedImpressions }) => plannedImpressions);
  const [shown, expected] = [
    total(delivered, (one) => one ?? 0),
    total(buys, ({ planned }) => planned.impressions ?? 0),
  ];
  if (expected === 0) return undefined;
  const gap = gapWords(total(days, ({ notReported }) => notReported.impressions));
  return {
    id: "delivery-days",
    title: "Impressions per day against plan",
    description:
      `${formatCount(shown)} impressions from ${dates[0]} to ${dates.at(-1)}, ` +
      `${formatPercent(shown / expected)} of the ${formatCount(expected)} due on these days.${gap && ` ${sentence(gap)}`}`,
    legend: [
      { label: "delivered", colour: ink.accent },
      { label: "planned", colour: "var(--series-3)" },
    ],
    height: (width) => (width === "wide" ? 260 : 220),
    option: (width) => ({
      grid: { left: 54, right: 14, top: 12, bottom: 28 },
      xAxis: {
        type: "category",
        boundaryGap: false,
        data: dates.map(formatDay),
        ...axisStyle,
        axisLabel: {
          ...axisStyle.axisLabel,
          interval: Math.ceil(dates.length / (width === "wide" ? 10 : 4)) - 1,
        },
      },
      yAxis: {
        type: "value",
        min: 0,
        splitNumber: 4,
        ...axisStyle,
        axisLine: { show: false },
        axisLabel: { ...axisStyle.axisLabel, formatter: (value: number) => formatShort(value) },
      },
      series: [
        {
          type: "line" as const,
          silent: true,
          symbol: "none",
          lineStyle: { color: "var(--series-3)", width: 2, type: "dashed" as const },
          data: planned,
        },
        {
          type: "line" as const,
          silent: true,
          symbol: "none",
          lineStyle: { color: ink.accent, width: 2.5 },
          areaStyle: { color: ink.accent, opacity: 0.1 },
          data: delivered,
        },
      ],
    }),
  };
}
