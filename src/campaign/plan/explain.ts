import { counted, formatCount } from "../../lib/english.ts";
import { groupBy } from "../../lib/group-by.ts";
import { currencyDigits, formatMinor, formatMoney, type Money, money } from "../../lib/money.ts";
import { formatPrice } from "../../lib/price.ts";
import { type Offer, offeredId } from "../model/offers/offer.ts";
import type { Ranking } from "../model/offers/ranking.ts";
import type { Aim, Allocation, AllocationProblem, Candidate } from "./allocator.ts";
import { draftOf, frameOf, margin, put, room } from "./draft.ts";
import { type Goal, gainWords, measuredWords } from "./goal.ts";
import { isWhole } from "./limits/bounds.ts";
import type { Posed } from "./problem.ts";
import { impressionsFor } from "./response.ts";
import { offerWorth } from "./worth.ts";

/** A split that was made, and what it was made from. */
export interface Decision {
  readonly problem: AllocationProblem;
  readonly allocation: Allocation;
  readonly budget: Money;
  readonly unallocated: Money;
  /** What may not be bought and of which nothing is: why, by offer. */
  readonly leftOut?: ReadonlyMap<string, string>;
  /** What an amount on an offer brings, in words. */
  readonly brings: (offerId: string, amount: number) => string;
  readonly bought: readonly Candidate[];
  /** What each group has, by its place. */
  readonly spent: readonly number[];
  /** Aims that the lines together just come up to. */
  readonly atAims: readonly Aim[];
}

/** Of the budget: as near as this, whole amounts are at what is aimed at. */
const nearly = 1e-4;

export function decisionOf(made: Omit<Decision, "bought" | "spent" | "atAims">): Decision {
  const { candidates, groups, aims = [], budget } = made.problem;
  const amountAt = (place: number) => made.allocation.get(candidates[place]?.offerId ?? "") ?? 0;
  return {
    ...made,
    bought: candidates.filter(({ offerId }) => made.allocation.has(offerId)),
    atAims: aims.filter(({ gains }) => {
      const gain = candidates.reduce(
        (sum, _, place) => sum + offerWorth({ curve: gains[place] ?? [] }, amountAt(place)),
        0,
      );
      return gain < budget * nearly;
    }),
    spent: groups.map(({ members }) => members.reduce((total, place) => total + amountAt(place), 0)),
  };
}

/** Why a line is in the plan and what it buys, in plain words with figures. */
export function explainLine(
  offer: Offer,
  amount: Money,
  { ranking, goal }: { readonly ranking: Ranking; readonly goal: Goal },
): string {
  const passing = ranking.rows.filter(({ gate }) => gate === "pass");
  const score = passing.find(({ offerId }) => offerId === offeredId(offer))?.score ?? 0;
  const place = passing.filter((other) => other.score > score).length;
  const floor = offer.price ? ` over a floor of ${formatPrice(offer.price)}` : "";
  const sentences = [
    `Scores ${score.toFixed(1)}, place ${place + 1} of ${passing.length} that may be bought`,
    boughtWords(offer, amount),
    offer.auction && offer.bid && `bids ${formatPrice(offer.bid)}${floor}`,
    offer.expired && `its forecast expired on ${offer.expired}, and its seller gave no newer one`,
    measuredWords(offer, goal),
    offer.label &&
      `its order names no package, so its price and our reference tell its seller that ${offer.label} is meant`,
    offer.minimumSpend && `its minimum spend is ${formatMoney(offer.minimumSpend)}`,
  ];
  return `${sentences.filter(Boolean).join("; ")}.`;
}

function boughtWords(offer: Offer, amount: Money): string | undefined {
  const { cpm, impressions, response } = offer;
  const expected = impressions && `${count(impressions.mid)} expected impressions`;
  if (isWhole(offer))
    return `sold whole for ${formatMoney(amount)}, with ${expected ?? "no forecast of impressions"}`;
  if (cpm === undefined) return undefined;
  const of = expected ? `of ${expected}` : "impressions; the seller gives no forecast";
  const bought = `${count(impressionsFor(offer, amount.minor) ?? 0)} ${of}`;
  return response
    ? `${formatMoney(amount)} buys ${bought} by the seller's forecast`
    : `${formatMoney(amount)} at ${formatMinor(cpm.mid, amount.currency)} for 1,000 buys ${bought}`;
}

/** Why an offer that may be bought is not. */
export function explainLeftOut(candidate: Candidate, decision: Decision): string {
  const { problem, budget, unallocated, brings, bought, spent } = decision;
  const brought = brings(candidate.offerId, Math.max(candidate.least, Math.round(problem.budget / 100)));
  const least = formatMoney(money(candidate.least, budget.currency));

  const twin = bought.find(({ lineId }) => lineId === candidate.lineId);
  if (twin !== undefined) return `another pricing option of its product is bought: ${twin.offerId}`;
  if (bought.length >= problem.packages.most)
    return `${brought}, and the plan has its ${counted(problem.packages.most, "package")}`;
  const full = problem.groups.find(
    ({ members, most }, group) =>
      (spent[group] ?? 0) + candidate.least > most &&
      members.some((place) => problem.candidates[place] === candidate),
  );
  if (full !== undefined)
    return `${brought}; beside what ${full.sellerId === undefined ? full.name : "its seller"} already has, ${least} would take it over ${full.basis}`;
  const sellers = new Set(bought.map(({ sellerId }) => sellerId));
  if (sellers.size >= problem.sellers.most && !sellers.has(candidate.sellerId))
    return `${brought}, and the plan has its ${counted(problem.sellers.most, "seller")}`;
  if (candidate.least > unallocated.minor)
    return unallocated.minor === 0
      ? `${brought}; the budget does more elsewhere`
      : `${brought}; its smallest package of ${least} is over the ${formatMoney(unallocated)} that is left`;
  const place = problem.candidates.indexOf(candidate);
  const missed = decision.atAims.find(({ gains }) => (gains[place]?.[0]?.rate ?? 0) < 0);
  if (missed !== undefined) return `${brought}; with it the lines together would miss ${missed.words}`;
  return `${brought}; one more package is not worth its work`;
}

