import { z } from "zod";
import type { Ledger, Moves } from "../../ledger/ledger.ts";
import { type Described, each, fields, looseFields } from "../../lib/described.ts";

/** A campaign for somebody who has no access to the ledger: every entry as it was written, with its seal. */
const bundleSchema = fields({
  format: z.literal("flightdesk-audit"),
  version: z.literal(1),
  campaignId: z.string(),
  entries: each({
    campaignId: z.string(),
    sequence: z.number().int(),
    key: z.string(),
    at: z.string(),
    event: looseFields({ type: z.string() }),
    // What it moved is only ever sealed again, never acted on.
    moves: z.custom<Moves>((value) => typeof value === "object" && value !== null).optional(),
    hash: z.string(),
  }),
});

export type Bundle = Described<typeof bundleSchema>;

/** Everything of a campaign: brief, policies with their texts, offers, exchange table, verdicts, approvals, receipts. */
export async function exportBundle(ledger: Ledger, campaignId: string): Promise<Bundle> {
  return { format: "flightdesk-audit", version: 1, campaignId, entries: await ledger.read(campaignId) };
}

/** A bundle out of a file's text. Throws an Error that says what is wrong with it. */
export function readBundle(text: string): Bundle {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new Error("it is not JSON", { cause });
  }
  const parsed = bundleSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(`it is not an audit bundle: ${issue?.path.join(".") || "the file"}: ${issue?.message}`);
}
