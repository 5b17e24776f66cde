import type { ExecutePorts } from "../campaign/execute/execute-ports.ts";
import type { CampaignState } from "../campaign/model/state/state.ts";
import { advance, type Until } from "../campaign/run/advance.ts";
import { originOf } from "../lib/address.ts";
import { dayMs } from "../lib/days.ts";
import { noRegistry } from "../protocol/registry/registry.ts";
import type { Desk } from "./desk.ts";
import { type CampaignOutput, campaignOutput } from "./outputs/campaign-output.ts";
import { UsageError } from "./usage-error.ts";

/** Simulated days that a sandbox's sellers are given to answer what they have to think about. */
const patienceDays = 5;
/** A seller that closes no figures is not waited for any longer. */
const mostTurns = 15;

/**
 * Takes a campaign as far as it goes. On a sandbox, where time is simulated, it also waits for slow people
 * and plays the flight to its end.
 */
export async function drive(ports: ExecutePorts, until: Until, { simulation }: Pick<Desk, "simulation">) {
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
  let lastLine: string | undefined;
  for (let turn = 0; turn < mostTurns; turn++) {
    const date = waiting.find((entry) => entry.type === "date");
    if (date === undefined) return waiting;
    const days = Math.ceil((Date.parse(date.at) - simulation.now()) / dayMs);
    if (date.reason !== lastLine)
      ports.progress(
        `${date.reason}: ${days === 1 ? "a simulated day at a time" : `${days} simulated days pass`}`,
      );
    lastLine = date.reason;
    simulation.advance(days);
    waiting = await advance(ports, until);
  }
  return waiting;
}

/** What was begun without being signed first goes on so: asking for one later comes too late, and is not passed over. */
export function refuseUnsigned({ id, signOff }: CampaignState, wanted: boolean): void {
  if (wanted && !signOff)
    throw new UsageError(
      `${id} was begun without a sign-off: stop it, or begin it anew (run --again) to have it approved first`,
    );
}

/** Takes a campaign of the ledger as far as it goes, and returns its state. */
export async function goOn(
  command: CampaignOutput["command"],
  campaignId: string,
  desk: Desk,
): Promise<CampaignOutput> {
  const ports = await desk.app.ports(campaignId, desk.observe);
  const state = ports.journal.state();
  if (state.ended === undefined) refuseGone(state, desk);
  const waiting = await drive(ports, "end", desk);
  return campaignOutput(ports.journal.state(), { command, executed: true, waiting });
}

/** Before the brief is begun: there is nobody to ask. */
export function refuseWithoutRegistry({ settings }: Desk): void {
  if (settings.registry_url === undefined)
    throw new UsageError(`${noRegistry}. To try it on simulated sellers, add --sandbox`);
}

/** A built-in sandbox ends with its command, and a campaign's sellers with it: no use to call them. */
export function areGone(
  { sellers = [] }: CampaignState,
  { simulation, settings }: Pick<Desk, "simulation" | "settings">,
): boolean {
  const here = originOf(settings.registry_url ?? "");
  return (
    simulation !== undefined &&
    sellers.length > 0 &&
    sellers.every(({ agentUrl }) => originOf(agentUrl) !== here)
  );
}

export function refuseGone(state: CampaignState, desk: Desk): void {
  if (!areGone(state, desk)) return;
  throw new UsageError(
    `${state.id}: its sellers are those of another command's built-in sandbox. Where that is still running, as \`serve --sandbox\` is, go on in its console; else run the brief again, or keep a sandbox running with \`flightdesk sandbox\``,
  );
}
