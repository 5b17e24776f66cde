import type { Model } from "../../src/llm/model.ts";
import type { SpanRole, SpansToLabel } from "../../src/llm/questions/label-spans.ts";

/** A model that labels spans by their words. Its answer passes the question's schema like any other. */
export function labellingModel(
  roles: Readonly<Record<string, SpanRole>> | ((words: string) => SpanRole | undefined),
): Model {
  const roleOf = typeof roles === "function" ? roles : (words: string) => roles[words];
  return {
    ask: async (question, inputs) => {
      // The only question that briefs ask is about spans.
      const { text, spans } = inputs as SpansToLabel;
      const labels = spans.flatMap(({ id, start, end }) => {
        const role = roleOf(text.slice(start, end));
        return role === undefined ? [] : [{ span: id, role }];
      });
      const answer = question.schema(inputs).parse({ labels });
      return { type: "answered", answer, by: "labels", cost: { inputTokens: 0, outputTokens: 0 } };
    },
  };
}
