import { type Located, meantBy, namesOf } from "../campaign/change/locate.ts";
import type { CampaignState } from "../campaign/state.ts";
import { UsageError } from "./usage-error.ts";

/** The line or buy that a name means. Throws a UsageError where that is nothing, or something at several sellers. */
export function locateNamed(state: CampaignState, name: string): Located {
  const [only, ...others] = meantBy(state, name);
  if (only === undefined) {
    const known = namesOf(state);
    throw new UsageError(
      `nothing is bought under "${name}" in ${state.id}. ${known.length === 0 ? "Nothing is bought yet." : `There are: ${known.join(", ")}`}`,
    );
  }
  if (others.length === 0) return only;
  const meant = [only, ...others];
  const lines = meant.flatMap(({ slots }) => slots).join(", ");
  const buys = meant.map(({ agentId, subject }) => `${agentId}/${subject.mediaBuyId}`).join(", ");
  throw new UsageError(
    `"${name}" means ${meant.length} buys in ${state.id}: each seller gives its own ids. Name the line: ${lines}; or all of a buy: ${buys}`,
  );
}
