import { type Money, money } from "../../../lib/money.ts";
import type { ArgumentsOf, MutationName } from "../../../protocol/tasks/index.ts";
import type { Bundle } from "../offers/bundle.ts";
import type { BuyChange } from "./buy-change.ts";

/**
 * One mutating task call as data. `arguments` are what is sent, in the contract's newer shapes: `frozen` adds the idempotency
 * key, which follows from id and arguments, the agent's dialect spells them before they are checked, and only the approval token
 * is added when it is sent. A change of any of it is a new step.
 */
export interface Step {
  /**
   * Business id, unique in the campaign: `buy/<seller>/EUR`, `feedback/<media buy>/<first day>`. Made of what the step is
   * about, so that a campaign that is lived through again from an older ledger gives the same one to the same change alone.
   */
  readonly id: string;
  readonly task: MutationName;
  /** Agent id: the seller, creative, signals or governance agent that is called. */
  readonly agentId: string;
  readonly agentUrl: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** What it may cost, in the agent's currency; zero for what is free. */
  readonly amount: Money;
  /** The same in the brief's currency: what caps and policies are checked against. */
  readonly planAmount: Money;
  /** One sentence for people. */
  readonly purpose: string;
  /** The step that this one replaces, where a condition changed its arguments. */
  readonly replaces?: string;
  /** Lines of the plan that it buys, builds for or feeds. */
  readonly lineIds: readonly string[];
  /** The bundle that it is about: taken as it is, or not at all. */
  readonly bundle?: Bundle;
  /** The step that had its seller hold what it buys: the amount was bound with that one, and passes to this. */
  readonly finalisedBy?: string;
  /** Set where a person changes a running buy: who asked for it, and before and after. */
  readonly change?: BuyChange;
  /** Set where a stop order pauses the buy, or its end lets it run again. */
  readonly stop?: StopStep;
}

/** What a new step needs: its agent, and arguments that are those of its task. It costs nothing unless amounts are given. */
type Made<Task extends MutationName> = Pick<Step, "id" | "purpose"> &
  Partial<Omit<Step, "arguments">> & {
    readonly task: Task;
    readonly agent: { readonly id: string; readonly agentUrl: string };
    readonly arguments: ArgumentsOf<Task>;
    /** The brief's. */
    readonly currency: string;
  };

export function makeStep<Task extends MutationName>({ agent, currency, ...step }: Made<Task>): Step {
  const free = money(0, currency);
  return {
    agentId: agent.id,
    agentUrl: agent.agentUrl,
    amount: free,
    planAmount: free,
    lineIds: [],
    ...step,
  };
}

/** The agent of a step, for another step there. */
export function agentOf({ agentId, agentUrl }: Pick<Step, "agentId" | "agentUrl">) {
  return { id: agentId, agentUrl };
}

export interface StopStep {
  readonly does: "pause" | "release";
  /** When the order was given, UTC, ISO 8601: its name. */
  readonly order: string;
  /** Who gave the order, or lifted it; older entries do not say. */
  readonly by?: string;
  readonly reason?: string;
}

/**
 * Whether a step only reports what has happened. It binds nothing and can be sent again under another key, as outcomes are known
 * by their check: it is sent until the agent has taken it.
 */
export function isMessage({ task }: Pick<Step, "task">): boolean {
  return task === "report_plan_outcome";
}
