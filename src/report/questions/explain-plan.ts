import { z } from "zod";
import type { Described } from "../../lib/described.ts";
import { formatMoney } from "../../lib/money.ts";
import type { Ask } from "../../llm/model.ts";
import { fillProse } from "../../llm/prose.ts";
import { explainPlan as explainPlanQuestion } from "../../llm/questions/explain-plan.ts";
import { sentence } from "../blocks/format.ts";
import type { Report } from "../report.ts";
import { namedFacts } from "./named-facts.ts";

/** A plan in prose. Every figure and name in it is code's, whoever wrote the words between them. */
export const explanationSchema = z.strictObject({
  sentences: z.array(z.string()).readonly(),
  by: z.string().describe("model and prompt, or rules; figures and names are code's in either case"),
  note: z.string().optional().describe("why no model wrote it"),
});
export type Explanation = Described<typeof explanationSchema>;

/** Explains the plan; by rules where a model gives no prose that may be shown. Without a plan there is nothing to say. */
export async function explainPlan(report: Report, ask: Ask): Promise<Explanation> {
  const facts = namedFacts(report);
  if (facts.length === 0) return { sentences: ["There is no plan to explain yet."], by: "rules" };
  const reply = await ask(explainPlanQuestion, facts);
  if (reply.type === "unavailable") return { sentences: byRules(report), by: "rules", note: reply.reason };
  const values = new Map(facts.map(({ name, text }) => [name, text]));
  return { sentences: reply.answer.sentences.map((text) => fillProse(text, values)), by: reply.by };
}

function byRules({ headline, plan }: Report): string[] {
  return [
    `The brief asks for ${headline.request}`,
    ...headline.summary,
    ...(plan?.lines ?? []).map(
      ({ product, sellerId, amount, reason }) =>
        `${product} at ${sellerId} gets ${formatMoney(amount)}: ${reason}`,
    ),
    ...(plan?.binding ?? []).map(sentence),
  ];
}
