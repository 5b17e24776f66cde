import { type Draft, draftOf, type Frame, margin, put, room } from "../draft.ts";

/** Parts of the budget that amounts grow by. */
const parts = 80;
/** Outweighs all that money can bring: what the problem asks for at least comes first. */
export const urgency = 10;

/**
 * Amounts for a choice of candidates: each its least, then the rest of the budget in parts to whoever makes most of it,
 * groups under their least first. Undefined where even the least of all breaks a limit.
 */
export function fill(frame: Frame, chosen: readonly number[]): Draft | undefined {
  const { candidates, groups, budget } = frame.problem;
  const draft = draftOf(
    frame,
    chosen,
    chosen.map((place) => candidates[place]?.least ?? 0),
  );
  if (draft.left < 0 || groups.some(({ most }, group) => (draft.onGroup[group] ?? 0) > most))
    return undefined;

  const part = Math.ceil(budget / parts);
  /** What a part brings with each at most: less and less, however the rest is put. */
  const bounds = chosen.map(() => Number.POSITIVE_INFINITY);
  while (draft.left > 0) {
    let [best, bestMargin, bestRoom] = [-1, 0, 0];
    for (const [i, place] of chosen.entries()) {
      if ((bounds[i] ?? 0) <= bestMargin) continue;
      const free = room(frame, draft, i);
      const brings = free > 0 ? margin(frame, draft, i, 0, true) + urgencyOf(frame, draft, place) : 0;
      bounds[i] = brings;
      if (brings > bestMargin) [best, bestMargin, bestRoom] = [i, brings, free];
    }
    if (best === -1) break;
    put(frame, draft, best, Math.min(part, bestRoom));
  }
  return draft;
}

function urgencyOf(frame: Frame, draft: Draft, place: number): number {
  let urgent = 0;
  for (const { group, least } of frame.groupsOf[place] ?? [])
    if ((draft.onGroup[group] ?? 0) < least) urgent += urgency;
  return urgent;
}
