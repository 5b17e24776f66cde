import type { Allocator } from "./allocator.ts";
import {
  aimed,
  type Draft,
  draftOf,
  type Frame,
  keepsAims,
  margin,
  movable,
  put,
  room,
  shortfall,
} from "./draft.ts";
import { meetAims } from "./polish.ts";

/**
 * Exact amounts in whole minor units by largest remainder, each within its bounds; what rounding takes from a group that
 * has a least is moved back. Undefined where that does not succeed.
 */
export function roundSplit(frame: Frame, chosen: readonly number[], exact: readonly number[]) {
  const { candidates, groups } = frame.problem;
  const whole = chosen.map((place, i) => {
    const { least = 0, most = 0 } = candidates[place] ?? {};
    return Math.min(most, Math.max(least, Math.floor(exact[i] ?? 0)));
  });
  const draft = draftOf(frame, chosen, whole);
  lower(frame, draft);
  const isOver = groups.some(({ most }, group) => (draft.onGroup[group] ?? 0) > most);
  if (draft.left < 0 || isOver) return undefined;

  const target = Math.round(exact.reduce((total, amount) => total + amount, 0));
  const byRemainder = chosen
    .map((_, i) => ({ i, remainder: (exact[i] ?? 0) - (draft.amounts[i] ?? 0) }))
    .sort((a, b) => b.remainder - a.remainder || a.i - b.i);
  for (const { i } of byRemainder) {
    const missing = draft.left - (frame.problem.budget - target);
    if (missing > 0) put(frame, draft, i, Math.min(1, missing, room(frame, draft, i)));
  }
  raise(frame, draft);
  meetAims(frame, draft);
  return shortfall(frame, draft) === 0 ? draft : undefined;
}

/** The solver keeps limits within its tolerance; a least that was rounded up may have gone over one by some units. */
function lower(frame: Frame, draft: Draft): void {
  const { candidates } = frame.problem;
  draft.chosen.forEach((place, i) => {
    const over = Math.max(
      -draft.left,
      ...(frame.groupsOf[place] ?? []).map(({ group, most }) => (draft.onGroup[group] ?? 0) - most),
    );
    const free = (draft.amounts[i] ?? 0) - (candidates[place]?.least ?? 0);
    if (over > 0 && free > 0) put(frame, draft, i, -Math.min(over, free));
  });
}

/** Fills groups that are under their least: from what is left, else from packages outside of them. */
function raise(frame: Frame, draft: Draft): void {
  frame.problem.groups.forEach(({ least }, group) => {
    const inside = draft.chosen.map(
      (place) => frame.groupsOf[place]?.some((own) => own.group === group) ?? false,
    );
    const short = () => least - (draft.onGroup[group] ?? 0);
    draft.chosen.forEach((_, to) => {
      if (!inside[to]) return;
      if (short() > 0) put(frame, draft, to, Math.min(short(), room(frame, draft, to)));
      draft.chosen.forEach((_, from) => {
        if (inside[from] || short() <= 0) return;
        const amount = Math.min(short(), movable(frame, draft, from, to));
        put(frame, draft, from, -amount);
        put(frame, draft, to, amount);
      });
    });
  });
}

/** Leasts are whole steps too, where a split can keep them so: what is chosen is then what can be bought in steps. */
export function inWholeSteps(allocator: Allocator): Allocator {
  return async (problem, goal) => {
    const { step, candidates } = problem;
    if (step === undefined) return allocator(problem, goal);
    const raised = candidates.map((candidate) => {
      const least = Math.ceil(candidate.least / step) * step;
      return least <= candidate.most ? { ...candidate, least } : candidate;
    });
    const found = await allocator({ ...problem, candidates: raised }, goal);
    return found.type === "impossible" ? allocator(problem, goal) : found;
  };
}

/**
 * Amounts as whole steps by largest remainder, those of groups that are short first; where all have theirs, what is over goes a step
 * at a time to where it brings most. A least outweighs steps, and all stays as it was where they break a limit.
 */
export function inSteps(frame: Frame, draft: Draft): void {
  const { step, candidates } = frame.problem;
  if (step === undefined) return;
  const [exact, short] = [[...draft.amounts], shortfall(frame, draft)];
  const over = (i: number) => (draft.amounts[i] ?? 0) % step;
  const free = [...draft.chosen.keys()].filter(
    (i) => (draft.amounts[i] ?? 0) - over(i) >= (candidates[draft.chosen[i] ?? 0]?.least ?? 0),
  );
  for (const i of free) put(frame, draft, i, -over(i));
  const next = () => nextStep(frame, draft, { free, exact });
  for (let i = next(); i !== undefined; i = next()) put(frame, draft, i, step);
  if (shortfall(frame, draft) <= short) return;
  for (const [i, amount] of exact.entries()) put(frame, draft, i, amount - (draft.amounts[i] ?? 0));
}

/** Which amount takes the next step. */
function nextStep(
  frame: Frame,
  draft: Draft,
  { free, exact }: { readonly free: readonly number[]; readonly exact: readonly number[] },
): number | undefined {
  const { step = 1 } = frame.problem;
  const now = aimed(frame, draft);
  const able = free.filter(
    (i) => room(frame, draft, i) >= step && keepsAims(frame, draft, [{ i, more: step }], now),
  );
  const isShort = (i: number) =>
    (frame.groupsOf[draft.chosen[i] ?? 0] ?? []).some(
      ({ group, least }) => (draft.onGroup[group] ?? 0) < least,
    );
  const first = able.some(isShort) ? able.filter(isShort) : able;
  const remainder = (i: number) => Math.max(0, (exact[i] ?? 0) - (draft.amounts[i] ?? 0));
  const brings = (i: number) => margin(frame, draft, i, step - 1, true);
  return first.toSorted((a, b) => remainder(b) - remainder(a) || brings(b) - brings(a) || a - b)[0];
}
