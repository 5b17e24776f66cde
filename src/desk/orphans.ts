import { z } from "zod";
import type { App } from "../app.ts";
import { askForBuys } from "../campaign/audit/booked.ts";
import { scanForOrphans } from "../campaign/audit/scan-for-orphans.ts";
import { idsOf } from "../campaign/discover/discover.ts";
import { type Orphan, type OrphanScan, orphanSchema } from "../campaign/model/learned/orphan.ts";
import { statesOf } from "../campaign/model/state/journal.ts";
import { campaignsIn } from "../campaign/stop/stop-orders.ts";
import { cleanText } from "../lib/clean-text.ts";
import type { Described } from "../lib/described.ts";

/** What `audit orphans` prints with `--json`. */
export const orphansOutputSchema = z.strictObject({
  command: z.literal("audit orphans"),
  contacted: z.array(z.string()).describe("ids of the sellers that answered"),
  silent: z
    .array(z.strictObject({ sellerId: z.string(), reason: z.string() }))
    .describe("sellers that orders were made for and that listed none"),
  orphans: z.array(orphanSchema),
});
export type OrphansOutput = Described<typeof orphansOutputSchema>;

/** Sellers' words are shown as text. */
export function cleanOrphan(orphan: Orphan): Orphan {
  const { reference } = orphan;
  return {
    ...orphan,
    mediaBuyId: cleanText(orphan.mediaBuyId, 200),
    status: cleanText(orphan.status, 60),
    because: cleanText(orphan.because, 400),
    ...(reference === undefined ? {} : { reference: cleanText(reference, 200) }),
  };
}

/** What the sellers of these campaigns hold that the ledger does not, each buy once: campaigns of one account are shown the same. */
export async function orphansIn(ids: readonly string[], app: App): Promise<Omit<OrphansOutput, "command">> {
  const states = await statesOf(app.ledger, await campaignsIn(app.ledger));
  return together(await Promise.all(ids.map(async (id) => scanForOrphans(await app.ports(id), states))));
}

/**
 * The same where the ledger knows no campaign, and so no seller: everything that the sellers of the registry hold for whoever
 * has our credentials. Rejects where no registry is set.
 */
export async function buysOfRegistry(app: App): Promise<Omit<OrphansOutput, "command">> {
  const { searchRegistry, read } = await app.ports("nobody");
  const listed = await searchRegistry({ capability: "create_media_buy" });
  const ids = idsOf(listed);
  const scans = listed.map(async ({ agentUrl, domain }): Promise<OrphanScan> => {
    const sellerId = ids.get(agentUrl) ?? domain;
    const shown = await askForBuys(read, agentUrl, undefined);
    const silent = shown.type === "silent" ? [{ sellerId, reason: shown.reason }] : [];
    if (shown.type !== "shown") return { asked: [], silent, orphans: [] };
    const because = "the ledger knows no campaign";
    return {
      asked: [sellerId],
      silent,
      orphans: shown.items.map((buy) => ({ sellerId, agentUrl, ...buy, because })),
    };
  });
  return together(await Promise.all(scans));
}

function together(scans: readonly OrphanScan[]): Omit<OrphansOutput, "command"> {
  return {
    contacted: [...new Set(scans.flatMap(({ asked }) => asked))],
    silent: first(
      scans.flatMap(({ silent }) => silent),
      ({ sellerId }) => sellerId,
    ).map(({ sellerId, reason }) => ({ sellerId, reason: cleanText(reason, 300) })),
    orphans: first(
      scans.flatMap(({ orphans }) => orphans),
      ({ agentUrl, mediaBuyId }) => JSON.stringify([agentUrl, mediaBuyId]),
    ).map(cleanOrphan),
  };
}

function first<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  return [...new Map(items.toReversed().map((item) => [keyOf(item), item])).values()].toReversed();
}
