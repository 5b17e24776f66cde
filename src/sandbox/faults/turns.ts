/** Lets an answer wait for the agent's next one, so that answers come in another order than their calls. */
export function answerTurns() {
  const waiting = new Map<string, Set<() => void>>();

  /** Resolves when the agent has answered another call, or after `ms` real milliseconds. */
  function next(agent: string, ms: number): Promise<void> {
    return new Promise((resolve) => {
      const turns = waiting.get(agent) ?? new Set();
      waiting.set(agent, turns);
      const end = () => {
        clearTimeout(timer);
        turns.delete(end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      turns.add(end);
    });
  }

  function answered(agent: string): void {
    for (const end of waiting.get(agent) ?? []) end();
  }

  return { next, answered };
}
export type AnswerTurns = ReturnType<typeof answerTurns>;
