import { canonicalJson } from "../../lib/canonical-json.ts";
import { inSpan } from "../../lib/spans.ts";
import type { FrozenCall } from "../../protocol/client/call-permit.ts";
import { waitAfter } from "../../protocol/client/retry.ts";
import { applyConditions, maximumRounds, roundOf } from "../govern/apply-conditions.ts";
import { isForGovernance, permitFor } from "../govern/govern.ts";
import { marksOver } from "../model/decisions/stop-order.ts";
import type { Verdict } from "../model/decisions/verdict.ts";
import { openDoubt, othersBuy } from "../model/derived/left-paused.ts";
import { sellerAt } from "../model/derived/seller-at.ts";
import {
  type CampaignState,
  isInDoubt,
  isUndecided,
  type StepState,
  stepIs,
  stepOf,
} from "../model/state/state.ts";
import type { Step } from "../model/step/step.ts";
import { frozen, idempotencyKey } from "../steps/frozen.ts";
import { askGovernance, recordNewVerdict, recordVerdict } from "./ask-governance.ts";
import {
  adopt,
  askToAdopt,
  type BookCheck,
  checkBooksBeforeSending,
  isAdoptionApproved,
} from "./check-books-first.ts";
import type { ExecutePorts } from "./execute-ports.ts";
import { met, orderFaults } from "./order-faults.ts";
import { comeBack, poll } from "./poll.ts";
import { rebase } from "./rebase.ts";
import { reconcile } from "./reconcile.ts";
import { renew } from "./renew.ts";
import { reserve } from "./reserve.ts";
import { send } from "./send.ts";
import { type Sent, settled } from "./send-result.ts";
import { isStopped, pausesUnderStop } from "./stopped.ts";
import { sendingNow } from "./take-sending.ts";

/** How often a step is sent in one go while its answer is lost, and for how long at most, in milliseconds. */
const maximumAttempts = 3;
const longestPursuitMs = 300_000;

/**
 * The only way to a change at an agent. Takes one step as far as it goes now: asks governance about exactly the
 * arguments, writes down what will be sent, sends it, writes down the answer. Whatever stops it (a person, a condition, a
 * silent agent, a crash) leaves a state from which calling it again goes on with the same key.
 */
export async function perform(stepId: string, ports: ExecutePorts): Promise<void> {
  const current = stepOf(ports.journal.state(), stepId);
  if (current === undefined) throw new Error(`there is no step ${stepId}`);
  const { task, agentId } = current.step;
  const attributes = { "flightdesk.step.id": stepId, "flightdesk.agent": agentId };
  await inSpan(`flightdesk.perform ${task}`, { attributes }, async (span) => {
    await goFurther(current, ports);
    span.set({ "flightdesk.step.status": stepOf(ports.journal.state(), stepId)?.status });
  });
}

async function goFurther(current: StepState, ports: ExecutePorts): Promise<void> {
  switch (current.status) {
    case "done":
    case "replaced":
      return;
    case "failed":
    case "refused":
      return comeBack(current, ports);
    case "pending":
      return goOn(current, await poll(current, ports), ports);
    case "begun":
      return goOn(current, await reconcile(current, ports), ports);
    case "escalated":
      if (current.approval === undefined && !mayBeApproved(current, ports)) return comeBack(current, ports);
      return begin(current, ports);
    case "proposed":
    case "held":
      return begin(current, ports);
  }
}

/** The plan's approvals count again where rates or approvers that they did not count by have been put right. */
function mayBeApproved({ intent, verdicts }: StepState, { journal }: ExecutePorts): boolean {
  const isAgents = verdicts.at(-1)?.verdict.by === "governance";
  return intent === undefined && !isAgents && journal.state().planApprovals.length > 0;
}

async function begin(current: StepState, ports: ExecutePorts): Promise<void> {
  const { step } = current;
  if (!(await met(step, ports))) return;
  const call = frozen(step, ports);
  const other = othersBuy(step, ports.journal.state());
  if (other !== undefined) {
    const reason = `${step.agentId} names a buy of another campaign in its answer to ${other.step.id}: nothing is done with it until somebody has taken it`;
    await recordNewVerdict(current, call, { type: "held", by: "seller-books", reasons: [reason] }, ports);
    return;
  }
  if (await isStopped(current, call, ports)) return;
  // A pause that is sent twice is one pause, and binds no money.
  const pauses = await pausesUnderStop(step, ports);
  const window = replayWindow(step, ports);
  if (window === undefined && !pauses && !isForGovernance(step.agentUrl, ports)) {
    const reasons = [`${step.agentId} declares no replay window: a repeated call could do it twice`];
    await recordVerdict(current, call, { type: "denied", by: "idempotency", reasons }, ports);
    return;
  }
  const books: BookCheck = pauses ? { type: "open" } : await checkBooksBeforeSending(current, call, ports);
  if (books.type === "waits") return;
  const faults = books.type === "there" ? [] : await orderFaults(current, ports);
  if (faults === undefined) return;
  if (faults.length > 0) {
    await recordVerdict(current, call, { type: "denied", by: "standard", reasons: faults }, ports);
    return;
  }
  const written = async (verdict: Verdict, record = recordVerdict) => {
    const isNo = verdict.type === "denied" || verdict.type === "conditions";
    if (books.type !== "there" || !isNo) return record(current, call, verdict, ports);
    await askToAdopt(step, books.buy, verdict, ports);
    return true;
  };
  const isTheirs = books.type === "there" && (await isAdoptionApproved(current, call, ports));
  const bind = async () => (pauses ? undefined : await reserve(step, ports, { isAdopted: isTheirs }));
  const unfit = await bind();
  if (unfit !== undefined) {
    await written(unfit, recordNewVerdict);
    return;
  }
  const verdict = isTheirs ? undefined : await askGovernance(current, call, ports, written);
  if (verdict?.type === "conditions" && books.type === "open") return revise(current, verdict, ports);
  const permit = verdict && permitFor(call, verdict, ports.clock.now());
  if (permit === undefined && !isTheirs) return;
  // A stop file is no mark yet, and a day may have ended: both are checked once more, after everybody was asked.
  if (await isStopped(current, call, ports)) return;
  const unfitNow = await bind();
  if (unfitNow !== undefined) {
    await recordVerdict(current, call, unfitNow, ports);
    return;
  }
  if (!(await recordBegun(current, { call, verdict, window, pauses }, ports))) return;
  if (books.type === "there") return goOn(current, await adopt(step, books.buy, ports), ports);
  if (permit !== undefined) await goOn(current, await send(step, call, permit, ports), ports);
}

