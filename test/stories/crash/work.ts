import { findBuy } from "../../../src/campaign/account/changes/find-line.ts";
import { giveApproval } from "../../../src/campaign/approvals/approve.ts";
import { type Changed, changeBuy } from "../../../src/campaign/change/change-buy.ts";
import type { ExecutePorts } from "../../../src/campaign/execute/execute-ports.ts";
import { boundIn } from "../../../src/campaign/model/derived/bought.ts";
import { locksIn } from "../../../src/campaign/model/derived/locks.ts";
import { stepsOf } from "../../../src/campaign/model/derived/moves.ts";
import type { Move, Reallocation } from "../../../src/campaign/model/learned/reallocation.ts";
import type { ChangeRequest } from "../../../src/campaign/model/step/buy-change.ts";
import { carryOut, noteDecision } from "../../../src/campaign/reallocate/carry-out.ts";
import { lineBudgets } from "../../../src/campaign/reallocate/live-lines.ts";
import { money } from "../../../src/lib/money.ts";

/** What a process does beside turns: a change that a person orders, or a reallocation that a person agrees to. */
export type Work = ChangeWork | MoveWork;

interface ChangeWork {
  readonly does: "change";
  /** A line of the plan, or a buy. */
  readonly name: string;
  readonly requested: ChangeRequest;
  readonly by: string;
}

interface MoveWork {
  readonly does: "move";
  readonly id: string;
  /** Lines of the plan, and what goes from one to the other, in minor units of the brief's currency. */
  readonly from: string;
  readonly to: string;
  readonly minor: number;
}

/** What whoever ordered the work is answered in the end. */
export interface Answer {
  readonly type: Changed["type"] | "moved";
  readonly stepId?: string;
  readonly status?: string;
  readonly reason?: string;
}

const person = "robin";

export function carryOutWork(work: Work, ports: ExecutePorts): Promise<Answer> {
  return work.does === "change" ? change(work, ports) : moveMoney(work, ports);
}

async function change({ name, requested, by }: ChangeWork, ports: ExecutePorts): Promise<Answer> {
  const foundBuy = findBuy(ports.journal.state(), name);
  if (foundBuy === undefined) throw new Error(`${name} is not bought`);
  const order = () => changeBuy(foundBuy, { requested, askedBy: [by] }, { execute: true }, ports);
  let changed = await order();
  if (changed.type === "performed" && changed.current.status === "escalated") {
    await agreeTo(changed.current.step.id, ports);
    changed = await order();
  }
  if (changed.type !== "performed")
    return { type: changed.type, ...(changed.type === "refused" && { reason: changed.reason }) };
  const { step, status, reason } = changed.current;
  return { type: changed.type, stepId: step.id, status, ...(reason !== undefined && { reason }) };
}

/** Another process may have taken the question back meanwhile. */
async function agreeTo(stepId: string, ports: ExecutePorts): Promise<void> {
  await giveApproval(ports, stepId, person).catch((cause: unknown) => {
    if (!(cause instanceof Error) || !cause.message.includes("waits for nobody")) throw cause;
  });
}

/** Decides a move of money on what both lines have, has a person agree to it, and carries it out as far as it goes. */
async function moveMoney(work: MoveWork, ports: ExecutePorts): Promise<Answer> {
  const { journal } = ports;
  for (let tries = 0; tries < 3; tries++) {
    await journal.refresh();
    const state = journal.state();
    if (state.reallocations.some(({ id }) => id === work.id)) break;
    const freed = locksIn(state)
      .filter(({ lineId }) => lineId === work.from || lineId === work.to)
      .map(({ lineId, of }) => ({ lineId, of }));
    if (freed.length > 0)
      await journal.record({ type: "lines-freed", freed, by: person }, `freed/${work.id}/${tries}`);
    const now = journal.state();
    const decision = decided(work, ports);
    if (decision !== undefined) await noteDecision(decision, now, ports);
  }
  const decision = journal.state().reallocations.find(({ id }) => id === work.id);
  if (decision === undefined) return { type: "moved", status: "not decided" };
  await carryOut(decision, ports);
  for (const { step, status } of journal.state().steps)
    if (status === "escalated" && step.change?.reallocation !== undefined) await agreeTo(step.id, ports);
  await carryOut(decision, ports);
  const statuses = stepsOf(decision, journal.state()).map(({ status }) => status);
  return { type: "moved", status: statuses.join() };
}

function decided({ id, from, to, minor }: MoveWork, { journal }: ExecutePorts): Reallocation | undefined {
  const state = journal.state();
  const lines = lineBudgets(state);
  const [less, more] = [from, to].map((lineId) => lines.find((one) => one.lineId === lineId));
  if (less === undefined || more === undefined) return undefined;
  const currency = less.order.planAmount.currency;
  const move = ({ lineId, mediaBuyId, packageId, budget, order }: typeof less, sign: 1 | -1): Move => ({
    lineId,
    mediaBuyId,
    packageId,
    from: budget,
    to: money(
      budget.minor + sign * Math.floor((minor * order.amount.minor) / order.planAmount.minor),
      budget.currency,
    ),
    planDifference: money(minor, currency),
    gain: 0,
  });
  return {
    id,
    moves: [move(less, -1), move(more, 1)],
    moved: money(minor, currency),
    gain: { low: 0, mid: 0, high: 0 },
    expected: 0,
    outcome: "impressions",
    inputs: "",
    why: "a test wants it",
    windowDays: 7,
    bound: money(boundIn(state), currency),
    limits: [],
  };
}
