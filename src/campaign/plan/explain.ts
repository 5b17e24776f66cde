import { formatMoney, type Money, money } from "../../lib/money.ts";
import type { Offer } from "../quote/offer.ts";
import type { Ranking } from "../rank/ranking.ts";
import type { Allocation, AllocationProblem, Candidate } from "./allocator.ts";
import type { SellerLimit } from "./seller-limit.ts";

/** A split that was made, and what it was made from. */
export interface Decision {
  readonly problem: AllocationProblem;
  readonly allocation: Allocation;
  readonly budget: Money;
  readonly unallocated: Money;
  readonly sellerLimit: SellerLimit;
}

/** Why a line is in the plan and what it buys, in plain words with figures. */
export function explainLine(offer: Offer, amount: Money, ranking: Ranking, whole: boolean): string {
  const passing = ranking.rows.filter(({ gate }) => gate === "pass");
  const place = passing.findIndex(({ offerId }) => offerId === offer.id);
  const score = passing[place]?.score ?? 0;
  const { cpm, impressions } = offer;
  const sentences = [
    `Scores ${score.toFixed(1)}, place ${place + 1} of ${passing.length} that may be bought`,
  ];

  const expected = impressions && `${count(impressions.mid)} expected impressions`;
  if (whole) {
    sentences.push(`sold whole for ${formatMoney(amount)}, with ${expected ?? "no forecast of impressions"}`);
  } else if (cpm !== undefined) {
    const price = formatMoney(money(Math.round(cpm.mid), amount.currency));
    const bought = count(Math.floor((amount.minor * 1000) / cpm.mid));
    sentences.push(
      `${formatMoney(amount)} at ${price} for 1,000 buys ${bought} ${expected ? `of ${expected}` : "impressions; the seller gives no forecast"}`,
    );
  }
  if (offer.auction && offer.bid)
    sentences.push(
      `bids ${formatMoney(offer.bid)}${offer.price ? ` over a floor of ${formatMoney(offer.price)}` : ""}`,
    );
  if (offer.minimumSpend) sentences.push(`its minimum spend is ${formatMoney(offer.minimumSpend)}`);
  return `${sentences.join("; ")}.`;
}

/** Why an offer that may be bought is not. */
export function explainLeftOut(candidate: Candidate, decision: Decision): string {
  const { problem, allocation, budget, unallocated, sellerLimit } = decision;
  const bought = problem.candidates.filter(({ offerId }) => allocation.has(offerId));
  const score = `it scores ${(candidate.score * 100).toFixed(1)}`;
  const least = formatMoney(money(candidate.least, budget.currency));

  const twin = bought.find(({ slot }) => slot === candidate.slot);
  if (twin !== undefined) return `another pricing option of its product is bought: ${twin.offerId}`;
  if (bought.length >= problem.packageLimit)
    return `${score}, and the plan has its ${problem.packageLimit} packages`;
  if (spentOn(candidate.sellerId, decision) + candidate.least > problem.sellerLimit)
    return `${score}; beside what its seller already has, ${least} would take it over ${sellerLimit.text}`;
  if (candidate.least > unallocated.minor)
    return unallocated.minor === 0
      ? `${score}; the budget does more elsewhere`
      : `${score}; its smallest package of ${least} is over the ${formatMoney(unallocated)} that is left`;
  return `${score}; one more package is not worth its work`;
}

/** What held the split back, in words. */
export function explainBinding(decision: Decision): string[] {
  const { problem, allocation, budget, unallocated, sellerLimit } = decision;
  if (problem.candidates.length === 0)
    return [`no offer may be bought: ${formatMoney(budget)} stay unallocated`];
  const bought = problem.candidates.filter(({ offerId }) => allocation.has(offerId));
  const held: string[] = [];

  if (unallocated.minor === 0) held.push(`the whole budget of ${formatMoney(budget)} is allocated`);
  for (const sellerId of new Set(bought.map((candidate) => candidate.sellerId))) {
    const spent = spentOn(sellerId, decision);
    if (spent === problem.sellerLimit && spent < budget.minor)
      held.push(
        `seller ${sellerId} is at its limit of ${formatMoney(sellerLimit.amount)}: ${sellerLimit.text}`,
      );
  }
  for (const { offerId, least, most } of bought) {
    const amount = allocation.get(offerId) ?? 0;
    if (amount === most && least < most && most < problem.sellerLimit)
      held.push(`${offerId} is at its expected inventory, ${formatMoney(money(amount, budget.currency))}`);
    else if (amount === least && least < most)
      held.push(`${offerId} is at its smallest package, ${formatMoney(money(amount, budget.currency))}`);
  }
  if (bought.length === problem.packageLimit) held.push(`the plan has its ${problem.packageLimit} packages`);
  if (unallocated.minor > 0)
    held.push(
      `${formatMoney(unallocated)} stay unallocated: no other offer has room for them or is worth one more package`,
    );
  return held;
}

function spentOn(sellerId: string, { problem, allocation }: Decision): number {
  return problem.candidates
    .filter((candidate) => candidate.sellerId === sellerId)
    .reduce((total, { offerId }) => total + (allocation.get(offerId) ?? 0), 0);
}

function count(impressions: number): string {
  return Math.floor(impressions).toLocaleString("en-US");
}
