/**
 * flightdesk as a library: a desk, and everything that it can be asked for. Each operation loads its own code when it is
 * first called, so that importing this costs next to nothing.
 */
import type { AnswerOf, InputOf } from "./desk/operations.ts";
import { type Desk, deskFor, type OpenOptions } from "./library/desk.ts";

export type {
  Brief,
  BriefCreative,
  Burst,
  City,
  Content,
  Daypart,
  Demographics,
  Frequency,
  GivenOverlap,
  Gross,
  Kpi,
  LeastRate,
  Limits,
  ListReference,
  Measurement,
  Pacing,
  Places,
  Question,
} from "./brief/brief.ts";
export type { BriefProblem } from "./brief/file/problem.ts";
// `Standing`, `AskedDesk` and `Claim` are deprecated: they go with 0.3.0.
export type {
  ApprovalProgress,
  ApprovalProgress as Standing,
  Change,
  Field,
  WaitingStep,
} from "./campaign/approvals/inbox.ts";
export type { WaitingPackage, WaitingPlan } from "./campaign/approvals/plan-inbox.ts";
export type { Bundle } from "./campaign/audit/bundle.ts";
export type { Decision } from "./campaign/audit/replay.ts";
export type { PlacedProblem } from "./campaign/govern/files/placed-problems.ts";
export type { CaseResult } from "./campaign/govern/policies/cases.ts";
export type { FeasibilityFinding } from "./campaign/model/decisions/preflight-finding.ts";
export type { Waiting } from "./campaign/run/waiting.ts";
export type { SandboxAddresses } from "./desk/at-sandbox.ts";
export { type Caller, type Effect, type Role, RoleRefused } from "./desk/caller.ts";
export { type AnswerOf, type InputOf, type OperationName, operationsFor } from "./desk/operations.ts";
export { UsageError } from "./desk/usage-error.ts";
export type { CapUse, CapUse as Claim, Fault, Moves, Stored } from "./ledger/ledger.ts";
export type { Clock } from "./lib/clock.ts";
export type { Money } from "./lib/money.ts";
export type { Price } from "./lib/price.ts";
export {
  type Asking,
  type Described,
  type Desk,
  type DeskClient,
  type DeskClient as AskedDesk,
  type DeskSettings,
  describeOperation,
  type LibraryCaller,
  type Method,
  type Methods,
  type OpenOptions,
} from "./library/desk.ts";
export type { Recorded, SubscribeOptions } from "./library/subscribe.ts";

export type AtTheBrowser = InputOf<"log-in">["person"];
export type CheckedBrief = AnswerOf<"check-brief">;
export type InboxOutput = AnswerOf<"inbox">;
export type PolicyTests = AnswerOf<"test-policies">;

/**
 * Opens the desk that the settings describe. The files that they name are read, and the ledger is opened, when a method
 * first needs them. Throws a UsageError where a setting is not what it should be.
 */
export async function openDesk(options: OpenOptions): Promise<Desk> {
  const { openInside } = await import("./library/open-inside.ts");
  const inside = openInside(options);
  return Object.assign(deskFor(inside, options.caller), {
    [Symbol.asyncDispose]: () => inside[Symbol.asyncDispose](),
  });
}
