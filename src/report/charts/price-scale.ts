import type { CustomSeriesRenderItem } from "echarts";
import { currencyDigits, formatMinor } from "../../lib/money.ts";
import { formatShort } from "../blocks/format.ts";
import type { Report } from "../report.ts";
import { axisStyle, type Chart, ink } from "./chart.ts";

/** Each priced offer by price and scale, with its ranges as a cross; the numbers are ranks. */
export function priceScaleChart(report: Report): Chart | undefined {
  const { currency } = report;
  const points = report.offers.flatMap(({ cpm, impressions, ...offer }) =>
    cpm && impressions && impressions.low > 0 ? [{ ...offer, cpm, impressions }] : [],
  );
  if (currency === undefined || points.length < 2) return undefined;
  const unit = 10 ** currencyDigits(currency);
  const cheapest = points.reduce((a, b) => (b.cpm.mid < a.cpm.mid ? b : a));
  const largest = points.reduce((a, b) => (b.impressions.mid > a.impressions.mid ? b : a));
  const groups = [
    { label: "in the plan", colour: ink.accent, points: points.filter((point) => point.inPlan) },
    {
      label: report.plan ? "ranked, not in the plan" : "may be bought",
      colour: "var(--open)",
      points: points.filter((point) => !point.inPlan && point.rank !== undefined),
    },
    {
      label: "outside the limits",
      colour: "var(--failed)",
      points: points.filter((point) => point.rank === undefined),
    },
  ].filter((group) => group.points.length > 0);
  return {
    id: "price-scale",
    title: "Price against scale",
    description:
      `${points.length} priced offers. The cheapest is ${cheapest.product} of ${cheapest.sellerId} at ` +
      `${formatMinor(cheapest.cpm.mid, currency)} CPM; the largest is ${largest.product} of ` +
      `${largest.sellerId} with ${formatShort(largest.impressions.mid)} impressions. Numbers are ranks; lines, where there is room for them, are ranges.`,
    legend: groups,
    height: (width) => (width === "wide" ? 380 : 320),
    option: (width) => ({
      grid: { left: 46, right: width === "wide" ? 24 : 14, top: 34, bottom: 48 },
      xAxis: {
        type: "log",
        name: "impressions over the flight",
        nameLocation: "middle",
        nameGap: 30,
        min: Math.min(...points.map((point) => point.impressions.low)) * 0.8,
        max: Math.max(...points.map((point) => point.impressions.high)) * 1.2,
        ...axisStyle,
        axisLabel: {
          ...axisStyle.axisLabel,
          hideOverlap: true,
          showMinLabel: false,
          showMaxLabel: false,
          formatter: (value: number) => formatShort(value),
        },
      },
      yAxis: {
        type: "value",
        name: `CPM (${currency})`,
        nameLocation: "end",
        nameGap: 14,
        min: 0,
        ...axisStyle,
        axisLine: { show: false },
        nameTextStyle: { ...axisStyle.nameTextStyle, align: "left", padding: [0, 0, 0, -40] },
      },
      series: groups.flatMap((group) => [
        ...(width === "narrow"
          ? []
          : [
              {
                type: "custom" as const,
                silent: true,
                renderItem: cross(group.colour),
                encode: { x: [0, 1, 2], y: [3, 4, 5] },
                data: group.points.map(({ impressions, cpm }) => [
                  impressions.low,
                  impressions.mid,
                  impressions.high,
                  cpm.low / unit,
                  cpm.mid / unit,
                  cpm.high / unit,
                ]),
              },
            ]),
        {
          type: "scatter" as const,
          silent: true,
          symbolSize: 22,
          itemStyle: { color: group.colour, opacity: 1 },
          label: {
            show: true,
            color: "var(--paper)",
            fontSize: 11,
            fontWeight: "bold" as const,
            formatter: ({ dataIndex }: { readonly dataIndex: number }) =>
              String(group.points[dataIndex]?.rank ?? "–"),
          },
          data: group.points.map(({ impressions, cpm }) => [impressions.mid, cpm.mid / unit]),
        },
      ]),
    }),
  };
}

/** Lines from low to high on both axes, crossing at the middle values. */
function cross(stroke: string): CustomSeriesRenderItem {
  return (_, api) => {
    const value = (dimension: number) => Number(api.value(dimension));
    const line = (from: readonly [number, number], to: readonly [number, number]) => {
      const [x1 = 0, y1 = 0] = api.coord([...from]);
      const [x2 = 0, y2 = 0] = api.coord([...to]);
      const style = { stroke, lineWidth: 2, opacity: 0.4, fill: "none" };
      return { type: "line" as const, shape: { x1, y1, x2, y2 }, style };
    };
    return {
      type: "group",
      children: [
        ...(value(0) < value(2) ? [line([value(0), value(4)], [value(2), value(4)])] : []),
        ...(value(3) < value(5) ? [line([value(1), value(3)], [value(1), value(5)])] : []),
      ],
    };
  };
}
