import type { TrackRecord } from "../model/learned/track-record.ts";
import { keyInRound } from "../model/market-round.ts";
import type { Ports } from "../model/ports.ts";
import { sellerAt } from "../model/sellers/seller-at.ts";
import { recordsOf, worstAt } from "./track-record/records-of.ts";

/**
 * Writes down how this campaign's sellers did in the desk's other campaigns before its offers are ranked, so that the ranking
 * can be made again from the campaign alone. Nothing where none of them is known. A seller that did badly under another name
 * is known by it; a good word counts where it was earned.
 */
export async function noteTrackRecords({
  journal,
  others,
}: Pick<Ports, "journal" | "others">): Promise<void> {
  const state = journal.state();
  const { id, sellers = [], offers, ranking } = state;
  if (offers === undefined || ranking !== undefined) return;
  const all = recordsOf((await others.states()).filter((other) => other.id !== id));
  const records = sellers.flatMap((seller): TrackRecord[] => {
    const { id: sellerId, agentUrl } = seller;
    const own = all.find((record) => record.sellerId === sellerId && record.agentUrl === agentUrl);
    const worst = worstAt(sellerAt(state, sellerId).marks, all);
    const found = worst !== undefined && worst.standing < (own?.standing ?? 0) ? worst : own;
    return found === undefined || found.standing === 0 ? [] : [{ ...found, sellerId, agentUrl }];
  });
  if (records.length === 0) return;
  await journal.record(
    { type: "track-record-noted", records },
    keyInRound(state, "stage/track-record"),
    (now) => now.ranking === undefined,
  );
}
