export interface AllowanceOptions {
  /** What a sender may send at once after a silence. */
  readonly atOnce: number;
  readonly perSecond: number;
  /** UTC milliseconds. */
  readonly now: () => number;
}

/** Milliseconds until a sender's next report is taken; 0 where it is taken now, which counts. One sender's flood costs no other. */
export type Allowance = (sender: string) => number;

export function senderAllowance({ atOnce, perSecond, now }: AllowanceOptions): Allowance {
  const perMs = perSecond / 1_000;
  const left = new Map<string, { readonly count: number; readonly at: number }>();
  return (sender) => {
    const at = now();
    const before = left.get(sender) ?? { count: atOnce, at };
    // A clock that was set back gives nothing and takes nothing.
    const count = Math.min(atOnce, before.count + Math.max(0, at - before.at) * perMs);
    const isAllowed = count >= 1;
    left.set(sender, { count: isAllowed ? count - 1 : count, at });
    return isAllowed ? 0 : Math.ceil((1 - count) / perMs);
  };
}
