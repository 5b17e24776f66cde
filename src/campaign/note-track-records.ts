import { recordsOf } from "./learn/track-record/records-of.ts";
import type { Ports } from "./ports.ts";

/**
 * Writes down how this campaign's sellers did in the desk's other campaigns before its offers are ranked, so that the ranking
 * can be made again from the campaign alone. Nothing where none of them is known.
 */
export function noteTrackRecords({ journal, others }: Pick<Ports, "journal" | "others">): void {
  const { id, sellers = [], offers, ranking } = journal.state();
  if (offers === undefined || ranking !== undefined) return;
  const addresses = new Map(sellers.map((seller) => [seller.id, seller.agentUrl]));
  const records = recordsOf(others.states().filter((state) => state.id !== id)).filter(
    ({ sellerId, agentUrl, standing }) => addresses.get(sellerId) === agentUrl && standing !== 0,
  );
  if (records.length === 0) return;
  journal.record(
    { type: "track-record-noted", records },
    "stage/track-record",
    (now) => now.ranking === undefined,
  );
}
