import { UsageError } from "./usage-error.ts";

/**
 * What an operation does to the world; the folder that it is in has the same name.
 * - `reads`: changes nothing at any agent and binds nobody.
 * - `proposes`: makes steps that go through the gate: policies, governance, and people where they ask for them.
 * - `decides`: a person's word on what waits, or on whether money may flow again.
 * - `stops`: keeps money from flowing.
 * - `administers`: credentials, logins and keys.
 */
export const effects = ["reads", "proposes", "decides", "stops", "administers"] as const;
export type Effect = (typeof effects)[number];

export const callerKinds = ["terminal", "console", "library", "mcp", "chat"] as const;
type CallerKind = (typeof callerKinds)[number];

/** Who asks for an operation, and through which door. */
export interface Caller {
  readonly kind: CallerKind;
  /** The login name at a terminal; the name of the program, the MCP client or the model elsewhere. */
  readonly name: string;
  /** Who is in front of it, where that is somebody else. */
  readonly person?: string | undefined;
}

const people: readonly Effect[] = ["reads", "proposes", "decides", "stops", "administers"];
const models: readonly Effect[] = ["reads", "proposes"];

/** The one table of who may call what. Behind `mcp` and `chat` a model chooses the words: it never decides. */
const allowed: Readonly<Record<CallerKind, readonly Effect[]>> = {
  terminal: people,
  console: people,
  library: people,
  mcp: models,
  chat: models,
};

export function mayCall({ effect }: { readonly effect: Effect }, { kind }: Pick<Caller, "kind">): boolean {
  return allowed[kind].includes(effect);
}

/** Throws a UsageError where the caller may not call it, or where a model wants carried out what it may only propose. */
export function refuseCaller(
  operation: { readonly name: string; readonly effect: Effect },
  caller: Caller,
  carriesOut: boolean,
): void {
  if (!mayCall(operation, caller))
    throw new UsageError(
      `${operation.name} is for a person: a ${caller.kind} caller may read and propose alone`,
    );
  if (carriesOut && isModel(caller))
    throw new UsageError(
      `${operation.name}: what a ${caller.kind} caller proposes is shown and not sent; a person has it carried out`,
    );
}

/** What lets money flow takes a person: whatever runs in a browser, or as the desk's user, can send a form. */
export function refuseForms({ kind }: Pick<Caller, "kind">, otherwise: string): void {
  if (kind === "console")
    throw new UsageError(`${otherwise}: a form of the console shows no person; do it at a terminal`);
}

/** Names of whoever asks for a change: the caller always, so that naming somebody else hides nobody. */
export function askersOf(caller: Caller): string[] {
  const name = isModel(caller) ? `${caller.kind}:${caller.name}` : caller.name;
  const { person } = caller;
  return person === undefined || person === name ? [name] : [person, name];
}

/** Who decides. */
export function personOf({ name, person }: Caller): string {
  return person ?? name;
}

function isModel({ kind }: Caller): boolean {
  return !allowed[kind].includes("decides");
}
