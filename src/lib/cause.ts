/** What went wrong, in the words of whatever was thrown. */
export function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

/** Whether it is one of the failures that Node or a library names by such a code. */
export function hasCode(cause: unknown, ...codes: readonly string[]): boolean {
  return cause instanceof Error && "code" in cause && codes.some((code) => code === cause.code);
}

/** What comes of it; undefined where it throws. */
export function attempt<Value>(work: () => Value): Value | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
