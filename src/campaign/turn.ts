import PQueue from "p-queue";
import type { Ledger } from "../ledger/ledger.ts";
import { advance } from "./advance.ts";
import { isErrandId } from "./errand/errand.ts";
import type { CampaignEvent } from "./events.ts";
import type { ExecutePorts } from "./execute/execute-ports.ts";
import type { Observer } from "./journal.ts";
import { type NextLook, nextLook } from "./next-look.ts";
import { campaignsIn } from "./stop/desk.ts";
import type { Waiting } from "./waiting.ts";

/** Campaigns under way at once: each holds its state in memory only for so long. */
const campaignsAtOnce = 4;

/** What a turn needs: the ledger, and each campaign's way to its sellers. */
export interface TurnPorts {
  readonly ledger: Ledger;
  readonly ports: (campaignId: string, observe?: Observer) => ExecutePorts;
}

export interface TurnOptions {
  /** These campaigns alone; all that live where absent. */
  readonly only?: ReadonlySet<string> | undefined;
  /** When it aborts no further campaign is begun with; those under way come to their end. */
  readonly signal?: AbortSignal | undefined;
  /** Sees each event as it is recorded. */
  readonly observe?: Observer;
}

/** What one turn made of one campaign. */
export interface CampaignTurn {
  readonly campaignId: string;
  /** How many entries came to it meanwhile, by type; another process may have added some. */
  readonly recorded: Readonly<Partial<Record<CampaignEvent["type"], number>>>;
  readonly waiting: readonly Waiting[];
  /** Why it has ended, where it has. */
  readonly ended?: string;
  readonly nextLook?: NextLook;
  /** What went wrong; the campaign is tried again with the next turn. */
  readonly fault?: string;
}

/**
 * Takes every campaign that has not ended as far as it goes now, a few at a time. One campaign's fault is told and does
 * not stop the others. `advance` is idempotent, so two processes may take turns on one ledger at the same time.
 */
export async function turn(
  { ledger, ports }: TurnPorts,
  { only, signal, observe }: TurnOptions = {},
): Promise<readonly CampaignTurn[]> {
  const queue = new PQueue({ concurrency: campaignsAtOnce });
  const live = liveCampaigns(ledger).filter((id) => only?.has(id) ?? true);
  const ends = await Promise.all(
    live.map((id) =>
      queue.add(async () => (signal?.aborted ? undefined : await oneCampaign(id, ports, observe))),
    ),
  );
  return ends.filter((end) => end !== undefined);
}

/** Ids of campaigns with a brief that have not ended, the newest first. Reads no campaign's entries. */
export function liveCampaigns(ledger: Ledger): string[] {
  return campaignsIn(ledger).filter((id) => !isErrandId(id) && !ledger.holds(id, "end"));
}

async function oneCampaign(
  campaignId: string,
  open: TurnPorts["ports"],
  observe: Observer | undefined,
): Promise<CampaignTurn> {
  const recorded: Partial<Record<CampaignEvent["type"], number>> = {};
  try {
    const ports = open(campaignId, (entry, state) => {
      recorded[entry.event.type] = (recorded[entry.event.type] ?? 0) + 1;
      observe?.(entry, state);
    });
    const waiting = await advance(ports, "end");
    const state = ports.journal.state();
    const look = nextLook(state, waiting, {
      now: ports.clock.now(),
      approvalWindowMs: ports.settings.approvalWindowMs,
    });
    return {
      campaignId,
      recorded,
      waiting,
      ...(state.ended === undefined ? {} : { ended: state.ended }),
      ...(look === undefined ? {} : { nextLook: look }),
    };
  } catch (cause) {
    const fault = cause instanceof Error ? cause.message : String(cause);
    return { campaignId, recorded, waiting: [], fault };
  }
}
