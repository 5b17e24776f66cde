/** The time that something has, and no longer than others want it. */
export interface Deadline {
  /** Aborts with the time, or with the first signal that it depends on. */
  readonly signal: AbortSignal;
  /** Whether it was the time that ended it. */
  readonly isOver: () => boolean;
  /** Begins the time anew. */
  readonly restart: () => void;
  readonly [Symbol.dispose]: () => void;
}

/**
 * A deadline in milliseconds that is let go of with what it was for: the platform's own `AbortSignal.timeout` and `any` keep
 * all that listens to them until their time has come.
 */
export function deadline(
  milliseconds: number,
  wanted: readonly (AbortSignal | undefined)[] = [],
  reason: () => Error = () => new Error(`no answer within ${milliseconds} ms`),
): Deadline {
  const ended = new AbortController();
  let isOver = false;
  const end = (event: Event) => ended.abort((event.target as AbortSignal).reason);
  const over = () => {
    isOver = !ended.signal.aborted;
    ended.abort(reason());
  };
  for (const signal of wanted) {
    if (signal?.aborted) ended.abort(signal.reason);
    signal?.addEventListener("abort", end, { once: true });
  }
  let timer = setTimeout(over, milliseconds);
  return {
    signal: ended.signal,
    isOver: () => isOver,
    restart: () => {
      clearTimeout(timer);
      timer = setTimeout(over, milliseconds);
    },
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      for (const signal of wanted) signal?.removeEventListener("abort", end);
    },
  };
}
