import { z } from "zod";
import { accountReferenceSchema } from "../../protocol/records/account.ts";
import type { Step } from "../model/step/step.ts";

/** A pause and nothing beside it, not even a field that is not known. */
const pauseSchema = z.strictObject({
  // Of older ledgers, whose steps bring their keys.
  idempotency_key: z.string().optional(),
  account: accountReferenceSchema.optional(),
  media_buy_id: z.string().min(1),
  revision: z.number().int().positive().optional(),
  updates: z.strictObject({ status: z.literal("paused") }),
});

/**
 * Whether a step pauses one buy and does nothing else: what a stop order alone gives leave to. Decided by its arguments: the
 * bytes that go out are made of these and of nothing else, in whatever its agent speaks.
 */
export function onlyPauses({ task, arguments: request }: Pick<Step, "task" | "arguments">): boolean {
  return task === "update_media_buy" && pauseSchema.safeParse(request).success;
}
