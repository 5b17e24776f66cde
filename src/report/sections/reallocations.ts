import type { DecidedReallocation, Move } from "../../campaign/learn/reallocate/reallocation.ts";
import { stepOfMove } from "../../campaign/moves.ts";
import { observedGain } from "../../campaign/observed-gain.ts";
import type { CampaignState } from "../../campaign/state.ts";
import type { Report } from "../report-schema.ts";
import { standingOf } from "./standing.ts";

type Reallocation = NonNullable<Report["reallocations"]>[number];

/** Each decision that moves money: what for, how far it is made, and what came of it. Nothing where none was made. */
export function describeReallocations(state: CampaignState): Report["reallocations"] {
  const moving = state.reallocations.filter(({ moves }) => moves.length > 0);
  return moving.length === 0 ? undefined : moving.map((decision) => describe(decision, state));
}

function describe(decision: DecidedReallocation, state: CampaignState): Reallocation {
  const { id, at, why, moved, outcome, gain, moves, reverts, askedBy } = decision;
  const seen = observedGain(decision, state);
  return {
    id,
    decidedAt: at,
    why,
    moved,
    outcome,
    gain,
    moves: moves.map((move) => describeMove(move, decision, state)),
    ...(seen && {
      observed: { start: seen.start, end: seen.end, gain: seen.observed, expected: seen.expected },
    }),
    ...(reverts !== undefined && { reverts }),
    ...(askedBy && { askedBy }),
  };
}

function describeMove(
  move: Move,
  decision: DecidedReallocation,
  state: CampaignState,
): Reallocation["moves"][number] {
  const { slot, from, to, gain } = move;
  const step = stepOfMove(decision, move, state);
  const difference = step?.step.change?.differences.find(({ field }) => field === "budget");
  const isMade = step?.check?.made === true;
  // What a seller agreed to and does not show yet is not done.
  const standing = step === undefined ? "open" : step.status === "done" && !isMade ? "waiting" : undefined;
  return {
    slot,
    from,
    to,
    gain,
    standing: standing ?? standingOf(step?.status ?? "proposed"),
    ...(isMade && difference?.field === "budget" && { made: difference.after }),
  };
}
