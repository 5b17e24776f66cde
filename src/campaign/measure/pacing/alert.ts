/** Something about a running package that a person should know, told once. */
export interface Alert {
  readonly kind: "budget" | "spend anomaly" | "delivery stopped" | "flight ends" | "creative disapproved";
  /** The plan's slot, or the seller where it is about a creative. */
  readonly slot: string;
  /** What it is told once for: a percentage of the budget, the day it began on, a creative. */
  readonly rung: string;
  /** For people, one sentence. */
  readonly text: string;
}

/** Every alert has a key of its own, whatever process raises it. */
export function alertKey({ kind, slot, rung }: Pick<Alert, "kind" | "slot" | "rung">): string {
  return `alert/${kind}/${slot}/${rung}`;
}
