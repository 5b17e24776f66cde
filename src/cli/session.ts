import type { Desk } from "../desk/desk.ts";
import { type DeskOptions, type OpenDesk, openDesk } from "../desk/open-desk.ts";
import { simulatedClock } from "../lib/clock.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { Flags } from "./flags.ts";
import { loadSettings } from "./load-settings.ts";
import { tell } from "./print.ts";

/** The day on which the embedded sandbox's calendar begins, so that every run of an example is the same run. */
const sandboxStart = "2027-01-04T08:00:00Z";

/** The desk that a command works at. */
export type Session = OpenDesk;

export interface SessionOptions extends Pick<Desk, "observe" | "pages">, Pick<DeskOptions, "watch"> {
  /** Who gets what is under way; standard error where absent. */
  readonly progress?: Desk["progress"];
  /** Without policies and exchange table: for what must work although they are broken, and needs neither. */
  readonly bare?: boolean;
  /** Addresses of agents that were named by hand. */
  readonly agents?: readonly string[];
}

/** Opens the desk that flags, environment and `flightdesk.yaml` describe, on the embedded sandbox where one is asked for. */
export async function openSession(flags: Flags, options: SessionOptions = {}): Promise<Session> {
  const given = loadSettings(flags, options);
  const sandbox = flags["sandbox"] === true ? await startEmbedded() : undefined;
  if (sandbox !== undefined) process.stderr.write("SANDBOX: simulated sellers, no real money\n");
  const desk = openDesk({
    ...options,
    ...given,
    ...(sandbox !== undefined && {
      sandbox,
      simulation: { now: sandbox.clock.now, advance: sandbox.advance },
      close: sandbox.close,
    }),
    note: (line) => process.stderr.write(`${line}\n`),
    progress:
      options.progress ??
      ((line, kind) => {
        if (kind === "detail" && flags["verbose"] !== true) return;
        tell(line);
      }),
  });
  return desk;
}

async function startEmbedded(): Promise<Sandbox> {
  const { startSandbox } = await import("../sandbox/sandbox.ts");
  return startSandbox({ clock: simulatedClock(sandboxStart) });
}
