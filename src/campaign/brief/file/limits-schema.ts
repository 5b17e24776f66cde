import { z } from "zod";
import { channels } from "../../../protocol/records/product.ts";
import { share } from "./measurement-schema.ts";

export const amount = z.union([
  z.string().min(1),
  z.strictObject({
    amount: z
      .number()
      .positive()
      .meta({ description: "In the currency's major unit.", examples: [250000] }),
    currency: z.string().meta({ description: "ISO 4217 code.", examples: ["EUR"] }),
  }),
]);

const leastAndMost = z.strictObject({ min: share.optional(), max: share.optional() });

/** The limits of `brief.yaml`. */
export const limitsSchema = z.strictObject({
  max_cpm: amount.optional().meta({
    description: "Highest price for 1,000 impressions, in the budget's currency.",
    examples: ["18.00 EUR"],
  }),
  max_share_per_seller: share.optional().meta({
    description: "Largest part of the budget for one seller: a percentage or a fraction of 1.",
    examples: ["40%", 0.4],
  }),
  excluded_sellers: z
    .array(z.string().trim().min(1))
    .optional()
    .meta({
      description: "Sellers that get nothing, by domain or by the name that the registry has for them.",
      examples: [["seller.example"]],
    }),
  only_sellers: z
    .array(z.string().trim().min(1))
    .min(1)
    .optional()
    .meta({
      description:
        "The sellers that are bought from and no others, by domain or by the registry's name for them.",
      examples: [["seller.example", "Metropol Screens"]],
    }),
  channel_shares: z
    .partialRecord(z.enum(channels), leastAndMost)
    .optional()
    .meta({
      description: "Least and most of the budget for a channel: percentages or fractions of 1.",
      examples: [{ ctv: { min: "20%", max: "50%" } }],
    }),
  country_shares: z
    .record(z.string().regex(/^[A-Z]{2}$/), leastAndMost)
    .optional()
    .meta({
      description:
        "Least and most of the budget for a country. What may run in several countries counts for the most of each and for the least of none.",
      examples: [{ AT: { min: "20%" } }],
    }),
  min_guaranteed_share: share.optional().meta({
    description: "Least part of the budget for guaranteed delivery.",
    examples: ["50%"],
  }),
  max_packages: z
    .int()
    .positive()
    .optional()
    .meta({ description: "Most packages in the plan.", examples: [8] }),
  min_sellers: z
    .int()
    .positive()
    .optional()
    .meta({ description: "Least sellers that are bought from.", examples: [2] }),
  max_sellers: z
    .int()
    .positive()
    .optional()
    .meta({ description: "Most sellers that are bought from.", examples: [5] }),
  reallocation_threshold: amount.optional().meta({
    description:
      "What may be moved between running lines within a week without a person, in the budget's currency; all of it where absent.",
    examples: ["10,000 EUR"],
  }),
});
