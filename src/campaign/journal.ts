import type { Appended, Entry, Ledger, Stored } from "../ledger/ledger.ts";
import type { CampaignEvent, Recorded } from "./events.ts";
import { fold } from "./fold.ts";
import { reductionOf, settlementOf } from "./settlement.ts";
import { type CampaignState, emptyState } from "./state.ts";

/** One campaign's view of the ledger: the state so far, and the only way to add to it. */
export interface Journal {
  /** As of the last entry that this process has seen. */
  readonly state: () => CampaignState;
  /**
   * Records an event once: false where an entry with this key stands already, from this process or another. What becomes
   * of a step's reserved amounts is settled in the same transaction.
   */
  readonly record: (event: CampaignEvent, key: string) => boolean;
  /** Records an event and reserves amounts with it, or does neither. */
  readonly reserve: (event: CampaignEvent, key: string, reserve: NonNullable<Entry["reserve"]>) => Appended;
  /** Records an event unless one of these marks is raised, whichever process raised it. */
  readonly recordUnless: (
    event: CampaignEvent,
    key: string,
    unless: NonNullable<Entry["unless"]>,
  ) => Appended;
  /** Takes in what other processes have written. */
  readonly refresh: () => void;
}

export type Observer = (recorded: Recorded, state: CampaignState) => void;

/** Of `fold.ts`: to be changed with the fold, so that a state which an older fold made is not gone on with. */
const stateVersion = "4";
/** Entries after which a state is kept, so that opening a campaign stays as cheap as it was on its first day. */
const keepEvery = 500;

export function openJournal(ledger: Ledger, campaignId: string, observe?: Observer): Journal {
  const kept = ledger.snapshot(campaignId, stateVersion);
  const tail = ledger.read(campaignId, kept?.sequence ?? 0);
  // A snapshot of this version was made by this fold.
  let state = fold(
    (kept?.state as CampaignState | undefined) ?? emptyState(campaignId),
    tail.map(campaignEvent),
  );
  const last = tail.at(-1);
  if (last !== undefined && tail.length >= keepEvery)
    ledger.saveSnapshot(campaignId, {
      version: stateVersion,
      sequence: last.sequence,
      hash: last.hash,
      state,
    });

  const take = (entries: readonly Stored[]) => {
    for (const recorded of entries.map(campaignEvent)) {
      state = fold(state, [recorded]);
      observe?.(recorded, state);
    }
  };
  const refresh = () => {
    take(ledger.read(campaignId, state.sequence));
  };
  const append = (entry: Entry): Appended => {
    const appended = ledger.append(campaignId, entry);
    if (appended.type === "appended" && appended.stored.sequence === state.sequence + 1)
      take([appended.stored]);
    else refresh();
    return appended;
  };
  return {
    state: () => state,
    refresh,
    record: (event, key) => {
      const settle = settlementOf(event, state);
      const reduce = reductionOf(event, state);
      const moves = {
        ...(settle === undefined ? {} : { settle }),
        ...(reduce === undefined ? {} : { reduce }),
      };
      return append({ event, key, ...moves }).type === "appended";
    },
    reserve: (event, key, reserve) => append({ event, key, reserve }),
    recordUnless: (event, key, unless) => append({ event, key, unless }),
  };
}

/** Entries of a campaign are written by `record` alone, so they are campaign events. */
function campaignEvent(stored: Stored): Recorded {
  return stored as Stored & { event: CampaignEvent };
}
