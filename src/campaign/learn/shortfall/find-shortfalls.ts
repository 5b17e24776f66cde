import { buyKey } from "../../buy-identity.ts";
import { orderedLines } from "../../ordered-lines.ts";
import type { CampaignState } from "../../state.ts";
import { findShortfall } from "./find-shortfall.ts";
import type { Shortfall } from "./shortfall.ts";

/** What the campaign's lines are missing by what sellers have told. */
export function findShortfalls(state: CampaignState): Shortfall[] {
  const { brief } = state;
  if (brief === undefined || state.delivery.length === 0) return [];
  const delivery = new Map(state.delivery.map((one) => [buyKey(one), one]));
  return orderedLines(state).flatMap(
    (line) => findShortfall(line, delivery.get(buyKey(line)), brief.flight) ?? [],
  );
}
