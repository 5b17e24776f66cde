import { thaw } from "../../protocol/approval.ts";
import { approvalFor } from "../govern/govern.ts";
import type { StepState } from "../state.ts";
import type { ExecutePorts } from "./execute-ports.ts";
import { judged } from "./judged.ts";
import { adopted } from "./look-up.ts";
import { send } from "./send.ts";

/** Part of the replay window that is still trusted: the seller's clock may differ from ours. */
const trustedShare = 0.9;

/**
 * A step that was written down and whose answer is not known. A buy that the seller already holds is adopted; inside the
 * seller's replay window the same bytes go out again under the same key, with an approval that is still good or a new one
 * for the same arguments; after it nothing is sent and a person is asked.
 */
export async function reconcile(current: StepState, ports: ExecutePorts): Promise<void> {
  const { step, intent, times } = current;
  if (intent === undefined || times.begunAt === undefined)
    throw new Error(`${step.id} is begun but has no intent`);
  const { replayWindowSeconds } = intent;
  const age = ports.clock.now() - Date.parse(times.begunAt);
  const inWindow = replayWindowSeconds === undefined || age < replayWindowSeconds * 1000 * trustedShare;
  if (!inWindow) {
    if (await adopted(step, ports)) return;
    ports.progress(
      `${step.id}: its answer is not known and the seller's replay window is over; check with ${step.agentId}`,
    );
    return;
  }
  const call = thaw({ task: step.task, agentUrl: step.agentUrl, bytes: intent.bytes, digest: intent.digest });
  const now = ports.clock.now();
  const given = current.verdicts.findLast(
    ({ verdict }) => verdict.type === "approved" && verdict.expiresAt !== undefined,
  );
  const standing = given === undefined ? undefined : approvalFor(call, given.verdict, now);
  const approval = standing ?? approvalFor(call, await judged(current, call, ports), now);
  if (approval !== undefined) return send(step, call, approval, ports);
  await adopted(step, ports);
}
