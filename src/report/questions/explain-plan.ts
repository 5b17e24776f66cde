import { z } from "zod";
import type { Described } from "../../lib/described.ts";
import { channelName, formatCount, listed } from "../../lib/english.ts";
import { formatMoney } from "../../lib/money.ts";
import type { Ask } from "../../llm/model.ts";
import { fillProse } from "../../llm/prose.ts";
import { explainPlan as explainPlanQuestion, type NamedFact } from "../../llm/questions/explain-plan.ts";
import { formatPercent, sentence } from "../blocks/format.ts";
import type { Report } from "../report.ts";

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

const mostLeftOut = 5;

/**
 * What prose about a plan may mention. Names that sellers gave are hidden from who writes it: it can place them, and cannot
 * be spoken to by them.
 */
export function namedFacts({ plan, brief, offers, headline }: Report): NamedFact[] {
  if (plan === undefined || brief === undefined) return [];
  const sellers = new Set(plan.lines.map(({ sellerId }) => sellerId)).size;
  return [
    { name: "budget", means: "the budget of the brief", text: formatMoney(brief.budget) },
    { name: "planned", means: "what the plan spends", text: formatMoney(plan.total) },
    { name: "unallocated", means: "what the plan leaves unspent", text: formatMoney(plan.unallocated) },
    { name: "objective", means: "what the campaign is for", text: brief.objective },
    {
      name: "channels",
      means: "the channels asked for",
      text: listed(brief.channels.map(channelName)) || "any",
    },
    { name: "start", means: "first day of the flight", text: brief.flight.start },
    { name: "end", means: "last day of the flight", text: brief.flight.end },
    { name: "packages", means: "number of packages", text: formatCount(plan.lines.length) },
    { name: "sellers", means: "number of sellers bought from", text: formatCount(sellers) },
    {
      name: "may_be_bought",
      means: "number of offers that may be bought within the brief's limits",
      text: formatCount(offers.filter(({ rank }) => rank !== undefined).length),
    },
    ...brief.limits.map((text, i) => ({ name: `limit_${i + 1}`, means: "a limit of the brief", text })),
    ...plan.lines.flatMap((line, i) => lineFacts(line, `line_${i + 1}`, offers)),
    ...plan.binding.map((text, i) => ({
      name: `held_back_${i + 1}`,
      means: "something that limits the split",
      text,
      hidden: true as const,
    })),
    ...plan.leftOut.slice(0, mostLeftOut).flatMap(({ product, sellerId, reason }, i): NamedFact[] => [
      { name: `left_out_${i + 1}_product`, means: "a product that is left out", text: product, hidden: true },
      { name: `left_out_${i + 1}_seller`, means: "its seller", text: sellerId, hidden: true },
      { name: `left_out_${i + 1}_reason`, means: "why it is left out", text: reason, hidden: true },
    ]),
    ...headline.attention.slice(0, mostLeftOut).map(({ what, why }, i) => ({
      name: `look_${i + 1}`,
      means: "something that needs attention",
      text: `${what}: ${why}`,
      hidden: true as const,
    })),
  ];
}

function lineFacts(
  line: NonNullable<Report["plan"]>["lines"][number],
  name: string,
  offers: Report["offers"],
): NamedFact[] {
  const offer = offers.find(({ id }) => id === line.offerId);
  const best = offer?.parts.toSorted((a, b) => b.points / b.weight - a.points / a.weight)[0];
  return [
    { name: `${name}_product`, means: "the product of this package", text: line.product, hidden: true },
    { name: `${name}_seller`, means: "its seller", text: line.sellerId, hidden: true },
    { name: `${name}_amount`, means: "what it gets", text: formatMoney(line.amount) },
    { name: `${name}_share`, means: "its share of the budget", text: formatPercent(line.share) },
    ...given(`${name}_impressions`, "impressions that it is expected to bring", line.expectedImpressions),
    ...given(`${name}_place`, "its place in the ranking", offer?.rank),
    ...given(`${name}_strength`, "the criterion that it does best in", best?.criterion),
    {
      name: `${name}_reason`,
      means: "why it is in the plan, in code's words",
      text: line.reason,
      hidden: true,
    },
  ];
}

/** Nothing where it is not known. */
function given(name: string, means: string, fact: number | string | undefined): NamedFact[] {
  if (fact === undefined) return [];
  return [{ name, means, text: typeof fact === "number" ? formatCount(fact) : fact }];
}
