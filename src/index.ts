/**
 * flightdesk as a library: a desk, and everything that it can be asked for. Each operation loads its own code when it is
 * first called, so that importing this costs next to nothing.
 */
import { askedBy, type Desk, type OpenOptions } from "./library/desk.ts";

export type { SandboxAddresses } from "./desk/at-sandbox.ts";
export { type Caller, type Effect, type Role, RoleRefused } from "./desk/caller.ts";
export { type AnswerOf, type InputOf, type OperationName, operationsFor } from "./desk/operations.ts";
export { UsageError } from "./desk/usage-error.ts";
export type { Clock } from "./lib/clock.ts";
export {
  type AskedDesk,
  type Described,
  type Desk,
  type DeskSettings,
  describeOperation,
  type LibraryCaller,
  type Method,
  type Methods,
  type OpenOptions,
} from "./library/desk.ts";
export type { Recorded, SubscribeOptions } from "./library/subscribe.ts";

/**
 * Opens the desk that the settings describe. The files that they name are read, and the ledger is opened, when a method
 * first needs them. Throws a UsageError where a setting is not what it should be.
 */
export async function openDesk(options: OpenOptions): Promise<Desk> {
  const { openInside } = await import("./library/open-inside.ts");
  const inside = openInside(options);
  return Object.assign(askedBy(inside, options.caller), {
    [Symbol.asyncDispose]: () => inside[Symbol.asyncDispose](),
  });
}
