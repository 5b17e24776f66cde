import type { names, ProtocolName } from "../../protocol/tasks/names.ts";
import type { Report } from "../media-buys/book.ts";
import type { Payload } from "../payload.ts";
import type { Refusal } from "../refusal.ts";
import type { Agent } from "../tool.ts";

/** One call as its dialect knows it. */
export interface RequestContext {
  readonly agent: Agent;
  /** The contract's name of the task; the caller's word where there is no such task. */
  readonly task: string;
  /** Arguments as they were sent. */
  readonly received: Payload;
}

/**
 * How a deployment spells its agents on the wire. Agents know one shape, the contract's newer one: what they are asked and
 * what they answer goes through here.
 */
export interface AgentDialect {
  readonly spelled: (typeof names)[ProtocolName];
  readonly hasCompactTools: boolean;
  /** Whether unknown callers of protected tasks are turned away by HTTP 401, and not by the task's error. */
  readonly turnsAway: boolean;
  /** What `tools/list` shows of an agent. */
  readonly tools: (agent: Agent) => readonly ListedTool[];
  /** The contract's name of the task behind a tool; the tool's own where there is none. */
  readonly taskOf: (tool: string) => string;
  /** Arguments in the agents' shape. Throws a `Refusal` for what the protocol itself does not allow. */
  readonly read: (task: string, received: Payload) => Payload;
  /** A path in the agents' shape as the caller spells it. */
  readonly fieldSent: (task: string, field: string) => string;
  /** An agent's answer as it goes out. */
  readonly write: (payload: Payload, context: RequestContext) => Payload;
  /** An agent's "no" as it goes out. */
  readonly refuse: (refusal: Refusal, context: RequestContext) => Payload;
  /** What stands beside the structured content as text. */
  readonly textOf: (structured: Payload) => string;
  /** Body of a webhook, but for its own key and time. */
  readonly report: (report: Report) => Payload;
  /** The registry's answer to a search by task and channel. */
  readonly registry: (
    agents: readonly Agent[],
    search: { readonly capability: string | undefined; readonly channel: string | undefined },
  ) => Payload;
}

export interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly readOnly: boolean;
}
