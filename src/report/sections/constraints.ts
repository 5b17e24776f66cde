import { z } from "zod";
import { constraintFields, type Holding, holdings } from "../../campaign/model/people/targeting.ts";
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

/**
 * Each constraint of the brief with how many packages hold it in which way, and which, where not all do; a terminal has no room
 * for how.
 */
export function constraintBlocks(
  lines: readonly { readonly product: string; readonly constraints?: Constraints }[],
): Blocks {
  const all = lines.flatMap(({ product, constraints = [] }) =>
    constraints.map((constraint) => ({ product, ...constraint })),
  );
  const rows = [...groupBy(all, placeOf)].sort(([a], [b]) => a - b).map(([, same]) => same);
  const caption = "How the brief is met";
  const which = (same: typeof all) =>
    same.length === lines.length ? "all" : [...new Set(same.map(({ product }) => product))].join(", ");
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
          words("How", (same) => [...new Set(same.map(({ reason }) => reason))].sort().join("; ")),
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

function placeOf({ field, enforcedBy }: Constraints[number]): number {
  return constraintFields.indexOf(field) * holdings.length + holdings.indexOf(enforcedBy);
}
