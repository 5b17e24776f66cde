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

function listing<Does extends Effect>(effect: Does) {
  return <Input extends z.ZodType, Answer>(
    load: () => Promise<Operation<Input, Answer>>,
  ): Listed<Does, Operation<Input, Answer>> => ({ effect, load });
}

const reads = listing("reads");
const proposes = listing("proposes");
const decides = listing("decides");
const stops = listing("stops");
const administers = listing("administers");

/** Everything that can be asked for, whatever the door. */
export const operations = {
  accounts: reads(async () => (await import("./reads/accounts.ts")).accounts),
  "approval-to-sign": reads(async () => (await import("./reads/approval-to-sign.ts")).approvalToSign),
  "answer-brief": reads(async () => (await import("./reads/answer-brief.ts")).answerBrief),
  ask: reads(async () => (await import("./reads/ask.ts")).ask),
  buys: reads(async () => (await import("./reads/buys.ts")).buys),
  campaign: reads(async () => (await import("./reads/status.ts")).campaign),
  "check-brief": reads(async () => (await import("./reads/check-brief.ts")).checkBrief),
  changes: reads(async () => (await import("./reads/changes.ts")).changes),
  claims: reads(async () => (await import("./reads/claims.ts")).claims),
  compare: reads(async () => (await import("./reads/compare.ts")).compare),
  credentials: reads(async () => (await import("./reads/credentials.ts")).credentials),
  doctor: reads(async () => (await import("./reads/doctor.ts")).doctor),
  "draft-brief": reads(async () => (await import("./reads/draft-brief.ts")).draftBrief),
  export: reads(async () => (await import("./reads/audit.ts")).exportCampaign),
  inbox: reads(async () => (await import("./reads/inbox.ts")).inbox),
  live: reads(async () => (await import("./reads/live.ts")).live),
  "match-packages": reads(async () => (await import("./reads/match-packages.ts")).matchPackages),
  orphans: reads(async () => (await import("./reads/orphans.ts")).orphans),
  "check-policies": reads(async () => (await import("./reads/policies.ts")).checkPolicies),
  "test-policies": reads(async () => (await import("./reads/policies.ts")).testPolicies),
  "explain-policies": reads(async () => (await import("./reads/policies.ts")).explainPolicies),
  plan: reads(async () => (await import("./reads/compare.ts")).plan),
  "plan-versions": reads(async () => (await import("./reads/changes.ts")).planVersions),
  "read-task": reads(async () => (await import("./reads/read-task.ts")).readTask),
  reallocations: reads(async () => (await import("./reads/reallocations.ts")).reallocations),
  replay: reads(async () => (await import("./reads/audit.ts")).replay),
  refine: reads(async () => (await import("./reads/refine.ts")).refine),
  report: reads(async () => (await import("./reads/report.ts")).report),
  "signing-keys": reads(async () => (await import("./reads/signing-keys.ts")).signingKeys),
  statement: reads(async () => (await import("./reads/statement.ts")).statement),
  status: reads(async () => (await import("./reads/status.ts")).status),
  tasks: reads(async () => (await import("./reads/tasks.ts")).tasks),
  "test-seller": reads(async () => (await import("./reads/test-seller.ts")).testSeller),
  today: reads(async () => (await import("./reads/today.ts")).today),
  "track-records": reads(async () => (await import("./reads/track-records.ts")).trackRecords),
  verify: reads(async () => (await import("./reads/audit.ts")).verify),
  "what-if": reads(async () => (await import("./reads/what-if.ts")).whatIf),
  "call-task": proposes(async () => (await import("./proposes/call-task.ts")).callTask),
  "change-buy": proposes(async () => (await import("./proposes/change-buy.ts")).changeBuy),
  "import-results": proposes(async () => (await import("./proposes/import-results.ts")).importResults),
  "make-good": proposes(async () => (await import("./proposes/make-good.ts")).makeGood),
  replan: proposes(async () => (await import("./proposes/replan.ts")).replan),
  resume: proposes(async () => (await import("./proposes/resume.ts")).resume),
  "revert-reallocation": proposes(
    async () => (await import("./proposes/revert-reallocation.ts")).revertReallocation,
  ),
  run: proposes(async () => (await import("./proposes/run.ts")).run),
  "set-order-details": proposes(
    async () => (await import("./proposes/set-order-details.ts")).setOrderDetails,
  ),
  "start-planned": proposes(async () => (await import("./proposes/start-planned.ts")).startPlanned),
  sync: proposes(async () => (await import("./proposes/sync.ts")).sync),
  turn: proposes(async () => (await import("./proposes/turn.ts")).turn),
  approve: decides(async () => (await import("./decides/approve.ts")).approve),
  "approve-plan": decides(async () => (await import("./decides/approve-plan.ts")).approvePlan),
  "enter-invoices": decides(async () => (await import("./decides/enter-invoices.ts")).enterInvoices),
  "approve-with-passkey": decides(
    async () => (await import("./decides/approve-with-passkey.ts")).approveWithPasskey,
  ),
  end: decides(async () => (await import("./decides/end.ts")).end),
  "free-line": decides(async () => (await import("./decides/free-line.ts")).freeLine),
  "leave-idle": decides(async () => (await import("./decides/leave-idle.ts")).leaveIdle),
  "set-line": decides(async () => (await import("./decides/free-line.ts")).setLine),
  reject: decides(async () => (await import("./decides/reject.ts")).reject),
  release: decides(async () => (await import("./decides/release.ts")).release),
  stop: stops(async () => (await import("./stops/stop.ts")).stop),
  "log-in": administers(async () => (await import("./administers/log-in.ts")).logIn),
  "log-out": administers(async () => (await import("./administers/log-out.ts")).logOut),
  "make-signing-key": administers(
    async () => (await import("./administers/make-signing-key.ts")).makeSigningKey,
  ),
  "migrate-ledger": administers(async () => (await import("./administers/migrate-ledger.ts")).migrateLedger),
  "move-ledger": administers(async () => (await import("./administers/move-ledger.ts")).moveLedgerOver),
  "pin-dialect": administers(async () => (await import("./administers/pin-dialect.ts")).pinDialect),
  "remove-credential": administers(
    async () => (await import("./administers/remove-credential.ts")).removeCredential,
  ),
  "rotate-signing-keys": administers(
    async () => (await import("./administers/rotate-signing-keys.ts")).rotateSigningKeys,
  ),
  "set-credential": administers(async () => (await import("./administers/set-credential.ts")).setCredential),
};

export type OperationName = keyof typeof operations;
type Loaded<Name extends OperationName> = Awaited<ReturnType<(typeof operations)[Name]["load"]>>;
/** What an operation is asked with, and what it answers. */
export type InputOf<Name extends OperationName> = z.input<Loaded<Name>["input"]>;
export type AnswerOf<Name extends OperationName> = Awaited<ReturnType<Loaded<Name>["run"]>>;

// The keys of an object are strings to the compiler; these are the table's own.
export const operationNames = Object.keys(operations) as OperationName[];

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
