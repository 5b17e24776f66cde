import type { z } from "zod";
import { type Caller, type Effect, mayCall, refuseCaller } from "./caller.ts";
import type { Desk } from "./desk.ts";
import type { Operation } from "./operation.ts";
import { UsageError } from "./usage-error.ts";

/** An operation as the table has it: what it does is known before it is loaded. */
interface Listed<Does extends Effect, Loaded> {
  readonly effect: Does;
  readonly load: () => Promise<Loaded>;
}

function listed<Does extends Effect, Input extends z.ZodType, Answer>(
  effect: Does,
  load: () => Promise<Operation<Input, Answer, Does>>,
): Listed<Does, Operation<Input, Answer, Does>> {
  return { effect, load };
}

/** Everything that can be asked for, whatever the door. */
export const operations = {
  accounts: listed("reads", async () => (await import("./reads/accounts.ts")).accounts),
  "approval-to-sign": listed(
    "reads",
    async () => (await import("./reads/approval-to-sign.ts")).approvalToSign,
  ),
  "answer-brief": listed("reads", async () => (await import("./reads/answer-brief.ts")).answerBrief),
  ask: listed("reads", async () => (await import("./reads/ask.ts")).ask),
  buys: listed("reads", async () => (await import("./reads/buys.ts")).buys),
  campaign: listed("reads", async () => (await import("./reads/status.ts")).campaign),
  "check-brief": listed("reads", async () => (await import("./reads/check-brief.ts")).checkBrief),
  changes: listed("reads", async () => (await import("./reads/changes.ts")).changes),
  claims: listed("reads", async () => (await import("./reads/claims.ts")).claims),
  compare: listed("reads", async () => (await import("./reads/compare.ts")).compare),
  credentials: listed("reads", async () => (await import("./reads/credentials.ts")).credentials),
  doctor: listed("reads", async () => (await import("./reads/doctor.ts")).doctor),
  "draft-brief": listed("reads", async () => (await import("./reads/draft-brief.ts")).draftBrief),
  export: listed("reads", async () => (await import("./reads/audit.ts")).exportCampaign),
  inbox: listed("reads", async () => (await import("./reads/inbox.ts")).inbox),
  live: listed("reads", async () => (await import("./reads/live.ts")).live),
  "match-packages": listed("reads", async () => (await import("./reads/match-packages.ts")).matchPackages),
  orphans: listed("reads", async () => (await import("./reads/orphans.ts")).orphans),
  "check-policies": listed("reads", async () => (await import("./reads/policies.ts")).checkPolicies),
  "test-policies": listed("reads", async () => (await import("./reads/policies.ts")).testPolicies),
  "explain-policies": listed("reads", async () => (await import("./reads/policies.ts")).explainPolicies),
  plan: listed("reads", async () => (await import("./reads/compare.ts")).plan),
  "read-task": listed("reads", async () => (await import("./reads/read-task.ts")).readTask),
  reallocations: listed("reads", async () => (await import("./reads/reallocations.ts")).reallocations),
  replay: listed("reads", async () => (await import("./reads/audit.ts")).replay),
  refine: listed("reads", async () => (await import("./reads/refine.ts")).refine),
  report: listed("reads", async () => (await import("./reads/report.ts")).report),
  "signing-keys": listed("reads", async () => (await import("./reads/signing-keys.ts")).signingKeys),
  statement: listed("reads", async () => (await import("./reads/statement.ts")).statement),
  status: listed("reads", async () => (await import("./reads/status.ts")).status),
  tasks: listed("reads", async () => (await import("./reads/tasks.ts")).tasks),
  "test-seller": listed("reads", async () => (await import("./reads/test-seller.ts")).testSeller),
  today: listed("reads", async () => (await import("./reads/today.ts")).today),
  "track-records": listed("reads", async () => (await import("./reads/track-records.ts")).trackRecords),
  verify: listed("reads", async () => (await import("./reads/audit.ts")).verify),
  "what-if": listed("reads", async () => (await import("./reads/what-if.ts")).whatIf),
  "call-task": listed("proposes", async () => (await import("./proposes/call-task.ts")).callTask),
  "change-buy": listed("proposes", async () => (await import("./proposes/change-buy.ts")).changeBuy),
  "import-results": listed(
    "proposes",
    async () => (await import("./proposes/import-results.ts")).importResults,
  ),
  "make-good": listed("proposes", async () => (await import("./proposes/make-good.ts")).makeGood),
  replan: listed("proposes", async () => (await import("./proposes/replan.ts")).replan),
  resume: listed("proposes", async () => (await import("./proposes/resume.ts")).resume),
  "revert-reallocation": listed(
    "proposes",
    async () => (await import("./proposes/revert-reallocation.ts")).revertReallocation,
  ),
  run: listed("proposes", async () => (await import("./proposes/run.ts")).run),
  "start-planned": listed("proposes", async () => (await import("./proposes/start-planned.ts")).startPlanned),
  sync: listed("proposes", async () => (await import("./proposes/sync.ts")).sync),
  turn: listed("proposes", async () => (await import("./proposes/turn.ts")).turn),
  approve: listed("decides", async () => (await import("./decides/approve.ts")).approve),
  "approve-plan": listed("decides", async () => (await import("./decides/approve-plan.ts")).approvePlan),
  "enter-invoices": listed(
    "decides",
    async () => (await import("./decides/enter-invoices.ts")).enterInvoices,
  ),
  "approve-with-passkey": listed(
    "decides",
    async () => (await import("./decides/approve-with-passkey.ts")).approveWithPasskey,
  ),
  end: listed("decides", async () => (await import("./decides/end.ts")).end),
  "free-line": listed("decides", async () => (await import("./decides/free-line.ts")).freeLine),
  "leave-idle": listed("decides", async () => (await import("./decides/leave-idle.ts")).leaveIdle),
  "set-line": listed("decides", async () => (await import("./decides/free-line.ts")).setLine),
  reject: listed("decides", async () => (await import("./decides/reject.ts")).reject),
  release: listed("decides", async () => (await import("./decides/release.ts")).release),
  stop: listed("stops", async () => (await import("./stops/stop.ts")).stop),
  "log-in": listed("administers", async () => (await import("./administers/log-in.ts")).logIn),
  "log-out": listed("administers", async () => (await import("./administers/log-out.ts")).logOut),
  "make-signing-key": listed(
    "administers",
    async () => (await import("./administers/make-signing-key.ts")).makeSigningKey,
  ),
  "migrate-ledger": listed(
    "administers",
    async () => (await import("./administers/migrate-ledger.ts")).migrateLedger,
  ),
  "move-ledger": listed(
    "administers",
    async () => (await import("./administers/move-ledger.ts")).moveLedgerOver,
  ),
  "pin-dialect": listed("administers", async () => (await import("./administers/pin-dialect.ts")).pinDialect),
  "remove-credential": listed(
    "administers",
    async () => (await import("./administers/remove-credential.ts")).removeCredential,
  ),
  "rotate-signing-keys": listed(
    "administers",
    async () => (await import("./administers/rotate-signing-keys.ts")).rotateSigningKeys,
  ),
  "set-credential": listed(
    "administers",
    async () => (await import("./administers/set-credential.ts")).setCredential,
  ),
};

