import type { AllocationProblem, Count } from "./allocator.ts";
import { channelMargin, offerMargin, offerWorth, worth } from "./worth.ts";

/** A problem with what searching it asks again and again: which groups and which channel a candidate is in. */
export interface Frame {
  readonly problem: AllocationProblem;
  /** By the candidate's place. */
  readonly groupsOf: readonly (readonly Bounds[])[];
  /** Number of its channel, by the candidate's place. */
  readonly channelOf: readonly number[];
  readonly channels: number;
}

/** What the amounts of a group are kept between. */
interface Bounds extends Count {
  /** Its place in `problem.groups`. */
  readonly group: number;
}

/** Amounts of a choice of candidates while they are worked on. The sums follow each change. */
export interface Draft {
  /** Places in `problem.candidates`. */
  readonly chosen: readonly number[];
  readonly amounts: number[];
  readonly onGroup: number[];
  readonly onChannel: number[];
  left: number;
}

export function frameOf(problem: AllocationProblem): Frame {
  const groupsOf: Bounds[][] = problem.candidates.map(() => []);
  problem.groups.forEach(({ members, least, most }, group) => {
    const bounds = { group, least, most };
    for (const place of members) groupsOf[place]?.push(bounds);
  });
  const numbers = new Map<string, number>();
  const channelOf = problem.candidates.map(({ channel }) => {
    const number = numbers.get(channel) ?? numbers.size;
    numbers.set(channel, number);
    return number;
  });
  return { problem, groupsOf, channelOf, channels: numbers.size };
}

export function draftOf(frame: Frame, chosen: readonly number[], amounts: readonly number[]): Draft {
  const draft: Draft = {
    chosen,
    amounts: chosen.map(() => 0),
    onGroup: frame.problem.groups.map(() => 0),
    onChannel: Array.from({ length: frame.channels }, () => 0),
    left: frame.problem.budget,
  };
  amounts.forEach((amount, i) => {
    put(frame, draft, i, amount);
  });
  return draft;
}

/** Adds to the i-th amount; takes from it where `more` is negative. */
export function put(frame: Frame, draft: Draft, i: number, more: number): void {
  const place = draft.chosen[i] ?? 0;
  draft.amounts[i] = (draft.amounts[i] ?? 0) + more;
  for (const { group } of frame.groupsOf[place] ?? [])
    draft.onGroup[group] = (draft.onGroup[group] ?? 0) + more;
  const channel = frame.channelOf[place] ?? 0;
  draft.onChannel[channel] = (draft.onChannel[channel] ?? 0) + more;
  draft.left -= more;
}

/** What the i-th amount may still get out of the unallocated budget. */
export function room(frame: Frame, draft: Draft, i: number): number {
  return Math.min(draft.left, roomBeside(frame, draft, i, []));
}

/** What can go from one amount to another without a limit broken. */
export function movable(frame: Frame, draft: Draft, from: number, to: number): number {
  const source = frame.groupsOf[draft.chosen[from] ?? 0] ?? [];
  const target = frame.groupsOf[draft.chosen[to] ?? 0] ?? [];
  return Math.min(spare(frame, draft, from, target), roomBeside(frame, draft, to, source));
}

/** What the i-th amount can give away; groups in `but` do not lose by it. */
export function spare(frame: Frame, draft: Draft, i: number, but: readonly Bounds[]): number {
  const place = draft.chosen[i] ?? 0;
  let most = (draft.amounts[i] ?? 0) - (frame.problem.candidates[place]?.least ?? 0);
  for (const bounds of frame.groupsOf[place] ?? [])
    if (bounds.least > 0 && !but.includes(bounds))
      most = Math.min(most, (draft.onGroup[bounds.group] ?? 0) - bounds.least);
  return Math.max(0, most);
}

/** What the i-th amount can take; groups in `but` do not grow by it. */
function roomBeside(frame: Frame, draft: Draft, i: number, but: readonly Bounds[]): number {
  const place = draft.chosen[i] ?? 0;
  let room = (frame.problem.candidates[place]?.most ?? 0) - (draft.amounts[i] ?? 0);
  for (const bounds of frame.groupsOf[place] ?? [])
    if (!but.includes(bounds)) room = Math.min(room, bounds.most - (draft.onGroup[bounds.group] ?? 0));
  return Math.max(0, room);
}

/** How far each aim is over what it wants, or under it. */
export function aimed({ problem }: Frame, { chosen, amounts }: Draft): number[] {
  return (problem.aims ?? []).map(({ gains }) =>
    chosen.reduce((sum, place, i) => sum + offerWorth({ curve: gains[place] ?? [] }, amounts[i] ?? 0), 0),
  );
}

/** Minor units that an aim may be under what it wants: amounts are whole. */
export function aimTolerance({ budget }: Pick<AllocationProblem, "budget">): number {
  return Math.max(1, budget * 1e-6);
}

/** In minor units. */
const binaryError = 1e-6;

/** Whether no aim that is met is missed, and none that is missed more so, where amounts change. */
export function keepsAims(
  frame: Frame,
  draft: Draft,
  changes: readonly { readonly i: number; readonly more: number }[],
  now: readonly number[],
): boolean {
  if (now.length === 0) return true;
  return now.every((sum, aim) => {
    const curves = frame.problem.aims?.[aim]?.gains ?? [];
    const change = changes.reduce((total, { i, more }) => {
      const curve = curves[draft.chosen[i] ?? 0] ?? [];
      const amount = draft.amounts[i] ?? 0;
      return total + offerWorth({ curve }, amount + more) - offerWorth({ curve }, amount);
    }, 0);
    return sum + change >= Math.min(0, sum) - binaryError;
  });
}

/** What one more minor unit on the i-th amount brings after `more` on it, with or without its part in the channels' spread. */
export function margin(frame: Frame, draft: Draft, i: number, more: number, spreads: boolean): number {
  const place = draft.chosen[i] ?? 0;
  const candidate = frame.problem.candidates[place];
  if (candidate === undefined) return 0;
  const own = offerMargin(candidate, (draft.amounts[i] ?? 0) + more);
  if (!spreads) return own;
  const onChannel = draft.onChannel[frame.channelOf[place] ?? 0] ?? 0;
  return own + channelMargin(onChannel + more, frame.problem);
}

export function draftWorth({ problem }: Frame, { chosen, amounts }: Draft): number {
  return worth(
    problem,
    chosen.flatMap((place) => problem.candidates[place] ?? []),
    amounts,
  );
}

/** How far a draft is under what the problem asks for at least, in minor units; a missing seller or package counts as the budget. */
export function shortfall(frame: Frame, draft: Draft): number {
  const { chosen, onGroup } = draft;
  const { groups, budget, packages, sellers, candidates } = frame.problem;
  let short = Math.max(0, packages.least - chosen.length) * budget;
  if (sellers.least > 0)
    short +=
      Math.max(0, sellers.least - new Set(chosen.map((place) => candidates[place]?.sellerId)).size) * budget;
  groups.forEach(({ least }, group) => {
    if (least > 0) short += Math.max(0, least - (onGroup[group] ?? 0));
  });
  for (const sum of aimed(frame, draft)) if (sum < -aimTolerance(frame.problem)) short -= sum;
  return short;
}
