import { counted, formatCount } from "../../lib/english.ts";
import { formatMinor, formatMoney, type Money, money } from "../../lib/money.ts";
import type { Offer } from "../model/offers/offer.ts";
import type { Ranking } from "../model/offers/ranking.ts";
import type { Allocation, AllocationProblem, Candidate } from "./allocator.ts";
import { type Goal, measuredWords } from "./goal.ts";
import { isWhole } from "./limits/bounds.ts";
import { impressionsFor } from "./response.ts";

/** A split that was made, and what it was made from. */
export interface Decision {
  readonly problem: AllocationProblem;
  readonly allocation: Allocation;
  readonly budget: Money;
  readonly unallocated: Money;
  /** What an amount on an offer brings, in words. */
  readonly brings: (offerId: string, amount: number) => string;
  readonly bought: readonly Candidate[];
  /** What each group has, by its place. */
  readonly spent: readonly number[];
}

export function decisionOf(made: Omit<Decision, "bought" | "spent">): Decision {
  const { candidates, groups } = made.problem;
  const amountAt = (place: number) => made.allocation.get(candidates[place]?.offerId ?? "") ?? 0;
  return {
    ...made,
    bought: candidates.filter(({ offerId }) => made.allocation.has(offerId)),
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
  const score = passing.find(({ offerId }) => offerId === offer.id)?.score ?? 0;
  const place = passing.filter((other) => other.score > score).length;
  const { cpm, impressions } = offer;
  const sentences = [
    `Scores ${score.toFixed(1)}, place ${place + 1} of ${passing.length} that may be bought`,
  ];

  const expected = impressions && `${count(impressions.mid)} expected impressions`;
  if (isWhole(offer)) {
    sentences.push(`sold whole for ${formatMoney(amount)}, with ${expected ?? "no forecast of impressions"}`);
  } else if (cpm !== undefined) {
    const price = formatMinor(cpm.mid, amount.currency);
    const bought = count(impressionsFor(offer, amount.minor) ?? 0);
    const of = expected ? `of ${expected}` : "impressions; the seller gives no forecast";
    sentences.push(
      offer.response
        ? `${formatMoney(amount)} buys ${bought} ${of} by the seller's forecast`
        : `${formatMoney(amount)} at ${price} for 1,000 buys ${bought} ${of}`,
    );
  }
  if (offer.auction && offer.bid)
    sentences.push(
      `bids ${formatMoney(offer.bid)}${offer.price ? ` over a floor of ${formatMoney(offer.price)}` : ""}`,
    );
  const measured = measuredWords(offer, goal);
  if (measured !== undefined) sentences.push(measured);
  if (offer.minimumSpend) sentences.push(`its minimum spend is ${formatMoney(offer.minimumSpend)}`);
  return `${sentences.join("; ")}.`;
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
  return `${brought}; one more package is not worth its work`;
}

/** What limited the split, in words. */
export function explainBinding(decision: Decision): string[] {
  const { problem, allocation, budget, unallocated, bought } = decision;
  const sellers = new Set(bought.map(({ sellerId }) => sellerId)).size;
  const shown = (minor: number) => formatMoney(money(minor, budget.currency));
  const limits: string[] = [];

  if (unallocated.minor === 0) limits.push(`the whole budget of ${formatMoney(budget)} is allocated`);
  for (const [group, { name, least, most, basis }] of problem.groups.entries()) {
    const spent = decision.spent[group] ?? 0;
    if (spent === 0 || least === most) continue;
    if (spent === most && spent < budget.minor)
      limits.push(`${name} is at its limit of ${shown(most)}: ${basis}`);
    else if (spent === least) limits.push(`${name} is at its least of ${shown(least)}: ${basis}`);
  }
  for (const { offerId, least, most, cap } of bought) {
    const amount = allocation.get(offerId) ?? 0;
    if (least === most) continue;
    if (amount === most && cap !== undefined) limits.push(`${offerId} is at ${cap}, ${shown(amount)}`);
    else if (amount === least) limits.push(`${offerId} is at its smallest package, ${shown(amount)}`);
  }
  if (bought.length === problem.packages.most)
    limits.push(`the plan has its ${counted(bought.length, "package")}`);
  if (sellers === problem.sellers.most)
    limits.push(`the plan has its ${counted(sellers, "seller")}, the most that the brief allows`);
  else if (sellers === problem.sellers.least)
    limits.push(`the plan has its ${counted(sellers, "seller")}, the least that the brief asks for`);
  if (unallocated.minor > 0)
    limits.push(
      `${formatMoney(unallocated)} stay unallocated: no other offer has room for them or is worth one more package`,
    );
  return limits;
}

function count(impressions: number): string {
  return formatCount(Math.floor(impressions));
}
