import type { Clock } from "../../lib/clock.ts";
import type { Read } from "../../protocol/client/calls.ts";
import type { AskInPassing } from "../model/state/ports.ts";

/** How long a stop waits for an agent that is asked about it, in milliseconds. */
const patienceMs = 2_000;

/** One for all campaigns of a process. `clock` is the wire's own time. */
export function askingInPassing(read: Read, clock: Clock): AskInPassing {
  const silent = new Set<string>();
  const waiting = new Map<string, Set<AbortController>>();
  return async (order, ask) => {
    const { at } = order;
    if (silent.has(at)) return undefined;
    const others = waiting.get(at) ?? new Set();
    waiting.set(at, others);
    const own = new AbortController();
    others.add(own);
    const late = new Promise<undefined>((resolve) => {
      own.signal.addEventListener("abort", () => resolve(undefined), { once: true });
    });
    const timer = new AbortController();
    clock.sleep(patienceMs, timer.signal).then(
      () => {
        silent.add(at);
        for (const each of others) each.abort();
      },
      () => undefined,
    );
    const readOnce: Read = async (agentUrl, task, request, options) => {
      const answer = await read(agentUrl, task, request, { ...options, tries: 1, signal: own.signal });
      if (answer.type === "failed") silent.add(at);
      return answer;
    };
    try {
      return await Promise.race([ask(readOnce), late]);
    } finally {
      others.delete(own);
      timer.abort();
    }
  };
}
