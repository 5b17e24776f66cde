import type { KeyObject } from "node:crypto";
import { dayMs } from "../../lib/days.ts";
import { publicKeyOf } from "../../lib/key-file.ts";
import type { Ports } from "../model/ports.ts";
import { isAsked, type StepState, stepOf, usedApprovals, waitsForPerson } from "../model/state.ts";
import { frozen } from "../steps/frozen.ts";
import { type SignedApproval, signApproval } from "./approval.ts";
import { faultOf } from "./approval-problem.ts";
import { checkApprovals } from "./check-approvals.ts";
import { nameApprovers } from "./name-approvers.ts";
import { readApproval } from "./read-approval.ts";

type DecidePorts = Pick<
  Ports,
  "journal" | "clock" | "uuid" | "negotiate" | "encode" | "approvalKeys" | "settings"
>;

/** What became of an approval: nothing is recorded of one that is refused. */
export type ApprovalResult =
  | { readonly type: "recorded"; readonly by: string }
  | { readonly type: "refused"; readonly reason: string };

/**
 * Signs and records a person's approval to exactly the arguments of a waiting step. With named approvers the signer is
 * whoever `key` belongs to. Throws where the step waits for nobody.
 */
export async function giveApproval(
  ports: DecidePorts,
  stepId: string,
  by: string,
  options: {
    /** Private key of the approver; this installation's own where approvers are not named. */
    readonly key?: KeyObject;
    /** Milliseconds, the approval window at most; a day where absent, or the window where that is shorter. */
    readonly validForMs?: number;
    /** Digest of the arguments that the person saw. */
    readonly seen?: string;
  } = {},
): Promise<ApprovalResult> {
  const { step } = waitingFor(ports, stepId);
  await ports.negotiate(step.agentUrl);
  const { digest } = frozen(step, ports);
  if (options.seen !== undefined && options.seen !== digest)
    return refused(`${step.id} has changed since it was shown: look at it again`);
  const key = options.key ?? ports.approvalKeys.ownKey();
  const now = ports.clock.now();
  const validForMs = options.validForMs ?? Math.min(dayMs, ports.settings.approvalWindowMs);
  const jws = await signApproval(
    {
      campaign: ports.journal.state().id,
      step: step.id,
      digest,
      total: step.amount.minor,
      currency: step.amount.currency,
      approver: signerOf(key, by, ports),
      iat: Math.floor(now / 1000),
      exp: Math.floor((now + validForMs) / 1000),
      jti: ports.uuid(),
    },
    key,
  );
  return recordApproval(ports, stepId, jws);
}

/** Records an approval that was signed elsewhere, where it holds for the waiting step. Throws where it waits for nobody. */
export async function recordApproval(
  ports: DecidePorts,
  stepId: string,
  jws: string,
): Promise<ApprovalResult> {
  const { journal, clock, approvalKeys } = ports;
  const current = waitingFor(ports, stepId);
  const approvers = approvalKeys.approvers();
  const reading = await readApproval(jws, approvers);
  if (reading.type === "refused") return refused(`the approval ${reading.reason}`);
  const given = reading.approval;
  await ports.negotiate(current.step.agentUrl);
  const { digest } = frozen(current.step, ports);
  const since = usedApprovals(current);
  const subject = { current, digest, state: journal.state(), approvers, now: clock.now(), since };
  const fault = isRecorded(jws, ports)
    ? "was used before"
    : (faultOf(given, reading.approver, subject) ?? outlives(given, subject.now, ports));
  if (fault !== undefined) return refused(`the approval of ${given.approver} ${fault}`);
  const before = await checkApprovals(current.approvals ?? [], subject);
  if (before.type !== "none" && before.by.includes(given.approver))
    return refused(`${given.approver} has approved already: another person must`);
  await nameApprovers(journal, approvers);
  const recorded = await journal.record(
    { type: "step-approved", stepId: current.step.id, digest, by: given.approver, approval: jws },
    `approval/${given.jti}`,
  );
  return recorded
    ? { type: "recorded", by: given.approver }
    : refused(`the approval of ${given.approver} was used before`);
}

/** Records a person's refusal of a waiting step: it is not performed. Throws where the step waits for nobody. */
export async function refuse(
  { journal }: Pick<Ports, "journal">,
  stepId: string,
  { by, reason }: { readonly by: string; readonly reason: string },
): Promise<void> {
  const current = waitingFor({ journal }, stepId);
  const { id } = current.step;
  // Who refuses how a buy is held refuses that question, and may have refused another before.
  const key = isAsked(current) ? `rejected/${id}/${current.check?.count}` : `rejected/${id}`;
  await journal.record({ type: "step-rejected", stepId: id, by, reason }, key);
}

function waitingFor({ journal }: Pick<Ports, "journal">, stepId: string): StepState {
  const found = stepOf(journal.state(), stepId);
  // Of several people who must approve, the next need not wait until the campaign has gone on.
  const isOpen =
    (found !== undefined && waitsForPerson(found)) ||
    (found?.approval !== undefined &&
      (found.status === "proposed" || (found.status === "begun" && found.escalation !== undefined)));
  if (found === undefined || !isOpen)
    throw new Error(`step ${stepId} waits for nobody: it is ${found?.status ?? "not known"}`);
  return found;
}

function signerOf(key: KeyObject, by: string, { approvalKeys }: DecidePorts): string {
  const approvers = approvalKeys.approvers();
  const own = publicKeyOf(key);
  if (approvers.type === "own-key") return by;
  return approvers.people.find(({ publicKey }) => publicKey === own)?.name ?? by;
}

/** Nobody waits longer for a decision than the approval window, and none holds for longer. */
function outlives({ exp }: SignedApproval, now: number, { settings }: DecidePorts): string | undefined {
  return exp * 1000 > now + settings.approvalWindowMs
    ? `would hold until ${new Date(exp * 1000).toISOString()}, past the approval window`
    : undefined;
}

/** An approval has one spelling, so it is the same one where the text is the same. */
function isRecorded(jws: string, { journal }: DecidePorts): boolean {
  return journal
    .state()
    .steps.some(({ approvals = [] }) => approvals.some((given) => given.approval === jws));
}

function refused(reason: string): ApprovalResult {
  return { type: "refused", reason };
}
