import { cleanText } from "../../lib/clean-text.ts";
import { grouped } from "../../lib/grouped.ts";
import type { Range } from "../model/offer.ts";
import { readRange } from "../model/range.ts";
import { type Conversion, type Priced, parametersOf } from "./conversion.ts";
import { type Forecast, metricOf } from "./forecast.ts";

/** One rating point is a hundredth of its demographic: as many impressions, whoever sees them. */
export function perPoint({ option, forecast }: Priced): Conversion {
  const { demographic, population } = parametersOf(option);
  const group = typeof demographic === "string" ? cleanText(demographic, 20) : undefined;
  const isOfGroup = group !== undefined && forecast.demographic === demographic;
  const size =
    readRange(population) ??
    (isOfGroup ? (metricOf(forecast, "audience_size") ?? sizeByPoints(forecast)) : undefined);
  if (size === undefined || !(size.low > 0))
    return {
      type: "none",
      missing: `size of ${group === undefined ? "the audience" : `its audience ${group},`} that one rating point is a hundredth of`,
    };
  const points = ({ low, mid, high }: Range): Range => ({ low: 1e5 / high, mid: 1e5 / mid, high: 1e5 / low });
  const whom = group === undefined ? "" : ` (${group})`;
  const width = size.low < size.high ? `, between ${whole(size.low)} and ${whole(size.high)}` : "";
  return {
    type: "unit",
    perThousand: points(size),
    assumptions: [
      `one rating point is a hundredth of ${whole(size.mid)} people${whom}${width}, as the seller states`,
    ],
  };
}

/** Impressions for each hundred of its points, of the same forecast. */
function sizeByPoints(forecast: Forecast): Range | undefined {
  const points = metricOf(forecast, "grps");
  const impressions = metricOf(forecast, "impressions");
  if (points === undefined || impressions === undefined || !(points.low > 0)) return undefined;
  const size = (over: number, under: number) => (over * 100) / under;
  return {
    low: size(impressions.low, points.high),
    mid: size(impressions.mid, points.mid),
    high: size(impressions.high, points.low),
  };
}

function whole(people: number): string {
  return grouped(Math.round(people));
}
