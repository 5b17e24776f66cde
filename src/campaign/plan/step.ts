import type { Money } from "../../lib/money.ts";
import type { MutationName } from "../../protocol/tasks/index.ts";
import type { BuyChange } from "../change/buy-change.ts";

/**
 * One mutating task call as data. `arguments` are what is sent, the idempotency key included, in the contract's newer
 * shapes: the agent's dialect spells them before they are judged, and only the approval token is added at the door. A change
 * of any of it is a new step with a new key.
 */
export interface Step {
  /** Business id, unique in the campaign: `buy/<seller>/EUR`, `feedback/<media buy>/<first day>`. */
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
  /** Plan slots that it buys, builds for or feeds. */
  readonly slots: readonly string[];
  /** Set where a person changes a running buy: who asked for it, and before and after. */
  readonly change?: BuyChange;
}
