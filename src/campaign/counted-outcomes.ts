import type { CountOutcomes } from "./live-lines.ts";
import type { DeliveryRow } from "./measure/delivery.ts";
import type { CampaignState } from "./state.ts";

/** What counts as an outcome for the brief's KPI, and how many a row of delivery stands for. */
export interface CountedOutcomes {
  /** For people: `clicks as sellers count them`. */
  readonly counts: string;
  readonly outcomesOf: CountOutcomes;
}

/** By the figure that the brief asks for, as sellers report it. */
export function countedOutcomes({ brief }: Pick<CampaignState, "brief">): CountedOutcomes {
  const sellers = (what: string, outcomesOf: CountOutcomes) => ({
    counts: `${what} as sellers count them`,
    outcomesOf,
  });
  switch (brief?.kpi?.metric) {
    case "cpa":
      return sellers("conversions", ({ conversions }) => conversions);
    case "cpc":
    case "ctr":
      return sellers("clicks", ({ clicks }) => clicks);
    case "cpcv":
    case "completion_rate":
      return sellers("completed views", completed);
    case "cpm":
    case "reach":
    case "impressions":
    case undefined:
      return sellers("impressions", ({ impressions }) => impressions);
  }
}

function completed({ impressions, completionRate }: DeliveryRow): number | undefined {
  return impressions === undefined || completionRate === undefined ? undefined : impressions * completionRate;
}
