import type { Clock } from "../../lib/clock.ts";

/** How much longer than the slowest first answer a round may take for second ones. */
const stretch = 1.2;

/** The time that first answers leave for second ones: while somebody is still awaited, and a little after. */
export interface Round {
  /** One seller's first answer is in, or will not come. */
  readonly ended: (answered: boolean) => void;
  /** Whether another answer that takes `elapsedMs` would not outlast the slowest of the first ones. */
  readonly leavesTimeFor: (elapsedMs: number) => boolean;
  /** Aborts when the time for second answers is over. */
  readonly over: AbortSignal;
  readonly [Symbol.dispose]: () => void;
}

export function openRound(awaitedSellers: number, stopwatch: Clock): Round {
  const begun = stopwatch.now();
  const controller = new AbortController();
  let awaited = awaitedSellers;
  let slowest = 0;
  let timer: NodeJS.Timeout | undefined;
  const passed = () => stopwatch.now() - begun;
  return {
    ended: (answered) => {
      awaited -= 1;
      if (answered) slowest = passed();
      if (awaited === 0)
        timer = setTimeout(() => controller.abort(), Math.max(0, slowest * stretch - passed()));
    },
    leavesTimeFor: (elapsedMs) => awaited > 0 || passed() + elapsedMs < slowest * stretch,
    over: controller.signal,
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}
