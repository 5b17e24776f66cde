import type { Ledger, Stored } from "../ledger/ledger.ts";
import type { CampaignEvent, Recorded } from "./events.ts";
import { type CampaignState, emptyState, fold } from "./state.ts";

/** One campaign's view of the ledger: the state so far, and the only way to add to it. */
export interface Journal {
  /** As of the last entry that this process has seen. */
  readonly state: () => CampaignState;
  /** Records an event once: false where an entry with this key stands already, from this process or another. */
  readonly record: (event: CampaignEvent, key: string) => boolean;
  /** Takes in what other processes have written. */
  readonly refresh: () => void;
}

export type Observer = (recorded: Recorded, state: CampaignState) => void;

export function openJournal(ledger: Ledger, campaignId: string, observe?: Observer): Journal {
  let state = fold(emptyState(campaignId), ledger.read(campaignId).map(campaignEvent));
  const take = (entries: readonly Stored[]) => {
    for (const recorded of entries.map(campaignEvent)) {
      state = fold(state, [recorded]);
      observe?.(recorded, state);
    }
  };
  const refresh = () => {
    take(ledger.read(campaignId, state.sequence));
  };
  return {
    state: () => state,
    refresh,
    record: (event, key) => {
      const stored = ledger.append(campaignId, { event, key });
      if (stored?.sequence === state.sequence + 1) take([stored]);
      else refresh();
      return stored !== undefined;
    },
  };
}

/** Entries of a campaign are written by `record` alone, so they are campaign events. */
function campaignEvent(stored: Stored): Recorded {
  return stored as Stored & { event: CampaignEvent };
}
