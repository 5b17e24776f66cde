import { z } from "zod";
import { isDecrease, stepOfMove } from "../../campaign/model/derived/moves.ts";
import type { DecidedReallocation } from "../../campaign/model/learned/reallocation.ts";
import type { CampaignState, StepState } from "../../campaign/model/state/state.ts";
import { type Described, described, each, fields } from "../../lib/described.ts";
import { money, moneySchema } from "../../lib/money.ts";
import { range } from "../../report/blocks/schema.ts";
import { vendorName } from "../../report/today/line-figures.ts";
import { lineNames } from "../../report/today/rows.ts";

export const reallocationSchema = fields({
  id: z.string(),
  at: z.string().describe("when it was decided: UTC, ISO 8601"),
  why: z.string(),
  moved: moneySchema,
  idle: moneySchema.optional().describe("of what it gives, money that no line had before"),
  left: moneySchema.optional().describe("of what is cut, what goes to no line"),
  expected: z.number().optional().describe("outcomes until the end of the flight if nothing moved"),
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
    product: z.string().describe("as its seller calls it"),
    vendor: z.string().describe("as the registry calls it"),
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
type Shown = Described<typeof reallocationSchema>;
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
    reallocations: state.reallocations.map((decision) => shownReallocation(decision, state)),
  };
}

/** A decision with its lines by name, and how far each move is made. */
export function shownReallocation(decision: DecidedReallocation, state: CampaignState): Shown {
  const {
    moves,
    idle,
    moved: { currency },
  } = decision;
  const given = moves.reduce(
    (sum, move) => sum + (isDecrease(move) ? -1 : 1) * move.planDifference.minor,
    -(idle?.minor ?? 0),
  );
  return described(reallocationSchema, {
    ...decision,
    ...(given < 0 && moves.length > 0 && { left: money(-given, currency) }),
    moves: decision.moves.map((move) => {
      const line = state.plan?.lines.find(({ lineId }) => lineId === move.lineId);
      return {
        ...move,
        product: lineNames([move.lineId], state).join(),
        vendor: vendorName(line?.sellerId ?? "", state),
        ...statusOf(stepOfMove(decision, move, state)),
      };
    }),
  });
}

function statusOf(current: StepState | undefined) {
  if (current === undefined) return { status: "not-requested" };
  const difference = current.step.change?.differences.find((one) => one.field === "budget");
  if (current.check?.made !== true || difference?.field !== "budget")
    return { status: current.status === "done" ? "agreed" : current.status };
  return { status: "made", made: difference.after };
}
