import type { InjectionSign } from "../messages/clean-answer.ts";
import type { TaskError } from "../messages/errors.ts";
import type { CallResult } from "../messages/transport.ts";
import type { ReadName, RequestOf, ResponseOf, TaskName } from "../tasks/index.ts";

/**
 * What became of a call. The payload's texts are clean (`clean-answer.ts`); `injectionSigns` says what they tried on their
 * reader. `pending`: the agent works on it, ask with `taskId`. Refusals and broken wires are values too.
 */
export type Answer<Payload> =
  | {
      readonly type: "answered";
      readonly payload: Payload;
      readonly replayed: boolean;
      readonly injectionSigns?: readonly InjectionSign[];
    }
  | { readonly type: "pending"; readonly taskId: string; readonly replayed: boolean }
  | { readonly type: "failed"; readonly error: TaskError };

/** One call that has ended, or that was not let out. */
export interface EndedCall {
  readonly agentUrl: string;
  readonly task: TaskName;
  /** One of `errorCodes`, or `OTHER`; absent where it was answered. */
  readonly code?: string;
  readonly milliseconds: number;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Milliseconds; the task's own time where absent. */
  readonly timeoutMs?: number;
  readonly onProgress?: (message: string) => void;
  /** 1 where a second try makes no sense, as under a deadline. */
  readonly tries?: number;
  /** With `get_task_status`: the task id is the wire's own, of a call of this task. */
  readonly taskOf?: TaskName;
  /** Called with each page of the answer as its agent sent it, before a dialect reads it; secrets in use are out of it. */
  readonly arrived?: (page: CallResult) => void;
}

export interface MutateOptions extends CallOptions {
  /**
   * Asked right before each attempt goes out, the first and every further one: why nothing may be sent any more, in plain words;
   * undefined where it may. An attempt that it stops ends as `STOPPED`, and whether an earlier one arrived is open.
   */
  readonly stopped: () => Promise<string | undefined>;
  /**
   * When the call is over at the latest, in UTC milliseconds by the client's `now`, with queueing, connecting and every try;
   * `longestCallMs` from now where absent. What is not answered by then ends as `TIMEOUT`, and nothing goes out after it.
   */
  readonly until?: number;
  /** Called with the wire's own task as soon as the agent has taken the change on. What fails afterwards says nothing of it. */
  readonly accepted?: (taskId: string) => Promise<void>;
}

/** Asks an agent. Never rejects for what an agent does. */
export type Read = <Name extends ReadName>(
  agentUrl: string,
  task: Name,
  request: RequestOf<Name>,
  options?: CallOptions,
) => Promise<Answer<ResponseOf<Name>>>;

/** An account is opened with the first buy: until then a seller may know none, and answers what anybody gets. */
export function knowsNoAccount(answer: Answer<unknown>): boolean {
  return answer.type === "failed" && /^ACCOUNT_(NOT_FOUND|SETUP_REQUIRED)$/.test(answer.error.code);
}
