import { percent } from "../../../lib/english.ts";
import { formatMinor } from "../../../lib/money.ts";
import type { Offer } from "../../model/offers/offer.ts";
import type { Group } from "../allocator.ts";
import type { Market } from "../market.ts";
import { shareOf } from "./seller-limit.ts";

/** What goes to sellers without a record, no less and no more; no limit where all or none of those here have one. */
export function testGroups({ brief, tried }: Market, offers: readonly Offer[]): Group[] {
  const { testShare: share } = brief.limits;
  const members = [...offers.keys()].filter((place) => !hasRecord(offers[place], tried));
  if (share === undefined || members.length === 0 || members.length === offers.length) return [];
  const amount = shareOf(brief.budget, share);
  const basis = `${percent(share)} of the budget, the brief's test share`;
  return [{ name: "sellers without a record", members, least: amount, most: amount, basis }];
}

/** What a test share comes to, or what keeps it from having an effect. */
export function testShareWords({ brief, offers, ranking, tried }: Market): string[] {
  const passed = new Set(ranking.rows.flatMap(({ gate, offerId }) => (gate === "pass" ? [offerId] : [])));
  const able = offers.filter(({ id }) => passed.has(id));
  const known = able.filter((offer) => hasRecord(offer, tried)).length;
  const { testShare: share } = brief.limits;
  if (share === undefined || able.length === 0) return [];
  if (known > 0 && known < able.length) {
    const amount = formatMinor(shareOf(brief.budget, share), brief.budget.currency);
    return [
      `the test share, ${percent(share)} of the budget, goes to sellers that were never bought from: ${amount}`,
    ];
  }
  const which = known > 0 ? "every seller" : "no seller";
  return [`the test share has no effect: ${which} with offers has been bought from before`];
}

function hasRecord(offer: Offer | undefined, tried: Market["tried"]): boolean {
  return offer !== undefined && tried?.has(offer.sellerId) === true;
}
