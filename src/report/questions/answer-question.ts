import { sumOver } from "../../lib/money.ts";
import type { Ask } from "../../llm/model.ts";
import { pickFacts } from "../../llm/questions/pick-facts.ts";
import type { Fact } from "./facts.ts";

export interface Answer {
  /** yes, in-part: as the model that chose the facts claims; no: it found none; unsure: nobody has read them. */
  readonly answers: "yes" | "in-part" | "no" | "unsure";
  /** Facts as the record has them, the closest first. */
  readonly facts: readonly Fact[];
  /** Who chose them: a model and its prompt, or `words`: those whose words are nearest to the question's. */
  readonly by: string;
  /** What to know of the choice. */
  readonly note?: string;
}

/** What a model is shown at most: those nearest to the question by their words, then the rest in their order. */
const mostShown = 250;
const mostByWords = 6;

/** Answers a question about a campaign with facts of a closed list. Whoever chooses among them adds no word of its own. */
export async function answerQuestion(question: string, facts: readonly Fact[], ask: Ask): Promise<Answer> {
  const byWords = nearestFacts(question, facts, mostByWords);
  if (facts.length === 0) return chosenByWords([], "nothing is recorded");
  const near = facts.length <= mostShown ? [] : nearestFacts(question, facts, mostShown);
  const shown = [...new Set([...near, ...facts])].slice(0, mostShown);
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
    answers: answers === "in_part" ? "in-part" : answers,
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

/**
 * Facts whose words are nearest to the question's, the nearest first. A word that few facts hold counts for more than one that
 * many do; facts without any of the words are not among them.
 */
export function nearestFacts(question: string, facts: readonly Fact[], most: number): Fact[] {
  const wordsOfFacts = facts.map(({ text }) => new Set(wordsOf(text)));
  const questionWords = [...new Set(wordsOf(question))].map((word) => {
    const holders = wordsOfFacts.filter((words) => words.has(word)).length;
    return { word, weight: holders === 0 ? 0 : Math.log(1 + facts.length / holders) };
  });
  return facts
    .map((fact, i) => ({
      fact,
      score: sumOver(questionWords, ({ word, weight }) => (wordsOfFacts[i]?.has(word) ? weight : 0)),
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ fact }) => fact);
}

const fillers = new Set(
  "a an the is are was were do does did has have had why what which who when where how of in on at to for from by with and or it its this that be been my our me i we".split(
    " ",
  ),
);

/** Words and numbers in lower case, without a plural's last letter. */
function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => !fillers.has(word))
    .map((word) => (word.length > 3 ? word.replace(/s$/, "") : word));
}
