import type { Ask } from "../llm/model.ts";
import { pickFacts } from "../llm/questions/pick-facts.ts";
import type { Fact } from "./facts.ts";
import { nearestFacts } from "./nearest-facts.ts";

export interface Answer {
  /** yes, in_part: as the model that chose the facts claims; no: it found none; unsure: nobody has read them. */
  readonly answers: "yes" | "in_part" | "no" | "unsure";
  /** Facts as the record has them, the most telling first. */
  readonly facts: readonly Fact[];
  /** Who chose them: a model and its prompt, or `words`: those whose words are nearest to the question's. */
  readonly by: string;
  /** What to know of the choice. */
  readonly note?: string;
}

/** What a model is shown at most: those nearest to the question by their words. */
const mostShown = 250;
const mostByWords = 6;

/** Answers a question about a campaign with facts of a closed list. Whoever chooses among them adds no word of its own. */
export async function answerQuestion(question: string, facts: readonly Fact[], ask: Ask): Promise<Answer> {
  const byWords = nearestFacts(question, facts, mostByWords);
  const shown = facts.length <= mostShown ? facts : nearestFacts(question, facts, mostShown);
  if (shown.length === 0)
    return { answers: "unsure", facts: [], by: "words", note: "no fact shares a word with the question" };
  const reply = await ask(pickFacts, { question, facts: shown });
  if (reply.type === "unavailable") return chosenByWords(byWords, reply.reason);
  const { answers, facts: ids } = reply.answer;
  if (answers === "no")
    return {
      answers,
      facts: byWords,
      by: reply.by,
      note: "the model finds no answer in the record; these facts are nearest by their words",
    };
  const byId = new Map(shown.map((fact) => [fact.id, fact]));
  return {
    answers,
    facts: ids.flatMap((id) => byId.get(id) ?? []),
    by: reply.by,
    ...(answers === "in_part" ? { note: "the record answers a part of it" } : {}),
  };
}

function chosenByWords(facts: readonly Fact[], reason: string): Answer {
  const note =
    facts.length === 0
      ? `${reason}, and no fact shares a word with the question; ask with the name of a seller, a product or a step`
      : `${reason}; these facts are nearest to the question by their words`;
  return { answers: "unsure", facts, by: "words", note };
}
