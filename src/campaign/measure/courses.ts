import { isSameBuy } from "../buy-identity.ts";
import type { CampaignState } from "../state.ts";
import { liveBuys } from "./live-buys.ts";
import { coursesOf, type PackageCourse } from "./pacing/course.ts";
import { pacingOf } from "./pacing/pacing-of.ts";

/** How every package of the campaign has run so far, by what its seller told. */
export function courses(state: CampaignState): PackageCourse[] {
  const pacing = pacingOf(state);
  return liveBuys(state).flatMap((buy) => {
    const rows = state.delivery.find((one) => isSameBuy(one, buy))?.rows ?? [];
    return coursesOf(buy, rows, pacing);
  });
}