export type OperationName = keyof typeof operations;
type Loaded<Name extends OperationName> = Awaited<ReturnType<(typeof operations)[Name]["load"]>>;
/** What an operation is asked with, and what it answers. */
export type InputOf<Name extends OperationName> = z.input<Loaded<Name>["input"]>;
export type AnswerOf<Name extends OperationName> = Awaited<ReturnType<Loaded<Name>["run"]>>;

// The keys of an object are strings to the compiler; these are the table's own.
export const operationNames = Object.keys(operations) as OperationName[];

/** Names of the operations that this caller may call. */
export function operationsFor(caller: Pick<Caller, "kind" | "roles">): OperationName[] {
  return operationNames.filter((name) => mayCall(operations[name], caller));
}

/**
 * Runs an operation for a caller: the one way in for every door. Throws a UsageError where the caller may not call it, or
 * where the input is not what it takes.
 */
export async function callOperation<Name extends OperationName>(
  name: Name,
  desk: Desk,
  input: InputOf<Name>,
  caller: Caller,
): Promise<AnswerOf<Name>> {
  const { effect, load } = operations[name];
  refuseCaller({ name, effect }, caller, false);
  const operation: Operation = await load();
  const parsed = operation.input.safeParse(input);
  if (!parsed.success)
    throw new UsageError(
      parsed.error.issues
        .map(({ path, message }) => `${name}: ${path.map(String).join(".") || "the input"}: ${message}`)
        .join("\n"),
    );
  const carriesOut = effect === "proposes" && (operation.carriesOut?.(parsed.data) ?? true);
  refuseCaller({ name, effect }, caller, carriesOut && operation.waitsForNamed !== true);
  if (carriesOut && (operation.needsOperator?.(parsed.data) ?? true)) await refuseWithoutOperator(desk);
  // The table binds a name to its operation; the compiler sees the union of all.
  return (await operation.run(desk, parsed.data, caller).catch(asUsage)) as AnswerOf<Name>;
}

/** Before anything is planned or asked that nothing could come of; the gate before each call holds what comes by another way. */
async function refuseWithoutOperator({ settings }: Pick<Desk, "settings">): Promise<void> {
  const { noOperator, operatorOf } = await import("../protocol/addresses/operator.ts");
  if (operatorOf(settings) !== undefined) return;
  const { noGovernance } = await import("../campaign/govern/ask-agent.ts");
  throw new UsageError(settings.governance_url === undefined ? `${noGovernance}\n${noOperator}` : noOperator);
}

/** A setting that is missing is the caller's to mend. */
async function asUsage(cause: unknown): Promise<never> {
  const { NoRegistry } = await import("../protocol/registry/registry.ts");
  throw cause instanceof NoRegistry ? new UsageError(cause.message, { cause }) : cause;
}
