import type { LiveBuy } from "../../account/live-buys.ts";
import { placeResults } from "../../measure/place-results.ts";
import type { IndexInputs } from "../../model/learned/feedback.ts";
import type { CampaignState } from "../../model/state/state.ts";
import { isSameBuy } from "../../model/step/buy-identity.ts";
import { computeIndex } from "./compute-index.ts";
import { measuredDays } from "./measured-days.ts";

/** Indices whose days have been restated since they were made, as they would be by the figures of today. They stand as they are: no day is sent to a seller twice. */
export function restatedSince(state: CampaignState, buys: readonly LiveBuy[]) {
  const { feedback = [] } = state;
  if (feedback.length === 0) return [];
  const { placed } = placeResults(state);
  return feedback.flatMap(({ packageId, period, inputs, ...earlier }) => {
    const delivery = state.delivery.find((one) => isSameBuy(one, earlier));
    const buy = buys.find((one) => isSameBuy(one, earlier));
    if (delivery === undefined || buy === undefined) return [];
    const { sellerId, mediaBuyId } = earlier;
    const about = { sellerId, mediaBuyId, ...(packageId !== undefined && { packageId }) };
    const packages = buy.packages.filter((one) => packageId === undefined || one.packageId === packageId);
    const { measure } = inputs;
    const results = placed.filter(({ result }) => result.type === measure.metric);
    const now = measuredDays({ ...about, packages }, period, { delivery, measure, results });
    if (now.type !== "measured" || isSame(now.days, inputs.days)) return [];
    const { performanceIndex } = computeIndex({ ...inputs, days: now.days });
    return [{ ...about, period, performanceIndex }];
  });
}

function isSame(a: IndexInputs["days"], b: IndexInputs["days"]): boolean {
  return (
    a.length === b.length &&
    a.every(({ date, outcomes, spendMinor }, i) => {
      const other = b[i];
      return date === other?.date && outcomes === other.outcomes && spendMinor === other.spendMinor;
    })
  );
}
