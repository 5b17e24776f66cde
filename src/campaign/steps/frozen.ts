import { digest, digestUuid } from "../../lib/digest.ts";
import { type FrozenCall, freeze } from "../../protocol/client/call-permit.ts";
import type { MutationName, RequestOf } from "../../protocol/tasks/index.ts";
import type { Ports } from "../model/state/ports.ts";
import type { Step } from "../model/step/step.ts";

/**
 * The key under which a step is sent and repeated: a UUID v4 made of the campaign, the step and what it asks for. Whoever
 * makes the same step again has the same key, with another ledger too, and its agent does not do it twice. Where an agent
 * reports what becomes of it is no part of what is asked for.
 */
export function idempotencyKey({ id, replaces, arguments: requestArguments }: Step, campaignId: string) {
  const { idempotency_key: own, push_notification_config: _, ...rest } = requestArguments;
  // Steps of older ledgers bring the key that they were checked with; what one goes on as has its own all the same.
  if (typeof own === "string" && replaces === undefined) return own;
  return digestUuid([campaignId, id, digest(rest)]);
}

/** The call exactly as it will be sent. */
export function frozen(
  step: Step,
  { encode, journal }: { encode: Ports["encode"]; journal: Pick<Ports["journal"], "state"> },
): FrozenCall {
  const idempotency_key = idempotencyKey(step, journal.state().id);
  // A step's arguments are data from the ledger; `freeze` parses them with the task's own schema.
  const request = { ...step.arguments, idempotency_key } as RequestOf<MutationName>;
  return freeze(step.task, step.agentUrl, request, (task, sent) => encode(step.agentUrl, task, sent));
}
