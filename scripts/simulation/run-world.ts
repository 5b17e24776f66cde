import { openJournal } from "../../src/campaign/model/state/journal.ts";
import { advance } from "../../src/campaign/run/advance.ts";
import { inMemory, openSqliteLedger } from "../../src/ledger/sqlite.ts";
import { simulatedClock } from "../../src/lib/clock.ts";
import { money } from "../../src/lib/money.ts";
import { campaignIn, flightStart } from "./campaign.ts";
import { openMarket } from "./market.ts";
import { portsOn } from "./ports.ts";
import type { World } from "./worlds/world.ts";

const dayMs = 86_400_000;
/** Hour of the day, in UTC, at which the campaign is looked at. */
const hourMs = 6 * 3_600_000;

/**
 * Flies a world with the whole product day by day: advance, measure, reallocate, the gate and the ledger, over ports in memory.
 * True mean outcomes. Throws where a change takes the sellers' books past the plan or a share, or the ledger past a cap.
 */
export async function runWorld(world: World, seed: number): Promise<number> {
  const clock = simulatedClock(Date.parse(flightStart) - dayMs + hourMs);
  const ledger = openSqliteLedger(inMemory, clock.now);
  try {
    const journal = await openJournal(ledger, "simulation");
    const whole = world.lines.reduce((sum, { planned }) => sum + planned, 0);
    // How well the money is moved is measured where all of it may be moved unasked.
    for (const event of campaignIn(world, { reallocationThreshold: money(whole, "EUR") }))
      await journal.record(event, event.type);
    const market = openMarket(world, seed, Date.parse(flightStart));
    const most = Math.max(whole * world.mostPerLine, ...world.lines.map(({ planned }) => planned));
    const inLimits = async () => {
      const budgets = market.budgets();
      const all = budgets.reduce((sum, budget) => sum + budget, 0);
      const largest = Math.max(0, ...budgets);
      if (all > whole || largest > most) throw new Error(`sellers hold ${all}, one of them ${largest}`);
      for (const { claim } of await ledger.reservations("simulation"))
        if (claim.minor > claim.cap) throw new Error(`${claim.scope} ${claim.key} is past its cap`);
    };
    const ports = portsOn(market, { journal, clock, sent: inLimits });
    await advance(ports, "end");
    clock.advance(dayMs);
    for (let day = 0; day < world.days; day += 1) {
      market.nextDay();
      clock.advance(dayMs);
      await advance(ports, "end");
    }
    return market.flight.expected();
  } finally {
    await ledger.close();
  }
}
