import { z } from "zod";
import type { Orphan } from "../campaign/audit/orphan.ts";
import { cleanText } from "../lib/clean-text.ts";
import { formatMoney, moneySchema } from "../lib/money.ts";

export const orphanSchema = z.strictObject({
  sellerId: z.string(),
  agentUrl: z.string(),
  mediaBuyId: z.string(),
  reference: z.string().optional().describe("that it was ordered under, as the seller tells it"),
  status: z.string().describe("the seller's word"),
  amount: moneySchema
    .optional()
    .describe("sum of its packages' budgets; absent where the seller does not tell"),
  because: z.string().describe("what the ledger knows of it"),
});

/** What `audit orphans` prints with `--json`. */
export const orphansOutputSchema = z.strictObject({
  command: z.literal("audit orphans"),
  asked: z.array(z.string()).describe("ids of the sellers that answered"),
  silent: z
    .array(z.strictObject({ sellerId: z.string(), reason: z.string() }))
    .describe("sellers that orders were made for and that did not tell"),
  orphans: z.array(orphanSchema),
});
export type OrphansOutput = z.infer<typeof orphansOutputSchema>;

/** Sellers' words are shown as text. */
export function cleanOrphan(orphan: Orphan): z.infer<typeof orphanSchema> {
  const { reference } = orphan;
  return {
    ...orphan,
    mediaBuyId: cleanText(orphan.mediaBuyId, 200),
    status: cleanText(orphan.status, 60),
    because: cleanText(orphan.because, 400),
    ...(reference === undefined ? {} : { reference: cleanText(reference, 200) }),
  };
}

/** One line: which buy, how much, how it stands, and why it is an orphan. */
export function orphanText(orphan: z.infer<typeof orphanSchema>): string {
  const { mediaBuyId, sellerId, amount, status, because, reference } = orphan;
  const worth = amount === undefined ? "amount not told" : formatMoney(amount);
  return `${mediaBuyId} at ${sellerId}, ${worth}, ${status}${reference === undefined ? "" : `, ordered as ${reference}`}: ${because}`;
}

/** Each orphan with what a person can do about it; nothing is changed at any seller. */
export function orphansText({ asked, silent, orphans }: OrphansOutput): string {
  return [
    `${asked.length} sellers asked: ${orphans.length === 0 ? "nothing there that the ledger does not know" : `${orphans.length} buys that the ledger does not hold as bought`}`,
    ...orphans.flatMap((orphan) => [
      `  ${orphanText(orphan)}`,
      '    ask the seller; to pause it, with its id and {"status": "paused"} as `updates` in a file:',
      `    flightdesk call ${orphan.agentUrl} update_media_buy --args pause.json --execute`,
    ]),
    ...silent.map(({ sellerId, reason }) => `  ${sellerId} did not tell what it holds: ${reason}`),
  ].join("\n");
}
