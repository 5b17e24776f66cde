import { z } from "zod";
import type { Refinement } from "../../../campaign/model/offers/offer.ts";
import type { CampaignState } from "../../../campaign/model/state/state.ts";
import { channelName, counted, listed } from "../../../lib/english.ts";
import { formatMinor, moneySchema, totalMoney } from "../../../lib/money.ts";
import { textsOf } from "../../blocks/format.ts";
import { count, type Described, fields, range, texts } from "../../blocks/schema.ts";
import { total } from "../../blocks/totals.ts";
import { authorisationNotes, authorisationSchema, describeAuthorisation } from "./authorisation.ts";
import type { Offers } from "./offers.ts";
import { shareOfBudget } from "./plan.ts";

export const sellerSchema = fields({
  id: z.string(),
  name: z.string().optional().describe("as the registry calls it"),
  channels: texts,
  eligible: z.boolean(),
  barred: z
    .boolean()
    .optional()
    .describe("left out before it was asked, for something that can be mended; the notes say what"),
  authorisation: authorisationSchema.optional(),
  notes: texts.describe("why not eligible, or what to know"),
  quote: fields({
    result: z.enum(["answered", "late", "failed"]),
    elapsedMs: z.number(),
    products: count,
    unpriced: count,
    /** Proposals of which nothing is bought, and why. */
    refusedProposals: z.array(z.string()).optional(),
    reason: z.string().optional(),
    refined: z.string().optional().describe("what asking it once more brought"),
  }).optional(),
  offers: count,
  bestCpm: z
    .number()
    .optional()
    .describe("lowest expected price of 1,000 impressions, minor units of the brief's currency"),
  planned: moneySchema.optional(),
  share: z.number().describe("0 to 1 of the budget"),
  group: fields({
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
  formats: fields({ ready: count, all: count, missing: texts }).describe(
    "formats that its offers accept, and those that no creative at hand is made for",
  ),
  completeness: z
    .number()
    .optional()
    .describe("0 to 1: what its offers state of what a comparison needs, on average"),
  bestRank: count.optional(),
  bestScore: z.number().optional(),
  injectionSigns: texts.describe("what texts of its offers tried on their reader"),
});
export type Sellers = readonly Described<typeof sellerSchema>[];

/** One row for every seller that was found or asked, those with the most budget first. */
export function describeSellers(state: CampaignState, offers: Offers): Sellers {
  const known = new Set(state.sellers?.map((seller) => seller.id));
  const rows = [
    ...(state.sellers ?? []).map((seller) => ({
      ...seller,
      authorisation: describeAuthorisation(seller.authorisation),
      notes: [
        ...seller.reasons,
        ...textsOf(seller.otherNames && `is listed as ${listed(seller.otherNames)}, too`),
        ...authorisationNotes(describeAuthorisation(seller.authorisation)),
        ...textsOf(groupOf(state, seller.id)?.why).map((why) => `${why}.`),
      ],
    })),
    ...(state.unasked ?? []).map(({ id, reason }) => ({
      id,
      channels: [],
      eligible: false,
      barred: true as const,
      notes: [reason],
    })),
    ...(state.quotes ?? [])
      .filter(({ sellerId }) => !known.has(sellerId))
      .map(({ sellerId }) => ({ id: sellerId, channels: [], eligible: true, notes: [] })),
  ].map((seller) => ({
    ...seller,
    quote: quoteOf(state, seller.id),
    ...offersOf(offers.filter(({ sellerId }) => sellerId === seller.id)),
    ...shareOf(state, [seller.id]),
    group: jointly(state, seller.id),
  }));
  const order = (row: (typeof rows)[number]) => (row.eligible ? (row.offers > 0 ? 0 : 1) : 2);
  return rows.sort((a, b) => b.share - a.share || order(a) - order(b));
}

function quoteOf(state: CampaignState, id: string): Sellers[number]["quote"] {
  const quote = state.quotes?.find(({ sellerId }) => sellerId === id);
  const currency = state.brief?.budget.currency;
  if (!quote) return undefined;
  const { unpriced = 0, refinement } = quote;
  const refined = refinement && currency ? describeRefinement(refinement, currency) : undefined;
  return { ...quote, unpriced, refined };
}

function offersOf(offers: Offers) {
  const prices = offers.flatMap(({ cpm }) => cpm?.mid ?? []);
  const shares = offers.flatMap(({ completeness }) => completeness ?? []);
  const best = offers.find(({ rank }) => rank !== undefined);
  const [largest] = offers.flatMap(({ impressions }) => impressions ?? []).sort((a, b) => b.mid - a.mid);
  return {
    offers: offers.length,
    bestCpm: prices.length > 0 ? Math.min(...prices) : undefined,
    highestCpm: prices.length > 0 ? Math.max(...prices) : undefined,
    currencies: [...new Set(offers.flatMap(({ price }) => price?.currency ?? []))].sort(),
    largest,
    formats: formatsOf(offers),
    completeness: shares.length > 0 ? total(shares, (one) => one) / shares.length : undefined,
    bestRank: best?.rank,
    bestScore: best?.score,
    injectionSigns: [...new Set(offers.flatMap(({ injectionSigns }) => injectionSigns))],
  };
}

function formatsOf(offers: Offers) {
  const formats = offers.flatMap((offer) => offer.formats);
  const all = new Set(formats.map(({ id }) => id));
  const ready = new Set(formats.filter(({ status }) => status === "ready").map(({ id }) => id));
  return { ready: ready.size, all: all.size, missing: [...all].filter((id) => !ready.has(id)).sort() };
}

function groupOf({ groups = [] }: CampaignState, id: string) {
  return groups.find(({ members }) => members.includes(id));
}

/** The one seller that it counts as with others. */
function jointly(state: CampaignState, id: string): Sellers[number]["group"] {
  const { id: group, members = [], why } = groupOf(state, id) ?? {};
  if (group === undefined || why === undefined) return undefined;
  return { id: group, sellers: members, why, share: shareOf(state, members).share };
}

function shareOf({ plan }: CampaignState, sellerIds: readonly string[]) {
  if (!plan) return { share: 0 };
  const lines = plan.lines.filter(({ sellerId }) => sellerIds.includes(sellerId));
  const planned = totalMoney(lines, plan.total.currency, ({ amount }) => amount);
  return { planned, share: shareOfBudget(planned, plan) };
}

/** What a second round of asking brought: "2 offers more, best on CTV EUR 18.20 instead of none". Undefined where nothing. */
function describeRefinement({ added, changed, better, wishes = [], result }: Refinement, currency: string) {
  const requests = wishes.map(({ productId, for: wanted }) =>
    productId === undefined ? wanted : `${wanted} (${productId})`,
  );
  const price = (minor: number | undefined) => (minor === undefined ? "none" : formatMinor(minor, currency));
  const parts = textsOf(
    added > 0 && `${counted(added, "offer")} more`,
    changed > 0 && `${counted(changed, "offer")} changed`,
    better.map(
      ({ channel, was, now }) => `best on ${channelName(channel)} ${price(now)} instead of ${price(was)}`,
    ),
  );
  const refinementWords = requests.length === 0 ? "asked again" : `asked again for ${requests.join(", ")}`;
  if (parts.length > 0) return `${refinementWords}: ${parts.join(", ")}`;
  return requests.length === 0
    ? undefined
    : `${refinementWords}: ${result === "answered" ? "nothing came of it" : result}`;
}
