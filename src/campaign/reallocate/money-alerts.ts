import { addDays, laterDay } from "../../lib/days.ts";
import { formatMoney, type Money, money, sumOver } from "../../lib/money.ts";
import { bookedAmount } from "../account/booked-amount.ts";
import { budgetWords, stepOfMove } from "../model/derived/moves.ts";
import type { DecidedReallocation, MoveLimit } from "../model/learned/reallocation.ts";
import type { Alert } from "../model/measured/delivery.ts";
import { isWorthPlacing, mayBePlaced } from "../model/state/not-placed.ts";
import type { CampaignState } from "../model/state/state.ts";
import { countedOutcomes } from "./counted-outcomes.ts";
import { limitsOf, problemOf } from "./decide-reallocation.ts";
import type { LiveLine, SeenDay } from "./live-line.ts";
import { type LineNow, liveLines } from "./live-lines.ts";

type RaisedAlert = Alert & {
  readonly at: string;
  /** The same without the line's name, which others chose. */
  readonly what?: string;
};

/**
 * What a person should know of a campaign, the oldest first: of its running packages as it was raised, each budget that flightdesk
 * has changed, cuts as well as increases, that it moves no more as its moves may have cost too much, and money that no line has, for
 * as long as that is so.
 */
export function alertsIn(state: CampaignState, today?: string): RaisedAlert[] {
  return [
    ...state.alerts,
    ...state.reallocations.flatMap((decision) => moved(decision, state)),
    ...stopped(state),
    ...idle(state, today),
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

/** Since when moves may have cost more than is borne; nothing once the newest estimate says otherwise. */
function stopped({ id, reallocations }: CampaignState): RaisedAlert[] {
  const known = reallocations.filter(({ sinceStart }) => sinceStart !== undefined);
  const [first] = known.slice(known.findLastIndex(({ isLosing }) => isLosing !== true) + 1);
  const last = known.at(-1);
  if (first === undefined || last?.sinceStart === undefined) return [];
  const { low, mid, high } = last.sinceStart;
  const [least, likely, most] = [low, mid, high].map((outcomes) =>
    Math.round(outcomes).toLocaleString("en-GB"),
  );
  const text = `What was moved so far is put at ${likely} (${least} to ${most} with 80 %) ${last.outcome} against the plan left alone: money moves only back towards the plan. To take a reallocation back: \`flightdesk reallocations revert\``;
  return [{ kind: "moves stopped", lineId: id, rung: first.id, text, at: first.at }];
}

function idle(state: CampaignState, today?: string): RaisedAlert[] {
  const free = mayBePlaced(state);
  if (free === undefined) return [];
  const from = state.steps.findLast(({ check }) => check?.kept !== undefined)?.step.lineIds[0];
  const amount = formatMoney(free.amount);
  return [
    {
      kind: "not placed",
      lineId: from ?? "",
      rung: free.since,
      what: amount,
      text: `${amount} has had no line since ${free.since.slice(0, 10)} and is not being spent. ${takersWords(takersOf(state, today))} To let it stay unspent: \`flightdesk reallocations leave-idle\``,
      at: free.since,
    },
  ];
}

/** A line that could take money which has no line: how much of it, and what its budget would be. */
export interface Taker {
  readonly lineId: string;
  /** In the brief's currency. */
  readonly amount: Money;
  /** In the seller's. */
  readonly to: Money;
}

/** `harbour.example/hb_olv could take EUR 6,000.00 of it (a budget of EUR 18,000.00).` */
export function takersWords(takers: readonly Taker[]): string {
  if (takers.length === 0) return "No line that runs or is to run has room for it within the brief's limits.";
  const each = takers.map(
    ({ lineId, amount, to }) => `${lineId} ${formatMoney(amount)} (then a budget of ${formatMoney(to)})`,
  );
  return `Could take it: ${each.join("; ")}.`;
}

/** Days of a line that speak for what it brings, and how many lines are named. */
const recentDays = 14;
const mostTakers = 3;

/**
 * Who could take the money that no line has, inside every limit, until all of it has a place: what brings most for its money
 * lately first, a burst that is to come by what its product brought in the last one. No line that is set by a person, is paused, is
 * over, is behind what it has already or would not be raised lately; none is asked by this. Where `today` is not named it is the
 * day after the last one that is reported.
 */
export function takersOf(state: CampaignState, today?: string): readonly Taker[] {
  const free = mayBePlaced(state);
  const problem = free && problemOf(state);
  if (free === undefined || problem === undefined) return [];
  const { outcomesOf } = countedOutcomes(state);
  const reportedTo = state.delivery.reduce((last, one) => laterDay(last, one.reportedTo), "");
  const day = today ?? (reportedTo === "" ? "" : addDays(reportedTo, 1));
  const lines = liveLines(state, { problem, day, outcomesOf });
  // What a burst that is over has left unspent may go beyond the next one's share.
  const isOver = state.brief?.flights?.some(({ end }) => end < day) === true;
  const groups = problem.groups.filter((group) => !(isOver && group.isBurst));
  const limits = limitsOf(lines, { ...problem, groups }, state);
  let left = free.amount.minor;
  const given = new Map<string, number>();
  const roomIn = ({ lineIds, most }: MoveLimit) =>
    most - bookedAmount(lineIds, state) - lineIds.reduce((sum, id) => sum + (given.get(id) ?? 0), 0);
  const brought = new Map(
    lines.map(({ line }) => {
      const whole = withoutBurst(line.lineId);
      const own = line.seen.length > 0 ? [] : lines.filter((one) => withoutBurst(one.line.lineId) === whole);
      return [line.lineId, Math.max(broughtBy(line), ...own.map((one) => broughtBy(one.line)))] as const;
    }),
  );
  const broughtIn = ({ line }: LineNow) => brought.get(line.lineId) ?? 0;
  const takers = lines
    .filter((one) => one.raisedTo > one.line.budget && broughtIn(one) > 0 && spendsItsOwn(one.line))
    .sort((a, b) => broughtIn(b) - broughtIn(a))
    .flatMap(({ line: { lineId, budget }, raisedTo, sellerBudget, rate, order }): Taker | [] => {
      const rooms = limits.filter(({ lineIds }) => lineIds.includes(lineId)).map(roomIn);
      const by = Math.floor(Math.min(left, raisedTo - budget, ...rooms) / rate);
      const minor = Math.floor(by * rate);
      if (by <= 0 || !isWorthPlacing(minor, free.amount.currency)) return [];
      left -= minor;
      given.set(lineId, minor);
      return {
        lineId,
        amount: money(minor, free.amount.currency),
        to: money(sellerBudget + by, order.amount.currency),
      };
    });
  return takers.slice(0, mostTakers);
}

/** Whether its newest days spend what is left of it by its last day, but for a tenth. */
function spendsItsOwn({ seen }: LiveLine): boolean {
  const week = seen.slice(-7);
  return sumOver(week, ({ spend }) => spend) >= 0.9 * sumOver(week, ({ pace }) => pace);
}

/** A line's id without the first day of its burst, which stands at its end. */
function withoutBurst(lineId: string): string {
  return lineId.replace(/\/\d{4}-\d\d-\d\d$/, "");
}

/** Outcomes for its money of the newest days; what it spends of its pace where nobody counts any. */
function broughtBy({ seen }: LiveLine): number {
  const days = seen.slice(-recentDays);
  const sum = (of: (day: SeenDay) => number) => days.reduce((all, day) => all + of(day), 0);
  const spend = sum((day) => day.spend);
  if (spend <= 0) return 0;
  const outcomes = sum(({ outcome = 0 }) => outcome);
  if (outcomes > 0) return outcomes / spend;
  const pace = sum((day) => day.pace);
  return spend / Math.max(1, pace) / 1e9;
}
