import type { ExecutePorts } from "../campaign/execute/execute-ports.ts";
import { advance, type Until } from "../campaign/run/advance.ts";
import type { Waiting } from "../campaign/run/waiting.ts";
import { dayMs } from "../lib/days.ts";
import type { Desk } from "./desk.ts";
import { type CampaignOutput, campaignOutput } from "./outputs/campaign-output.ts";

/** Simulated days that a sandbox's sellers are given to answer what they have to think about. */
const patienceDays = 5;
/** A seller that closes no figures is not waited for any longer. */
const mostTurns = 15;

/**
 * Takes a campaign as far as it goes. On a sandbox, where time is simulated, it also waits for slow people
 * and plays the flight to its end.
 */
export async function drive(
  ports: ExecutePorts,
  until: Until,
  { simulation }: Pick<Desk, "simulation">,
): Promise<readonly Waiting[]> {
  let waiting = await advance(ports, until);
  if (simulation === undefined || until !== "end") return waiting;
  for (
    let day = 0;
    day < patienceDays && waiting.some(({ type }) => type === "seller" || type === "governance");
    day++
  ) {
    ports.progress("a simulated day passes: an agent's people are thinking");
    simulation.advance(1);
    waiting = await advance(ports, until);
  }
  // The flight first, then the days until its figures are final.
  let told: string | undefined;
  for (let turn = 0; turn < mostTurns; turn++) {
    const date = waiting.find((entry) => entry.type === "date");
    if (date === undefined) return waiting;
    const days = Math.ceil((Date.parse(date.at) - simulation.now()) / dayMs);
    if (date.reason !== told)
      ports.progress(
        `${date.reason}: ${days === 1 ? "a simulated day at a time" : `${days} simulated days pass`}`,
      );
    told = date.reason;
    simulation.advance(days);
    waiting = await advance(ports, until);
  }
  return waiting;
}

/** Takes a campaign of the ledger as far as it goes, and tells how it stands then. */
export async function goOn(
  command: CampaignOutput["command"],
  campaignId: string,
  desk: Desk,
): Promise<CampaignOutput> {
  const ports = await desk.app.ports(campaignId, desk.observe);
  const waiting = await drive(ports, "end", desk);
  return campaignOutput(ports.journal.state(), { command, executed: true, waiting });
}
