import type { KeyObject } from "node:crypto";
import { dayMs } from "../../lib/days.ts";
import { publicKeyOf } from "../../lib/key-file.ts";
import type { Ports } from "../model/ports.ts";
import { isAsked, type StepState, stepOf, usedConsents, waitsForPerson } from "../model/state.ts";
import { frozen } from "../steps/frozen.ts";
import { type Consent, signConsent } from "./approval.ts";
import { faultOf } from "./approval-problem.ts";
import { checkConsents } from "./check-approvals.ts";
import { nameApprovers } from "./name-approvers.ts";
import { readConsent } from "./read-approval.ts";

type DecidePorts = Pick<Ports, "journal" | "clock" | "uuid" | "meet" | "encode" | "approvals" | "settings">;

/** What became of a consent: nothing is recorded of one that is refused. */
export type Consented =
  | { readonly type: "recorded"; readonly by: string }
  | { readonly type: "refused"; readonly reason: string };

/**
 * Signs and records a person's consent to exactly the arguments of a waiting step. With named approvers the signer is
 * whoever `key` belongs to. Throws where the step waits for nobody.
 */
export async function consent(
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
): Promise<Consented> {
  const { step } = waitingFor(ports, stepId);
  await ports.meet(step.agentUrl);
  const { digest } = frozen(step, ports);
  if (options.seen !== undefined && options.seen !== digest)
    return refused(`${step.id} has changed since it was shown: look at it again`);
  const key = options.key ?? ports.approvals.ownKey();
  const now = ports.clock.now();
  const validForMs = options.validForMs ?? Math.min(dayMs, ports.settings.approvalWindowMs);
  const jws = await signConsent(
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
  return recordConsent(ports, stepId, jws);
}

/** Records a consent that was signed elsewhere, where it holds for the waiting step. Throws where it waits for nobody. */
export async function recordConsent(ports: DecidePorts, stepId: string, jws: string): Promise<Consented> {
  const { journal, clock, approvals } = ports;
  const current = waitingFor(ports, stepId);
  const approvers = approvals.approvers();
  const reading = await readConsent(jws, approvers);
  if (reading.type === "refused") return refused(`the approval ${reading.reason}`);
  const given = reading.consent;
  await ports.meet(current.step.agentUrl);
  const { digest } = frozen(current.step, ports);
  const since = usedConsents(current);
  const subject = { current, digest, state: journal.state(), approvers, now: clock.now(), since };
  const fault = isRecorded(jws, ports)
    ? "was used before"
    : (faultOf(given, reading.approver, subject) ?? outlives(given, subject.now, ports));
  if (fault !== undefined) return refused(`the approval of ${given.approver} ${fault}`);
  const before = await checkConsents(current.consents ?? [], subject);
  if (before.type !== "none" && before.by.includes(given.approver))
    return refused(`${given.approver} has approved already: another person must`);
  nameApprovers(journal, approvers);
  const recorded = journal.record(
    { type: "step-approved", stepId: current.step.id, digest, by: given.approver, consent: jws },
    `consent/${given.jti}`,
  );
  return recorded
    ? { type: "recorded", by: given.approver }
    : refused(`the approval of ${given.approver} was used before`);
}

/** Records a person's refusal of a waiting step: it is not performed. Throws where the step waits for nobody. */
export function refuse(
  { journal }: Pick<Ports, "journal">,
  stepId: string,
  { by, reason }: { readonly by: string; readonly reason: string },
): void {
  const current = waitingFor({ journal }, stepId);
  const { id } = current.step;
  // Who refuses how a buy is held refuses that question, and may have refused another before.
  const key = isAsked(current) ? `rejected/${id}/${current.check?.count}` : `rejected/${id}`;
  journal.record({ type: "step-rejected", stepId: id, by, reason }, key);
}

function waitingFor({ journal }: Pick<Ports, "journal">, stepId: string): StepState {
  const found = stepOf(journal.state(), stepId);
  // Of several people who must consent, the next need not wait until the campaign has gone on.
  const isOpen =
    (found !== undefined && waitsForPerson(found)) ||
    (found?.approval !== undefined &&
      (found.status === "proposed" || (found.status === "begun" && found.escalation !== undefined)));
  if (found === undefined || !isOpen)
    throw new Error(`step ${stepId} waits for nobody: it is ${found?.status ?? "not known"}`);
  return found;
}

function signerOf(key: KeyObject, by: string, { approvals }: DecidePorts): string {
  const approvers = approvals.approvers();
  const own = publicKeyOf(key);
  if (approvers.type === "own-key") return by;
  return approvers.people.find(({ publicKey }) => publicKey === own)?.name ?? by;
}

/** Nobody waits longer for a decision than the approval window, and none holds for longer. */
function outlives({ exp }: Consent, now: number, { settings }: DecidePorts): string | undefined {
  return exp * 1000 > now + settings.approvalWindowMs
    ? `would hold until ${new Date(exp * 1000).toISOString()}, past the approval window`
    : undefined;
}

/** A consent has one spelling, so it is the same one where the text is the same. */
function isRecorded(jws: string, { journal }: DecidePorts): boolean {
  return journal.state().steps.some(({ consents = [] }) => consents.some((given) => given.consent === jws));
}

function refused(reason: string): Consented {
  return { type: "refused", reason };
}
