import type { KeyObject } from "node:crypto";
import { dayMs } from "../../lib/days.ts";
import { publicKeyOf } from "../../lib/key-file.ts";
import type { Money } from "../../lib/money.ts";
import type { Ports } from "../model/state/ports.ts";
import {
  awaitsPerson,
  type CampaignState,
  isUndecided,
  mayBeRefused,
  type StepState,
  stepIs,
  stepOf,
  usedApprovals,
  waitsForPerson,
} from "../model/state/state.ts";
import { frozen } from "../steps/frozen.ts";
import { type SignedApproval, signApproval } from "./approval.ts";
import { faultOf } from "./approval-problem.ts";
import { checkStepApprovals, hasApproved } from "./check-approvals.ts";
import { seenOf } from "./inbox.ts";
import { nameApprovers } from "./name-approvers.ts";
import { readApproval } from "./read-approval.ts";

export type DecidePorts = Pick<
  Ports,
  "journal" | "clock" | "uuid" | "negotiate" | "encode" | "approvalKeys" | "settings"
>;

/** What became of an approval: nothing is recorded of one that is refused. */
export type ApprovalResult = { readonly type: "recorded"; readonly by: string } | Refused;

/** Nothing is recorded, and why. */
export interface Refused {
  readonly type: "refused";
  readonly reason: string;
}

/** How an approval is given. */
export interface Giving {
  /** Private key of the approver; this installation's own where approvers are not named. */
  readonly key?: KeyObject;
  /** Milliseconds, the approval window at most; a day where absent, or the window where that is shorter. */
  readonly validForMs?: number;
  /** Digest of what the person saw: `seen` of the waiting step, or that of the plan's terms. */
  readonly seen?: string;
}

/**
 * Signs and records a person's approval to exactly the arguments of a waiting step. With named approvers the signer is
 * whoever `key` belongs to. Throws where the step waits for nobody.
 */
export async function giveApproval(
  ports: DecidePorts,
  stepId: string,
  by: string,
  { key = ports.approvalKeys.ownKey(), ...giving }: Giving = {},
): Promise<ApprovalResult> {
  const approval = await approvalOf(ports, stepId, signerOf(key, by, ports), giving);
  if ("reason" in approval) return approval;
  return recordApproval(ports, stepId, await signApproval(approval, key), giving);
}

/** What an approver signs to approve a waiting step; refused where it is not as the person saw it. */
export async function approvalOf(
  ports: DecidePorts,
  stepId: string,
  approver: string,
  { validForMs, seen }: Omit<Giving, "key">,
): Promise<SignedApproval | Refused> {
  const current = waitingFor(ports, stepId);
  const { step } = current;
  await ports.negotiate(step.agentUrl);
  const { digest } = frozen(step, ports);
  if (seen !== undefined && seen !== seenOf(current, ports.journal.state(), digest)) return changed(step);
  return { ...givenNow(ports, { approver, total: step.amount, validForMs }), step: step.id, digest };
}

/** Records an approval that was signed elsewhere, where it holds for the waiting step. Throws where it waits for nobody. */
export async function recordApproval(
  ports: DecidePorts,
  stepId: string,
  signed: string,
  { seen }: Pick<Giving, "seen"> = {},
): Promise<ApprovalResult> {
  const { journal, clock, approvalKeys } = ports;
  const current = waitingFor(ports, stepId);
  const approvers = approvalKeys.approvers();
  const reading = await readApproval(signed, approvers);
  if (reading.type === "refused") return refused(`the approval ${reading.reason}`);
  const given = reading.approval;
  await ports.negotiate(current.step.agentUrl);
  const { digest } = frozen(current.step, ports);
  const since = usedApprovals(current);
  const subject = { current, digest, state: journal.state(), approvers, now: clock.now(), since };
  const fault = isRecorded(signed, ports)
    ? "was used before"
    : (faultOf(given, reading.approver, subject) ?? outlives(given, subject.now, ports));
  if (fault !== undefined) return refused(`the approval of ${given.approver} ${fault}`);
  const isAsSeen = (now: StepState, state: CampaignState) =>
    seen === undefined || seenOf(now, state, digest) === seen;
  const before = await checkStepApprovals(current.approvals ?? [], subject);
  if (hasApproved(before, given.approver))
    return refused(`${given.approver} has approved already: another person must`);
  await nameApprovers(journal, approvers);
  const { approver: by, jti } = given;
  const recorded = await journal.record(
    { type: "step-approved", stepId: current.step.id, digest, by, approval: signed },
    `approval/${jti}`,
    (state) => stepIs(current.step.id, (now) => isOpen(now) && isAsSeen(now, state))(state),
  );
  if (recorded) return { type: "recorded", by };
  // Somebody else may have decided since this process read it.
  if (!isAsSeen(waitingFor(ports, stepId), journal.state())) return changed(current.step);
  return refused(`the approval of ${by} was used before`);
}

