import type { EChartsOption } from "echarts";

/** A drawing with its words: the description says in a sentence or two what the drawing shows. */
export interface Chart {
  /** Unique in the page. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly legend: readonly { readonly label: string; readonly colour: string }[];
  /** Pixels, at the width that it is drawn for. */
  readonly height: (width: ChartWidth) => number;
  readonly option: (width: ChartWidth) => EChartsOption;
}

/** Charts are drawn for two widths, so that letters keep their size on a phone. */
export type ChartWidth = "wide" | "narrow";

/** Colours are names that the page's style defines for light and dark. */
export const ink = {
  text: "var(--ink)",
  muted: "var(--muted)",
  line: "var(--line)",
  accent: "var(--accent)",
};

export function seriesColour(index: number): string {
  return `var(--series-${(index % 8) + 1})`;
}

export const axisStyle = {
  axisLine: { lineStyle: { color: ink.line } },
  axisTick: { show: false },
  axisLabel: { color: ink.muted, fontSize: 12 },
  splitLine: { lineStyle: { color: ink.line } },
  nameTextStyle: { color: ink.muted, fontSize: 12 },
} as const;
