import { z } from "zod";
import { eachLoose, fields } from "../../lib/described.ts";
import { brandSchema } from "../records/account.ts";
import { amountSchema } from "../records/amount.ts";
import { defineMutation } from "./task.ts";

export const planSchema = fields({
  plan_id: z.string().min(1),
  brand: brandSchema,
  objectives: z.string().max(2000),
  /** Major units. Above `reallocation_threshold` a change of budget needs a person. */
  budget: fields({
    total: amountSchema.positive(),
    currency: z.string().regex(/^[A-Z]{3}$/),
    reallocation_threshold: amountSchema,
    per_seller_max_pct: z.number().min(0).max(100).optional(),
  }),
  flight: fields({ start: z.iso.datetime({ offset: true }), end: z.iso.datetime({ offset: true }) }),
  countries: z.array(z.string().length(2)).optional(),
  channels: fields({ allowed: z.array(z.string()) }).optional(),
});

export const sync_plans = defineMutation({
  name: "sync_plans",
  servedBy: ["governance"],
  timeoutMs: 30_000,
  summary: "Tell the governance agent the plan that later checks are made against.",
  request: { plans: z.array(planSchema).min(1) },
  response: {
    plans: eachLoose({ plan_id: z.string(), status: z.string(), version: z.number().int().optional() }),
  },
});
