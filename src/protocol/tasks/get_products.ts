import { z } from "zod";
import { each, eachLoose, fields } from "../../lib/described.ts";
import { accountReferenceSchema, brandSchema } from "../records/account.ts";
import { defineRead } from "./task.ts";

/** A refinement of one product of the last answer, or of the answer as a whole. */
const refinement = z.discriminatedUnion("scope", [
  fields({
    scope: z.literal("product"),
    product_id: z.string().min(1),
    action: z.enum(["include", "omit", "more_like_this"]).optional(),
    ask: z.string().max(2000).optional(),
  }),
  fields({ scope: z.literal("request"), ask: z.string().min(1).max(2000) }),
]);

const postalAreaSchema = fields({
  country: z.string(),
  system: z.string(),
  values: z.array(z.string()),
});

const circleSchema = fields({
  label: z.string().optional(),
  lat: z.number(),
  lng: z.number(),
  radius: fields({ value: z.number().positive(), unit: z.enum(["km", "mi", "m"]) }),
});

export const get_products = defineRead({
  name: "get_products",
  access: "limited",
  timeoutMs: 120_000,
  list: "products",
  summary: "Products that answer a brief. Without credentials: a partial catalogue without prices.",
  request: {
    brief: z.string().max(10_000).optional(),
    buying_mode: z.enum(["brief", "refine"]).optional(),
    refine: z.array(refinement).optional(),
    brand: brandSchema.optional(),
    /** Whose prices are asked for, where the agent's protocol knows accounts here. */
    account: accountReferenceSchema.optional(),
    /** Properties that products are to be narrowed to. */
    property_list: fields({ agent_url: z.string(), list_id: z.string() }).optional(),
    /** A preference: others may come too. */
    preferred_delivery_types: z.array(z.enum(["guaranteed", "non_guaranteed"])).optional(),
    filters: fields({
      channels: z.array(z.string()).optional(),
      budget_range: fields({
        min: z.number().nonnegative().optional(),
        max: z.number().nonnegative().optional(),
        currency: z.string().optional(),
      })
        .refine(({ min = 0, max = min }) => min <= max, { path: ["max"], message: "max lies below min" })
        .optional(),
      delivery_type: z.string().optional(),
      format_types: z.array(z.string()).optional(),
      countries: z.array(z.string()).optional(),
      /** ISO 3166-2; like the three below it, what a product covers, in the public standard's names. */
      regions: z.array(z.string()).optional(),
      metros: each({ system: z.string(), code: z.string() }).optional(),
      postal_areas: z.array(postalAreaSchema).optional(),
      geo_proximity: z.array(circleSchema).optional(),
      start_date: z.iso.date().optional(),
      end_date: z.iso.date().optional(),
      /** One of these is asked before each impression; the public standard's. */
      trusted_match: fields({
        providers: each({
          agent_url: z.string(),
          context_match: z.boolean().optional(),
          identity_match: z.boolean().optional(),
        })
          .min(1)
          .optional(),
        response_types: z.array(z.string()).min(1).optional(),
      }).optional(),
    }).optional(),
  },
  /** Each product is read by itself (`productSchema`): one that makes no sense costs no other. */
  response: {
    products: z.array(z.unknown()),
    /** What is missing from the answer, or was from the question; never that there is nothing. */
    incomplete: eachLoose({ scope: z.string(), description: z.string() }).optional().catch(undefined),
    /** Of releases 3.0 and 3.1 of the public standard; each is read by itself too (`allocationProposalSchema`). */
    proposals: z.array(z.unknown()).optional().catch(undefined),
    sandbox: z.boolean().optional(),
  },
});