/** What limited the split, in words. */
export function explainBinding(decision: Decision): string[] {
  const { budget, unallocated } = decision;
  return [
    // What nobody asked for comes first.
    ...groupsAtBounds(decision, true),
    ...(unallocated.minor === 0 ? [`the whole budget of ${formatMoney(budget)} is allocated`] : []),
    ...groupsAtBounds(decision, false),
    ...packagesAtBounds(decision),
    ...countsAtBounds(decision),
    ...decision.atAims.map(({ words }) => `all lines together are at ${words}`),
    ...(unallocated.minor > 0
      ? [`${formatMoney(unallocated)} stay unallocated: ${whyUnallocated(decision)}`]
      : []),
  ];
}

function whyUnallocated(decision: Decision): string {
  const { problem, budget, unallocated, spent, bought, atAims, leftOut = new Map() } = decision;
  const { step = 0, groups } = problem;
  const [aim] = atAims;
  if (aim) return `more would miss ${aim.words}`;
  if (unallocated.minor < step * bought.length)
    return `amounts are whole steps of ${formatMoney(money(step, budget.currency))}`;
  const room = groups.some(({ isBurst, most }, i) => isBurst && (spent[i] ?? 0) < most)
    ? "has room for them in their burst"
    : "has room for them or is worth one more package";
  if (leftOut.size === 0) return `no other offer ${room}`;
  return `no other offer that may be bought ${room}; not to be bought are ${commonestReasons(leftOut).join("; ")}`;
}

/** What keeps most offers out, at most three reasons: `17 of 19 offers: no price for 1,000 impressions`; one alone is named. */
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

function groupsAtBounds({ problem, budget, spent }: Decision, ofDefaults: boolean): string[] {
  const shown = (minor: number) => formatMoney(money(minor, budget.currency));
  const otherwise = ofDefaults ? "; max_share_per_seller in the brief says otherwise" : "";
  return problem.groups.flatMap(({ name, least, most, basis, isDefault = false, isBurst }, group) => {
    const amount = spent[group] ?? 0;
    if (isBurst || amount === 0 || least === most || isDefault !== ofDefaults) return [];
    if (amount === most && amount < budget.minor)
      return [`${name} is at its limit of ${shown(most)}: ${basis}${otherwise}`];
    return amount === least ? [`${name} is at its least of ${shown(least)}: ${basis}`] : [];
  });
}

function packagesAtBounds({ allocation, budget, bought }: Decision): string[] {
  return bought.flatMap(({ offerId, least, most, cap }) => {
    const amount = allocation.get(offerId) ?? 0;
    const shown = formatMoney(money(amount, budget.currency));
    if (least === most) return [];
    if (amount === most && cap !== undefined) return [`${offerId} is at ${cap}, ${shown}`];
    return amount === least ? [`${offerId} is at its smallest package, ${shown}`] : [];
  });
}

function countsAtBounds({ problem, bought }: Decision): string[] {
  const packages = `the plan has its ${counted(bought.length, "package")}`;
  const sold = new Set(bought.map(({ sellerId }) => sellerId)).size;
  const sellers = `the plan has its ${counted(sold, "seller")}`;
  const limits = bought.length === problem.packages.most ? [packages] : [];
  if (sold === problem.sellers.most) limits.push(`${sellers}, the most that the brief allows`);
  else if (sold === problem.sellers.least) limits.push(`${sellers}, the least that the brief asks for`);
  return limits;
}

function count(impressions: number): string {
  return formatCount(Math.floor(impressions));
}

/** What 1,000 more of the brief's currency would buy where it brings most, every other limit as it is, in plain words. */
export function nextThousand(
  { problem, offers, goal, market }: Pick<Posed, "problem" | "offers" | "goal" | "market">,
  allocation: Allocation,
): string {
  const { currency } = market.brief.budget;
  const frame = frameOf(problem);
  const chosen = problem.candidates.flatMap(({ offerId }, place) => (allocation.has(offerId) ? [place] : []));
  const idOf = (place: number | undefined) => problem.candidates[place ?? -1]?.offerId ?? "";
  const before = chosen.map((place) => allocation.get(idOf(place)) ?? 0);
  const draft = draftOf(frame, chosen, before);
  if (draft.left > 0)
    return `nothing: ${formatMoney(money(draft.left, currency))} of the budget is left over as it is`;

  draft.left = 1000 * 10 ** currencyDigits(currency);
  while (draft.left > 0) {
    const open = chosen.flatMap((_, i) => {
      const free = room(frame, draft, i);
      return free > 0 ? [{ i, free, brings: margin(frame, draft, i, 0, true) }] : [];
    });
    const [best] = open.sort((a, b) => b.brings - a.brings || a.i - b.i);
    if (best === undefined) break;
    put(frame, draft, best.i, best.free);
  }
  const gains = chosen.flatMap((place, i) => {
    const [was = 0, is = 0] = [before[i], draft.amounts[i]];
    const offer = offers.find(({ id }) => id === idOf(place));
    if (offer === undefined || is === was) return [];
    return [
      `${formatMoney(money(is - was, currency))} on ${offer.id} for ${gainWords(offer, goal, { was, is })}`,
    ];
  });
  return gains.length === 0 ? "nothing: every package is at a limit of its own" : gains.join(", ");
}
