import { counted } from "../../../lib/english.ts";
import { groupBy } from "../../../lib/group-by.ts";
import { formatMinor, formatMoney, type Money } from "../../../lib/money.ts";
import { partsIn } from "../../../lib/parts.ts";
import type { Candidate } from "../allocator.ts";
import type { Decision } from "./decision.ts";

/** What keeps money that is left from a candidate. */
interface Obstacle {
  readonly words: string;
  /** What the candidate has room for, of what is left, in minor units. */
  readonly room: number;
  /** There is too little money for it. */
  readonly isMoney: boolean;
}

/** `EUR 35,500.00 stay unallocated: only on CTV keeps out EUR 12,000.00 of it` */
export function leftWords(left: Money, why: string): string {
  return `${formatMoney(left)} stay unallocated: ${why}`;
}

/** How a group's limit is put. */
export const mayHave = "may have no more than";

/** Why money of a split stays: what keeps most of it from offers that have room, or that none has any. */
export function whyLeft(decision: Decision): string {
  const { problem, allocation, budget, unallocated, bought, atAims } = decision;
  const { step = 0, candidates } = problem;
  const [aim] = atAims;
  if (aim) return `more would miss ${aim.words}`;
  const inSteps = bought.filter(({ offerId }) => (allocation.get(offerId) ?? 0) % step === 0);
  if (unallocated.minor < step * inSteps.length)
    return `amounts are whole steps of ${formatMinor(step, budget.currency)}`;
  const open = candidates
    .map((candidate, place) => obstaclesTo(candidate, place, decision))
    .filter((obstacles) => obstacles !== undefined);
  const alone = groupBy(open.filter((obstacles) => obstacles.length < 2).flat(), ({ words }) => words);
  const roomOf = (all: readonly Obstacle[]) => all.reduce((sum, { room }) => sum + room, 0);
  const [first] = [...alone.values()].toSorted((a, b) => roomOf(b) - roomOf(a));
  if (first?.[0] !== undefined) return first[0].words;
  const [[several] = []] = open;
  return several?.words ?? noRoom(decision);
}

/** No offer that may be bought has room: so says only a split in which each is full. */
function noRoom({ problem: { groups }, spent, leftOut }: Decision): string {
  const isInBurst = groups.some(({ isBurst, most }, i) => isBurst && (spent[i] ?? 0) < most);
  const room = `has room for them${isInBurst ? " in their burst" : ""}`;
  if (leftOut.size === 0) return `no other offer ${room}`;
  return `no other offer that may be bought ${room}; not to be bought are ${commonestReasons(leftOut).join("; ")}`;
}

/** What keeps most offers out, at most three reasons: `17 of 19 offers: no CPM`; one alone is named. */
export function commonestReasons(leftOut: ReadonlyMap<string, string>): string[] {
  return [...groupBy([...leftOut], ([, reason]) => reason)]
    .toSorted(([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1))
    .slice(0, 3)
    .map(([reason, all]) => {
      const [[only] = []] = all;
      return all.length === 1
        ? `${only}: ${reason}`
        : `${all.length} of ${counted(leftOut.size, "offer")}: ${reason}`;
    });
}

/** What stands in a candidate's way, each apart; none where only its work does. Undefined where it is full, or what it is of. */
export function obstaclesTo(candidate: Candidate, place: number, decision: Decision): Obstacle[] | undefined {
  const { problem, allocation, budget, unallocated, bought, spent } = decision;
  const { packages, sellers, groups } = problem;
  const amount = allocation.get(candidate.offerId);
  const shown = (minor: number) => formatMinor(minor, budget.currency);
  if (amount === undefined && bought.some(({ lineId }) => lineId === candidate.lineId)) return undefined;
  const isFull = amount === candidate.most && (candidate.cap !== undefined || candidate.least === amount);
  const [needed, own] = amount === undefined ? [candidate.least, 0] : [1, amount];
  const closed = groups.filter(
    ({ members, most }, group) => members.includes(place) && (spent[group] ?? 0) + needed > most,
  );
  if (
    isFull ||
    closed.some(({ isBurst, isInventory, least, most }) => isBurst || isInventory || least === most)
  )
    return undefined;
  const room = Math.min(
    unallocated.minor,
    candidate.cap === undefined ? unallocated.minor : candidate.most - own,
  );
  const obstacle = (words: string): Obstacle => ({ words, room, isMoney: false });
  const isNew = amount === undefined;
  const sold = new Set(bought.map(({ sellerId }) => sellerId));
  const all = partsIn<Obstacle>([
    closed.map(({ name, most, basis }) => {
      const limit = shown(most);
      return obstacle(`${name} ${mayHave} ${basis.startsWith(limit) ? basis : `${limit}: ${basis}`}`);
    }),
    isNew &&
      bought.length >= packages.most &&
      obstacle(`the plan has its ${counted(packages.most, "package")}`),
    isNew &&
      sold.size >= sellers.most &&
      !sold.has(candidate.sellerId) &&
      obstacle(`the plan has its ${counted(sellers.most, "seller")}`),
    needed > unallocated.minor && {
      words: `the smallest package of ${candidate.offerId}, ${shown(needed)}, is more than is left`,
      room: unallocated.minor,
      isMoney: true,
    },
  ]);
  return all.length > 0 ? all : [obstacle("one more package is not worth its work")];
}
