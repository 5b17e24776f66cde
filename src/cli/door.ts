import type { Caller } from "../desk/caller.ts";
import { type AnswerOf, callOperation, type InputOf, type OperationName } from "../desk/operations.ts";
import { UsageError } from "../desk/usage-error.ts";
import { type Flags, textOf } from "./flags.ts";
import { loginName } from "./login-name.ts";
import type { Session, SessionOptions } from "./session.ts";

/** Asks the desk for one of its operations, as whoever is at this terminal. */
export type Ask = <Name extends OperationName>(name: Name, input: InputOf<Name>) => Promise<AnswerOf<Name>>;

/** Opens the desk for a piece of work and closes it after that. */
export async function atDesk(
  flags: Flags,
  options: SessionOptions,
  work: (ask: Ask, session: Session) => Promise<void>,
): Promise<void> {
  await using session = await opened(flags, options);
  await work((name, input) => callOperation(name, session, input, atTerminal(flags)), session);
}

/** Loaded when a command needs it, so that help is quick. */
async function opened(flags: Flags, options: SessionOptions): Promise<Session> {
  return (await import("./session.ts")).openSession(flags, options);
}

/** While it lasts, Ctrl-C prints that nothing is lost, and the process ends as it would without. */
export function explainInterruption(): Disposable {
  const explain = () => {
    process.stderr.write(
      "\ninterrupted: what was sent is in the ledger, and nothing is bought twice. Go on with `flightdesk resume`\n",
    );
    process.kill(process.pid, "SIGINT");
  };
  process.once("SIGINT", explain);
  return { [Symbol.dispose]: () => void process.off("SIGINT", explain) };
}

/** Throws a UsageError where no model is configured, for `what` only a model can do. */
export function refuseWithoutModel({ settings }: Pick<Session, "settings">, what: string): void {
  if ((settings.model_provider ?? "none") === "none")
    throw new UsageError(
      `${what} needs a model: set model_provider, model_name and model_prices in flightdesk.yaml, and FLIGHTDESK_MODEL_KEY`,
    );
}

/** Whoever is at this terminal: by login name, and by the name that they give. */
export function atTerminal(flags: Flags): Caller {
  return { kind: "terminal", name: loginName(), person: textOf(flags["by"]) };
}
