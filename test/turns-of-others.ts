/** How often others had their turn in the event loop while some work was done. */
export async function turnsOfOthers<Result>(
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly turns: number }> {
  let turns = 0;
  let next = setImmediate(function again() {
    turns += 1;
    next = setImmediate(again);
  });
  try {
    const result = await work();
    return { result, turns };
  } finally {
    clearImmediate(next);
  }
}
