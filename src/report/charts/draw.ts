import type { EChartsOption } from "echarts";
import { type Markup, trusted } from "../blocks/html-template.ts";
import type { Chart, ChartWidth } from "./chart.ts";

const pixels: Readonly<Record<ChartWidth, number>> = { wide: 1000, narrow: 360 };

/** The chart as SVG for one width, without script, style or anything that differs between two runs. */
export async function drawChart(chart: Chart, width: ChartWidth): Promise<Markup> {
  const { init } = await loadEcharts();
  const drawing = init(null, null, {
    renderer: "svg",
    ssr: true,
    width: pixels[width],
    height: chart.height(width),
  });
  try {
    drawing.setOption(withDefaults(chart.option(width)));
    return trusted(settle(drawing.renderToSVGString({ useViewBox: true }), `${chart.id}-${width}`));
  } finally {
    drawing.dispose();
  }
}

function withDefaults(option: EChartsOption): EChartsOption {
  return {
    animation: false,
    backgroundColor: "transparent",
    textStyle: { fontFamily: "inherit" },
    ...option,
  };
}

/**
 * Takes out the library's hover styles and markers and what the page's style says of every text, rounds to a tenth of a pixel, and
 * gives the library's counted ids the chart's own name.
 */
function settle(svg: string, name: string): string {
  return svg
    .replace(/<style[\s\S]*?<\/style>/g, "")
    .replace(/ (?:class|ecmeta_\w+|xml:space|xmlns(?::\w+)?|version|baseProfile|pointer-events)="[^"]*"/g, "")
    .replace(
      / dominant-baseline="central"| text-anchor="start"| style="font-size:12px;font-family:inherit;"|(?<=px;)font-family:inherit;/g,
      "",
    )
    .replace(/<rect [^>]*fill="none"><\/rect>\n/, "")
    .replace(/ (?:d|transform)="[^"]*"/g, (places) =>
      places.replace(/\d+\.\d+/g, (place) => String(Math.round(Number(place) * 10) / 10)),
    )
    .replaceAll("></path>", "/>")
    .replace(/\bzr\d+-(?=c\d|g\d|p\d|cls)/g, `${name}-`)
    .replace(/^<svg /, '<svg aria-hidden="true" focusable="false" ');
}

/** Only when something is drawn, and as one file: its parts are six hundred, and longer to find than to run. */
export async function loadEcharts() {
  const { init } = await import("echarts/dist/echarts.esm.min");
  return { init };
}
