import type { Brief } from "../../brief/brief.ts";
import { measuredBy } from "../../brief/kpi.ts";
import type { Channel } from "../../protocol/records/product.ts";
import type { Offer, Range } from "../model/offers/offer.ts";
import { mostOfUniverse, universeOf } from "../model/people/universe.ts";

/**
 * How often a person meets all that one seller's product has for a flight. Planning figures of this desk, deliberately wide: they
 * let an offer that states no reach count at their low end, and no seller is bound by them.
 */
const contactsPerPerson: Readonly<Partial<Record<Channel, { readonly few: number; readonly many: number }>>> =
  {
    display: { few: 3, many: 12 },
    olv: { few: 3, many: 10 },
    social: { few: 3, many: 12 },
    ctv: { few: 3, many: 12 },
    linear_tv: { few: 3, many: 12 },
    radio: { few: 5, many: 20 },
    streaming_audio: { few: 3, many: 12 },
    podcast: { few: 2, many: 6 },
    dooh: { few: 4, many: 20 },
    ooh: { few: 6, many: 30 },
    cinema: { few: 1, many: 3 },
    print: { few: 1, many: 4 },
    search: { few: 1, many: 4 },
    gaming: { few: 3, many: 12 },
    retail_media: { few: 3, many: 10 },
    email: { few: 2, many: 8 },
    influencer: { few: 2, many: 8 },
  };

/** An offer that states no reach with what its impressions usually reach, where people are what the brief is for. */
export function withUsualReach(offer: Offer, brief: Brief): Offer {
  const { impressions, response, channels } = offer;
  const isStated = offer.reach !== undefined || response?.some(({ reach }) => reach !== undefined);
  const isWanted = brief.kpi !== undefined && measuredBy(brief.kpi.metric).counts === "reach";
  if (isStated || !isWanted || impressions === undefined) return offer;
  const known = new Map(Object.entries(contactsPerPerson));
  const usual = channels.flatMap((channel) => known.get(channel) ?? []);
  if (usual.length === 0 || usual.length < channels.length) return offer;
  const universe = universeOf(brief);
  const most = (universe?.people ?? Number.POSITIVE_INFINITY) * mostOfUniverse;
  const inGroup = (brief.universe && offer.inGroup) ?? everybody;
  const [few, many] = [Math.min(...usual.map((one) => one.few)), Math.max(...usual.map((one) => one.many))];
  const mid = Math.min(most, (impressions.mid * inGroup.mid) / many);
  return {
    ...offer,
    reach: {
      low: Math.min(mid, (impressions.low * inGroup.low) / many),
      mid,
      high: Math.min(most, (impressions.high * inGroup.high) / few),
    },
    ...(universe && { penetration: Math.min(mostOfUniverse, mid / universe.people) }),
    isReachUsual: true,
    assumptions: [
      ...offer.assumptions,
      `its reach is not stated: each person counts as met ${many} times by all of its impressions, the low end of what its channel usually reaches`,
    ],
  };
}

const everybody: Range = { low: 1, mid: 1, high: 1 };
