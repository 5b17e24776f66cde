/** Levels of objects and arrays in an answer; more is no answer but an attempt on whoever walks through it. */
export const deepest = 64;

/** Whether a value is nested deeper than any that is read. Itself it walks without recursion. */
export function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return true;
    level = level.flatMap((item): unknown[] =>
      typeof item === "object" && item !== null ? Object.values(item) : [],
    );
  }
  return false;
}
