import { resultsFileSchema, resultsOfFile } from "../campaign/measure/results/results-file.ts";
import { takeResults } from "../campaign/measure/take-results.ts";
import { openJournal } from "../campaign/model/journal.ts";
import { campaignsIn } from "../campaign/stop/stop-orders.ts";
import { fieldPath } from "../desk/field-path.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { ResultsAnswer, TakeResults } from "../server/results.ts";

/** Takes what `results import` takes, as JSON in a request. Values are not repeated in what is wrong with them. */
export function postedResults(ledger: Ledger): TakeResults {
  return (campaignId, body) => {
    if (!campaignsIn(ledger).includes(campaignId)) return { type: "unknown" };
    const document = parsed(body);
    if (document === undefined) return invalid([{ place: "the body", message: "this is not JSON" }]);
    const file = resultsFileSchema.safeParse(document);
    if (!file.success)
      return invalid(
        file.error.issues.map(({ path, message }) => ({ place: fieldPath(path) || "the body", message })),
      );
    const { taken, restated, unchanged, unplaced } = takeResults(
      openJournal(ledger, campaignId),
      resultsOfFile(file.data),
    );
    return { type: "taken", taken, restated, unchanged, unplaced };
  };
}

/** Undefined where it is not JSON, which has no such value. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function invalid(problems: Extract<ResultsAnswer, { type: "invalid" }>["problems"]): ResultsAnswer {
  return { type: "invalid", problems };
}
