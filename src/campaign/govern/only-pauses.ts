import { z } from "zod";
import type { FrozenCall } from "../../protocol/approval.ts";

/** A pause and nothing beside it, not even a field that is not known. */
const pauseSchema = z.strictObject({
  idempotency_key: z.string(),
  media_buy_id: z.string().min(1),
  revision: z.number().int().positive().optional(),
  updates: z.strictObject({ status: z.literal("paused") }),
});

/** Whether exactly the bytes that go out pause one buy and do nothing else: what a stop order alone gives leave to. */
export function onlyPauses({ task, bytes }: Pick<FrozenCall, "task" | "bytes">): boolean {
  return task === "update_media_buy" && pauseSchema.safeParse(JSON.parse(bytes)).success;
}
