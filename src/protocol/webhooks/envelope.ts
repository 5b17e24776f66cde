import { z } from "zod";
import { isSameSecret, sha256 } from "../../lib/digest.ts";
import { jsonIn } from "../../lib/json-object.ts";
import { cleanDocument } from "../messages/clean-answer.ts";
import { isKnown, mediaBuyStates, taskStates } from "../records/states.ts";

/** What an agent states in a webhook. Nothing rests on it: how things stand is asked of the agent itself. */
export interface Webhook {
  /** The sender's own key for this report: the same one means the same report again. */
  readonly idempotencyKey: string;
  readonly taskId: string;
  /** The task that it is about, or `media_buy_delivery`. */
  readonly taskType: string;
  readonly status: string;
  /** When the agent says that it was so: ISO 8601, with an offset. */
  readonly timestamp: string;
  /** SHA-256 of the body, in lower-case hex. */
  readonly digest: string;
}

const identifier = z.string().min(1).max(255);
const envelopeSchema = z.looseObject({
  idempotency_key: identifier,
  task_id: identifier,
  task_type: identifier,
  status: identifier,
  timestamp: z.iso.datetime({ offset: true }),
  operation_id: z.string().optional(),
  token: z.string().optional(),
});

/**
 * The statement in a verified body, without the result; or what is wrong with it. Where it repeats what it was registered with,
 * that must be the `operation` of the address that it came to.
 */
export function readEnvelope(body: string, operation: string): Webhook | { readonly problem: string } {
  const document = jsonIn(body);
  if (document === undefined) return { problem: "it is not JSON" };
  const parsed = envelopeSchema.safeParse(cleanDocument(onlyKnown(document)));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { problem: `${issue?.path.join(".") || "the body"} is missing or not as it should be` };
  }
  const { idempotency_key, task_id, task_type, status, timestamp, operation_id, token } = parsed.data;
  if (isKnown(mediaBuyStates, status) && !isKnown(taskStates, status))
    return { problem: "its status is a buy's, and it is about a task" };
  for (const repeated of [operation_id, token])
    if (repeated !== undefined && !isSameSecret(repeated, operation))
      return { problem: "it is for another operation" };
  return {
    idempotencyKey: idempotency_key,
    taskId: task_id,
    taskType: task_type,
    status,
    timestamp,
    digest: sha256(body),
  };
}

/** The fields that are read: a result beside them may be as large as it likes. */
function onlyKnown(document: unknown): unknown {
  if (typeof document !== "object" || document === null) return document;
  const fields: readonly [string, unknown][] = Object.entries(document);
  return Object.fromEntries(fields.filter(([key]) => Object.hasOwn(envelopeSchema.shape, key)));
}
