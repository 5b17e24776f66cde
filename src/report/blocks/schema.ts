import { z } from "zod";
import { sentCurves } from "../../campaign/model/offers/sent-curve.ts";
import { fields } from "../../lib/described.ts";

export { type Described, described, each, fields } from "../../lib/described.ts";

export const count = z.number().int().nonnegative();
export const texts = z.array(z.string());
export const range = fields({ low: z.number(), mid: z.number(), high: z.number() });
export const period = fields({ start: z.string(), end: z.string() });

/** Where a purchase or another change stands, in the report's five words and two for what is still on its way. */
export const statuses = ["done", "waiting", "refused", "held", "failed", "open", "replaced"] as const;
export type Status = (typeof statuses)[number];

export const statusField = z
  .enum(statuses)
  .describe(
    "done: it holds; waiting: an agent or a person has not answered; open: not sent yet; replaced: goes on under another step",
  );

export const curve = z
  .enum(sentCurves)
  .describe("that the order gives its seller; even-instead: orders have no word for the brief's");
