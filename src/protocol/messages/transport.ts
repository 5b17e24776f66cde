/** What an agent sent back for one call, before anything is believed of it. */
export interface CallResult {
  readonly isError?: boolean;
  readonly structuredContent?: unknown;
  readonly content?: readonly { readonly type: string; readonly text?: string }[];
  /** Bytes that came for it, where they were counted. */
  readonly bytes?: number;
}

/** How many times its own time a call may last, which the first news of its progress starts anew. */
export const longestStretch = 2;

export interface TransportOptions {
  /** Ends the call and its HTTP request, and notifies the agent. */
  readonly signal?: AbortSignal;
  /** Milliseconds until the call is given up; the first progress message starts them anew, no other does. */
  readonly timeoutMs: number;
  /** Largest answer that is read, with all that comes with it; 16 MiB where absent. */
  readonly maximumBytes?: number;
  readonly onProgress?: (message: string) => void;
  /** For a change, called with the wire's own task once the agent has taken it on: from then on it is no error's to undo. */
  readonly accepted?: (taskId: string) => Promise<void>;
  /** The name of the call that took on the wire's own task which is asked after; absent where the agent's own is. */
  readonly taskOf?: string;
  /** Called when all that is left is to send; where it throws nothing is sent, and `call` rejects with that. */
  readonly beforeSend?: () => Promise<void>;
}

export const wires = ["mcp", "a2a"] as const;
/** What carries calls; the same tasks go over each. */
export type Wire = (typeof wires)[number];

/**
 * One lasting connection to one agent. `call` rejects with a TaskError whose `effect` is `none` where nothing was sent
 * and `unknown` where the agent may have acted.
 */
export interface Transport {
  readonly call: (
    task: string,
    request: Readonly<Record<string, unknown>>,
    options: TransportOptions,
  ) => Promise<CallResult>;
  /** Names of the tasks that the agent lists. Rejects as `call` does. */
  readonly tools: (options: Pick<TransportOptions, "signal" | "timeoutMs">) => Promise<readonly string[]>;
  /** What carries its calls, where that was chosen among several and is known by now. */
  readonly wire?: () => Wire | undefined;
  readonly close: () => Promise<void>;
}

/** Opens the connection that `agentUrl` wants; called once for each agent. */
export type TransportFactory = (agentUrl: string) => Transport;
