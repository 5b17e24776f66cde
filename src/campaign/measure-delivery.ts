import { digest } from "../lib/digest.ts";
import { endOf } from "./measure/days.ts";
import { type LiveBuy, liveBuys } from "./measure/live-buys.ts";
import { measure } from "./measure/measure.ts";
import { outcomesOf } from "./measure/outcomes-of.ts";
import type { Ports } from "./ports.ts";
import type { CampaignState } from "./state.ts";

/** Takes in what sellers tell of delivery. Nothing new, nothing recorded. */
export async function measureDelivery({ journal, clock, read, settings }: Ports): Promise<void> {
  const before = journal.state();
  const reports = await measure(before, { read, now: clock.now(), ...settings });
  if (reports.length === 0) return;
  // What another process has taken in meanwhile is held against the next answers: these were held against what stood before.
  journal.record(
    { type: "delivery-reported", reports },
    `delivery/${digest([before.sequence, reports])}`,
    ({ delivery }) => delivery === before.delivery,
  );
}

/** Buys whose flight is over and whose figures are not all final: their books cannot be closed. */
export function unmeasured(state: CampaignState): LiveBuy[] {
  const outcomes = outcomesOf(state);
  return liveBuys(state).filter(
    ({ mediaBuyId, end }) =>
      !outcomes.some((one) => one.mediaBuyId === mediaBuyId && one.period.end === end && one.final),
  );
}

/** The first instant after the flights of all buys, extensions included, in UTC milliseconds. */
export function flightsEnd(state: CampaignState): number {
  const last = liveBuys(state)
    .map(({ end }) => end)
    .sort()
    .at(-1);
  return endOf(last ?? state.brief?.flight.end ?? "");
}
