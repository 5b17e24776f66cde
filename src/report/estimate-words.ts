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

/** A smaller gap would be shown as none. */
const showable = 0.0005;

/** The same in a few words, for a table. */
export function proofInShort({ outcome, gap }: NonNullable<Plan["proof"]>): string {
  const words = { optimal: "proven best", limit: "best in the time given", heuristic: "without a bound" }[
    outcome
  ];
  return gap === undefined || gap < showable ? words : `${words}, at most ${formatPercent(gap, 1)} off`;
}

/** `1.2 M to 4.5 M people`: bounds, because nobody tells who is reached twice, and no highest where a line tells nothing. */
export function reachBounds({ low, high, without }: NonNullable<Plan["reach"]>): string {
  return without.length > 0 ? `at least ${formatShort(low)} people` : between(low, high);
}

/** The bounds with what they rest on. */
export function reachSentences(reach: NonNullable<Plan["reach"]>, lines: Plan["lines"]): string[] {
  const { low, independent, high, assumption } = reach;
  const without = reach.without.map((slot) => lines.find((line) => line.slot === slot)?.product ?? slot);
  const silent = `${without.length} of ${lines.length}`;
  return [
    `All packages together reach ${reachBounds(reach)}${without.length > 0 ? `; how many more is not known, as ${silent} tell no reach: ${listed(without)}` : ""}.`,
    ...(low === high
      ? []
      : [
          ...(without.length > 0 ? [`Those that tell it reach ${between(low, high)}.`] : []),
          sentence(assumption),
          `If each reached people independently of the others: ${formatShort(independent)}.`,
        ]),
  ];
}

function between(low: number, high: number): string {
  const [least, most] = [formatShort(low), formatShort(high)];
  return least === most ? `about ${least} people` : `${least} to ${most} people`;
}
