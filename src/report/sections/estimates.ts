import { z } from "zod";
import { overlaps } from "../../brief/brief.ts";
import type { Offer } from "../../campaign/model/offers/offer.ts";
import type { Proof } from "../../campaign/model/offers/plan.ts";
import { listed } from "../../lib/english.ts";
import { formatPercent, formatShort, sentence, textsOf } from "../blocks/format.ts";
import { type Described, fields, texts } from "../blocks/schema.ts";

/** How good a split of the budget is, and who found it. */
export const proofSchema = fields({
  objective: z.string().optional().describe("what the split is best for"),
  solver: z.enum(["highs", "greedy"]),
  outcome: z
    .enum(["optimal", "limit", "heuristic"])
    .describe("limit: the best that was found up to a limit of work; heuristic: without a bound"),
  gap: z.number().optional().describe("how much better a plan could at most be, 0 to 1"),
  nextThousand: z.string().optional().describe("what 1,000 more of the brief's currency would buy"),
  note: z.string().optional(),
});

/** Bounds, for want of knowing who is reached twice: never one figure. */
export const reachSchema = fields({
  low: z.number(),
  expected: z.number(),
  overlap: z
    .enum([...overlaps, "given"])
    .describe("how much sellers' audiences are taken to be the same people"),
  high: z.number(),
  assumption: z.string(),
  without: texts.describe("lines that state no reach and are not in it, by line"),
});
type ProofInReport = Described<typeof proofSchema>;
type ReachInReport = Described<typeof reachSchema>;

export function describeProof(proof: Proof, offers: readonly Offer[] = []): ProofInReport {
  const { nextThousand } = proof;
  return { ...proof, nextThousand: nextThousand && productNamer(offers)(nextThousand) };
}

/** How good the split is, for people. */
export function proofSentences(report: ProofInReport, currency: string): string[] {
  const { objective, solver, outcome, gap, nextThousand, note } = report;
  const found = { highs: "by exact search", greedy: "step by step, the best next one first" }[solver];
  const bound = gap === undefined ? "" : ` A better one could be better by at most ${formatPercent(gap, 1)}.`;
  const what = objective === undefined ? "" : ` for ${objective}`;
  const estimateStatus = {
    optimal: `No better split${what} exists within the limits; found ${found}.`,
    limit: `The best split${what} that was found within the search's limit of work, ${found}.${bound}`,
    heuristic: `A good split${what}, found ${found}; how far it is from the best is not known.${bound}`,
  }[outcome];
  return textsOf(
    estimateStatus,
    nextThousand !== undefined && sentence(`${currency} 1,000 more would buy: ${nextThousand}`),
    note !== undefined && sentence(note),
  );
}

/** A smaller gap would be shown as none. */
const showable = 0.0005;

/** The same in a few words, for a table. */
export function proofInShort({ objective, outcome, gap }: ProofInReport): string {
  const what = objective === undefined ? "" : ` for ${objective}`;
  const words = {
    optimal: `proven best${what}`,
    limit: `best found${what}`,
    heuristic: `without a bound${what}`,
  }[outcome];
  return gap === undefined || gap < showable ? words : `${words}, at most ${formatPercent(gap, 1)} off`;
}

/** `1.2 M to 4.5 M people`: bounds, because nobody states who is reached twice, and no highest where a line states nothing. */
export function reachBounds({ low, high, without }: ReachInReport): string {
  return without.length > 0 ? `at least ${formatShort(low)} people` : between(low, high);
}

/** The bounds with what they rest on. */
export function reachSentences(
  reach: ReachInReport,
  lines: readonly { readonly lineId: string; readonly product: string }[],
): string[] {
  const { low, expected, high, assumption } = reach;
  const nameOf = (lineId: string) => lines.find((line) => line.lineId === lineId)?.product ?? lineId;
  const without = [...new Set(reach.without.map(nameOf))];
  const isPartial = without.length > 0;
  const silent = `; how many more is not known, as ${reach.without.length} of ${lines.length} state no reach: ${listed(without)}`;
  return textsOf(
    `All packages together reach ${reachBounds(reach)}${isPartial ? silent : ""}.`,
    low !== high && [
      isPartial ? `Those that state it reach ${between(low, high)}.` : "",
      sentence(assumption),
      `Expected: ${formatShort(expected)}.`,
    ],
  );
}

function between(low: number, high: number): string {
  const [least, most] = [formatShort(low), formatShort(high)];
  return least === most ? `about ${least} people` : `${least} to ${most} people`;
}

/** A sentence of the plan with offers' ids as people know them: product and seller. */
export function productNamer(offers: readonly Offer[] = []): (text: string) => string {
  const named = new Map(offers.map(({ id, name, sellerId }) => [id, `${name} (${sellerId})`]));
  const nameIn = (word: string) => {
    const [, id = "", mark = ""] = /^(.*?)([.,;:]?)$/.exec(word) ?? [];
    const name = named.get(id);
    return name === undefined ? word : `${name}${mark}`;
  };
  return (text) => text.split(" ").map(nameIn).join(" ");
}
