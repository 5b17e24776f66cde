import type { Brief, ReallocationRung } from "../../../brief/brief.ts";
import { formatMoney, type Money, money, sumOver } from "../../../lib/money.ts";
import type { DecidedReallocation, Move } from "../learned/reallocation.ts";
import { type CampaignState, isUndecided, type StepState } from "../state/state.ts";

/** Whether a move takes money from its line. */
export function isDecrease({ from, to }: Pick<Move, "from" | "to">): boolean {
  return to.minor < from.minor;
}

/** What moves take from lines or give them, whichever is more, in minor units of the brief's currency. */
export function movedBy(moves: readonly Move[]): number {
  return Math.max(
    sumOfMoves(moves.filter(isDecrease)),
    sumOfMoves(moves.filter((move) => !isDecrease(move))),
  );
}

export function sumOfMoves(moves: readonly Move[]): number {
  return sumOver(moves, ({ planDifference }) => planDifference.minor);
}

/** `harbour.example/hb_olv: cut from EUR 20,000.00 to EUR 12,000.00, as it cannot spend more` */
export function moveWords(move: Pick<Move, "lineId" | "from" | "to" | "why">): string {
  return `${move.lineId}: ${budgetWords(move)}`;
}

/** `cut from EUR 20,000.00 to EUR 12,000.00, as it cannot spend more`: no word of it is another's. */
export function budgetWords(move: Pick<Move, "from" | "to" | "why">): string {
  const { from, to, why } = move;
  const done = isDecrease(move) ? "cut" : "raised";
  return `${done} from ${formatMoney(from)} to ${formatMoney(to)}${why === undefined ? "" : `, as ${why}`}`;
}

/** Part of the budget that may be moved within a week where a brief grants moves and does not say how much. */
const usualThreshold = 0.1;

/** Whether money moves between running lines, how much of it within a week without a person, and who has said so. */
export interface ReallocationLeave {
  readonly rung: ReallocationRung;
  /** Nothing but for `within`. In the brief's currency. */
  readonly most: Money;
  readonly saidBy: "brief" | "desk" | "nobody";
}

/** The brief outweighs the desk; a threshold alone is leave to move within it. Where nobody says anything a person is asked. */
export function leaveToMove(
  { budget, limits }: Pick<Brief, "budget" | "limits">,
  deskReallocation?: ReallocationRung,
): ReallocationLeave {
  const { reallocation, reallocationThreshold: threshold } = limits;
  const ofBrief = reallocation ?? (threshold && "within");
  const rung = ofBrief ?? deskReallocation ?? "propose";
  const saidBy = ofBrief !== undefined ? "brief" : deskReallocation !== undefined ? "desk" : "nobody";
  const usual = money(Math.floor(usualThreshold * budget.minor), budget.currency);
  return { rung, most: rung === "within" ? (threshold ?? usual) : money(0, budget.currency), saidBy };
}

/** `Up to EUR 5,000.00 a week may move between running lines without a question, as the brief says.` */
export function leaveWords({ rung, most, saidBy }: ReallocationLeave): string {
  const who = {
    brief: "as the brief says",
    desk: "as this desk is set",
    nobody: "as nobody has said otherwise",
  };
  const what = {
    off: "No money moves between running lines",
    propose: "Money moves between running lines with a person's yes alone",
    within: `Up to ${formatMoney(most)} a week may move between running lines without a question`,
  };
  return `${what[rung]}, ${who[saidBy]}.`;
}

/** The steps of a reallocation, in the order in which they were proposed. */
export function stepsOf({ id }: Pick<DecidedReallocation, "id">, { steps }: Pick<CampaignState, "steps">) {
  return steps.filter(({ step }) => step.change?.reallocation === id);
}

/** Whether it waits for a person and nothing of it was sent. */
export function isProposal(decision: Pick<DecidedReallocation, "id">, state: Pick<CampaignState, "steps">) {
  const own = stepsOf(decision, state);
  return own.some(isUndecided) && own.every(({ intent }) => intent === undefined);
}

/** The last step of one of its moves, or what that goes on as; undefined before it is proposed. */
export function stepOfMove(
  decision: Pick<DecidedReallocation, "id">,
  { lineId }: Pick<Move, "lineId">,
  state: Pick<CampaignState, "steps">,
): StepState | undefined {
  return stepsOf(decision, state).findLast(
    ({ step, status }) => status !== "replaced" && step.lineIds.includes(lineId),
  );
}
