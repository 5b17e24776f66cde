import type { ResultsImport } from "../campaign/measure/take-results.ts";

/** Takes the buyer's own results for a campaign: the body of a request as text. */
export type TakeResults = (campaignId: string, body: string) => Promise<ResultsAnswer>;

export type ResultsAnswer =
  | ({ readonly type: "imported" } & ResultsImport)
  | {
      readonly type: "invalid";
      readonly problems: readonly { readonly place: string; readonly message: string }[];
    }
  /** No such campaign. */
  | { readonly type: "unknown" };
