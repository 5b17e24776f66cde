import type { CampaignState } from "../../campaign/state.ts";
import type { Report } from "../report-schema.ts";

/** Absent where the brief names too few figures to be held against one another. */
export function describeFeasibility({ feasibility }: CampaignState): Pick<Report, "feasibility"> {
  return feasibility === undefined ? {} : { feasibility };
}
