import { type FrozenCall, thaw } from "../../protocol/client/call-permit.ts";
import { asksWhoCalls } from "../../protocol/messages/errors.ts";
import { approvedAgain } from "../approvals/approved-again.ts";
import { permitFor, validPermit } from "../govern/govern.ts";
import type { StepState } from "../model/state/state.ts";
import { isLaterThan, sendingWords } from "../model/step/sending.ts";
import { isMessage, type Step } from "../model/step/step.ts";
import { askGovernance } from "./ask-governance.ts";
import type { ExecutePorts } from "./execute-ports.ts";
import { type Found, findAtSeller } from "./look-up.ts";
import { recordEscalation, recordLost, recordSetBack } from "./record.ts";
import { send, takeOver } from "./send.ts";
import { type Sent, settled } from "./send-result.ts";
import { isStopped } from "./stopped.ts";
import { isUnderWay, takeSending } from "./take-sending.ts";
import { unknownCaller } from "./unknown-caller.ts";

/** Part of the replay window that is still trusted: the seller's clock may differ from ours. */
const trustedShare = 0.9;
/** No declared window is trusted for longer, in seconds: seven days, the standard's own limit. */
const longestWindow = 604_800;

/**
 * A step that was written down and whose answer is not known. While its call may be under way it is left to whoever makes
 * it. A buy that the seller already holds is adopted; inside the seller's replay window the same bytes go out again under the
 * same key, with an approval that is still good or a new one for the same arguments; after it nothing is sent and a person
 * is asked. Where the clock was set back since, nobody knows how old the step is: its window counts as over, and an approval
 * from then as run out. `looked`: the books were read before, and the wait that they called for is over.
 */
export async function reconcile(
  current: StepState,
  ports: ExecutePorts,
  { isReread = false }: { readonly isReread?: boolean } = {},
): Promise<Sent> {
  await ports.journal.refresh();
  const present = stateOf(current, ports);
  // Another process has taken it further meanwhile: of what has ended no sending can be lost.
  if (present.status !== current.status) return settled;
  if (present.sending !== undefined) {
    const { since } = present.sending;
    if (isUnderWay(present.sending, ports) && !isLaterThan(ports.clock.now(), since)) {
      ports.progress(`${present.step.id}: ${sendingWords(present.sending)}`);
      return settled;
    }
    await recordLost(present, present.sending.by, ports);
    return reconcile(stateOf(present, ports), ports);
  }
  if (present.sendings !== current.sendings) return settled;
  const { step, intent, retryAt, times } = current;
  if (intent === undefined) throw new Error(`${step.id} is begun but has no intent`);
  const { now } = ports.clock;
  // A time by a clock which has been set back since says nothing.
  if (retryAt !== undefined && now() < Date.parse(retryAt) && !isLaterThan(now(), times.answeredAt)) {
    ports.progress(`${step.id}: ${step.agentId} asked not to be called before ${retryAt}`);
    return settled;
  }
  const found = await findAtSeller(step, ports);
  if (found.type !== "none" && found.type !== "no-key") return resolveFromBooks(step, found, ports);
  if (await isWantedAnew(current, intent.digest, ports))
    return { type: "again", reason: "sent as a new request, as a person wants it" };
  if (!inWindow(current, now()))
    return pastWindow(current, { never: "never answered", isAbsent: found.type === "none" }, ports);
  const call = thaw({ task: step.task, agentUrl: step.agentUrl, bytes: intent.bytes, digest: intent.digest });
  if (await isStopped(current, call, ports)) return settled;
  if (!isReread && current.resendAt !== undefined && isLaterThan(now(), times.answeredAt)) {
    await recordSetBack(step, ports);
    return settled;
  }
  const waitMs = isReread || current.resendAt === undefined ? 0 : Date.parse(current.resendAt) - now();
  if (waitMs > 0) return { type: "early", waitMs };
  const permit = await permitAgain(current, call, ports);
  if (permit === undefined || !(await takeSending(current, ports))) return settled;
  return send(step, call, permit, ports, { isRepeated: true });
}

/** A buy that is there is taken, two are asked about; a seller that does not say is asked again. Nothing is sent. */
async function resolveFromBooks(
  step: Step,
  found: Exclude<Found, { readonly type: "none" | "no-key" }>,
  ports: ExecutePorts,
): Promise<Sent> {
  if (found.type !== "silent") return takeOver(step, found, ports);
  if (found.error !== undefined && asksWhoCalls(found.error))
    await recordEscalation(step, unknownCaller(step, found.error), ports);
  else ports.progress(`${step.id}: ${step.agentId} does not say what it holds (${found.reason})`);
  return settled;
}

async function isWantedAnew(current: StepState, digest: string, ports: ExecutePorts): Promise<boolean> {
  const { approval, escalation } = current;
  return (
    approval !== undefined && escalation?.retry === "new-key" && (await approvedAgain(current, digest, ports))
  );
}

/** The same bytes could do it twice by now: a message is sent anew, about all else a person is asked. */
export async function pastWindow(
  { step, times }: StepState,
  { never, isAbsent }: { readonly never: string; readonly isAbsent: boolean },
  ports: ExecutePorts,
): Promise<Sent> {
  if (isMessage(step)) return { type: "again", reason: "its replay window is over: sent again" };
  const over = isLaterThan(ports.clock.now(), times.begunAt)
    ? "the clock here was set back since, so that its replay window may be over"
    : "its replay window is over";
  const absent = `; it shows no such ${step.task === "update_media_buy" ? "change" : "buy"}`;
  const reason =
    `${step.agentId} ${never}, and ${over}${isAbsent ? absent : ""}. ` +
    "Check with it; approve to send it as a new request, reject to give it up.";
  await recordEscalation(step, { code: "WINDOW_OVER", reason, retry: "new-key" }, ports);
  return settled;
}

/** By an approval that is still good, or a new one for the same arguments. */
async function permitAgain(current: StepState, call: FrozenCall, ports: ExecutePorts) {
  const { now } = ports.clock;
  const given = current.verdicts.findLast(
    ({ at, verdict }) =>
      verdict.type === "approved" && verdict.expiresAt !== undefined && !isLaterThan(now(), at),
  );
  const valid = given === undefined ? undefined : validPermit(call, given.verdict, now());
  return valid ?? permitFor(call, await askGovernance(current, call, ports), now());
}

function stateOf(seen: StepState, { journal }: ExecutePorts): StepState {
  return journal.state().steps.find(({ step }) => step.id === seen.step.id) ?? seen;
}

export function inWindow({ step, intent, times }: StepState, now: number): boolean {
  if (times.begunAt === undefined) throw new Error(`${step.id} is begun but has no time`);
  if (intent?.replayWindowSeconds === undefined) return true;
  const trusted = Math.min(intent.replayWindowSeconds, longestWindow) * trustedShare;
  return !isLaterThan(now, times.begunAt) && now - Date.parse(times.begunAt) < trusted * 1000;
}
