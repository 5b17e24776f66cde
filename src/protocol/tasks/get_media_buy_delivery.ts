import { z } from "zod";
import { eachLoose, fields, looseFields } from "../../lib/described.ts";
import { accountReferenceSchema } from "../records/account.ts";
import { defineRead } from "./task.ts";

const figures = {
  impressions: z.number().nonnegative().nullable().optional(),
  clicks: z.number().nonnegative().nullable().optional(),
  /** As the seller counts them. */
  conversions: z.number().nonnegative().nullable().optional(),
  /** Share of starts that ran to the end, 0 to 1. */
  completion_rate: z.number().nullable().optional(),
  spend: looseFields({ amount: z.number(), currency: z.string() }).nullable().optional(),
  /** Whether the seller may still restate it. */
  is_final: z.boolean().optional(),
};

const days = eachLoose({ date: z.string(), ...figures });

export const get_media_buy_delivery = defineRead({
  name: "get_media_buy_delivery",
  timeoutMs: 90_000,
  summary: "What a buy has delivered and spent, in total, by package and by day.",
  request: {
    account: accountReferenceSchema.optional(),
    media_buy_id: z.string().min(1),
    /** `daily` is the value that every seller knows; others may be refused as UNSUPPORTED_GRANULARITY. */
    granularity: z.enum(["hourly", "daily", "monthly"]).optional(),
    /** Dates, both inclusive. */
    date_range: fields({ start: z.iso.date(), end: z.iso.date() })
      .refine(({ start, end }) => start <= end, { path: ["end"], message: "the end lies before the start" })
      .optional(),
  },
  response: {
    media_buy_id: z.string().optional(),
    /** Of the buy; an open set. */
    status: z.string().optional(),
    currency: z.string().optional(),
    is_final: z.boolean().optional(),
    /** Some of the figures are not there yet. */
    partial_data: z.boolean().optional(),
    sandbox: z.boolean().optional(),
    delivery: looseFields(figures),
    by_package: eachLoose({
      package_id: z.string().optional(),
      product_id: z.string().optional(),
      buyer_ref: z.string().optional(),
      ...figures,
      /** The package's own days: not every seller reports them. */
      timeseries: days.optional(),
    }).optional(),
    /** Of the whole buy. */
    timeseries: days.optional(),
  },
});
