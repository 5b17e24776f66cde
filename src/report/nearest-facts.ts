import type { Fact } from "./facts.ts";

/**
 * Facts whose words are nearest to the question's, the nearest first. A word that few facts hold tells more than one that
 * many do; facts without any of the words are not among them.
 */
export function nearestFacts(question: string, facts: readonly Fact[], most: number): Fact[] {
  const wordsOfFacts = facts.map(({ text }) => new Set(wordsOf(text)));
  const asked = [...new Set(wordsOf(question))].map((word) => {
    const holders = wordsOfFacts.filter((words) => words.has(word)).length;
    return { word, weight: holders === 0 ? 0 : Math.log(1 + facts.length / holders) };
  });
  return facts
    .map((fact, i) => ({
      fact,
      score: asked.reduce((sum, { word, weight }) => sum + (wordsOfFacts[i]?.has(word) ? weight : 0), 0),
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