/** What every approval says that is given now. */
export function givenNow(
  { clock, uuid, journal, settings }: DecidePorts,
  {
    approver,
    total,
    validForMs = Math.min(dayMs, settings.approvalWindowMs),
  }: { readonly approver: string; readonly total: Money; readonly validForMs?: number },
) {
  const now = clock.now();
  return {
    campaign: journal.state().id,
    total: total.minor,
    currency: total.currency,
    approver,
    iat: Math.floor(now / 1000),
    exp: Math.floor((now + validForMs) / 1000),
    jti: uuid(),
  };
}

/**
 * Records a person's refusal of a step that waits for one, or of a change that is held and was never sent: it is not performed. Throws
 * where there is nothing of it to refuse any more.
 */
export async function refuse(
  { journal }: Pick<Ports, "journal">,
  stepId: string,
  { by, reason }: { readonly by: string; readonly reason: string },
): Promise<void> {
  const found = stepOf(journal.state(), stepId);
  const isUnsentChange = found?.status === "held" && found.step.change !== undefined && isUndecided(found);
  const current = found !== undefined && isUnsentChange ? found : waitingFor({ journal }, stepId);
  const { id } = current.step;
  // A no to how a buy is booked rejects that question; its person may have rejected another before.
  const key = awaitsPerson(current) ? `rejected/${id}/${current.check?.count}` : `rejected/${id}`;
  const canBe = (now: StepState) => mayBeRefused(now) || awaitsPerson(now);
  if (!(await journal.record({ type: "step-rejected", stepId: id, by, reason }, key, stepIs(id, canBe))))
    throw waitsForNobody(id, stepOf(journal.state(), id));
}

function waitingFor({ journal }: Pick<Ports, "journal">, stepId: string): StepState {
  const found = stepOf(journal.state(), stepId);
  if (found === undefined || !isOpen(found)) throw waitsForNobody(stepId, found);
  return found;
}

/** Of several people who must approve, the next need not wait until the campaign has gone on. */
function isOpen(current: StepState): boolean {
  const { approval, status, escalation } = current;
  const isApproved =
    approval !== undefined && (status === "proposed" || (status === "begun" && escalation !== undefined));
  return waitsForPerson(current) || isApproved;
}

function waitsForNobody(stepId: string, found: StepState | undefined): Error {
  return new Error(`step ${stepId} waits for nobody: it is ${found?.status ?? "not known"}`);
}

export function signerOf(key: KeyObject, by: string, { approvalKeys }: DecidePorts): string {
  const approvers = approvalKeys.approvers();
  const own = publicKeyOf(key);
  if (approvers.type === "own-key") return by;
  return approvers.people.find(({ publicKey }) => publicKey === own)?.name ?? by;
}

/** Nobody waits longer for a decision than the approval window, and none holds for longer. */
export function outlives({ exp }: Pick<SignedApproval, "exp">, now: number, { settings }: DecidePorts) {
  return exp * 1000 > now + settings.approvalWindowMs
    ? `would hold until ${new Date(exp * 1000).toISOString()}, past the approval window`
    : undefined;
}

/** An approval has one spelling, so it is the same one where the text is the same. */
function isRecorded(signed: string, { journal }: DecidePorts): boolean {
  return journal
    .state()
    .steps.some(({ approvals = [] }) => approvals.some((given) => given.approval === signed));
}

function changed({ id }: Pick<StepState["step"], "id">): Refused {
  return refused(`${id} has changed since it was shown: review it again`);
}

export function refused(reason: string): Refused {
  return { type: "refused", reason };
}
