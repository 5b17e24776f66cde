import type { CampaignState } from "../../campaign/state.ts";
import { sum } from "../../lib/money.ts";
import { authorisationNotes } from "../authorisation-notes.ts";
import type { Report } from "../report-schema.ts";
import { describeRefinement } from "./refinement.ts";

/** One row for every seller that was found or asked, those with the most budget first. */
export function describeSellers(state: CampaignState): Report["sellers"] {
  const known = new Set((state.sellers ?? []).map((seller) => seller.id));
  const askedOnly = (state.quotes ?? []).filter((quote) => !known.has(quote.sellerId));
  const rows = [
    ...(state.sellers ?? []).map((seller) => ({
      ...seller,
      notes: [...seller.reasons, ...authorisationNotes(seller.authorisation)],
    })),
    ...askedOnly.map((quote) => ({
      id: quote.sellerId,
      channels: [],
      eligible: true,
      authorisation: undefined,
      notes: [],
    })),
  ].map(({ id, channels, eligible, authorisation, notes }) => ({
    id,
    channels,
    eligible,
    ...(authorisation && { authorisation }),
    notes,
    ...quoteOf(state, id),
    ...offersOf(state, id),
    ...shareOf(state, id),
  }));
  const order = (row: (typeof rows)[number]) => (row.eligible ? (row.offers > 0 ? 0 : 1) : 2);
  return rows.sort((a, b) => b.share - a.share || order(a) - order(b));
}

function quoteOf(state: CampaignState, sellerId: string) {
  const quote = state.quotes?.find((quote) => quote.sellerId === sellerId);
  if (!quote) return {};
  const { result, elapsedMs, products, reason, unpriced = 0, refinement } = quote;
  const currency = state.brief?.budget.currency;
  const refined = refinement && currency && describeRefinement(refinement, currency);
  return {
    quote: {
      result,
      elapsedMs,
      products,
      unpriced,
      ...(reason !== undefined && { reason }),
      ...(refined && { refined }),
    },
  };
}

function offersOf(state: CampaignState, sellerId: string) {
  const offers = (state.offers ?? []).filter((offer) => offer.sellerId === sellerId);
  const prices = offers.flatMap((offer) => (offer.cpm ? [offer.cpm.mid] : []));
  return { offers: offers.length, ...(prices.length > 0 && { bestCpm: Math.min(...prices) }) };
}

function shareOf(state: CampaignState, sellerId: string) {
  const { plan } = state;
  if (!plan) return { share: 0 };
  const lines = plan.lines.filter((line) => line.sellerId === sellerId);
  const planned = sum(
    lines.map((line) => line.amount),
    plan.total.currency,
  );
  return { planned, share: plan.total.minor > 0 ? planned.minor / plan.total.minor : 0 };
}
