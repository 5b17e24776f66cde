import { z } from "zod";
import { each, eachLoose } from "../../lib/described.ts";
import { accountReferenceSchema } from "../records/account.ts";
import { defineMutation } from "./task.ts";

export const catalogTypes = [
  "offering",
  "product",
  "inventory",
  "store",
  "promotion",
  "hotel",
  "flight",
  "job",
  "vehicle",
  "real_estate",
  "education",
  "destination",
  "app",
] as const;

export const sync_catalogs = defineMutation({
  name: "sync_catalogs",
  timeoutMs: 120_000,
  summary: "Tell a seller of product feeds and other catalogues, and how often they change.",
  request: {
    account: accountReferenceSchema,
    catalogs: each({
      catalog_id: z.string().min(1),
      name: z.string().optional(),
      type: z.enum(catalogTypes),
      url: z.url().optional(),
      feed_format: z.string().optional(),
      update_frequency: z.enum(["realtime", "hourly", "daily", "weekly"]).optional(),
      items: z.array(z.record(z.string(), z.unknown())).optional(),
    })
      .min(1)
      .max(50),
    /** Reports what would happen and changes nothing. */
    dry_run: z.boolean().optional(),
  },
  response: {
    catalogs: eachLoose({
      catalog_id: z.string(),
      /** created, updated, unchanged or failed. */
      action: z.string(),
      item_count: z.number().int().optional(),
      errors: eachLoose({ message: z.string() }).optional(),
    }),
    dry_run: z.boolean().optional(),
  },
});
