import type { Money } from "../../lib/money.ts";
import type { MutationName } from "../../protocol/tasks/index.ts";
import type { BuyChange } from "./buy-change.ts";

/**
 * One mutating task call as data. `arguments` are what is sent, in the contract's newer shapes: `frozen` adds the
 * idempotency key, which follows from id and arguments, the agent's dialect spells them before they are judged, and only
 * the approval token is added at the door. A change of any of it is a new step.
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
  /** The same in the brief's currency: what caps and policies are held against. */
  readonly planAmount: Money;
  /** One sentence for people. */
  readonly purpose: string;
  /** The step that this one replaces, where a condition changed its arguments. */
  readonly replaces?: string;
  /** Lines of the plan that it buys, builds for or feeds. */
  readonly lineIds: readonly string[];
  /** Set where a person changes a running buy: who asked for it, and before and after. */
  readonly change?: BuyChange;
  /** Set where a stop order pauses the buy, or its end lets it run again. */
  readonly stop?: StopStep;
}

export interface StopStep {
  readonly does: "pause" | "release";
  /** When the order was given, UTC, ISO 8601: its name. */
  readonly order: string;
}

/**
 * Whether a step only tells what has happened. It binds nothing and says the same when it is said again under another key,
 * as outcomes are known by their check: it is sent until the agent has taken it.
 */
export function isMessage({ task }: Pick<Step, "task">): boolean {
  return task === "report_plan_outcome";
}
