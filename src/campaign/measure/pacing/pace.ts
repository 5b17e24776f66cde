/** How a package spends beside its curve. */
export type Pace = "under" | "on" | "over";

/** Off by more than the outer band is under or over; back within the inner band is on again. Parts of what was planned. */
const outerBand = 0.1;
const innerBand = 0.05;
/** Before this part of the budget was to be spent, a day's chance says more than the pace. */
const leastPlanned = 0.05;

/** The pace after a day, from the one before it: between the bands it stays what it was, so that it does not flicker. */
export function paceAfter(
  before: Pace,
  { spent, planned, budget }: { readonly spent: number; readonly planned: number; readonly budget: number },
): Pace {
  if (planned <= 0 || planned < leastPlanned * budget) return "on";
  const off = spent / planned - 1;
  if (off < -outerBand) return "under";
  if (off > outerBand) return "over";
  if (Math.abs(off) <= innerBand) return "on";
  // Between the bands, on the side that it came from.
  return (before === "under" && off < 0) || (before === "over" && off > 0) ? before : "on";
}
