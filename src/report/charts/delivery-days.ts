import { formatCount } from "../../lib/english.ts";
import { formatPercent, formatShort } from "../format.ts";
import type { Report } from "../report.ts";
import { axisStyle, type Chart, ink } from "./chart.ts";

/** Impressions per day of all buys that have a plan, against that plan. */
export function deliveryDaysChart(report: Report): Chart | undefined {
  const days = report.delivery.buys
    .flatMap((buy) => buy.daily)
    .filter((day) => day.plannedImpressions !== undefined);
  const dates = [...new Set(days.map((day) => day.date))].sort();
  if (dates.length < 2) return undefined;
  const perDate = (figure: (day: (typeof days)[number]) => number) =>
    dates.map((date) =>
      days.filter((day) => day.date === date).reduce((total, day) => total + figure(day), 0),
    );
  const delivered = perDate((day) => day.impressions);
  const planned = perDate((day) => day.plannedImpressions ?? 0);
  const total = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
  return {
    id: "delivery-days",
    title: "Impressions per day against plan",
    description:
      `${formatCount(total(delivered))} impressions from ${dates[0]} to ${dates.at(-1)}, ` +
      `${formatPercent(total(delivered) / total(planned))} of the ${formatCount(total(planned))} planned for these days.`,
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
        data: dates.map((date) => date.slice(5)),
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
