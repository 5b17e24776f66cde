import { boughtPackages } from "../model/derived/bought.ts";
import type { BuyerResult, ResultPlace } from "../model/measured/result.ts";
import type { CampaignState } from "../model/state/state.ts";
import { type BuyIdentity, isSameBuy } from "../model/step/buy-identity.ts";

/** A result with the buy that it belongs to, and the package where it is known. */
export interface PlacedResult extends BuyIdentity {
  readonly result: BuyerResult;
  readonly packageId?: string;
}

/** The buyer's results by what was bought. One that came before its buy was confirmed finds its place once it is. */
export function placeResults(state: CampaignState) {
  const placed: PlacedResult[] = [];
  // What belongs to nothing that was bought, or to no one thing.
  const unplaced: { result: BuyerResult; reason: string }[] = [];
  const find = finder(state);
  for (const result of state.results?.rows ?? []) {
    const place = find(result.of);
    if (typeof place === "string") unplaced.push({ result, reason: place });
    else placed.push({ result, ...place });
  }
  return { placed, unplaced };
}

type Place = Omit<PlacedResult, "result">;

/** Finds what a result belongs to, or says why nothing is found. Many results name the same few places. */
function finder(state: CampaignState): (of: ResultPlace) => Place | string {
  const packages = boughtPackages(state).map(
    ({ buyStep: { step }, sellerId, mediaBuyId, packageId, lineId }) => ({
      place: { sellerId, mediaBuyId, packageId },
      lineId,
      buyerRef: step.arguments["buyer_ref"],
    }),
  );
  const known = new Map<string, Place | string>();
  const find = (of: ResultPlace): Place | string => {
    if (Object.keys(of).length === 0) return "it names no package and no buy";
    const fitting = packages.filter(
      ({ place, lineId, buyerRef }) =>
        (of.lineId === undefined || of.lineId === lineId) &&
        (of.packageId === undefined || of.packageId === place.packageId) &&
        (of.mediaBuyId === undefined || of.mediaBuyId === place.mediaBuyId) &&
        (of.buyerRef === undefined || of.buyerRef === lineId || of.buyerRef === buyerRef),
    );
    const [first, ...others] = fitting.map(({ place }) => place);
    if (first === undefined) return "nothing that was bought goes by that name";
    if (others.length === 0) return first;
    const { sellerId, mediaBuyId } = first;
    const isOneBuy = others.every((other) => isSameBuy(other, first));
    return isOneBuy
      ? { sellerId, mediaBuyId }
      : "several buys go by that name; name the media buy as well, or the line";
  };
  return (of) => {
    const key = JSON.stringify([of.lineId, of.packageId, of.mediaBuyId, of.buyerRef]);
    const place = known.get(key) ?? find(of);
    known.set(key, place);
    return place;
  };
}
