import { thaw } from "../../protocol/approval.ts";
import { asksWhoCalls } from "../../protocol/errors.ts";
import { consentedAgain } from "../govern/consent/consented-again.ts";
import { approvalFor } from "../govern/govern.ts";
import type { StepState } from "../state.ts";
import type { ExecutePorts } from "./execute-ports.ts";
import { judged } from "./judged.ts";
import { lookUp } from "./look-up.ts";
import { isMessage } from "./outbox.ts";
import { recordDone, recordEscalation } from "./record.ts";
import { adoption, send } from "./send.ts";
import { type Sent, settled } from "./sent.ts";
import { isStopped } from "./stopped.ts";
import { unknownCaller } from "./unknown-caller.ts";

/** Part of the replay window that is still trusted: the seller's clock may differ from ours. */
const trustedShare = 0.9;
/** No declared window is trusted for longer, in seconds: seven days, the standard's own limit. */
const longestWindow = 604_800;

/**
 * A step that was written down and whose answer is not known. A buy that the seller already holds is adopted; inside the
 * seller's replay window the same bytes go out again under the same key, with an approval that is still good or a new one
 * for the same arguments; after it nothing is sent and a person is asked.
 */
export async function reconcile(current: StepState, ports: ExecutePorts): Promise<Sent> {
  const { step, intent, retryAt, escalation, approval: consent } = current;
  if (intent === undefined) throw new Error(`${step.id} is begun but has no intent`);
  if (retryAt !== undefined && ports.clock.now() < Date.parse(retryAt)) {
    ports.progress(`${step.id}: ${step.agentId} asked not to be called before ${retryAt}`);
    return settled;
  }
  const found = await lookUp(step, ports);
  switch (found.type) {
    case "one":
      recordDone(adoption(step, found.buy), ports);
      return settled;
    case "several":
      recordEscalation(
        step,
        { code: "SEVERAL_BUYS", reason: twice(current, found.ids), retry: "same-key" },
        ports,
      );
      return settled;
    case "silent":
      if (found.error !== undefined && asksWhoCalls(found.error)) {
        recordEscalation(step, unknownCaller(step, found.error), ports);
        return settled;
      }
      ports.progress(`${step.id}: ${step.agentId} does not say what it holds (${found.reason})`);
      return settled;
    case "none":
    case "no-key":
      break;
  }
  if (consent !== undefined && escalation?.retry === "new-key" && (await consentedAgain(current, ports)))
    return { type: "again", reason: "sent as a new request, as a person wants it" };
  if (!inWindow(current, ports.clock.now())) {
    if (isMessage(step)) return { type: "again", reason: "its replay window is over: told again" };
    const reason =
      `${step.agentId} never answered, and its replay window is over` +
      `${found.type === "none" ? "; it shows no such buy" : ""}. ` +
      "Check with it; approve to send it as a new request, reject to give it up.";
    recordEscalation(step, { code: "WINDOW_OVER", reason, retry: "new-key" }, ports);
    return settled;
  }
  const call = thaw({ task: step.task, agentUrl: step.agentUrl, bytes: intent.bytes, digest: intent.digest });
  const now = ports.clock.now();
  if (isStopped(current, call, ports)) return settled;
  const given = current.verdicts.findLast(
    ({ verdict }) => verdict.type === "approved" && verdict.expiresAt !== undefined,
  );
  const standing = given === undefined ? undefined : approvalFor(call, given.verdict, now);
  const approval = standing ?? approvalFor(call, await judged(current, call, ports), now);
  return approval === undefined ? settled : send(step, call, approval, ports);
}

function inWindow({ step, intent, times }: StepState, now: number): boolean {
  if (times.begunAt === undefined) throw new Error(`${step.id} is begun but has no time`);
  if (intent?.replayWindowSeconds === undefined) return true;
  const trusted = Math.min(intent.replayWindowSeconds, longestWindow) * trustedShare;
  return now - Date.parse(times.begunAt) < trusted * 1000;
}

function twice({ step }: StepState, ids: readonly string[]): string {
  return (
    `${step.agentId} holds ${ids.length} buys under one reference (${ids.join(", ")}). ` +
    "Cancel all but one with the seller, then approve; reject to leave it as it is."
  );
}
