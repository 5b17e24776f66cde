import type { AnswerOf } from "../../desk/operations.ts";
import { cleanText } from "../../lib/clean-text.ts";

/** Lines of results without a place that a terminal shows. */
export const shown = 20;

export function resultsText(output: AnswerOf<"import-results">): string {
  const { campaign, completeTo, imported, restated, unchanged, unplaced } = output;
  const more = unplaced.length - shown;
  return [
    `${campaign}: ${imported} results are new, ${restated} restated, ${unchanged} known; complete to ${completeTo}`,
    ...(unplaced.length > 0 ? [`${unplaced.length} belong to nothing that was bought:`] : []),
    ...unplaced.slice(0, shown).map(({ id, reason }) => `  ${cleanText(id, 100)}: ${reason}`),
    ...(more > 0 ? [`  and ${more} more; --json names them all`] : []),
    "the next `flightdesk resume` reports them to the sellers",
  ].join("\n");
}
