import { boughtPackages } from "../../bought.ts";
import { placeResults } from "../../place-results.ts";
import type { CampaignState } from "../../state.ts";
import type { Feedback } from "../feedback.ts";
import type { IndexInputs } from "./inputs.ts";
import { measuredDays } from "./measured-days.ts";
import { reckonIndex } from "./reckon-index.ts";

/** What an index would be by the figures of today. */
export interface Restated extends Pick<Feedback, "mediaBuyId" | "packageId" | "period"> {
  readonly performanceIndex: number;
}

/** Indices whose days have been restated since they were made. They stand as they are: no day is told to a seller twice. */
export function restatedSince(state: CampaignState): Restated[] {
  const { feedback = [] } = state;
  if (feedback.length === 0) return [];
  const packages = boughtPackages(state);
  const { placed } = placeResults(state);
  return feedback.flatMap((told) => {
    const { mediaBuyId, packageId, sellerId, period, inputs } = told;
    const delivery = state.delivery.find((one) => one.mediaBuyId === mediaBuyId);
    if (delivery === undefined) return [];
    const unit = {
      mediaBuyId,
      sellerId,
      ...(packageId !== undefined && { packageId }),
      packages: packages.filter(
        (bought) =>
          bought.mediaBuyId === mediaBuyId && (packageId === undefined || bought.packageId === packageId),
      ),
    };
    const results = placed.filter(({ result }) => result.type === inputs.measure.metric);
    const now = measuredDays(unit, period, { delivery, measure: inputs.measure, results });
    if (now.type !== "measured" || isSame(now.days, inputs.days)) return [];
    const { performanceIndex } = reckonIndex({ ...inputs, days: now.days });
    return [{ mediaBuyId, ...(packageId !== undefined && { packageId }), period, performanceIndex }];
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
