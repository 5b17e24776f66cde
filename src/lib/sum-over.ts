/** The sum of numbers, or of what `of` gives for each item. */
export function sumOver(numbers: readonly number[]): number;
export function sumOver<Item>(items: readonly Item[], of: (item: Item, place: number) => number): number;
export function sumOver<Item>(
  items: readonly Item[],
  of: (item: Item, place: number) => number = Number,
): number {
  let sum = 0;
  for (const [place, item] of items.entries()) sum += of(item, place);
  return sum;
}
