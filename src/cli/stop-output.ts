import { z } from "zod";
import type { Resumed } from "../campaign/stop/go.ts";
import type { Obedience } from "../campaign/stop/obedience.ts";
import type { StopOrder, StopScope } from "../campaign/stop/order.ts";
import type { Stopped } from "../campaign/stop/stop.ts";
import { cleanText } from "../lib/clean-text.ts";

const scopeSchema = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("all") }),
  z.strictObject({ type: z.literal("campaign"), id: z.string() }),
  z.strictObject({ type: z.literal("seller"), id: z.string() }),
]);

export const orderSchema = z.strictObject({
  scope: scopeSchema,
  by: z.string().describe("who gave it"),
  reason: z.string(),
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

/** What `stop` prints with `--json`. */
export const stopOutputSchema = z.strictObject({
  command: z.literal("stop"),
  order: orderSchema,
  buys: z.array(stoppedBuySchema),
});
type StopOutput = z.infer<typeof stopOutputSchema>;

/** What `go` prints with `--json`. */
export const goOutputSchema = z.strictObject({
  command: z.literal("go"),
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
  standing: z.array(orderSchema).describe("orders that still stand"),
});
type GoOutput = z.infer<typeof goOutputSchema>;

export function stopOutput({ order, buys }: Stopped): StopOutput {
  return { command: "stop", order, buys: buys.map(cleanBuy) };
}

export function goOutput(
  scope: StopScope,
  resumed: readonly Resumed[],
  standing: readonly StopOrder[],
): GoOutput {
  return { command: "go", scope, resumed: resumed.map((one) => ({ ...one })), standing: [...standing] };
}

/** Sellers' words are shown as text. */
export function cleanBuy(buy: Obedience): Obedience {
  return { ...buy, reason: cleanText(buy.reason, 600) };
}
