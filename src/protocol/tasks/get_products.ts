import { z } from "zod";
import { brandSchema } from "../records/account.ts";
import { defineRead } from "../task.ts";

const refinement = z.strictObject({
  scope: z.enum(["product", "request"]),
  product_id: z.string().optional(),
  action: z.enum(["include", "omit", "more_like_this"]).optional(),
  ask: z.string().optional(),
});

export const get_products = defineRead({
  name: "get_products",
  servedBy: ["sales"],
  access: "limited",
  timeoutMs: 120_000,
  summary: "Products that answer a brief. Without credentials: a partial catalogue without prices.",
  request: {
    brief: z.string().max(10_000).optional(),
    buying_mode: z.enum(["brief", "refine"]).optional(),
    refine: z.array(refinement).optional(),
    brand: brandSchema.optional(),
    filters: z
      .strictObject({
        channels: z.array(z.string()).optional(),
        budget_range: z
          .strictObject({
            min: z.number().nonnegative().optional(),
            max: z.number().nonnegative().optional(),
            currency: z.string().optional(),
          })
          .optional(),
        delivery_type: z.string().optional(),
        format_types: z.array(z.string()).optional(),
        countries: z.array(z.string()).optional(),
        start_date: z.iso.date().optional(),
        end_date: z.iso.date().optional(),
      })
      .optional(),
  },
  /** Each product is read by itself (`productSchema`): one that makes no sense costs no other. */
  response: { products: z.array(z.unknown()), sandbox: z.boolean().optional() },
});