/** Writes down what is about to be sent. False where it may not be, or somebody else has: the call is theirs to make. */
async function recordBegun(
  current: StepState,
  {
    call,
    verdict,
    window,
    pauses,
  }: {
    readonly call: FrozenCall;
    readonly verdict: Verdict | undefined;
    readonly window: number | undefined;
    readonly pauses: boolean;
  },
  ports: ExecutePorts,
): Promise<boolean> {
  const { step } = current;
  const { journal } = ports;
  const bound = capUsesIn(journal.state(), step.id);
  const approvals = verdict?.type === "approved" ? verdict.approvals : undefined;
  const begun = await journal.recordUnless(
    {
      type: "step-begun",
      stepId: step.id,
      bytes: call.bytes,
      digest: call.digest,
      idempotencyKey: idempotencyKey(step, journal.state().id),
      replayWindowSeconds: window,
      ...(approvals && { approvals }),
      sending: sendingNow(step, ports),
    },
    `intent/${step.id}`,
    pauses ? [] : marksOver(journal.state().id, sellerAt(journal.state(), step.agentId)),
    // A person may have refused it or ended the campaign meanwhile, a condition that another process got replaced it, or what
    // another buy costs is not known any more.
    (now) =>
      stepIs(step.id, isUndecided)(now) &&
      capUsesIn(now, step.id) === bound &&
      openDoubt(step, now) === undefined &&
      (step.planAmount.minor === 0 || (now.ended === undefined && !now.steps.some(isInDoubt))),
  );
  // The stop came while others were asked.
  if (begun.type === "blocked") await isStopped(current, call, ports);
  return begun.type === "appended";
}

/**
 * Acts on how a sending ended. While the answer is lost, the step is reconciled at once: looked up, and sent again once the
 * seller cannot be at it any more.
 */
async function goOn({ step }: StepState, first: Sent, ports: ExecutePorts): Promise<void> {
  const { stopwatch, journal } = ports;
  const begun = stopwatch.now();
  let sent = first;
  for (let attempts = 1; sent.type === "open" || sent.type === "early"; ) {
    ports.turnBooks?.forget(step.agentUrl);
    // What had no effect the client has tried again already.
    if (sent.type === "open" && (sent.error.effect === "none" || attempts === maximumAttempts)) return;
    const wait = sent.type === "early" ? sent.waitMs : waitAfter(sent.error, attempts++, () => 0);
    if (stopwatch.now() - begun + wait > longestPursuitMs) return;
    await stopwatch.sleep(wait);
    const current = stepOf(journal.state(), step.id);
    if (current?.status !== "begun") return;
    // The wait was the one that the agent asked for.
    const { retryAt: _, ...due } = current;
    sent = await reconcile(due, ports, { isReread: sent.type === "early" });
  }
  if (sent.type === "accepted") {
    const current = stepOf(journal.state(), step.id);
    sent = current?.status === "pending" ? await poll(current, ports) : settled;
  }
  if (sent.type === "stale") return performNext(await rebase(step, ports), ports);
  if (sent.type === "again") return performNext(await renew(step, { reason: sent.reason }, ports), ports);
}

async function performNext(stepId: string | undefined, ports: ExecutePorts): Promise<void> {
  if (stepId !== undefined) await perform(stepId, ports);
}

/** A step whose arguments a condition changes goes on as another step, with a key and a check of its own. */
async function revise(
  current: StepState,
  verdict: Extract<Verdict, { type: "conditions" }>,
  ports: ExecutePorts,
): Promise<void> {
  const { step } = current;
  const call = frozen(step, ports);
  const escalate = async (reason: string) => {
    await recordVerdict(current, call, { type: "escalated", by: verdict.by, reasons: [reason] }, ports);
  };
  if (roundOf(step.id) >= maximumRounds)
    return escalate(`it still sets conditions after ${maximumRounds} rounds`);
  const conditions = verdict.conditions.map(({ field, ...rest }) => ({
    ...rest,
    field: ports.fieldInside(step.agentUrl, step.task, field),
  }));
  const conditioned = applyConditions(step, conditions);
  if (conditioned.type === "refused") return escalate(conditioned.reason);
  const { step: next, changes } = conditioned;
  const replaced = await ports.journal.record(
    { type: "step-replaced", stepId: step.id, by: next.id, changes, next },
    `replaced/${step.id}`,
    stepIs(step.id, isUndecided),
  );
  if (replaced) await perform(next.id, ports);
}

function capUsesIn({ steps }: CampaignState, stepId: string): string {
  return canonicalJson(steps.find(({ step }) => step.id === stepId)?.claims ?? []);
}

function replayWindow(step: Step, { journal }: ExecutePorts): number | undefined {
  const { sellers = [], creativeAgents, signalsAgents } = journal.state();
  return [...sellers, ...creativeAgents, ...signalsAgents].find(({ agentUrl }) => agentUrl === step.agentUrl)
    ?.replayWindowSeconds;
}
