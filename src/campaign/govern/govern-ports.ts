import type { Approvers } from "../model/decisions/approvers.ts";
import type { StopOrder } from "../model/decisions/stop-order.ts";
import type { AskInPassing, Ports } from "../model/state/ports.ts";

/** What the gate needs of the world. It can ask, and change nothing. */
export interface GovernPorts extends Pick<Ports, "read" | "toolName" | "policies" | "governance"> {
  /** The stop order that the step stands under, and how the governance agent is asked under it. */
  readonly stop?: { readonly order: StopOrder; readonly inPassing: AskInPassing };
  readonly settings: { readonly caller: string | undefined };
  /** Throws where their keys cannot be read. */
  readonly approvers: () => Approvers;
  readonly now: () => number;
}
