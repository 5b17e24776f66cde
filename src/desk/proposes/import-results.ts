import { z } from "zod";
import { ahead, resultsFileSchema, resultsOfFile } from "../../campaign/measure/results/results-file.ts";
import { resultsImportSchema, takeResults } from "../../campaign/measure/take-results.ts";
import type { Described } from "../../lib/described.ts";
import { campaignInput, campaignNamed } from "../campaigns.ts";
import { operation } from "../operation.ts";
import { UsageError } from "../usage-error.ts";

/** What `results import` prints with `--json`. */
export const resultsOutputSchema = z.strictObject({
  command: z.literal("results import"),
  campaign: z.string(),
  completeTo: z.string().describe("the last UTC day of which the file has everything"),
  ...resultsImportSchema.shape,
});
type ResultsOutput = Described<typeof resultsOutputSchema>;

/** Writes down what the buyer counted; sellers get it with the next turn. No agent is called. */
export const importResults = operation({
  input: z.strictObject({ ...campaignInput, results: resultsFileSchema }),
  output: resultsOutputSchema,
  needsOperator: () => false,
  run: async ({ app }, { campaign: named, results }): Promise<ResultsOutput> => {
    const campaign = await campaignNamed(app, named);
    const { journal, clock } = await app.ports(campaign);
    const [first] = ahead(results, clock.now());
    if (first !== undefined) throw new UsageError(`${first.place}: ${first.message}`);
    const read = resultsOfFile(results);
    const counts = await takeResults(journal, read);
    return { command: "results import", campaign, completeTo: read.completeTo, ...counts };
  },
});
