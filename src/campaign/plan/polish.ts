import { aimed, type Draft, type Frame, keepsAims, margin, movable, put, room, spare } from "./draft.ts";

const rounds = 60;
/** Under this a unit is not worth moving: it keeps rounding from passing for a gain. */
const least = 1e-9;

/**
 * Moves money between the draft's packages, and to them from what is left, for as long as that brings more. Amounts stay
 * whole and no limit that holds is broken.
 */
export function polish(frame: Frame, draft: Draft): void {
  for (let round = 0; round < rounds; round += 1) {
    let moved = 0;
    for (let to = 0; to < draft.chosen.length; to += 1) {
      moved += add(frame, draft, to);
      for (let from = 0; from < draft.chosen.length; from += 1)
        if (from !== to) moved += move(frame, draft, from, to);
    }
    if (moved <= frame.problem.budget * 1e-7) return;
  }
}

function add(frame: Frame, draft: Draft, to: number): number {
  const now = aimed(frame, draft);
  const brings = (more: number) =>
    margin(frame, draft, to, more, true) > 0 && keepsAims(frame, draft, [{ i: to, more: more + 1 }], now);
  const amount = largest(room(frame, draft, to), brings);
  if (amount > 0) put(frame, draft, to, amount);
  return amount;
}

function move(frame: Frame, draft: Draft, from: number, to: number): number {
  const [source, target] = [draft.chosen[from] ?? 0, draft.chosen[to] ?? 0];
  const spreads = frame.channelOf[source] !== frame.channelOf[target];
  // What the next unit brings at its new place over what it brought at its old one, after `moved` of them.
  const brings = (moved: number) =>
    margin(frame, draft, to, moved, spreads) - margin(frame, draft, from, -moved - 1, spreads) > least;
  if (!brings(0)) return 0;
  const now = aimed(frame, draft);
  const keeps = (moved: number) =>
    keepsAims(
      frame,
      draft,
      [
        { i: from, more: -moved - 1 },
        { i: to, more: moved + 1 },
      ],
      now,
    );
  const amount = largest(movable(frame, draft, from, to), (moved) => brings(moved) && keeps(moved));
  if (amount <= 0) return 0;
  put(frame, draft, from, -amount);
  put(frame, draft, to, amount);
  return amount;
}

/** Takes money from where it misses an aim most until the aims are met, to where it serves them, else out of the plan. */
export function meetAims(frame: Frame, draft: Draft): void {
  for (const [aim, { gains }] of (frame.problem.aims ?? []).entries()) {
    const short = () => -(aimed(frame, draft)[aim] ?? 0);
    const amountOf = (i: number) => draft.amounts[i] ?? 0;
    const rateAt = (i: number, amount: number) =>
      gains[draft.chosen[i] ?? 0]?.find(({ end }) => amount <= end)?.rate ?? 0;
    const worst = [...draft.chosen.keys()].sort(
      (a, b) => rateAt(a, amountOf(a)) - rateAt(b, amountOf(b)) || a - b,
    );
    for (const from of worst) {
      const loss = -rateAt(from, amountOf(from));
      if (short() <= 0 || loss <= 0) break;
      for (const to of worst.toReversed().filter((other) => other !== from)) {
        const gain = loss + rateAt(to, amountOf(to) + 1);
        if (gain <= loss || short() <= 0) continue;
        const amount = Math.min(movable(frame, draft, from, to), Math.ceil(short() / gain));
        put(frame, draft, from, -amount);
        put(frame, draft, to, amount);
      }
      const amount = Math.min(spare(frame, draft, from, []), Math.ceil(short() / loss));
      if (amount > 0) put(frame, draft, from, -amount);
    }
  }
}

/** The most units, up to `most`, each of which brings something after those before it. */
function largest(most: number, brings: (before: number) => boolean): number {
  let [low, high] = [0, most];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (brings(middle - 1)) low = middle;
    else high = middle - 1;
  }
  return low;
}
