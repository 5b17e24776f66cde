import { z } from "zod";
import { cleanText } from "../lib/clean-text.ts";

const count = z.number().int().nonnegative();

/** What `results import` prints with `--json`. */
export const resultsOutputSchema = z.strictObject({
  command: z.literal("results import"),
  campaign: z.string(),
  completeTo: z.string().describe("the last UTC day of which the file has everything"),
  taken: count,
  restated: count.describe("known ids with other figures; the last version counts"),
  unchanged: count,
  unplaced: z
    .array(z.strictObject({ id: z.string(), reason: z.string() }))
    .readonly()
    .describe("results that belong to nothing that was bought"),
});
export type ResultsOutput = z.infer<typeof resultsOutputSchema>;

/** Lines of results without a place that a terminal shows. */
const shown = 20;

export function resultsText({
  campaign,
  completeTo,
  taken,
  restated,
  unchanged,
  unplaced,
}: ResultsOutput): string {
  const more = unplaced.length - shown;
  return [
    `${campaign}: ${taken} results are new, ${restated} restated, ${unchanged} known; complete to ${completeTo}`,
    ...(unplaced.length > 0 ? [`${unplaced.length} belong to nothing that was bought:`] : []),
    ...unplaced.slice(0, shown).map(({ id, reason }) => `  ${cleanText(id, 100)}: ${reason}`),
    ...(more > 0 ? [`  and ${more} more; --json names them all`] : []),
    "sellers are told by the next `flightdesk resume`",
  ].join("\n");
}
