import { formatPercent, formatShort, listed, sentence } from "./format.ts";
import type { Report } from "./report-schema.ts";

type Plan = NonNullable<Report["plan"]>;

/** How good the split is, for people. */
export function proofSentences(
  { solver, outcome, gap, nextThousand, note }: NonNullable<Plan["proof"]>,
  currency: string,
): string[] {
  const found = { highs: "by exact search", greedy: "step by step, the best next one first" }[solver];
  const bound = gap === undefined ? "" : ` A better one could be better by at most ${formatPercent(gap, 1)}.`;
  const standing = {
    optimal: `No better split exists within the limits; found ${found}.`,
    limit: `The best split that was found in the time given, ${found}.${bound}`,
    heuristic: `A good split, found ${found}; how far it is from the best is not known.${bound}`,
  }[outcome];
  return [
    standing,
    ...(nextThousand === undefined ? [] : [sentence(`${currency} 1,000 more would buy: ${nextThousand}`)]),
    ...(note === undefined ? [] : [sentence(note)]),
  ];
}

/** The same in a few words, for a table. */
export function proofInShort({ outcome, gap }: NonNullable<Plan["proof"]>): string {
  const words = { optimal: "proven best", limit: "best in the time given", heuristic: "without a bound" }[
    outcome
  ];
  return gap === undefined || gap === 0 ? words : `${words}, at most ${formatPercent(gap, 1)} off`;
}

/** `1.2 M to 4.5 M people`: bounds, because nobody tells who is reached twice. */
export function reachBounds({ low, high }: NonNullable<Plan["reach"]>): string {
  const [least, most] = [formatShort(low), formatShort(high)];
  return least === most ? `about ${least} people` : `${least} to ${most} people`;
}

/** The bounds with what they rest on. */
export function reachSentences(reach: NonNullable<Plan["reach"]>, lines: Plan["lines"]): string[] {
  const without = reach.without.map((slot) => lines.find((line) => line.slot === slot)?.product ?? slot);
  return [
    `All packages together reach ${reachBounds(reach)}.`,
    sentence(reach.assumption),
    `If each reached people independently of the others: ${formatShort(reach.independent)}.`,
    ...(without.length > 0 ? [`Not in it, as its seller tells no reach: ${listed(without)}.`] : []),
  ];
}
