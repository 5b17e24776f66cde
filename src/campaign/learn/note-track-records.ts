import { isOnSandbox } from "../model/derived/sandbox-mark.ts";
import { sellerAt } from "../model/derived/seller-at.ts";
import type { TrackRecord } from "../model/learned/track-record.ts";
import { keyInRound } from "../model/state/market-round.ts";
import type { Ports } from "../model/state/ports.ts";
import type { CampaignState } from "../model/state/state.ts";
import { recordsOf, worstAt } from "./track-record/records-of.ts";

/**
 * Writes down how this campaign's sellers did in the other campaigns before its offers are ranked, so that the ranking
 * can be made again from the campaign alone. Nothing where none of them is known. A seller that did badly under another name
 * is known by it; a good word counts where it was earned. What was tried on a sandbox says nothing of real sellers.
 */
export async function noteTrackRecords({
  journal,
  others,
}: {
  readonly journal: Pick<Ports["journal"], "state" | "record">;
  readonly others: Pick<Ports["others"], "states">;
}): Promise<void> {
  const state = journal.state();
  const { id, sellers = [], offers, ranking } = state;
  if (offers === undefined || ranking !== undefined) return;
  const isAlike = (other: CampaignState) => other.id !== id && isOnSandbox(other) === isOnSandbox(state);
  const all = recordsOf((await others.states()).filter(isAlike));
  const records = sellers.flatMap((seller): TrackRecord[] => {
    const { id: sellerId, agentUrl } = seller;
    const own = all.find((record) => record.sellerId === sellerId && record.agentUrl === agentUrl);
    const worst = worstAt(sellerAt(state, sellerId).marks, all);
    const found = worst && worst.standing < (own?.standing ?? 0) ? worst : own;
    // What its products brought is known by its own name alone.
    const results = own?.results;
    if (found === undefined || (found.standing === 0 && results === undefined)) return [];
    return [{ ...found, sellerId, agentUrl, results }];
  });
  if (records.length === 0) return;
  await journal.record(
    { type: "track-record-noted", records },
    keyInRound(state, "stage/track-record"),
    (now) => now.ranking === undefined,
  );
}
