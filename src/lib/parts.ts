/** A list as it comes about: of single items, of lists of them, and of nothing where there is none. */
export type Parts<Item> = Item | false | undefined | readonly Parts<Item>[];

/** Its items, in order. */
export function partsIn<Item>(parts: Parts<Item>): Item[] {
  if (parts === undefined || parts === false) return [];
  return isList(parts) ? parts.flatMap(partsIn) : [parts];
}

function isList<Item>(parts: Parts<Item>): parts is readonly Parts<Item>[] {
  return Array.isArray(parts);
}
