import { z } from "zod";
import {
  type Constraint,
  type ConstraintField,
  constraintFields,
  type Holding,
  holdings,
} from "../../campaign/model/targeting.ts";
import { groupBy } from "../../lib/group-by.ts";
import { type Block, table } from "../document.ts";
import type { Described } from "../schema.ts";

export const constraintsSchema = z
  .array(
    z.strictObject({
      field: z.enum(constraintFields).describe("the brief's field"),
      held: z
        .enum(holdings)
        .describe(
          "wire: sent with the order, its seller takes it; product: the product is no wider; brief: asked of the seller in words; none: not enforceable",
        ),
      hard: z
        .boolean()
        .describe("an offer that cannot hold it is not bought, unless the brief calls it soft"),
      reason: z.string(),
    }),
  )
  .describe("what the brief asks of the package, and how each of it is held");
type Constraints = Described<typeof constraintsSchema>;

export function describeConstraints(constraints: readonly Constraint[]): Constraints {
  return constraints.map(({ field, held, hard = false, reason }) => ({ field, held, hard, reason }));
}

const holdingWords: Readonly<Record<Holding, string>> = {
  wire: "in the order",
  product: "by the package itself",
  brief: "asked of the seller in words",
  none: "cannot be held",
};

interface Row {
  readonly field: ConstraintField;
  readonly held: Holding;
  readonly packages: readonly string[];
  readonly reasons: readonly string[];
}

/** Each constraint of the brief with how many packages hold it in which way, and which, where not all do. */
export function constraintsTable(
  lines: readonly { readonly product: string; readonly constraints?: Constraints }[],
): Block[] {
  const all = lines.flatMap(({ product, constraints = [] }) =>
    constraints.map((constraint) => ({ product, ...constraint })),
  );
  if (all.length === 0) return [];
  const rows = [...groupBy(all, ({ field, held }) => `${field} ${held}`).values()]
    .flatMap((same): Row[] => {
      const [first] = same;
      if (first === undefined) return [];
      return [
        {
          field: first.field,
          held: first.held,
          packages: same.map(({ product }) => product),
          reasons: [...new Set(same.map(({ reason }) => reason))].sort(),
        },
      ];
    })
    .sort((a, b) => place(a) - place(b));
  return [
    table<Row>({
      caption: "How the brief is held",
      rows,
      columns: [
        { label: "What", kind: "header", cell: ({ field }) => field },
        { label: "Held", kind: "words", cell: ({ held }) => holdingWords[held] },
        {
          label: "Packages",
          kind: "words",
          cell: ({ packages }) => (packages.length === lines.length ? "all" : packages.join(", ")),
        },
        { label: "How", kind: "words", cell: ({ reasons }) => reasons.join("; ") },
      ],
    }),
  ];
}

function place({ field, held }: Row): number {
  return constraintFields.indexOf(field) * holdings.length + holdings.indexOf(held);
}
