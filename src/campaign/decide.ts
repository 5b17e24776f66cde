import type { KeyObject } from "node:crypto";
import { publicKeyOf } from "../lib/key-file.ts";
import { frozen } from "./execute/judged.ts";
import { checkConsents } from "./govern/consent/check-consents.ts";
import { signConsent } from "./govern/consent/consent.ts";
import { faultOf } from "./govern/consent/fault-of.ts";
import { readConsent } from "./govern/consent/read-consent.ts";
import { nameApprovers } from "./name-approvers.ts";
import type { Ports } from "./ports.ts";
import { type StepState, stepOf } from "./state.ts";

type DecidePorts = Pick<Ports, "journal" | "clock" | "uuid" | "meet" | "encode" | "approvals">;

/** What became of a consent: nothing is recorded of one that is refused. */
export type Consented =
  | { readonly type: "recorded"; readonly by: string }
  | { readonly type: "refused"; readonly reason: string };

const dayMs = 86_400_000;

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
    /** Milliseconds; a day where absent. */
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
  const jws = await signConsent(
    {
      campaign: ports.journal.state().id,
      step: step.id,
      digest,
      total: step.amount.minor,
      currency: step.amount.currency,
      approver: signerOf(key, by, ports),
      iat: Math.floor(now / 1000),
      exp: Math.floor((now + (options.validForMs ?? dayMs)) / 1000),
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
  if (reading.type === "refused") return refused(`the consent ${reading.reason}`);
  const given = reading.consent;
  await ports.meet(current.step.agentUrl);
  const { digest } = frozen(current.step, ports);
  const since = current.escalation?.since;
  const subject = { current, digest, state: journal.state(), approvers, now: clock.now(), since };
  const fault = isRecorded(jws, ports) ? "was used before" : faultOf(given, reading.approver, subject);
  if (fault !== undefined) return refused(`the consent of ${given.approver} ${fault}`);
  const before = await checkConsents(current.consents ?? [], subject);
  if (before.type !== "none" && before.by.includes(given.approver))
    return refused(`${given.approver} has consented already: another person must`);
  nameApprovers(journal, approvers);
  const recorded = journal.record(
    { type: "step-approved", stepId: current.step.id, digest, by: given.approver, consent: jws },
    `consent/${given.jti}`,
  );
  return recorded
    ? { type: "recorded", by: given.approver }
    : refused(`the consent of ${given.approver} was used before`);
}

/** Records a person's refusal of a waiting step: it is not performed. Throws where the step waits for nobody. */
export function refuse(
  { journal }: Pick<Ports, "journal">,
  stepId: string,
  { by, reason }: { readonly by: string; readonly reason: string },
): void {
  const { step } = waitingFor({ journal }, stepId);
  journal.record({ type: "step-rejected", stepId: step.id, by, reason }, `rejected/${step.id}`);
}

function waitingFor({ journal }: Pick<Ports, "journal">, stepId: string): StepState {
  const found = stepOf(journal.state(), stepId);
  // Of several people who must consent, the next need not wait until the campaign has gone on.
  const isOpen =
    found?.status === "escalated" ||
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

/** A consent has one spelling, so it is the same one where the text is the same. */
function isRecorded(jws: string, { journal }: DecidePorts): boolean {
  return journal.state().steps.some(({ consents = [] }) => consents.some((given) => given.consent === jws));
}

function refused(reason: string): Consented {
  return { type: "refused", reason };
}
