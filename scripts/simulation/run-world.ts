import { openJournal } from "../../src/campaign/model/state/journal.ts";
import { advance } from "../../src/campaign/run/advance.ts";
import { inMemory, openSqliteLedger } from "../../src/ledger/sqlite.ts";
import { simulatedClock } from "../../src/lib/clock.ts";
import { money } from "../../src/lib/money.ts";
import { campaignIn, flightStart } from "./campaign.ts";
import { portsOn } from "./ports.ts";
import { clairvoyantOutcomes, sellerShare } from "./worlds/clairvoyant.ts";
import { openMarket } from "./worlds/market.ts";
import type { World } from "./worlds/world.ts";

const dayMs = 86_400_000;
/** Hour of the day, in UTC, at which the campaign is looked at. */
const hourMs = 6 * 3_600_000;

/** What became of one world. */
export interface Outcome {
  /** Outcomes against the clairvoyant optimum, 0 to 1. */
  readonly share: number;
  /** Budgets that were changed. */
  readonly moves: number;
}

/**
 * Plays one world through the real loop: advance, measure, reallocate, the gate and the ledger, over ports in memory. Throws
 * where a change takes the sellers' books past the plan or a share, or the ledger past a cap.
 */
export async function runWorld(world: World): Promise<Outcome> {
  const clock = simulatedClock(Date.parse(flightStart) - dayMs + hourMs);
  const ledger = openSqliteLedger(inMemory, clock.now);
  try {
    const journal = await openJournal(ledger, "simulation");
    // How well the money is moved is measured where all of it may be moved unasked.
    const limits = { reallocationThreshold: money(world.budget, "EUR") };
    for (const event of campaignIn(world, limits)) await journal.record(event, event.type);
    const market = openMarket(world, Date.parse(flightStart));
    const inLimits = async () => {
      const budgets = market.budgets();
      const all = budgets.reduce((sum, budget) => sum + budget, 0);
      const largest = Math.max(0, ...budgets);
      if (all > world.budget || largest > world.budget * sellerShare)
        throw new Error(`world ${world.options.seed}: sellers hold ${all}, one of them ${largest}`);
      for (const { claim } of await ledger.reservations("simulation"))
        if (claim.minor > claim.cap) throw new Error(`${claim.scope} ${claim.key} is past its cap`);
    };
    const ports = portsOn(market, { journal, clock, sent: inLimits });
    await advance(ports, "end");
    for (let period = 0; period < world.periods; period += 1) {
      clock.advance(world.daysPerPeriod * dayMs + (period === 0 ? dayMs : 0));
      for (let day = 0; day < world.daysPerPeriod; day += 1) market.nextDay();
      await advance(ports, "end");
    }
    const moves = journal.state().reallocations.reduce((sum, one) => sum + one.moves.length, 0);
    return { share: market.expectedOutcomes() / clairvoyantOutcomes(world), moves };
  } finally {
    await ledger.close();
  }
}
