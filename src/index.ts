/**
 * flightdesk as a library: a desk, and everything that it can be asked for. What a host puts together for itself, a campaign
 * driven stage by stage or a sandbox, is in `flightdesk/parts`. Each operation loads its own code when it is first called.
 */
import type { Desk } from "./desk/desk.ts";
import type { DeskOptions } from "./desk/open-desk.ts";

export type { Caller, Effect } from "./desk/caller.ts";
export type { Desk } from "./desk/desk.ts";
export type { DeskOptions } from "./desk/open-desk.ts";
export type { Operation } from "./desk/operation.ts";
export {
  type AnswerOf,
  callOperation,
  type InputOf,
  type OperationName,
  operations,
  operationsFor,
} from "./desk/operations.ts";
export { UsageError } from "./desk/usage-error.ts";

/**
 * Opens the desk that the settings describe. The files that they name are read, and the ledger is opened, when an operation
 * first needs them; a UsageError tells what is wrong with one.
 */
export async function openDesk(options: DeskOptions): Promise<Desk & AsyncDisposable> {
  const opening = await import("./desk/open-desk.ts");
  return opening.openDesk(options);
}
