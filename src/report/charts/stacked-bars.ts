import type { EChartsOption } from "echarts";
import { axisStyle, ink, seriesColour } from "./chart.ts";

interface StackedBars<Row> {
  readonly rows: readonly Row[];
  readonly series: readonly string[];
  readonly figure: (row: Row, series: string) => number;
  readonly label: (row: Row) => string;
  /** At the end of a bar. */
  readonly total: (row: Row) => string;
  readonly barWidth: number;
  readonly left: number;
  readonly right: number;
  readonly scale: Readonly<Record<string, unknown>>;
}

/** A bar for each row, divided by series. */
export function stackedBars<Row>({
  rows,
  series,
  figure,
  label,
  total,
  barWidth,
  left,
  right,
  scale,
}: StackedBars<Row>): EChartsOption {
  return {
    grid: { left, right, top: 4, bottom: 30 },
    yAxis: {
      type: "category",
      inverse: true,
      data: rows.map(label),
      ...axisStyle,
      axisLabel: { ...axisStyle.axisLabel, color: ink.text },
    },
    xAxis: { type: "value", ...axisStyle, ...scale },
    series: series.map((name, i) => ({
      type: "bar" as const,
      stack: "all",
      barWidth,
      silent: true,
      itemStyle: { color: seriesColour(i) },
      label: {
        show: i === series.length - 1,
        position: "right" as const,
        color: ink.text,
        fontSize: 12,
        formatter: ({ dataIndex }: { readonly dataIndex: number }) => {
          const row = rows[dataIndex];
          return row === undefined ? "" : total(row);
        },
      },
      data: rows.map((row) => figure(row, name)),
    })),
  };
}

export function seriesLegend(series: readonly string[]) {
  return series.map((label, i) => ({ label, colour: seriesColour(i) }));
}
