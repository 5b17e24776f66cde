import type { VerifyToken } from "../../protocol/approval-token.ts";
import type { Read } from "../../protocol/calls.ts";
import type { StopOrder } from "../stop/order.ts";
import type { Approvers } from "./consent/approvers.ts";
import type { Policy } from "./policies/policy.ts";

/** What the gate needs of the world. It can ask, and change nothing. */
export interface GovernPorts {
  readonly read: Read;
  readonly policies: readonly Policy[];
  readonly governance?: { readonly agentUrl: string; readonly verifyToken: VerifyToken };
  /** The stop order that the step stands under. */
  readonly stopOrder?: StopOrder | undefined;
  readonly settings: { readonly caller: string };
  /** Throws where their keys cannot be read. */
  readonly approvers: () => Approvers;
  readonly now: () => number;
}
