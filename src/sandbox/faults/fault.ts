import { z } from "zod";
import { fields } from "../../lib/described.ts";
import { type FaultRule, faultRuleSchema } from "./rule.ts";

/** What goes wrong at one agent: anything of the list in README.md, in the calls that each rule names. May be changed between calls. */
export const faultSchema = fields({
  rules: z
    .array(z.custom<FaultRule>((rule) => faultRuleSchema.safeParse(rule).success))
    .readonly()
    .optional(),
}).readonly();

export type Fault = z.output<typeof faultSchema>;

/** A failure in prose, without an error object. */
export class Prose extends Error {}
