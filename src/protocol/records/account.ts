import { z } from "zod";

/** An advertiser by its bare host name. */
export const brandSchema = z.strictObject({
  domain: z
    .string()
    .regex(
      /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/,
      "a bare lower-case host name",
    ),
  brand_id: z.string().optional(),
});

/** The billing relationship a call is made under: an id the seller gave, or the brand and who operates for it. Never both. */
export const accountReferenceSchema = z.union([
  z.strictObject({ account_id: z.string().min(1) }),
  z.strictObject({ brand: brandSchema, operator: z.string().min(1), sandbox: z.boolean().optional() }),
]);
export type AccountReference = z.infer<typeof accountReferenceSchema>;

/** Where and how an agent reports the end of a long task. */
export const pushNotificationConfigSchema = z.strictObject({
  url: z.url(),
  authentication: z
    .strictObject({ schemes: z.array(z.string()).min(1), credentials: z.string().optional() })
    .optional(),
  operation_id: z.string().optional(),
  token: z.string().optional(),
});
