import type { Tried } from "../../protocol/clean-answer.ts";

/** What the texts of one item of an answer's list tried on their reader, in our words; `list` is its field: "products". */
export function triedAt(tried: readonly Tried[] | undefined, list: string, item: number): string[] {
  const found = (tried ?? []).filter(({ path }) => path[0] === list && path[1] === item);
  return [...new Set(found.flatMap(({ what }) => what))].sort();
}
