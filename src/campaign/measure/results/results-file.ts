import { z } from "zod";
import { dayMs, dayOf } from "../../../lib/days.ts";
import { fields } from "../../../lib/described.ts";
import { fromDecimal, isCurrency } from "../../../lib/money.ts";
import type { BuyerResult } from "../../model/measured/result.ts";

const name = z.string().min(1).max(256);

const rowSchema = fields({
  id: name.describe("your own id of the result: it is taken once, and again where anything in it differs"),
  time: z.iso.datetime({ offset: true }).describe("when it happened, with its offset from UTC"),
  type: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,63}$/, "write it in lower case, such as purchase, lead or store_visit"),
  value: z.number().nonnegative().max(1e12).optional().describe("in whole units of `currency`"),
  currency: z.string().refine(isCurrency, "is not an ISO 4217 code").optional(),
  lineId: name.optional().describe("the plan's package"),
  package_id: name.optional().describe("the seller's id of the package"),
  media_buy_id: name.optional().describe("the seller's id of the buy"),
  buyer_ref: name.optional().describe("your reference of the buy or the package"),
}).refine(({ value, currency }) => (value === undefined) === (currency === undefined), {
  path: ["currency"],
  message: "a value and its currency stand together",
});

/** The fields of a result, as a table's first line names them. */
export const resultFields: readonly string[] = Object.keys(rowSchema.shape);

/** What the buyer counted, as a file or a request brings it. */
export const resultsFileSchema = fields({
  event_source_id: name
    .optional()
    .describe("where sellers know the results from; those that take events are sent their own ones"),
  complete_to: z.iso
    .date()
    .optional()
    .describe("the last UTC day of which nothing is missing; else the day before the last result"),
  results: z
    .array(rowSchema)
    .min(1)
    .superRefine((rows, context) => {
      const ids = new Set<string>();
      for (const [index, { id }] of rows.entries()) {
        if (ids.has(id))
          context.addIssue({ code: "custom", path: [index, "id"], message: "each id may stand here once" });
        ids.add(id);
      }
    }),
}).describe("Outcomes that the buyer counted: `flightdesk results import`");

/**
 * What a file says of days that are to come, by its place: that cannot have been counted, and a slip would have days to come
 * stand as days without results, which money is moved by. `now` is UTC milliseconds; a clock may be ahead of ours.
 */
export function ahead(
  { results, complete_to }: z.output<typeof resultsFileSchema>,
  now: number,
): { readonly place: string; readonly message: string }[] {
  const latest = dayOf(now + dayMs);
  return [
    ...(complete_to !== undefined && complete_to > dayOf(now)
      ? [{ place: "complete_to", message: "is a day that is to come" }]
      : []),
    ...results.flatMap(({ time }, index) =>
      dayOf(Date.parse(time)) > latest
        ? [{ place: `results[${index}].time`, message: "is a time that is to come" }]
        : [],
    ),
  ];
}

/** Results that were imported at one time. */
export interface ImportedResults {
  readonly results: readonly BuyerResult[];
  /** The last UTC day of which nothing is missing. */
  readonly completeTo: string;
}

export function resultsOfFile(file: z.output<typeof resultsFileSchema>): ImportedResults {
  const results = file.results.map((row) => resultOf(row, file.event_source_id));
  return { results, completeTo: file.complete_to ?? dayBefore(results.map(({ at }) => at)) };
}

function resultOf(row: z.output<typeof rowSchema>, source: string | undefined): BuyerResult {
  const { id, time, type, value, currency, lineId } = row;
  const { package_id: packageId, media_buy_id: mediaBuyId, buyer_ref: buyerRef } = row;
  return {
    id,
    at: new Date(time).toISOString(),
    type,
    ...(value !== undefined && currency !== undefined && { value: fromDecimal(value, currency) }),
    of: {
      ...(lineId !== undefined && { lineId }),
      ...(packageId !== undefined && { packageId }),
      ...(mediaBuyId !== undefined && { mediaBuyId }),
      ...(buyerRef !== undefined && { buyerRef }),
    },
    source,
  };
}

/** The day on which the last result happened may go on. */
function dayBefore(instants: readonly string[]): string {
  const last = [...instants].sort().at(-1) ?? "";
  return new Date(Date.parse(last.slice(0, 10)) - dayMs).toISOString().slice(0, 10);
}
