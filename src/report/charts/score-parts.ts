import { listed } from "../../lib/english.ts";
import type { Report } from "../report.ts";
import { type Chart, shortLabel } from "./chart.ts";
import { seriesLegend, stackedBars } from "./stacked-bars.ts";

const shown = 12;

/** The best offers' scores, each bar divided by what its points come from. */
export function scorePartsChart(report: Report): Chart | undefined {
  const offers = report.offers.filter((offer) => offer.rank !== undefined).slice(0, shown);
  if (offers.length === 0) return undefined;
  const criteria = [...new Set(offers.flatMap((offer) => offer.parts.map((part) => part.criterion)))];
  return {
    id: "score-parts",
    title:
      offers.length < shown ? "What the scores are made of" : `What the ${shown} best scores are made of`,
    description: `${listed(
      offers
        .slice(0, 3)
        .map((offer) => `${offer.product} of ${offer.sellerId} with ${(offer.score ?? 0).toFixed(1)} points`),
    )} lead. Points come from ${listed(criteria)}; 100 is the most an offer can have.`,
    legend: seriesLegend(criteria),
    height: () => 34 + offers.length * 30,
    option: (width) =>
      stackedBars({
        rows: offers,
        series: criteria,
        figure: ({ parts }, criterion) => parts.find((part) => part.criterion === criterion)?.points ?? 0,
        label: ({ rank, product }) => `${rank}  ${shortLabel(product, width === "wide" ? 38 : 15)}`,
        total: ({ score = 0 }) => score.toFixed(0),
        barWidth: 16,
        left: width === "wide" ? 290 : 150,
        right: 40,
        scale: { min: 0, max: 100, interval: width === "wide" ? 20 : 50 },
      }),
  };
}
