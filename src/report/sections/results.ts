import { z } from "zod";
import { itemResults } from "../../campaign/admin/item-results.ts";
import { type PlacedResult, placeResults } from "../../campaign/measure/place-results.ts";
import type { CampaignState } from "../../campaign/model/state/state.ts";
import { formatCount } from "../../lib/english.ts";
import { groupBy } from "../../lib/group-by.ts";
import { formatMoney, moneySchema, sum } from "../../lib/money.ts";
import { type Block, list } from "../blocks/document.ts";
import { count, type Described, each, fields } from "../blocks/schema.ts";
import { figure, header, plain, table, under } from "../blocks/table.ts";

export const resultsSchema = fields({
  completeTo: z.string().optional().describe("the last UTC day for which the buyer has reported everything"),
  restated: count.describe("earlier versions of results"),
  packages: each({
    mediaBuyId: z.string(),
    packageId: z.string().optional(),
    sellerId: z.string(),
    type: z.string(),
    count,
    values: z.array(moneySchema).describe("one amount for each currency"),
  }),
  unplaced: each({ id: z.string(), reason: z.string() }),
  rejected: each({ sellerId: z.string(), id: z.string(), reason: z.string() }).describe(
    "results that were sent to a seller and not accepted",
  ),
}).describe("what the buyer counted itself, apart from sellers' figures");
export type Results = Described<typeof resultsSchema>;

/** What the buyer counted itself, by package and type; undefined where it has reported nothing. */
export function describeResults(state: CampaignState): Results | undefined {
  const { results } = state;
  if (results === undefined) return undefined;
  const { placed, unplaced } = placeResults(state);
  const groups = groupBy(placed, ({ sellerId, mediaBuyId, packageId, result }) =>
    JSON.stringify([sellerId, mediaBuyId, packageId, result.type]),
  );
  return {
    completeTo: results.completeTo,
    restated: results.restated.length,
    packages: [...groups.values()].flatMap(describe),
    unplaced: unplaced.map(({ result, reason }) => ({ id: result.id, reason })),
    rejected: rejected(state),
  };
}

function describe(placed: readonly PlacedResult[]): Results["packages"][number][] {
  const [first] = placed;
  if (first === undefined) return [];
  const { mediaBuyId, packageId, sellerId, result } = first;
  const amounts = groupBy(
    placed.flatMap(({ result: { value } }) => value ?? []),
    ({ currency }) => currency,
  );
  const values = [...amounts].map(([currency, values]) => sum(values, currency));
  return [{ mediaBuyId, packageId, sellerId, type: result.type, count: placed.length, values }];
}

/** Events that sellers refused, one by one; a step that failed as a whole stands among the steps. */
function rejected({ steps }: CampaignState): Results["rejected"] {
  return steps.flatMap((state) => {
    if (state.step.task !== "log_event" || state.status !== "done") return [];
    return itemResults(state).flatMap(({ item, status: itemStatus, detail }) =>
      itemStatus === "failed" ? [{ sellerId: state.step.agentId, id: item, reason: detail }] : [],
    );
  });
}

/** What the buyer counted, and what of it has no place. */
export function resultBlocks({ packages, completeTo, unplaced, rejected }: Results): Block[] {
  const odd = [
    ...unplaced.map(({ id, reason }) => `${id}: ${reason}`),
    ...rejected.map(({ sellerId, id, reason }) => `${id}: not taken by ${sellerId}, ${reason}`),
  ];
  const counted = table<Results["packages"][number]>({
    caption: "The buyer's own results",
    note: `Counted by the buyer, apart from sellers' figures${completeTo === undefined ? "" : `; complete to ${completeTo}`}.`,
    rows: packages,
    columns: [
      header("Seller", ({ sellerId }) => sellerId),
      under("Package", ({ packageId, mediaBuyId }) => packageId ?? mediaBuyId),
      plain("Result", ({ type }) => type),
      figure("Count", ({ count }) => formatCount(count)),
      figure("Value", ({ values }) => values.map(formatMoney).join(", ")),
    ],
  });
  return [counted, list(odd, "Results without a place")];
}
