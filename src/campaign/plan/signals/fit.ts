/** Words of the audience that a signal's text speaks to: a count of words in foreign text, never a reading of it. */
export function metWords(audience: string, text: string): string[] {
  const spoken = new Set(stemsOf(text).map(({ stem }) => stem));
  const asked = new Map(stemsOf(audience).map(({ stem, word }) => [stem, word]));
  return [...asked].flatMap(([stem, word]) => (spoken.has(stem) ? [word] : []));
}

/** Words that say nothing of whom they are about, or name a kind of signal. */
const fillers = new Set([
  ..."and the for with who are from that aged their have people person adult adults like likes year years old".split(
    " ",
  ),
  ..."custom owned marketplace signal segment audience".split(" "),
]);

/** `hike`, `hiking` and `hikers` as `hik`, so that forms of one word meet. */
function stemsOf(text: string): { readonly word: string; readonly stem: string }[] {
  const words = text.toLowerCase().match(/\p{L}{3,}|\d+/gu) ?? [];
  return words
    .filter((word) => !fillers.has(word))
    .map((word) => ({
      word,
      stem: word.replace(/(?<=\p{L}{3})(?:ers|er|ing|ed|es|s|e)$/u, "").replace(/(\p{L})\1$/u, "$1"),
    }));
}
