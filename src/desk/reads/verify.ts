import { z } from "zod";
import { campaignsIn } from "../../campaign/stop/stop-orders.ts";
import { atSellersSchema, compareAtSellers } from "../at-sellers.ts";
import { operation } from "../operation.ts";

/** What `audit verify` prints with `--json`. */
const verifyOutputSchema = z.strictObject({
  command: z.literal("audit verify"),
  campaigns: z.number().int().optional().describe("absent where the ledger is not as it was written"),
  faults: z.array(z.strictObject({ campaignId: z.string(), sequence: z.number(), reason: z.string() })),
  world: atSellersSchema.optional(),
});

/** Whether the ledger is as it was written, and with `atSellers` whether sellers and governance hold more than it knows. */
export const verify = operation({
  name: "verify",
  effect: "reads",
  input: z.strictObject({ atSellers: z.boolean().default(false) }),
  output: verifyOutputSchema,
  run: async ({ app }, { atSellers }) => {
    const faults = await app.ledger.verify();
    // A ledger that was tampered with is compared with nothing, and not read for more than its faults.
    const isSound = faults.length === 0;
    const world = atSellers && isSound ? await compareAtSellers(app) : undefined;
    const campaigns = isSound ? (await campaignsIn(app.ledger)).length : undefined;
    return { command: "audit verify" as const, campaigns, faults, ...(world && { world }) };
  },
});
