/** A word of several parts as JSON that we publish spells it: `spend anomaly` is `spend-anomaly`. */
export type Code<Words extends string> = Words extends `${infer First} ${infer Rest}`
  ? `${First}-${Code<Rest>}`
  : Words;

/** Words that the ledger keeps with spaces, as published JSON has them. */
export function codeOf<Words extends string>(words: Words): Code<Words> {
  // The type says of one text what the line does to all.
  return words.replaceAll(" ", "-") as Code<Words>;
}
