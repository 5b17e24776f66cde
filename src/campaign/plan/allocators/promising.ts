import type { Candidate } from "../allocator.ts";
import { type Draft, draftOf, type Frame, margin, put, spare } from "../draft.ts";
import { channelWorth, offerWorth } from "../worth.ts";
import { urgency } from "./fill.ts";

/** Steps of the estimate, each a fortieth of the budget. */
const steps = 20;
const stepsInBudget = 40;

/**
 * The candidates that a draft would gain most by, best first, by an estimate that takes each once: what it brings, less what the
 * money brings where it would be taken from.
 */
export function promising(frame: Frame, draft: Draft, count: number, without?: number): number[] {
  const { candidates, sellers, packages } = frame.problem;
  if (draft.chosen.length >= packages.most) return [];
  const chosen = draft.chosen.flatMap((place) => candidates[place] ?? []);
  const lineIds = new Set(chosen.map(({ lineId }) => lineId));
  const bought = new Set(chosen.map(({ sellerId }) => sellerId));
  const price = priceOfMoney(frame, draft);
  const free = freeInGroups(frame, draft);

  const gains: { place: number; gain: number }[] = [];
  candidates.forEach((candidate, place) => {
    if (place === without || lineIds.has(candidate.lineId)) return;
    const isNew = !bought.has(candidate.sellerId);
    if (isNew && bought.size >= sellers.most) return;
    const missed = isNew && bought.size < sellers.least ? urgency * frame.problem.budget : 0;
    const gain = missed + gainOf(frame, draft, { candidate, place, price, free });
    if (gain > 0) gains.push({ place, gain });
  });
  return gains
    .sort((a, b) => b.gain - a.gain || a.place - b.place)
    .slice(0, count)
    .map(({ place }) => place);
}

/** What it costs to free money: the worth that is lost by taking 0, 1, 2 … steps from where it brings least. */
function priceOfMoney(frame: Frame, draft: Draft): number[] {
  const step = frame.problem.budget / stepsInBudget;
  const rest = draftOf(frame, draft.chosen, draft.amounts);
  const price = [0];
  for (let i = 0; i < steps; i += 1) {
    let lost = 0;
    let missing = Math.max(0, step - Math.max(0, rest.left));
    while (missing > 0) {
      let [cheapest, least, most] = [-1, Number.POSITIVE_INFINITY, 0];
      rest.chosen.forEach((_, from) => {
        const available = spare(frame, rest, from, []);
        const worth = available > 0 ? margin(frame, rest, from, 0, true) : Number.POSITIVE_INFINITY;
        if (worth < least) [cheapest, least, most] = [from, worth, available];
      });
      // What cannot be freed is as dear as what is asked for at least.
      if (cheapest === -1) {
        lost += missing * urgency;
        break;
      }
      const amount = Math.min(missing, most);
      put(frame, rest, cheapest, -amount);
      lost += amount * least;
      missing -= amount;
    }
    rest.left -= step;
    price.push((price.at(-1) ?? 0) + lost);
  }
  return price;
}

/** What can still go to each group where its other packages give all that they can. */
function freeInGroups(frame: Frame, draft: Draft): number[] {
  const free = frame.problem.groups.map(({ most }, group) => most - (draft.onGroup[group] ?? 0));
  draft.chosen.forEach((place, i) => {
    const available = spare(frame, draft, i, []);
    for (const { group } of frame.groupsOf[place] ?? []) free[group] = (free[group] ?? 0) + available;
  });
  return free;
}

function gainOf(
  frame: Frame,
  draft: Draft,
  at: { candidate: Candidate; place: number; price: readonly number[]; free: readonly number[] },
): number {
  const { candidate, place, price, free } = at;
  const { budget, packageWork } = frame.problem;
  const { least } = candidate;
  let most = candidate.most;
  for (const { group } of frame.groupsOf[place] ?? []) most = Math.min(most, free[group] ?? 0);
  if (most < least) return 0;
  const onChannel = draft.onChannel[frame.channelOf[place] ?? 0] ?? 0;
  const before = channelWorth(onChannel, frame.problem);
  const step = budget / stepsInBudget;

  const gainAt = (amount: number) => {
    let gain = offerWorth(candidate, amount) + channelWorth(onChannel + amount, frame.problem) - before;
    const at = amount / step;
    const [low, high] = [price[Math.floor(at)] ?? 0, price[Math.ceil(at)] ?? Number.POSITIVE_INFINITY];
    gain -= low + (high - low) * (at - Math.floor(at));
    for (const { group, least: wanted } of frame.groupsOf[place] ?? []) {
      const short = wanted - (draft.onGroup[group] ?? 0);
      if (short > 0) gain += urgency * Math.min(short, amount);
    }
    return gain;
  };
  let best = gainAt(least);
  for (let at = Math.floor(least / step) + 1; at <= steps && at * step < most; at += 1)
    best = Math.max(best, gainAt(at * step));
  return Math.max(best, gainAt(Math.min(most, steps * step))) - packageWork;
}
