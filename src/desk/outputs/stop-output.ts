import { z } from "zod";
import type { StopOrder, StopScope } from "../../campaign/model/decisions/stop-order.ts";
import type { Resumed } from "../../campaign/stop/release.ts";
import type { Stopped } from "../../campaign/stop/stop.ts";
import { cleanText } from "../../lib/clean-text.ts";

export const scopeSchema = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("all") }),
  z.strictObject({ type: z.literal("campaign"), id: z.string() }),
  z.strictObject({ type: z.literal("seller"), id: z.string() }),
]);

export const orderSchema = z.strictObject({
  scope: scopeSchema,
  by: z.string().describe("who gave it"),
  reason: z.string(),
  alsoKnownBy: z
    .array(z.string())
    .optional()
    .describe(
      "names, addresses, keys and accounts that campaigns knew the seller by: it holds for all of them",
    ),
  at: z.string().describe("UTC, ISO 8601"),
});

export const stoppedBuySchema = z.strictObject({
  campaignId: z.string(),
  sellerId: z.string(),
  mediaBuyId: z.string().optional().describe("absent where it is not known whether there is a buy"),
  stepId: z.string(),
  stopped: z.boolean().describe("as the seller says when the buy is read back"),
  reason: z.string().describe("how the seller says that it stands, or why it is not stopped"),
});

export const objectionSchema = z.strictObject({
  campaignId: z.string(),
  sellerId: z.string(),
  mediaBuyId: z.string(),
  stepId: z.string().describe("the pause, which went out all the same"),
  verdict: z
    .enum(["denied", "escalated", "conditions", "held"])
    .describe("what the governance agent said; `held` where it said nothing that counts"),
  reason: z.string(),
});

/** What `stop` prints with `--json`. */
export const stopOutputSchema = z.strictObject({
  command: z.literal("stop"),
  order: orderSchema,
  buys: z.array(stoppedBuySchema),
  objections: z.array(objectionSchema).describe("pauses that the governance agent has not agreed to"),
});
export type StopOutput = z.infer<typeof stopOutputSchema>;

/** What `release` prints with `--json`. */
export const releaseOutputSchema = z.strictObject({
  command: z.literal("release"),
  scope: scopeSchema,
  resumed: z.array(
    z.strictObject({
      campaignId: z.string(),
      sellerId: z.string(),
      mediaBuyId: z.string(),
      stepId: z.string(),
      status: z.string().describe("status of the step that lets it run again"),
      reason: z.string().optional(),
    }),
  ),
  inForce: z.array(orderSchema).describe("orders that still stand"),
});
export type ReleaseOutput = z.infer<typeof releaseOutputSchema>;

export function stopOutput({ order, buys, objections }: Stopped): StopOutput {
  return {
    command: "stop",
    order: orderOutput(order),
    buys: buys.map(cleanReason),
    objections: objections.map(cleanReason),
  };
}

export function releaseOutput(
  scope: StopScope,
  resumed: readonly Resumed[],
  inForce: readonly StopOrder[],
): ReleaseOutput {
  return {
    command: "release",
    scope,
    resumed: resumed.map((one) => ({ ...one })),
    inForce: inForce.map(orderOutput),
  };
}

/** An order as it is printed. */
export function orderOutput({ alsoKnownBy, ...order }: StopOrder): z.infer<typeof orderSchema> {
  return { ...order, ...(alsoKnownBy && { alsoKnownBy: [...alsoKnownBy] }) };
}

/** Agents' words are shown as text. */
export function cleanReason<Reasoned extends { readonly reason: string }>(status: Reasoned): Reasoned {
  return { ...status, reason: cleanText(status.reason, 600) };
}
