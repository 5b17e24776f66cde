import { thaw } from "../../protocol/call-permit.ts";
import { asksWhoCalls } from "../../protocol/errors.ts";
import { approvedAgain } from "../approvals/approved-again.ts";
import { permitFor, standingPermit } from "../govern/govern.ts";
import type { StepState } from "../model/state.ts";
import { sendingWords } from "../model/step/sending.ts";
import { isMessage } from "../model/step/step.ts";
import { adoption } from "./answered-receipt.ts";
import { askGovernance } from "./ask-governance.ts";
import type { ExecutePorts } from "./execute-ports.ts";
import { lookUp } from "./look-up.ts";
import { recordDone, recordEscalation, recordLost } from "./record.ts";
import { send, severalBuys } from "./send.ts";
import { type Sent, settled } from "./send-result.ts";
import { isStopped } from "./stopped.ts";
import { isUnderWay, takeSending } from "./take-sending.ts";
import { unknownCaller } from "./unknown-caller.ts";

/** Part of the replay window that is still trusted: the seller's clock may differ from ours. */
const trustedShare = 0.9;
/** Clocks of two machines on one ledger differ by less than this. */
const clockSkewMs = 60_000;
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
  { looked = false }: { readonly looked?: boolean } = {},
): Promise<Sent> {
  await ports.journal.refresh();
  const present = stateOf(current, ports);
  if (present.sending !== undefined) {
    if (isUnderWay(present.sending, ports)) {
      ports.progress(`${present.step.id}: ${sendingWords(present.sending)}`);
      return settled;
    }
    await recordLost(present, present.sending.by, ports);
    return reconcile(stateOf(present, ports), ports);
  }
  // Another process has taken it further meanwhile.
  if (present.status !== current.status || present.sendings !== current.sendings) return settled;
  const { step, intent, retryAt, escalation, approval, times } = current;
  if (intent === undefined) throw new Error(`${step.id} is begun but has no intent`);
  const { now } = ports.clock;
  // A time that was reckoned by a clock which has been set back since says nothing.
  if (retryAt !== undefined && now() < Date.parse(retryAt) && !isLaterThan(now(), times.answeredAt)) {
    ports.progress(`${step.id}: ${step.agentId} asked not to be called before ${retryAt}`);
    return settled;
  }
  const found = await lookUp(step, ports);
  switch (found.type) {
    case "one":
      await recordDone(adoption(step, [found.buy], ports), ports);
      return settled;
    case "several":
      return severalBuys(step, found.buys, ports);
    case "silent":
      if (found.error !== undefined && asksWhoCalls(found.error)) {
        await recordEscalation(step, unknownCaller(step, found.error), ports);
        return settled;
      }
      ports.progress(`${step.id}: ${step.agentId} does not say what it holds (${found.reason})`);
      return settled;
    case "none":
    case "no-key":
      break;
  }
  if (
    approval !== undefined &&
    escalation?.retry === "new-key" &&
    (await approvedAgain(current, intent.digest, ports))
  )
    return { type: "again", reason: "sent as a new request, as a person wants it" };
  if (!inWindow(current, now())) {
    if (isMessage(step)) return { type: "again", reason: "its replay window is over: told again" };
    const over = isLaterThan(now(), times.begunAt)
      ? "the clock here was set back since, so that its replay window may be over"
      : "its replay window is over";
    const reason =
      `${step.agentId} never answered, and ${over}` +
      `${found.type === "none" ? `; it shows no such ${step.task === "update_media_buy" ? "change" : "buy"}` : ""}. ` +
      "Check with it; approve to send it as a new request, reject to give it up.";
    await recordEscalation(step, { code: "WINDOW_OVER", reason, retry: "new-key" }, ports);
    return settled;
  }
  const call = thaw({ task: step.task, agentUrl: step.agentUrl, bytes: intent.bytes, digest: intent.digest });
  if (await isStopped(current, call, ports)) return settled;
  const waitMs = looked || current.resendAt === undefined ? 0 : Date.parse(current.resendAt) - now();
  if (waitMs > 0) return { type: "early", waitMs };
  const given = current.verdicts.findLast(
    ({ at, verdict }) =>
      verdict.type === "approved" && verdict.expiresAt !== undefined && !isLaterThan(now(), at),
  );
  const standing = given === undefined ? undefined : standingPermit(call, given.verdict, now());
  const permit = standing ?? permitFor(call, await askGovernance(current, call, ports), now());
  if (permit === undefined || !(await takeSending(current, ports))) return settled;
  return send(step, call, permit, ports, { isRepeated: true });
}

function stateOf(seen: StepState, { journal }: ExecutePorts): StepState {
  return journal.state().steps.find(({ step }) => step.id === seen.step.id) ?? seen;
}

function inWindow({ step, intent, times }: StepState, now: number): boolean {
  if (times.begunAt === undefined) throw new Error(`${step.id} is begun but has no time`);
  if (intent?.replayWindowSeconds === undefined) return true;
  const trusted = Math.min(intent.replayWindowSeconds, longestWindow) * trustedShare;
  return !isLaterThan(now, times.begunAt) && now - Date.parse(times.begunAt) < trusted * 1000;
}

/** Whether something was written down at a time that has not come yet: by a clock that was set back since. */
function isLaterThan(now: number, at: string | undefined): boolean {
  return at !== undefined && Date.parse(at) > now + clockSkewMs;
}
