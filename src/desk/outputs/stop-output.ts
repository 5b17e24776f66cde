import { z } from "zod";
import {
  pauseStatusSchema,
  stopOrderSchema,
  stopScopeSchema,
} from "../../campaign/model/decisions/stop-order.ts";
import { objectionSchema } from "../../campaign/stop/objections.ts";
import { resumedSchema } from "../../campaign/stop/release.ts";
import type { Stopped } from "../../campaign/stop/stop.ts";
import { cleanText } from "../../lib/clean-text.ts";
import type { Described } from "../../lib/described.ts";

/** What `stop` prints with `--json`. */
export const stopOutputSchema = z.strictObject({
  command: z.literal("stop"),
  order: stopOrderSchema,
  buys: z.array(pauseStatusSchema),
  objections: z.array(objectionSchema).describe("pauses that the governance agent has not agreed to"),
});
export type StopOutput = Described<typeof stopOutputSchema>;

/** What `release` prints with `--json`. */
export const releaseOutputSchema = z.strictObject({
  command: z.literal("release"),
  scope: stopScopeSchema,
  resumed: z.array(resumedSchema),
  inForce: z.array(stopOrderSchema).describe("orders that still stand"),
});
export type ReleaseOutput = Described<typeof releaseOutputSchema>;

export function stopOutput({ order, buys, objections }: Stopped): StopOutput {
  return {
    command: "stop",
    order,
    buys: buys.map(cleanReason),
    objections: objections.map(cleanReason),
  };
}

/** Agents' words are shown as text. */
export function cleanReason<Reasoned extends { readonly reason: string }>(status: Reasoned): Reasoned {
  return { ...status, reason: cleanText(status.reason, 600) };
}
