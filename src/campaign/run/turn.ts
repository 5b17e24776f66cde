import PQueue from "p-queue";
import type { Ledger } from "../../ledger/ledger.ts";
import { messageOf } from "../../lib/cause.ts";
import type { Clock } from "../../lib/clock.ts";
import { isAdminTaskId } from "../admin/admin-task.ts";
import type { ExecutePorts } from "../execute/execute-ports.ts";
import type { CampaignEvent } from "../model/state/events.ts";
import type { Observer } from "../model/state/journal.ts";
import type { CampaignState } from "../model/state/state.ts";
import { campaignsIn } from "../stop/stop-orders.ts";
import { advance } from "./advance.ts";
import { type NextPoll, nextPoll } from "./next-poll.ts";
import type { Waiting } from "./waiting.ts";

/** Campaigns under way at once: each holds its state in memory only for so long. */
const campaignsAtOnce = 4;

/** What a turn needs: the ledger, and each campaign's way to its sellers. */
export interface TurnPorts {
  readonly ledger: Ledger;
  readonly ports: (campaignId: string, observe?: Observer) => Promise<ExecutePorts>;
  /** Whether a campaign's agents ended with the process that ran them, as a built-in sandbox does: none is left to call. */
  readonly areAgentsGone?: (state: CampaignState) => boolean;
}

/** How long others wait for one campaign, and what goes on when they no longer do. */
export interface TurnPatience {
  /** The wire's own time. */
  readonly clock: Clock;
  /** Milliseconds; then its place is given to the next. What it has begun goes on and is recorded. */
  readonly deadlineMs: number;
  /** Every campaign whose turn is under way in this process, also from turns before: it gets no second one meanwhile. */
  readonly underWay: Map<string, Promise<unknown>>;
  /** Campaigns that took longer the last time: they are begun with after all others. */
  readonly slow: Set<string>;
  /** Gets what became of a campaign that took longer. */
  readonly late: (turn: CampaignTurn) => void;
  /** Gets each campaign when its turn has ended, and how long it took. */
  readonly ended?: (turn: CampaignTurn, milliseconds: number) => void;
}

export interface TurnOptions {
  /** These campaigns alone; all that live where absent. */
  readonly only?: ReadonlySet<string>;
  /** When it aborts no further campaign is begun with; those under way come to their end. */
  readonly signal?: AbortSignal;
  /** Sees each event as it is recorded. */
  readonly observe?: Observer;
  /** Without it each campaign is waited for to its end. */
  readonly patience?: TurnPatience;
}

/** What one turn made of one campaign. */
export interface CampaignTurn {
  readonly campaignId: string;
  /** How many entries came to it meanwhile, by type; another process may have added some. */
  readonly recorded: Readonly<Partial<Record<CampaignEvent["type"], number>>>;
  readonly waiting: readonly Waiting[];
  /** Why it has ended, where it has. */
  readonly ended?: string;
  readonly nextPoll?: NextPoll;
  /** What went wrong; the campaign is tried again with the next turn. */
  readonly fault?: string;
  /** It takes longer than others wait for it, and goes on. */
  readonly goesOn?: true;
}

/**
 * Takes every campaign that has not ended as far as it goes now, a few at a time. One campaign's fault is reported and does
 * not stop the others, nor with `patience` does one that takes too long. `advance` is idempotent, so two processes may take
 * turns on one ledger at the same time.
 */
export async function turn(
  { ledger, ports, areAgentsGone }: TurnPorts,
  { only, signal, observe, patience }: TurnOptions = {},
): Promise<readonly CampaignTurn[]> {
  const queue = new PQueue({ concurrency: campaignsAtOnce });
  const isSlow = (id: string) => Number(patience?.slow.has(id) ?? false);
  const ids = await liveCampaigns(ledger, only);
  const gone = areAgentsGone
    ? await Promise.all(ids.map(async (id) => areAgentsGone((await ports(id)).journal.state())))
    : [];
  const live = ids.filter((_, i) => gone[i] !== true).sort((a, b) => isSlow(a) - isSlow(b));
  const ends = await Promise.all(
    live.map((id) =>
      queue.add(async () => {
        if (signal?.aborted) return undefined;
        const begin = () => oneCampaign(id, ports, observe);
        return patience === undefined ? begin() : withPatience(id, begin, patience);
      }),
    ),
  );
  return ends.filter((end) => end !== undefined);
}

/**
 * Ids of campaigns with a brief that have not ended, the newest first; of `only` those that have, too: something came in for
 * them. Reads no campaign's entries.
 */
export async function liveCampaigns(ledger: Ledger, only?: ReadonlySet<string>): Promise<string[]> {
  const ids = [...(only ?? (await campaignsIn(ledger)))].filter((id) => !isAdminTaskId(id));
  if (only !== undefined) return ids;
  const ended = await ledger.holders(ids, "end");
  return ids.filter((id) => !ended.has(id));
}

/** A campaign's turn, or after the deadline that it goes on without anybody waiting for it. */
async function withPatience(
  campaignId: string,
  begin: () => Promise<CampaignTurn>,
  { clock, deadlineMs, underWay, slow, late, ended: onEnded }: TurnPatience,
): Promise<CampaignTurn> {
  const reason = `its turn takes longer than ${deadlineMs / 1000} s and goes on: agents have not answered yet`;
  const waiting: readonly Waiting[] = [{ type: "agent", stepId: "turn", reason }];
  const goesOn: CampaignTurn = { campaignId, recorded: {}, waiting, goesOn: true };
  if (underWay.has(campaignId)) return goesOn;
  let isLate = false;
  const begun = clock.now();
  const whole = begin().then((turned) => {
    underWay.delete(campaignId);
    onEnded?.(turned, clock.now() - begun);
    if (isLate) late(turned);
    else slow.delete(campaignId);
    return turned;
  });
  underWay.set(campaignId, whole);
  const ended = new AbortController();
  const deadline = clock.sleep(deadlineMs, ended.signal).then(
    () => {
      isLate = underWay.has(campaignId);
      if (isLate) slow.add(campaignId);
      return goesOn;
    },
    () => goesOn,
  );
  try {
    return await Promise.race([whole, deadline]);
  } finally {
    ended.abort();
  }
}

async function oneCampaign(
  campaignId: string,
  open: TurnPorts["ports"],
  observe: Observer | undefined,
): Promise<CampaignTurn> {
  const recorded: Partial<Record<CampaignEvent["type"], number>> = {};
  try {
    const ports = await open(campaignId, (entry, state) => {
      recorded[entry.event.type] = (recorded[entry.event.type] ?? 0) + 1;
      observe?.(entry, state);
    });
    const waiting = await advance(ports, "end", { unasked: true });
    const state = ports.journal.state();
    const poll = nextPoll(state, waiting, {
      now: ports.clock.now(),
      approvalWindowMs: ports.settings.approvalWindowMs,
    });
    return { campaignId, recorded, waiting, ended: state.ended, nextPoll: poll };
  } catch (cause) {
    const fault = messageOf(cause);
    return { campaignId, recorded, waiting: [], fault };
  }
}
