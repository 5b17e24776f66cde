import type { Simulation } from "../desk/desk.ts";
import { type DeskOptions, newWorld, type OpenDesk, openDesk } from "../desk/open-desk.ts";
import { simulatedClock } from "../lib/clock.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { Flags } from "./flags.ts";
import { loadSettings } from "./load-settings.ts";
import { tell } from "./print.ts";

/** The day on which the embedded sandbox's calendar begins, so that every run of an example is the same run. */
const sandboxStart = "2027-01-04T08:00:00Z";

/** The desk that a command works at. */
export type Session = OpenDesk;

/** What is under way goes to standard error where nobody gets it. */
export interface SessionOptions
  extends Pick<DeskOptions, "observe" | "pages" | "watch" | "progress" | "bare" | "agents"> {
  /** One that is running already: it outlives the session. Absent: one of its own where the flags ask for one. */
  readonly embedded?: Embedded | undefined;
}

/** The embedded sandbox, and its calendar. */
export interface Embedded extends AsyncDisposable {
  readonly sandbox: Sandbox;
  readonly simulation: Simulation;
}

/** Opens the desk that flags, environment and `flightdesk.yaml` describe, on the embedded sandbox where one is asked for. */
export async function openSession(flags: Flags, options: SessionOptions = {}): Promise<Session> {
  const given = loadSettings(flags, options);
  const own = options.embedded === undefined ? await startEmbedded(flags) : undefined;
  const { sandbox, simulation } = options.embedded ?? own ?? {};
  return openDesk({
    ...options,
    ...given,
    ...(sandbox && simulation && { sandbox, simulation }),
    ...(own && { close: async () => own[Symbol.asyncDispose]() }),
    note: (line) => process.stderr.write(`${line}\n`),
    progress:
      options.progress ??
      ((line, kind) => {
        if (kind === "detail" && flags["verbose"] !== true) return;
        tell(line);
      }),
  });
}

/** The embedded sandbox where the flags ask for one: a command that opens several sessions opens all of them at one. */
export async function startEmbedded(flags: Flags): Promise<Embedded | undefined> {
  if (flags["sandbox"] !== true) return undefined;
  const { startSandbox } = await import("../sandbox/sandbox.ts");
  const sandbox = await startSandbox({ clock: simulatedClock(sandboxStart) });
  process.stderr.write("SANDBOX: simulated sellers, no real money\n");
  const { clock, advance, close } = sandbox;
  return {
    sandbox,
    simulation: { now: clock.now, advance, world: newWorld() },
    [Symbol.asyncDispose]: close,
  };
}
