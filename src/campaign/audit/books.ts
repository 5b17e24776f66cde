import { AsyncResource } from "node:async_hooks";
import PQueue from "p-queue";
import { canonicalJson } from "../../lib/canonical-json.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Read } from "../../protocol/client/calls.ts";
import type { BookedBuy, BookedOutcome, Books, Shown, When } from "../model/learned/orphan.ts";
import { askForBuys, askForOutcomes } from "./booked.ts";

/** How long what an agent showed is good for another campaign's first check, in milliseconds. */
const freshMs = 5 * 60_000;

/** Agents asked at once. */
const atOnce = 50;

/** `deadlineMs` is what one agent is waited for, in real milliseconds. */
export function openBooks(ports: {
  readonly read: Read;
  readonly clock: Clock;
  readonly deadlineMs: number;
}): Books {
  const { read, clock, deadlineMs } = ports;
  const seen = new Map<string, Set<string>>();
  const queue = new PQueue({ concurrency: atOnce });
  const ask = () => ({ signal: AbortSignal.timeout(deadlineMs) });
  const buys = shelf<BookedBuy>(clock);
  const outcomes = shelf<BookedOutcome>(clock);
  return {
    seenFor: (campaignId) => {
      const agents = seen.get(campaignId) ?? new Set();
      seen.set(campaignId, agents);
      return agents;
    },
    buys: (agentUrl, account, when) =>
      buys(canonicalJson([agentUrl, account ?? null]), when, () =>
        queue.add(AsyncResource.bind(() => askForBuys(read, agentUrl, account, ask()))),
      ),
    outcomes: (agentUrl, plan, when) =>
      outcomes(canonicalJson([agentUrl, plan.id]), when, () =>
        queue.add(AsyncResource.bind(() => askForOutcomes(read, agentUrl, plan, ask()))),
      ),
  };
}

function shelf<Item>(clock: Clock) {
  const kept = new Map<string, { readonly at: number; readonly shown: Promise<Shown<Item>> }>();
  return (key: string, when: When, ask: () => Promise<Shown<Item>>): Promise<Shown<Item>> => {
    const before = kept.get(key);
    const age = before === undefined ? Number.POSITIVE_INFINITY : clock.now() - before.at;
    if (before !== undefined && (when === "last" || (when === "fresh" && age < freshMs))) return before.shown;
    const shown = ask();
    kept.set(key, { at: clock.now(), shown });
    return shown;
  };
}
