import { findMoney } from "../../src/brief/grammar/amounts.ts";
import { toDecimal } from "../../src/lib/money.ts";
import type { Model } from "../../src/llm/model.ts";
import { type MarkedText, type SpanRole, spanRoles } from "../../src/llm/questions/marked-text.ts";
import type { ProposedValue } from "../../src/llm/questions/propose-brief.ts";

/**
 * A model that gives pieces of a text roles by their words, the same in both labellings, and proposes the amount that it calls the total
 * for the budget, beside other values. Its answers pass the questions' schemas like any others.
 */
export function proposingModel(
  roles: Readonly<Record<string, SpanRole>> | ((words: string) => SpanRole | undefined),
  values: readonly (Pick<ProposedValue, "field" | "value" | "quotes"> & Partial<ProposedValue>)[] = [],
): Model {
  const roleOf = typeof roles === "function" ? roles : (words: string) => roles[words];
  return {
    ask: (question, inputs) => {
      // Briefs ask two questions, both about a marked text.
      const { text, spans } = inputs as MarkedText;
      const labelled = spans.map(({ id, kind, start, end }) => {
        const words = text.slice(start, end);
        const role = roleOf(words);
        const known: readonly SpanRole[] = spanRoles[kind];
        return { id, words, role: role !== undefined && known.includes(role) ? role : ("other" as const) };
      });
      const budgets = labelled
        .filter(({ role }) => role === "total_budget")
        .flatMap(({ words }) => {
          const [amount] = findMoney(words);
          return amount?.type === "clear"
            ? [
                {
                  field: "budget",
                  value: `${toDecimal(amount.amount)} ${amount.amount.currency}`,
                  quotes: [words],
                },
              ]
            : [];
        });
      const all = [...budgets, ...values].map((value) => ({ how: "verbatim", ruled_out: false, ...value }));
      const own = { spans: Object.fromEntries(labelled.map(({ id, role }) => [id, role])) };
      const given = question.prompt.startsWith("propose") ? { ...own, values: all, open: [] } : own;
      const answer = question.schema(inputs).parse(given);
      return Promise.resolve({
        type: "answered",
        answer,
        by: "a script",
        cost: { inputTokens: 0, outputTokens: 0 },
      });
    },
  };
}
