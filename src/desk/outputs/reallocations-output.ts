import { z } from "zod";
import { stepOfMove } from "../../campaign/model/derived/moves.ts";
import type { CampaignState, StepState } from "../../campaign/model/state/state.ts";
import { type Described, described, each, fields } from "../../lib/described.ts";
import { moneySchema } from "../../lib/money.ts";
import { range } from "../../report/blocks/schema.ts";

const reallocationSchema = fields({
  id: z.string(),
  at: z.string().describe("when it was decided: UTC, ISO 8601"),
  why: z.string(),
  moved: moneySchema,
  outcome: z.string().describe("what counts as an outcome"),
  gain: range.describe("outcomes expected more until the end of the flight, and between what with 80 %"),
  sinceStart: range
    .optional()
    .describe("outcomes that all moves before it bring more over the whole flight than the plan left alone"),
  isLosing: z
    .literal(true)
    .optional()
    .describe("at its low end that is a loss of more than 1 %: money moves only back towards the plan"),
  reverts: z.string().optional(),
  moves: each({
    lineId: z.string().describe("line of the plan"),
    from: moneySchema,
    to: moneySchema,
    gain: z.number(),
    why: z.string().optional().describe("of this line; absent in older ledgers"),
    status: z
      .string()
      .describe(
        "not-requested; agreed: its seller agreed to it and does not show it yet; made: seen in its seller's books; else the step's status",
      ),
    made: moneySchema.optional().describe("the budget in its seller's books, read back"),
  }),
});

/** What `reallocations list` and `reallocations revert` print with `--json`. */
export const reallocationsOutputSchema = fields({
  command: z.enum(["reallocations list", "reallocations revert"]),
  campaign: z.string(),
  refused: z.string().optional().describe("why nothing is taken back"),
  reallocations: z.array(reallocationSchema),
});
export type ReallocationsOutput = Described<typeof reallocationsOutputSchema>;

export function reallocationsOutput(
  command: ReallocationsOutput["command"],
  state: CampaignState,
  refused?: string,
): ReallocationsOutput {
  return {
    command,
    campaign: state.id,
    ...(refused === undefined ? {} : { refused }),
    reallocations: state.reallocations.map((decision) =>
      described(reallocationSchema, {
        ...decision,
        moves: decision.moves.map((move) => ({ ...move, ...statusOf(stepOfMove(decision, move, state)) })),
      }),
    ),
  };
}

function statusOf(current: StepState | undefined) {
  if (current === undefined) return { status: "not-requested" };
  const difference = current.step.change?.differences.find((one) => one.field === "budget");
  if (current.check?.made !== true || difference?.field !== "budget")
    return { status: current.status === "done" ? "agreed" : current.status };
  return { status: "made", made: difference.after };
}
