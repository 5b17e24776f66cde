import type { InjectionSign } from "../../protocol/clean-answer.ts";

/** What the texts of one item of an answer's list tried on their reader, in our words; `list` is its field: "products". */
export function injectionSignsAt(
  injectionSigns: readonly InjectionSign[] | undefined,
  list: string,
  item: number,
): string[] {
  const found = (injectionSigns ?? []).filter(({ path }) => path[0] === list && path[1] === item);
  return [...new Set(found.flatMap(({ what }) => what))].sort();
}
