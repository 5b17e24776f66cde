import { stateOf } from "../campaign/model/state/journal.ts";
import type { CampaignState } from "../campaign/model/state/state.ts";
import { campaignsIn } from "../campaign/stop/stop-orders.ts";
import type { Ledger } from "../ledger/ledger.ts";

/** What a campaign waits for changes with the clock, too. */
const rowLifeMs = 60_000;

/**
 * A row of each campaign, kept as it stood when the campaign last changed: a page that renews itself costs what has changed
 * since. `now` is UTC milliseconds; what else a row is made of is in `key`.
 */
export function keptRows<Row>(make: (state: CampaignState, now: number, key: string) => Row) {
  interface Rows {
    position: number;
    readonly key: string;
    readonly rows: Map<string, { readonly at: number; readonly row: Row }>;
  }
  const kept = new WeakMap<Ledger, Rows>();
  return async (ledger: Ledger, now: number, key = ""): Promise<Row[]> => {
    const before = kept.get(ledger);
    const known = before?.key === key ? before : { position: 0, key, rows: new Map() };
    kept.set(ledger, known);
    const { position, campaignIds } = await ledger.changed(known.position);
    for (const id of campaignIds) known.rows.delete(id);
    known.position = Math.max(known.position, position);
    const rows: Row[] = [];
    for (const id of await campaignsIn(ledger)) {
      const last = known.rows.get(id);
      const isFresh = last !== undefined && now >= last.at && now - last.at < rowLifeMs;
      const row = isFresh ? last.row : make(await stateOf(ledger, id), now, key);
      rows.push(row);
      // Another read may know meanwhile of an entry that this row does not.
      if (!isFresh && known.position === position) known.rows.set(id, { at: now, row });
    }
    return rows;
  };
}
