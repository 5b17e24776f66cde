import { z } from "zod";
import type { Offer } from "../../campaign/model/offers/offer.ts";
import { type Described, each, fields } from "../blocks/schema.ts";

export const curveSchema = fields({
  basis: z.enum(["forecast", "price"]).describe("forecast: the seller's points; price: expected price"),
  points: each({ amount: z.number(), impressions: z.number() }),
}).describe("amounts in minor units of the brief's currency, rising; beyond the last nothing is known");
type Curve = Described<typeof curveSchema>;

/**
 * What more or less money on an offer is expected to bring: its seller's forecast, else its expected price up to the
 * impressions that can be had. Undefined where neither is stated, and where it is sold whole or not at all.
 */
export function describeResponse({ whole, response, cpm, impressions }: Offer): Curve | undefined {
  if (whole) return undefined;
  const forecast = (response ?? []).filter(({ amount }) => amount > 0);
  if (forecast.length > 0) return { basis: "forecast", points: [nothing, ...forecast] };
  if (cpm === undefined || impressions === undefined || !(cpm.mid > 0)) return undefined;
  const most = { amount: Math.round((impressions.mid * cpm.mid) / 1000), impressions: impressions.mid };
  return { basis: "price", points: [nothing, most] };
}

const nothing = { amount: 0, impressions: 0 };
