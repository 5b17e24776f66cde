import { z } from "zod";
import { moneySchema } from "../../lib/money.ts";
import { standing, texts } from "./shared.ts";

const moneySummary = z
  .strictObject({
    budget: moneySchema,
    planned: moneySchema.describe("sum of the plan's lines"),
    unallocated: moneySchema.describe("budget less planned"),
    committed: moneySchema.describe("done and waiting: what sellers hold or may hold"),
    bought: moneySchema.describe("committed and confirmed by the seller"),
    waiting: moneySchema.describe("sent, not confirmed yet"),
    open: moneySchema.describe("planned, not sent: not decided, with a person, or held"),
    stopped: moneySchema.describe("planned, and refused or failed"),
    adjusted: moneySchema.describe("planned less what the steps ask for: conditions lowered the amounts"),
    spent: moneySchema.describe("delivered spend as reported, at the pinned exchange rates"),
    unconverted: z.array(moneySchema).describe("spend in currencies that the exchange table does not hold"),
  })
  .describe("in the brief's currency; bought + waiting + open + stopped + adjusted + unallocated = budget");

export const headlineSchema = z.strictObject({
  title: z.string(),
  asked: z.string().describe("what the brief asks for, one sentence"),
  summary: texts.describe("what came of it, in sentences"),
  money: moneySummary.optional(),
  attention: z
    .array(z.strictObject({ standing, who: z.string(), what: z.string(), why: z.string() }))
    .describe("what waits, was refused, is held or failed, in plain words"),
});
