/** What happens next, decided beforehand. Where nothing is decided any more all goes well: the first of the choices. */
export interface Luck {
  readonly pick: <const Choice>(choices: readonly [Choice, ...Choice[]]) => Choice;
  /** From now on all goes well. */
  readonly end: () => void;
}

export function openLuck(decided: readonly number[]): Luck {
  let next = 0;
  return {
    end: () => {
      next = decided.length;
    },
    pick: (choices) => choices[(decided[next++] ?? 0) % choices.length] ?? choices[0],
  };
}
