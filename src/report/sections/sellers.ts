import type { CampaignState } from "../../campaign/state.ts";
import { sum } from "../../lib/money.ts";
import { authorisationNotes } from "../authorisation-notes.ts";
import type { Report } from "../report-schema.ts";

/** One row for every seller that was found or asked, those with the most budget first. */
export function describeSellers(state: CampaignState, offers: Report["offers"]): Report["sellers"] {
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
    ...offersOf(offers.filter((offer) => offer.sellerId === id)),
    ...shareOf(state, id),
  }));
  const order = (row: (typeof rows)[number]) => (row.eligible ? (row.offers > 0 ? 0 : 1) : 2);
  return rows.sort((a, b) => b.share - a.share || order(a) - order(b));
}

function quoteOf(state: CampaignState, sellerId: string) {
  const quote = state.quotes?.find((quote) => quote.sellerId === sellerId);
  if (!quote) return {};
  const { result, elapsedMs, products, reason, unpriced = 0 } = quote;
  return { quote: { result, elapsedMs, products, unpriced, ...(reason !== undefined && { reason }) } };
}

function offersOf(offers: Report["offers"]) {
  const prices = offers.flatMap(({ cpm }) => (cpm ? [cpm.mid] : []));
  const forecasts = offers.flatMap(({ impressions }) => (impressions ? [impressions] : []));
  const told = offers.flatMap(({ completeness }) => completeness ?? []);
  const best = offers.find(({ rank }) => rank !== undefined);
  const [largest] = forecasts.sort((a, b) => b.mid - a.mid);
  return {
    offers: offers.length,
    ...(prices.length > 0 && { bestCpm: Math.min(...prices), highestCpm: Math.max(...prices) }),
    currencies: [...new Set(offers.flatMap(({ price }) => (price ? [price.currency] : [])))].sort(),
    ...(largest && { largest }),
    formats: formatsOf(offers),
    ...(told.length > 0 && { completeness: told.reduce((a, b) => a + b, 0) / told.length }),
    ...(best?.rank !== undefined && { bestRank: best.rank }),
    ...(best?.score !== undefined && { bestScore: best.score }),
    tried: [...new Set(offers.flatMap(({ tried }) => tried))],
  };
}

function formatsOf(offers: Report["offers"]) {
  const formats = offers.flatMap((offer) => offer.formats);
  const all = new Set(formats.map(({ id }) => id));
  const ready = new Set(formats.filter(({ standing }) => standing === "ready").map(({ id }) => id));
  return { ready: ready.size, all: all.size, missing: [...all].filter((id) => !ready.has(id)).sort() };
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
