import type { Model } from "../../../llm/model.ts";
import { labelCritical } from "../../../llm/questions/label-critical.ts";
import type { MarkedSpan, SpanRole } from "../../../llm/questions/marked-text.ts";
import {
  type BriefToPropose,
  type ProposedBrief,
  type ProposedValue,
  proposeBrief,
} from "../../../llm/questions/propose-brief.ts";
import { partsOf, renamed, type TextPart } from "./asked-spans.ts";

/** What a model made of a text: values with quotes, fields that it calls open, and two roles for each piece. */
export interface Proposal {
  readonly values: readonly ProposedValue[];
  readonly open: ProposedBrief["open"];
  /** By where the piece begins. */
  readonly roles: ReadonlyMap<number, { readonly proposed: SpanRole; readonly again: SpanRole }>;
}

/** Asks for a proposal and, apart from it, for a second labelling; undefined where one of the answers is missing. */
export async function askForProposal(
  text: string,
  spans: readonly MarkedSpan[],
  { today, model, signal }: { readonly today: string; readonly model: Model; readonly signal?: AbortSignal },
): Promise<Proposal | undefined> {
  const others = renamed(spans);
  const starts = new Map(spans.map(({ id, start }) => [id, start]));
  const options = signal ? { signal } : {};
  const roles: [number, { proposed: SpanRole; again: SpanRole }][] = [];
  const answers: ProposedBrief[] = [];
  const asked = partsOf(text, spans).map(async (part) => {
    const [proposed, again] = await Promise.all([
      model.ask(proposeBrief, { ...part, today } satisfies BriefToPropose, options),
      model.ask(labelCritical, withOtherIds(part, others), options),
    ]);
    return { part, proposed, again };
  });
  for (const { part, proposed, again } of await Promise.all(asked)) {
    if (proposed.type === "unavailable" || again.type === "unavailable") return undefined;
    answers.push(proposed.answer);
    for (const { id } of part.spans) {
      const [first, second] = [proposed.answer.spans[id], again.answer.spans[others.get(id) ?? ""]];
      const start = starts.get(id);
      if (first && second && start !== undefined) roles.push([start, { proposed: first, again: second }]);
    }
  }
  const values = answers.flatMap((answer) => answer.values);
  return {
    values,
    // What one part leaves open another may settle.
    open: answers
      .flatMap(({ open }) => open)
      .filter(({ field }) => answers.length === 1 || !values.some((value) => value.field === field)),
    roles: new Map(roles),
  };
}

function withOtherIds({ text, spans }: TextPart, others: ReadonlyMap<string, string>): TextPart {
  return { text, spans: spans.map((span) => ({ ...span, id: others.get(span.id) ?? span.id })) };
}
