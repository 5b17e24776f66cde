import { counted, formatCount } from "../../../lib/english.ts";
import { currencyDigits, formatMinor, formatMoney, type Money } from "../../../lib/money.ts";
import { formatPrice } from "../../../lib/price.ts";
import { bundleWords } from "../../model/offers/bundle.ts";
import { type Offer, offeredId } from "../../model/offers/offer.ts";
import type { Ranking } from "../../model/offers/ranking.ts";
import type { Allocation } from "../allocator.ts";
import { draftOf, frameOf, margin, put, room } from "../draft.ts";
import { type Goal, gainWords, measuredWords } from "../goal.ts";
import { isWhole } from "../limits/bounds.ts";
import type { Posed } from "../problem.ts";
import { impressionsFor } from "../response.ts";
import type { Decision } from "./decision.ts";
import { leftWords, whyLeft } from "./left-money.ts";

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
  if (offer.purchase !== undefined) {
    const { bundle } = offer.purchase;
    return `part of ${bundleWords(bundle)}, for ${formatMoney(bundle.total)}: ${formatMoney(amount)}, with ${expected ?? "no forecast of impressions"}`;
  }
  if (isWhole(offer))
    return `sold whole for ${formatMoney(amount)}, with ${expected ?? "no forecast of impressions"}`;
  if (cpm === undefined) return undefined;
  const of = expected ? `of ${expected}` : "impressions; the seller gives no forecast";
  const bought = `${count(impressionsFor(offer, amount.minor) ?? 0)} ${of}`;
  return response
    ? `${formatMoney(amount)} buys ${bought} by the seller's forecast`
    : `${formatMoney(amount)} at ${formatMinor(cpm.mid, amount.currency)} CPM buys ${bought}`;
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
    ...(unallocated.minor > 0 ? [leftWords(unallocated, whyLeft(decision))] : []),
  ];
}

function groupsAtBounds({ problem, budget, spent }: Decision, ofDefaults: boolean): string[] {
  const shown = (minor: number) => formatMinor(minor, budget.currency);
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
    const shown = formatMinor(amount, budget.currency);
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
    return `nothing: ${formatMinor(draft.left, currency)} of the budget is left over as it is`;

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
    return `${formatMinor(is - was, currency)} on ${offer.id} for ${gainWords(offer, goal, { was, is })}`;
  });
  return gains.length === 0 ? "nothing: every package is at a limit of its own" : gains.join(", ");
}
