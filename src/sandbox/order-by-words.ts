/** What matches more words of `wanted` first; among equals the order stays. */
export function orderByWords<Item>(items: readonly Item[], wanted: string, textOf: (item: Item) => string) {
  const words = wordsOf(wanted);
  const score = (item: Item) => {
    const askedWords = new Set(wordsOf(textOf(item)));
    return words.filter((word) => askedWords.has(word)).length;
  };
  return items
    .map((item) => ({ item, score: score(item) }))
    .sort((a, b) => b.score - a.score)
    .map(({ item }) => item);
}

function wordsOf(text: string): string[] {
  return [...new Set(text.toLowerCase().match(/\p{L}{3,}/gu) ?? [])];
}
