/** Part of a total that sums may be off by, for the rounding of sellers. */
const slack = 0.001;

/** Whether two totals differ by more than the rounding of `parts` numbers explains. */
export function differ(a: number, b: number, parts: number): boolean {
  return Math.abs(a - b) > Math.max(parts, Math.abs(a) * slack);
}
