import { inSpan } from "../../lib/spans.ts";
import { waitAfter } from "../../protocol/client/retry.ts";
import { type StepState, stepOf } from "../model/state/state.ts";
import type { Step } from "../model/step/step.ts";
import { frozen } from "../steps/frozen.ts";
import { adopt } from "./check-books-first.ts";
import type { ExecutePorts } from "./execute-ports.ts";
import { type Attempt, gate } from "./gate.ts";
import { met } from "./order-faults.ts";
import { comeBack, poll } from "./poll.ts";
import { rebase } from "./rebase.ts";
import { reconcile } from "./reconcile.ts";
import { relist } from "./relist.ts";
import { renew } from "./renew.ts";
import { send } from "./send.ts";
import { type Sent, settled } from "./send-result.ts";
import { pausesUnderStop } from "./stopped.ts";

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

/** Takes a step through the gate, check by check, and sends it where it comes through all of them. */
async function begin(current: StepState, ports: ExecutePorts): Promise<void> {
  const { step } = current;
  if (!(await met(step, ports))) return;
  const pauses = await pausesUnderStop(step, ports);
  const window = replayWindow(step, ports);
  let attempt: Attempt = {
    current,
    call: frozen(step, ports),
    pauses,
    window,
    books: { type: "open" },
    isTheirs: false,
  };
  for (const { isFor, run } of gate) {
    if (!isFor(attempt, ports)) continue;
    const found = await run(attempt, ports);
    if ("ends" in found) {
      if (found.first !== undefined) return afterFirst(step.id, found.first, ports);
      return performNext(found.next, ports);
    }
    attempt = { ...attempt, ...found };
  }
  const { books, call, permit } = attempt;
  if (books.type === "there") return goOn(current, await adopt(step, books.buy, ports), ports);
  if (permit !== undefined) await goOn(current, await send(step, call, permit, ports), ports);
}

async function afterFirst(stepId: string, first: string, ports: ExecutePorts): Promise<void> {
  await perform(first, ports);
  if (stepOf(ports.journal.state(), first)?.status === "done") await perform(stepId, ports);
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
  if (sent.type === "stale") {
    const onPresent = step.task === "create_media_buy" ? relist : rebase;
    return performNext(await onPresent(step, ports), ports);
  }
  if (sent.type === "again") return performNext(await renew(step, { reason: sent.reason }, ports), ports);
}

async function performNext(stepId: string | undefined, ports: ExecutePorts): Promise<void> {
  if (stepId !== undefined) await perform(stepId, ports);
}

function replayWindow(step: Step, { journal }: ExecutePorts): number | undefined {
  const { sellers = [], creativeAgents, signalsAgents } = journal.state();
  return [...sellers, ...creativeAgents, ...signalsAgents].find(({ agentUrl }) => agentUrl === step.agentUrl)
    ?.replayWindowSeconds;
}
