import { expect } from "vitest";
import type { App } from "../../../src/app.ts";
import { readBuy } from "../../../src/campaign/account/books/read-buy.ts";
import { type LiveBuy, liveBuys } from "../../../src/campaign/account/live-buys.ts";
import { bindings, sumOf } from "../../../src/campaign/account/still-bound.ts";
import { type CampaignState, mayBind } from "../../../src/campaign/model/state/state.ts";
import { addDays } from "../../../src/lib/days.ts";
import { fromDecimal } from "../../../src/lib/money.ts";
import type { MediaBuy } from "../../../src/protocol/records/media-buy.ts";

/** A buy as the ledger has it beside what its seller's books hold. */
export interface Pair {
  readonly buy: LiveBuy;
  readonly booked: MediaBuy;
}

/** Holds every buy's bound amount against its seller's books; processes may be at work meanwhile. */
export async function look({ ledger, ports }: App, campaignId: string): Promise<readonly Pair[]> {
  const { journal, read } = await ports(campaignId);
  const before = journal.state();
  const pairs = await Promise.all(
    liveBuys(before).map(async (buy): Promise<Pair> => {
      const reading = await readBuy(buy.agentUrl, buy.mediaBuyId, { read });
      if (reading.type !== "value") throw new Error(`${buy.mediaBuyId} is not shown`);
      return { buy, booked: reading.value };
    }),
  );
  await journal.refresh();
  const after = journal.state();
  for (const { buy, booked } of pairs) {
    if (booked.status === "canceled") continue;
    const most = Math.max(boundFor(buy, before), boundFor(buy, after));
    expect(most, `${buy.mediaBuyId} at ${buy.sellerId}`).toBeGreaterThanOrEqual(
      budgetIn(booked, buy.currency),
    );
  }
  const used = new Map<string, number>();
  for (const { claim } of await ledger.reservations(campaignId)) {
    const name = `${claim.scope} ${claim.key} ${claim.currency}`;
    used.set(name, (used.get(name) ?? 0) + claim.minor);
    expect(used.get(name), name).toBeLessThanOrEqual(claim.cap);
  }
  return pairs;
}

/** Minor units of the buy's currency. */
export function boundFor(buy: LiveBuy, state: CampaignState): number {
  return sumOf(bindings(state, buy, mayBind), buy.currency).minor;
}

export function budgetIn({ packages = [] }: MediaBuy, currency: string): number {
  return packages.reduce((sum, { budget = 0 }) => sum + fromDecimal(budget, currency).minor, 0);
}

/** What the ledger says is ordered of a buy, and what its books hold, in one shape. */
export function ordered({ buy }: Pair) {
  return {
    id: `${buy.sellerId} ${buy.mediaBuyId}`,
    isOff: buy.suspended,
    end: addDays(buy.end, 1),
    packages: buy.packages.map(({ packageId, budgets, suspended }) => ({
      packageId,
      minor: budgets.at(-1)?.minor,
      paused: suspended,
    })),
  };
}

export function inBooks({ buy, booked }: Pair): ReturnType<typeof ordered> {
  const { status, packages = [], end_time: end } = booked;
  const isOver = status === "canceled";
  return {
    id: `${buy.sellerId} ${buy.mediaBuyId}`,
    isOff: status === "paused" || isOver,
    // What is cancelled ends on the day of it, whatever its books still say.
    end: isOver ? addDays(buy.end, 1) : String(end).slice(0, 10),
    packages: buy.packages.map(({ packageId }) => {
      const own = packages.find(({ package_id }) => package_id === packageId);
      return {
        packageId,
        minor: own?.budget === undefined ? undefined : fromDecimal(own.budget, buy.currency).minor,
        paused: own?.["paused"] === true,
      };
    }),
  };
}
