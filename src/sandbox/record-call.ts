import type { Wire } from "../protocol/messages/transport.ts";
import type { Payload } from "./payload.ts";

/** One task call as the sandbox saw it. Instants are monotonic milliseconds of the process, not of the simulated clock. */
export interface RecordedCall {
  /** Counts the calls in the order of their arrival, from 1. */
  readonly order: number;
  /** Path of the agent, whatever carried the call: `/sales/mcp`. */
  readonly agent: string;
  /** Its domain. */
  readonly agentId: string;
  /** What carried it. */
  readonly wire: Wire;
  readonly task: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly startedAt: number;
  /** Absent while the call runs. */
  readonly endedAt?: number;
  /** `answered`, `replayed`, `cancelled`, `dropped`, or the code of the error. */
  readonly outcome?: string;
}

/** What an agent says to one call, as it goes over the wire. */
export interface RecordedAnswer {
  readonly task: string;
  readonly payload: Payload;
  readonly isRefusal: boolean;
}

/** Called with each call as it arrives, each that has ended, and its answer. */
export interface CallObserver {
  /** It is waited for before the agent goes on. */
  readonly onCall?: (call: RecordedCall) => void | Promise<void>;
  readonly onEnd?: (call: RecordedCall) => void;
  readonly onAnswer?: (answer: RecordedAnswer) => void;
}

/** The calls of all agents, in order; `begin` returns what ends the call. */
export function callRecorder({ onCall, onEnd, onAnswer }: CallObserver) {
  const calls: RecordedCall[] = [];

  async function begin(
    call: Pick<RecordedCall, "agent" | "agentId" | "wire" | "task" | "arguments">,
  ): Promise<(outcome: string) => void> {
    const order = calls.length + 1;
    const begun: RecordedCall = { order, ...structuredClone(call), startedAt: performance.now() };
    calls.push(begun);
    await onCall?.(begun);
    return (outcome) => {
      const ended = { ...begun, endedAt: performance.now(), outcome };
      calls[order - 1] = ended;
      onEnd?.(ended);
    };
  }

  return { calls, begin, answered: onAnswer ?? (() => undefined) };
}
export type CallRecorder = ReturnType<typeof callRecorder>;
