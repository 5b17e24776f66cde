import { z } from "zod";
import type { Span } from "../../campaign/model/offers/flights.ts";
import type { PlanLine } from "../../campaign/model/offers/plan.ts";
import { constraintFields, type Holding, holdings } from "../../campaign/model/people/targeting.ts";
import { channelNames } from "../../lib/english.ts";
import { groupBy } from "../../lib/group-by.ts";
import { type Blocks, list, only } from "../blocks/document.ts";
import { type Described, each } from "../blocks/schema.ts";
import { header, printMedia, table, words } from "../blocks/table.ts";

export const constraintsSchema = each({
  field: z.enum(constraintFields).describe("the brief's field"),
  enforcedBy: z
    .enum(holdings)
    .describe(
      "wire: sent with the order, its seller takes it; product: the product is no wider; brief: requested, not guaranteed; none: not enforceable",
    ),
  hard: z.boolean().describe("an offer that cannot hold it is not bought, unless the brief calls it soft"),
  reason: z.string(),
}).describe("what the brief asks of the package, and how each of it is held");
type Constraints = Described<typeof constraintsSchema>;

const holdingWords: Readonly<Record<Holding, string>> = {
  wire: "in the order",
  product: "by the package itself",
  brief: "requested, not guaranteed",
  none: "cannot be held",
};

/** The brief's fields as people call them. */
export const constraintWords: Readonly<Record<Constraints[number]["field"], string>> = {
  flight: "Dates",
  countries: "Countries",
  "places.regions": "Regions",
  "places.metros": "Metro areas",
  "places.postal_areas": "Postal areas",
  "places.cities": "Cities",
  pacing: "Pacing",
  frequency_cap: "Frequency cap",
  audience: "Audience",
  languages: "Languages",
  devices: "Devices",
  dayparts: "Dayparts",
  demographics: "Age and gender",
  minimum_age: "Minimum age",
  "content.property_list": "Allowed sites and apps",
  "content.collection_list": "Allowed programmes",
  "content.collection_list_exclude": "Excluded programmes",
  "content.avoid": "Brand safety",
  "content.trusted_match": "Matched before each impression",
  "measurement.viewability": "Viewability",
  "measurement.completion": "Completion",
  "measurement.counted_by": "Who counts",
  "measurement.attribution": "Attribution",
  kpi: "KPI",
};

/** How a line holds what the brief asks: on its own days, whichever others its offer could run on. */
export function constraintsOf(
  { constraints }: Pick<PlanLine, "constraints">,
  { start, end }: Span,
): Constraints | undefined {
  return constraints?.map(({ field, held: enforcedBy, hard = false, reason }) => ({
    field,
    enforcedBy,
    hard,
    reason: field === "flight" ? `ordered from ${start} to ${end}` : reason,
  }));
}

/**
 * Each constraint of the brief with how many packages hold it in which way, and which, where not all do; a terminal has no room
 * for how.
 */
export function constraintBlocks(
  lines: readonly {
    readonly product: string;
    readonly channels?: readonly string[];
    readonly constraints?: Constraints;
  }[],
): Blocks {
  const all = lines.flatMap(({ product, channels: [channel = ""] = [], constraints = [] }) =>
    constraints.map((constraint) => ({ product, channel, ...constraint })),
  );
  const rows = [...groupBy(all, placeOf)].sort(([a], [b]) => a - b).map(([, same]) => same);
  const which = (same: typeof all) =>
    same.length === lines.length ? "all" : [...new Set(same.map(({ product }) => product))].join(", ");
  const caption = "How the brief is met";
  return [
    only(
      printMedia,
      table<typeof all>({
        caption,
        rows,
        columns: [
          header("What", ([first]) => first && constraintWords[first.field]),
          words("Met", ([first]) => first && holdingWords[first.enforcedBy]),
          words("Packages", which),
          words("How", howWords),
        ],
      }),
    ),
    only(
      ["terminal"],
      list(
        rows.flatMap((same) =>
          same
            .slice(0, 1)
            .map(
              ({ field, enforcedBy }) =>
                `${constraintWords[field]}: ${holdingWords[enforcedBy]} (${which(same)})`,
            ),
        ),
        caption,
      ),
    ),
  ];
}

/** Each way once; where lines run on different days, with the channels that run on them. */
function howWords(
  same: readonly { readonly field: string; readonly reason: string; readonly channel: string }[],
): string {
  const ways = [...groupBy(same, ({ reason }) => reason)].sort(([a], [b]) => (a < b ? -1 : 1));
  const whose = (own: typeof same) =>
    ways.length > 1 && own.every(({ field, channel }) => field === "flight" && channel !== "")
      ? `: ${channelNames([...new Set(own.map(({ channel }) => channel))])}`
      : "";
  return ways.map(([reason, own]) => `${reason}${whose(own)}`).join("; ");
}

function placeOf({ field, enforcedBy }: Constraints[number]): number {
  return constraintFields.indexOf(field) * holdings.length + holdings.indexOf(enforcedBy);
}
