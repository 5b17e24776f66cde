import { listed } from "../../lib/english.ts";
import type { Report } from "../report.ts";
import { axisStyle, type Chart, ink, seriesColour, shortLabel } from "./chart.ts";

const shown = 12;

/** The best offers' scores, each bar divided by what its points come from. */
export function scorePartsChart(report: Report): Chart | undefined {
  const offers = report.offers.filter((offer) => offer.rank !== undefined).slice(0, shown);
  if (offers.length === 0) return undefined;
  const criteria = [...new Set(offers.flatMap((offer) => offer.parts.map((part) => part.criterion)))];
  const label = (offer: (typeof offers)[number], length: number) =>
    `${offer.rank}  ${shortLabel(offer.product, length)}`;
  return {
    id: "score-parts",
    title:
      offers.length < shown ? "What the scores are made of" : `What the ${shown} best scores are made of`,
    description: `${listed(
      offers
        .slice(0, 3)
        .map((offer) => `${offer.product} of ${offer.sellerId} with ${(offer.score ?? 0).toFixed(1)} points`),
    )} lead. Points come from ${listed(criteria)}; 100 is the most an offer can have.`,
    legend: criteria.map((criterion, i) => ({ label: criterion, colour: seriesColour(i) })),
    height: () => 34 + offers.length * 30,
    option: (width) => ({
      grid: { left: width === "wide" ? 290 : 150, right: 40, top: 4, bottom: 30 },
      yAxis: {
        type: "category",
        inverse: true,
        data: offers.map((offer) => label(offer, width === "wide" ? 38 : 15)),
        ...axisStyle,
        axisLabel: { ...axisStyle.axisLabel, color: ink.text },
      },
      xAxis: { type: "value", min: 0, max: 100, interval: width === "wide" ? 20 : 50, ...axisStyle },
      series: criteria.map((criterion, i) => ({
        type: "bar" as const,
        stack: "score",
        barWidth: 16,
        silent: true,
        itemStyle: { color: seriesColour(i) },
        label: {
          show: i === criteria.length - 1,
          position: "right" as const,
          color: ink.text,
          fontSize: 12,
          formatter: ({ dataIndex }: { readonly dataIndex: number }) =>
            (offers[dataIndex]?.score ?? 0).toFixed(0),
        },
        data: offers.map((offer) => offer.parts.find((part) => part.criterion === criterion)?.points ?? 0),
      })),
    }),
  };
}
