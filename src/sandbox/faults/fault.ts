import { z } from "zod";
import { type FaultRule, faultRuleSchema } from "./rule.ts";

/** What goes wrong at one agent, by its slug (`sales`, `nordlicht`, `governance` …). May be changed between calls. */
export const faultSchema = z
  .strictObject({
    /** Real milliseconds before `get_products` is answered. */
    delayMs: z.number().optional(),
    /** Real milliseconds between the commit of `create_media_buy` and its answer. */
    delayCreateMs: z.number().optional(),
    /** A change is made and its connection cut before the answer; a repeated key is answered. */
    dropAfterCommit: z.boolean().optional(),
    /** Every task but the capabilities fails: with an error object, with `retry_after`, or in plain prose. */
    fail: z.enum(["error", "rate-limited", "prose"]).optional(),
    /** Anything of the list in README.md, in the calls that each rule names. */
    rules: z
      .array(z.custom<FaultRule>((rule) => faultRuleSchema.safeParse(rule).success))
      .readonly()
      .optional(),
  })
  .readonly();

export type Fault = z.output<typeof faultSchema>;

/** A failure told in prose, without an error object. */
export class Prose extends Error {}
