import { formatCount } from "../../lib/english.ts";
import { currencyDigits, formatMoney } from "../../lib/money.ts";
import { formatShort } from "../blocks/format.ts";
import { fitText } from "../blocks/terminal-text.ts";
import type { Report } from "../report.ts";
import { axisStyle, type Chart, type ChartWidth, ink } from "./chart.ts";

type Line = NonNullable<Report["plan"]>["lines"][number];
type Point = NonNullable<Line["response"]>["points"][number];

const panelHeight = 150;
/** Of the amount that is planned: beyond it a curve says nothing about the plan. */
const reach = 2;

/** For each package what less and more money would bring, in a panel of its own; the dot is the plan. */
export function responseCurvesChart({ plan, currency }: Report): Chart | undefined {
  const curves = (plan?.lines ?? []).flatMap((line) =>
    line.response && line.amount.minor > 0 ? [{ line, ...line.response }] : [],
  );
  if (currency === undefined || curves.length === 0) return undefined;
  const forecasts = curves.filter(({ basis }) => basis === "forecast").length;
  const unit = 10 ** currencyDigits(currency);
  const [largest] = [...curves].sort((a, b) => b.line.amount.minor - a.line.amount.minor);
  const perRow = (width: ChartWidth) => (width === "wide" ? 3 : 2);
  return {
    id: "response-curves",
    title: "What more or less money would bring",
    description:
      `Expected impressions by amount, one panel for each package; the dot is the plan. ${basisWords(forecasts, curves.length)}` +
      (largest ? ` The largest is ${largest.line.product} with ${formatMoney(largest.line.amount)}.` : ""),
    legend: [],
    height: (width) => Math.ceil(curves.length / perRow(width)) * panelHeight,
    option: (width) => {
      const columns = perRow(width);
      const panelWidth = (width === "wide" ? 1000 : 360) / columns;
      const panels = curves.map(({ line, points, basis }) => ({
        line,
        basis,
        points: upTo(points, line.amount.minor * reach),
        planned: impressionsAt(points, line.amount.minor),
      }));
      return {
        grid: panels.map((_, i) => ({
          left: (i % columns) * panelWidth + 46,
          width: panelWidth - (width === "wide" ? 76 : 62),
          top: Math.floor(i / columns) * panelHeight + 30,
          height: panelHeight - 66,
        })),
        xAxis: panels.map(({ points }, i) => ({
          type: "value" as const,
          gridIndex: i,
          min: 0,
          max: (points.at(-1)?.amount ?? 1) / unit,
          splitNumber: 2,
          ...axisStyle,
          splitLine: { show: false },
          axisLabel: {
            ...axisStyle.axisLabel,
            fontSize: 11,
            hideOverlap: true,
            showMaxLabel: false,
            formatter: (value: number) => formatShort(value),
          },
        })),
        yAxis: panels.map(({ line }, i) => ({
          type: "value" as const,
          gridIndex: i,
          min: 0,
          splitNumber: 2,
          name: fitText(line.product, width === "wide" ? 36 : 20),
          nameLocation: "end" as const,
          nameGap: 10,
          ...axisStyle,
          nameTextStyle: { color: ink.text, fontSize: 12, align: "left" as const, padding: [0, 0, 0, -40] },
          axisLabel: {
            ...axisStyle.axisLabel,
            fontSize: 11,
            formatter: (value: number) => formatShort(value),
          },
        })),
        series: panels.flatMap(({ line, points, basis, planned }, i) => [
          {
            type: "line" as const,
            xAxisIndex: i,
            yAxisIndex: i,
            silent: true,
            clip: false,
            symbol: "none",
            lineStyle: {
              color: ink.accent,
              width: 2,
              type: basis === "forecast" ? ("solid" as const) : ("dashed" as const),
            },
            areaStyle: { color: ink.accent, opacity: 0.08 },
            data: points.map(({ amount, impressions }) => [amount / unit, impressions]),
          },
          {
            type: "scatter" as const,
            xAxisIndex: i,
            yAxisIndex: i,
            silent: true,
            symbolSize: 9,
            itemStyle: { color: ink.accent },
            label: {
              show: true,
              position: "bottom" as const,
              distance: 7,
              color: ink.text,
              fontSize: 11,
              formatter: () => `${currency} ${formatCount(line.amount.minor / unit)}`,
            },
            data: [[line.amount.minor / unit, planned]],
          },
        ]),
      };
    },
  };
}

function basisWords(forecasts: number, all: number): string {
  const price = "the expected price as far as the forecast goes";
  if (forecasts === 0) return `Sellers gave no curves: each line follows ${price}.`;
  if (forecasts === all) return "The curves are the sellers' forecasts.";
  return `Solid curves (${forecasts} of ${all}) are sellers' forecasts; dashed ones follow ${price}.`;
}

/** The curve from nothing to `most`, or to its own end where that comes first. */
function upTo(points: readonly Point[], most: number): Point[] {
  const within = points.filter(({ amount }) => amount < most);
  const beyond = points.some(({ amount }) => amount >= most);
  return beyond ? [...within, { amount: most, impressions: impressionsAt(points, most) }] : within;
}

/** Between two points on the line between them; beyond the last as much as there. */
function impressionsAt(points: readonly Point[], amount: number): number {
  const after = points.findIndex((point) => point.amount >= amount);
  const [before, next] = [points[after - 1], points[after]];
  if (next === undefined) return points.at(-1)?.impressions ?? 0;
  if (before === undefined || next.amount === before.amount) return next.impressions;
  const share = (amount - before.amount) / (next.amount - before.amount);
  return before.impressions + share * (next.impressions - before.impressions);
}
