import { z } from "zod";
import { campaignInput, stateNamed } from "../campaigns.ts";
import { operation } from "../operation.ts";
import { reallocationsOutput, reallocationsOutputSchema } from "../outputs/reallocations-output.ts";

/** What was moved between lines, why, and how far it is made. */
export const reallocations = operation({
  input: z.strictObject(campaignInput),
  output: reallocationsOutputSchema,
  run: async (desk, { campaign }) =>
    reallocationsOutput("reallocations list", await stateNamed(desk, campaign)),
});
