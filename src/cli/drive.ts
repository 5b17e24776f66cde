import { advance, type Until } from "../campaign/advance.ts";
import type { ExecutePorts } from "../campaign/execute/execute-ports.ts";
import type { Observer } from "../campaign/journal.ts";
import type { Waiting } from "../campaign/waiting.ts";
import { cleanText } from "../lib/clean-text.ts";
import type { Session } from "./session.ts";
import { progressLine, stageText } from "./show.ts";

/** Simulated days that the embedded sandbox's sellers are given to answer what they have to think about. */
const patienceDays = 5;
/** A seller that closes no figures is not waited for any longer. */
const mostTurns = 15;
const dayMs = 86_400_000;
const longestLine = 2_000;

/** Prints each stage on standard output as it is recorded, and each turn of a step on standard error. */
export function printer(json: boolean): Observer {
  return ({ event }, state) => {
    const line = progressLine(event);
    if (line !== "") process.stderr.write(`  · ${cleanText(line, longestLine)}\n`);
    if (!json) process.stdout.write(stageText(event, state, process.stdout.isTTY));
  };
}

/**
 * Takes a campaign as far as it goes. On the embedded sandbox, where time is simulated, it also waits for slow people
 * and plays the flight to its end.
 */
export async function drive(
  ports: ExecutePorts,
  until: Until,
  { sandbox }: Session,
): Promise<readonly Waiting[]> {
  let waiting = await advance(ports, until);
  if (sandbox === undefined || until !== "end") return waiting;
  for (let day = 0; day < patienceDays && waiting.some(({ type }) => type === "seller"); day++) {
    ports.progress("a simulated day passes: a seller's people are thinking");
    sandbox.advance(1);
    waiting = await advance(ports, until);
  }
  // The flight first, then the days until its figures are final.
  for (let turn = 0; turn < mostTurns; turn++) {
    const date = waiting.find((entry) => entry.type === "date");
    if (date === undefined) return waiting;
    const days = Math.ceil((Date.parse(date.at) - sandbox.clock.now()) / dayMs);
    ports.progress(
      `${date.reason}: ${days === 1 ? "a simulated day passes" : `${days} simulated days pass`}`,
    );
    sandbox.advance(days);
    waiting = await advance(ports, until);
  }
  return waiting;
}
