/**
 * What a line is expected to bring on a day for what it spends on it, as the plan has it: concave, from nothing on, straight
 * between corners and flat after the last. Spend in minor units of the brief's currency.
 */
export type Curve = readonly Corner[];

export interface Corner {
  readonly spend: number;
  readonly outcome: number;
}

const nothing: Corner = { spend: 0, outcome: 0 };

/** Expected outcome of a day with this spend. */
export function outcomeAt(curve: Curve, spend: number): number {
  let before = nothing;
  for (const corner of curve) {
    if (spend <= corner.spend)
      return before.outcome + slope(before, corner) * Math.max(0, spend - before.spend);
    before = corner;
  }
  return before.outcome;
}

function slope(from: Corner, to: Corner): number {
  return to.spend > from.spend ? (to.outcome - from.outcome) / (to.spend - from.spend) : 0;
}
