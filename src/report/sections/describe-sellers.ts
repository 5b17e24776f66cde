import { z } from "zod";
import type { Refinement } from "../../campaign/model/offer.ts";
import type { CampaignState } from "../../campaign/model/state.ts";
import { counted } from "../../lib/english.ts";
import { moneySchema, sum } from "../../lib/money.ts";
import { channelName, formatMinor } from "../format.ts";
import { count, type Described, range, texts } from "../schema.ts";
import { authorisationNotes, authorisationSchema } from "./described/authorisation.ts";
import type { Offers } from "./described/offers.ts";
import { shareOfBudget } from "./plan.ts";

export const sellerSchema = z.strictObject({
  id: z.string(),
  channels: texts,
  eligible: z.boolean(),
  authorisation: authorisationSchema.optional(),
  notes: texts.describe("why not eligible, or what to know"),
  quote: z
    .strictObject({
      result: z.enum(["answered", "late", "failed"]),
      elapsedMs: z.number(),
      products: count,
      unpriced: count,
      reason: z.string().optional(),
      refined: z.string().optional().describe("what asking it once more brought"),
    })
    .optional(),
  offers: count,
  bestCpm: z
    .number()
    .optional()
    .describe("lowest expected price of 1,000 impressions, minor units of the brief's currency"),
  planned: moneySchema.optional(),
  share: z.number().describe("0 to 1 of the budget"),
  group: z
    .strictObject({
      id: z.string().describe("of the one that all of them are counted under"),
      sellers: texts,
      why: z.string().describe("who was joined and why, one sentence"),
      share: z.number().describe("0 to 1 of the budget, all of them together"),
    })
    .optional()
    .describe("the one seller that it counts as with others, for caps and shares; absent where it is alone"),
  highestCpm: z.number().optional().describe("as `bestCpm`, the highest"),
  currencies: texts.describe("that its offers are in"),
  largest: range.optional().describe("impressions of its largest offer: its offers may share inventory"),
  formats: z
    .strictObject({ ready: count, all: count, missing: texts })
    .describe("formats that its offers accept, and those that no creative at hand is made for"),
  completeness: z
    .number()
    .optional()
    .describe("0 to 1: what its offers tell of what a comparison needs, on average"),
  bestRank: count.optional(),
  bestScore: z.number().optional(),
  injectionSigns: texts.describe("what texts of its offers tried on their reader"),
});
export type Sellers = readonly Described<typeof sellerSchema>[];

/** One row for every seller that was found or asked, those with the most budget first. */
export function describeSellers(state: CampaignState, offers: Offers): Sellers {
  const known = new Set((state.sellers ?? []).map((seller) => seller.id));
  const askedOnly = (state.quotes ?? []).filter((quote) => !known.has(quote.sellerId));
  const rows = [
    ...(state.sellers ?? []).map((seller) => ({
      ...seller,
      notes: [
        ...seller.reasons,
        ...authorisationNotes(seller.authorisation),
        ...joinedNotes(state, seller.id),
      ],
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
    authorisation,
    notes,
    ...quoteOf(state, id),
    ...offersOf(offers.filter((offer) => offer.sellerId === id)),
    ...shareOf(state, [id]),
    ...jointly(state, id),
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

function offersOf(offers: Offers) {
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
    injectionSigns: [...new Set(offers.flatMap(({ injectionSigns }) => injectionSigns))],
  };
}

function formatsOf(offers: Offers) {
  const formats = offers.flatMap((offer) => offer.formats);
  const all = new Set(formats.map(({ id }) => id));
  const ready = new Set(formats.filter(({ standing }) => standing === "ready").map(({ id }) => id));
  return { ready: ready.size, all: all.size, missing: [...all].filter((id) => !ready.has(id)).sort() };
}

function joinedNotes({ groups = [] }: CampaignState, id: string): string[] {
  const why = groups.find(({ members }) => members.includes(id))?.why;
  return why === undefined ? [] : [`${why}.`];
}

/** The one seller that it counts as with others. */
function jointly(state: CampaignState, id: string) {
  const { id: group, members, why } = state.groups?.find((one) => one.members.includes(id)) ?? {};
  if (group === undefined || members === undefined || why === undefined) return {};
  return { group: { id: group, sellers: [...members], why, share: shareOf(state, members).share } };
}

function shareOf(state: CampaignState, sellerIds: readonly string[]) {
  const { plan } = state;
  if (!plan) return { share: 0 };
  const lines = plan.lines.filter((line) => sellerIds.includes(line.sellerId));
  const planned = sum(
    lines.map((line) => line.amount),
    plan.total.currency,
  );
  return { planned, share: shareOfBudget(planned, plan) };
}

/** What a second round of asking brought: "2 offers more, best on CTV EUR 18.20 instead of none". Undefined where nothing. */
function describeRefinement(
  { added, changed, better, wishes = [], result }: Refinement,
  currency: string,
): string | undefined {
  const wished = wishes.map(({ productId, for: wanted }) =>
    productId === undefined ? wanted : `${wanted} (${productId})`,
  );
  const parts = [
    ...(added > 0 ? [`${counted(added, "offer")} more`] : []),
    ...(changed > 0 ? [`${counted(changed, "offer")} changed`] : []),
    ...better.map(
      ({ channel, was, now }) =>
        `best on ${channelName(channel)} ${formatMinor(now, currency)} instead of ${was === undefined ? "none" : formatMinor(was, currency)}`,
    ),
  ];
  const asked = wished.length === 0 ? "asked again" : `asked again for ${wished.join(", ")}`;
  if (parts.length > 0) return `${asked}: ${parts.join(", ")}`;
  return wished.length === 0
    ? undefined
    : `${asked}: ${result === "answered" ? "nothing came of it" : result}`;
}
