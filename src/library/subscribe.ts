import { inTodaysWords } from "../desk/reads/changes.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { systemClock } from "../lib/clock.ts";

/** Something that was recorded, with its place among everything that was. */
export interface Recorded {
  /** Give it as `since` to go on after it. */
  readonly position: number;
  /** `desk` for stop orders, which are over more than one campaign. */
  readonly campaign: string;
  /** 1, 2, 3 … within the campaign, without gaps. */
  readonly sequence: number;
  /** UTC, ISO 8601. */
  readonly at: string;
  /** What happened: `step-proposed`, `receipt-recorded`, … with its own fields. A later version may know more of both. */
  readonly event: { readonly type: string; readonly [field: string]: unknown };
}

export interface SubscribeOptions {
  /** The one campaign that is wanted; all where absent. */
  readonly campaign?: string;
  /** Position after which it begins: 0 for everything; what is recorded from now on where absent. */
  readonly since?: number;
  /** Ends it. */
  readonly signal?: AbortSignal;
  /** How long to wait where nothing is new; rejects when the signal aborts. A second where absent. */
  readonly wait?: (signal: AbortSignal | undefined) => Promise<void>;
}

const pollMs = 1_000;
/** Entries that are read at once. */
const batch = 200;

export async function* recordedAfter(
  ledger: Pick<Ledger, "after" | "changed">,
  options: SubscribeOptions = {},
): AsyncGenerator<Recorded, void, undefined> {
  const { campaign, since, signal, wait = aSecond } = options;
  const isOver = () => signal?.aborted ?? false;
  let position = since ?? (await ledger.changed(0)).position;
  while (!isOver()) {
    const entries = await ledger.after(position, batch);
    for (const { campaignId, sequence, at, event, position: own } of entries) {
      position = own;
      if (campaign === undefined || campaign === campaignId)
        yield { position, campaign: campaignId, sequence, at, event: { ...inTodaysWords(event) } };
      if (isOver()) return;
    }
    if (entries.length > 0) continue;
    await wait(signal).catch((cause: unknown) => {
      if (!isOver()) throw cause;
    });
  }
}

function aSecond(signal: AbortSignal | undefined): Promise<void> {
  return systemClock.sleep(pollMs, signal);
}
