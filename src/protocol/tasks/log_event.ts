import { z } from "zod";
import { each, eachLoose, looseFields } from "../../lib/described.ts";
import { defineMutation } from "./task.ts";

export const log_event = defineMutation({
  name: "log_event",
  timeoutMs: 30_000,
  summary: "Tell a seller of outcomes that the buyer measured: purchases, sign-ups and others.",
  request: {
    event_source_id: z.string().min(1),
    events: each({
      event_id: z.string().min(1).max(256),
      event_type: z.string().min(1),
      event_time: z.iso.datetime({ offset: true }),
      action_source: z.string().min(1).optional(),
      /** `value` is a plain number in `currency`'s major unit. */
      custom_data: looseFields({ value: z.number().optional(), currency: z.string().optional() }).optional(),
      user_match: z.record(z.string(), z.unknown()).optional(),
      event_source_url: z.url().optional(),
    })
      .min(1)
      .max(10_000),
  },
  response: {
    events_received: z.number().int().optional(),
    events_processed: z.number().int().optional(),
    partial_failures: eachLoose({
      event_id: z.string(),
      code: z.string(),
      message: z.string().optional(),
    }).optional(),
  },
});
