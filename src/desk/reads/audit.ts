import { z } from "zod";
import { exportBundle, readBundle } from "../../campaign/audit/bundle.ts";
import { replay as again, replaySchema } from "../../campaign/audit/replay.ts";
import { campaignsIn } from "../../campaign/stop/stop-orders.ts";
import { orUsageError } from "../as-usage-error.ts";
import { atSellersSchema, compareAtSellers } from "../at-sellers.ts";
import { campaignInput, campaignNamed } from "../campaigns.ts";
import { operation } from "../operation.ts";

/** One campaign's entries of the ledger with their seals, to be checked elsewhere. */
export const exportCampaign = operation({
  input: z.strictObject(campaignInput),
  output: z.looseObject({ campaignId: z.string(), entries: z.array(z.unknown()) }),
  run: async ({ app }, { campaign }) => exportBundle(app.ledger, await campaignNamed(app, campaign)),
});

/** What `audit replay` prints with `--json`. */
const replayOutputSchema = z.strictObject({
  command: z.literal("audit replay"),
  sound: z.boolean().describe("every decision comes out the same, and no seal is broken"),
  ...replaySchema.shape,
});

/** Makes every decision of an exported campaign again. Needs no ledger and no network. */
export const replay = operation({
  input: z.strictObject({
    name: z.string().default("the bundle").describe("of the file, for what is wrong with it"),
    bundle: z.string().describe("what `export` returned, as JSON"),
  }),
  output: replayOutputSchema,
  run: async (_desk, { name, bundle }) => {
    const result = await again(orUsageError(() => readBundle(bundle), `${name}: `));
    const sound = result.broken.length === 0 && result.decisions.every(({ same }) => same);
    return { command: "audit replay" as const, sound, ...result };
  },
});

/** What `audit verify` prints with `--json`. */
const verifyOutputSchema = z.strictObject({
  command: z.literal("audit verify"),
  campaigns: z.number().int().optional().describe("absent where the ledger is not as it was written"),
  faults: z.array(z.strictObject({ campaignId: z.string(), sequence: z.number(), reason: z.string() })),
  world: atSellersSchema.optional(),
});

/** Whether the ledger is as it was written, and with `atSellers` whether sellers and governance hold more than it knows. */
export const verify = operation({
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
