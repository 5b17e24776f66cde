import { type FoundBuy, meantBy, namesOf } from "../campaign/account/changes/find-line.ts";
import type { CampaignState } from "../campaign/model/state/state.ts";
import { cleanText } from "../lib/clean-text.ts";
import { UsageError } from "./usage-error.ts";

/** The line or buy that a name means. Throws a UsageError where that is nothing, or something of several buys. */
export function findNamedBuy(state: CampaignState, name: string): FoundBuy {
  const meant = meantBy(state, name);
  const [only, ...others] = meant;
  if (only === undefined) {
    const known = namesOf(state);
    throw new UsageError(
      `nothing is bought under "${name}" in ${state.id}. ${known.length === 0 ? "Nothing is bought yet." : `There are: ${listed(known)}`}`,
    );
  }
  if (others.length === 0) return only;
  const lines = listed(meant.flatMap(({ lineIds }) => lineIds));
  const buys = listed(meant.map(({ agentId, subject }) => `${agentId}/${subject.mediaBuyId}`));
  throw new UsageError(
    `"${name}" is in ${meant.length} buys of ${state.id}, as each seller gives its own ids. Name the line: ${lines}; or all of a buy: ${buys}`,
  );
}

/** Ids are sellers' words. */
function listed(names: readonly string[]): string {
  return names.map((name) => cleanText(name, 200)).join(", ");
}
