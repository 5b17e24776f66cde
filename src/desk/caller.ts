import type { RequestedByModel } from "../campaign/model/step/requested-by-model.ts";
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

/**
 * What somebody may do who came in by a company's login; one may have several.
 * - `viewer`: reads.
 * - `planner`: makes briefs, compares, starts campaigns: what waits for people waits for others.
 * - `approver`: decides and stops.
 */
export const roles = ["viewer", "planner", "approver"] as const;
export type Role = (typeof roles)[number];

/** Who asks for an operation, and through which door. */
export interface Caller {
  readonly kind: CallerKind;
  /** The login name at a terminal; the name of the program, the MCP client or the model elsewhere. */
  readonly name: string;
  /** Who is in front of it, where that is somebody else. */
  readonly person?: string;
  /** What that login may do; whatever the door lets through where absent. */
  readonly roles?: readonly Role[];
  /** Whoever started the door lets what comes in by it stop spending. */
  readonly mayStop?: true;
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

/** The one table of what a role may do, within what its door lets through. */
const allowedTo: Readonly<Record<Role, readonly Effect[]>> = {
  viewer: ["reads"],
  planner: ["reads", "proposes"],
  approver: ["reads", "decides", "stops"],
};

/** The person's roles do not let it through. */
export class RoleRefused extends UsageError {}

export function mayCall(
  { effect }: { readonly effect: Effect },
  { kind, roles: ownRoles, mayStop }: Pick<Caller, "kind" | "roles" | "mayStop">,
): boolean {
  const isLetIn = allowed[kind].includes(effect) || (effect === "stops" && mayStop === true);
  return isLetIn && (ownRoles?.some((role) => allowedTo[role].includes(effect)) ?? true);
}

/** Whether somebody only reads: such a person sends no form at all. */
export function onlyReads({ roles: ownRoles }: Pick<Caller, "roles">): boolean {
  return ownRoles?.every((role) => role === "viewer") ?? false;
}

/** Throws a UsageError where the caller may not call it, or where a model wants carried out what nobody would be asked about. */
export function refuseCaller(
  operation: { readonly name: string; readonly effect: Effect },
  caller: Caller,
  carriesOut: boolean,
): void {
  if (!mayCall(operation, { ...caller, roles: undefined }))
    throw new UsageError(
      `${operation.name} is for a person: a ${caller.kind} caller may read and propose alone`,
    );
  if (!mayCall(operation, caller))
    throw new RoleRefused(
      `${operation.name} is not for ${personOf(caller)}, who is ${caller.roles?.join(" and ") || "nothing"} here`,
    );
  if (carriesOut && isModel(caller))
    throw new UsageError(
      `${operation.name}: what a ${caller.kind} caller proposes is shown and not sent; a person has it carried out`,
    );
}

/** What is written down of a change that a form asks for: what of it lets money flow waits for somebody to sign. */
export function formMark({ kind }: Pick<Caller, "kind">): { readonly askedInForm?: true } {
  return kind === "console" ? { askedInForm: true } : {};
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

/** What is written down beside the askers, so that people who are named decide on what a model asked for. */
export function modelMark(caller: Caller): RequestedByModel {
  return isModel(caller) ? { askedByModel: true } : {};
}

/** A model has gone on with what a model began: what people began is theirs, and its gate may ask nobody. */
export function refuseOthers(begun: RequestedByModel & { readonly id: string }, caller: Caller): void {
  if (isModel(caller) && begun.askedByModel !== true)
    throw new UsageError(
      `${begun.id} was begun by people: its status can be read, and changes of its buys proposed`,
    );
}

/** Who decides, or stops. */
export function personOf(caller: Caller): string {
  return isModel(caller) ? askersOf(caller).join(", ") : (caller.person ?? caller.name);
}

function isModel({ kind }: Caller): boolean {
  return !allowed[kind].includes("decides");
}
