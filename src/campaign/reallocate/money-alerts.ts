import { formatMoney } from "../../lib/money.ts";
import { budgetWords, stepOfMove } from "../model/derived/moves.ts";
import type { DecidedReallocation } from "../model/learned/reallocation.ts";
import type { Alert } from "../model/measured/delivery.ts";
import { notPlaced } from "../model/state/not-placed.ts";
import type { CampaignState } from "../model/state/state.ts";

type RaisedAlert = Alert & {
  readonly at: string;
  /** The same without the line's name, which others chose. */
  readonly what?: string;
};

/**
 * What a person should know of a campaign, the oldest first: of its running packages as it was raised, each budget that flightdesk
 * has changed, cuts as well as increases, and money that no line has, for as long as none has it.
 */
export function alertsIn(state: CampaignState): RaisedAlert[] {
  return [
    ...state.alerts,
    ...state.reallocations.flatMap((decision) => moved(decision, state)),
    ...idle(state),
  ].sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
}

function moved(decision: DecidedReallocation, state: CampaignState): RaisedAlert[] {
  return decision.moves.flatMap((move) => {
    const { check, step } = stepOfMove(decision, move, state) ?? {};
    const to = step?.change?.differences.find((one) => one.field === "budget");
    if (check?.made !== true || to?.field !== "budget") return [];
    const what = `${budgetWords({ why: decision.why, ...move, to: to.after })} (reallocation ${decision.id})`;
    return [{ kind: "money moved", lineId: move.lineId, rung: decision.id, text: what, what, at: check.at }];
  });
}

function idle(state: CampaignState): RaisedAlert[] {
  const free = notPlaced(state);
  if (free === undefined) return [];
  const from = state.steps.findLast(({ check }) => check?.kept !== undefined)?.step.lineIds[0];
  return [
    {
      kind: "not placed",
      lineId: from ?? "",
      rung: free.since,
      what: formatMoney(free.amount),
      text: `${formatMoney(free.amount)} has no line since ${free.since.slice(0, 10)}: raise a line with \`flightdesk buys increase\`, or let it stay idle with \`flightdesk reallocations leave-idle\``,
      at: free.since,
    },
  ];
}
