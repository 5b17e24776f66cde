import { z } from "zod";
import type { Scenario } from "../campaign/plan/scenarios.ts";
import { moneySchema } from "../lib/money.ts";

const range = z.strictObject({ low: z.number(), mid: z.number(), high: z.number() });
const count = z.number().int().nonnegative();

const scenarioSchema = z.strictObject({
  name: z.string(),
  change: z.string().describe("what is otherwise, in words"),
  total: moneySchema.describe("what would be spent, brief's currency"),
  lines: count.describe("packages"),
  sellers: count,
  expectedImpressions: range,
  cpm: z
    .number()
    .optional()
    .describe("price of 1,000 expected impressions, minor units of the brief's currency"),
  reach: z
    .strictObject({
      low: count.describe("the largest package alone"),
      independent: count,
      high: count.describe("as if no person was reached twice"),
      assumption: z.string(),
      without: z.array(z.string()).describe("packages that tell no reach and are not in it"),
    })
    .optional()
    .describe("people reached: bounds, and no one figure"),
  proof: z
    .strictObject({
      solver: z.enum(["highs", "greedy"]),
      outcome: z.enum(["optimal", "limit", "heuristic"]),
      gap: z.number().optional().describe("0 to 1: how much better a plan could at most be"),
      nextThousand: z.string().optional(),
      note: z.string().optional(),
    })
    .optional(),
  conflict: z
    .array(z.strictObject({ text: z.string(), dropping: z.string() }))
    .optional()
    .describe("no plan is possible: wishes that cannot hold together, and what dropping each would give"),
  differences: z.array(z.string()).describe("against the plan, line by line"),
});

/** What `whatif` prints with `--json`. */
export const whatifOutputSchema = z.strictObject({
  command: z.literal("whatif"),
  campaign: z.string(),
  begunAt: z.string().optional().describe("when its sellers were asked: UTC, ISO 8601"),
  offers: count.describe("offers that it is reckoned from; no seller was asked again"),
  plan: scenarioSchema,
  scenarios: z.array(scenarioSchema),
});
export type WhatifOutput = z.infer<typeof whatifOutputSchema>;
export type ScenarioOutput = WhatifOutput["scenarios"][number];

export function scenarioOutput({ reach, proof, conflict, ...scenario }: Scenario): ScenarioOutput {
  const { total, expectedImpressions: expected } = scenario;
  return {
    ...scenario,
    ...(expected.mid > 0 && { cpm: (total.minor * 1000) / expected.mid }),
    ...(reach && { reach: { ...reach, without: [...reach.without] } }),
    ...(proof && { proof: shownProof(proof) }),
    ...(conflict && { conflict: conflict.wishes.map((wish) => ({ ...wish })) }),
  };
}

/** Without how the search went: that is the ledger's matter. */
function shownProof(proof: NonNullable<Scenario["proof"]>): ScenarioOutput["proof"] {
  const { solver, outcome, gap, nextThousand, note } = proof;
  return {
    solver,
    outcome,
    ...(gap !== undefined && { gap }),
    ...(nextThousand !== undefined && { nextThousand }),
    ...(note !== undefined && { note }),
  };
}
