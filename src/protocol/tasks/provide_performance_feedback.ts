import { z } from "zod";
import { defineMutation } from "./task.ts";

const instant = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);

export const provide_performance_feedback = defineMutation({
  name: "provide_performance_feedback",
  timeoutMs: 30_000,
  summary: "Tell a seller how a buy performs: 1.0 is as planned, 0 is no value, above 1 is better.",
  request: {
    media_buy_id: z.string().min(1),
    measurement_period: z.strictObject({ start: instant, end: instant }),
    performance_index: z.number().nonnegative(),
    package_id: z.string().optional(),
  },
  response: { acknowledged: z.boolean().optional() },
});
