import { itemResults } from "../../campaign/errand/item-results.ts";
import { type PlacedResult, placeResults } from "../../campaign/place-results.ts";
import type { CampaignState } from "../../campaign/state.ts";
import { groupBy } from "../../lib/group-by.ts";
import { sum } from "../../lib/money.ts";
import type { Report } from "../report-schema.ts";

type Results = NonNullable<Report["results"]>;

/** What the buyer counted itself, by package and type; undefined where it has told nothing. */
export function describeResults(state: CampaignState): Results | undefined {
  const { results } = state;
  if (results === undefined) return undefined;
  const { placed, unplaced } = placeResults(state);
  const groups = groupBy(placed, ({ sellerId, mediaBuyId, packageId, result }) =>
    JSON.stringify([sellerId, mediaBuyId, packageId, result.type]),
  );
  return {
    ...(results.completeTo !== undefined && { completeTo: results.completeTo }),
    restated: results.restated.length,
    packages: [...groups.values()].flatMap(describe),
    unplaced: unplaced.map(({ result, reason }) => ({ id: result.id, reason })),
    untaken: untaken(state),
  };
}

function describe(placed: readonly PlacedResult[]): Results["packages"][number][] {
  const [first] = placed;
  if (first === undefined) return [];
  const { mediaBuyId, packageId, sellerId, result } = first;
  const amounts = groupBy(
    placed.flatMap(({ result: { value } }) => (value === undefined ? [] : [value])),
    ({ currency }) => currency,
  );
  return [
    {
      mediaBuyId,
      ...(packageId !== undefined && { packageId }),
      sellerId,
      type: result.type,
      count: placed.length,
      values: [...amounts].map(([currency, values]) => sum(values, currency)),
    },
  ];
}

/** Events that sellers refused, one by one; a step that failed as a whole stands among the steps. */
function untaken({ steps }: CampaignState): Results["untaken"] {
  return steps.flatMap((state) => {
    if (state.step.task !== "log_event" || state.status !== "done") return [];
    return itemResults(state).flatMap(({ item, standing, detail }) =>
      standing === "failed" ? [{ sellerId: state.step.agentId, id: item, reason: detail }] : [],
    );
  });
}
