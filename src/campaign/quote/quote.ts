import { AsyncResource } from "node:async_hooks";
import { setMaxListeners } from "node:events";
import PQueue from "p-queue";
import type { Brief } from "../../brief/brief.ts";
import { cleanText } from "../../lib/clean-text.ts";
import type { Clock } from "../../lib/clock.ts";
import { type Deadline, deadline } from "../../lib/deadline.ts";
import { counted } from "../../lib/english.ts";
import type { ExchangeTable } from "../../lib/exchange.ts";
import { type Answer, knowsNoAccount, type Read } from "../../protocol/client/calls.ts";
import type { Product } from "../../protocol/records/product.ts";
import { readProducts } from "../../protocol/records/read-products.ts";
import type { ResponseOf } from "../../protocol/tasks/index.ts";
import type { PublisherProperties } from "../../protocol/well-known/adagents.ts";
import type { Offer, Quote, RefinementRequest } from "../model/offers/offer.ts";
import type { Authorisation, Authorise } from "../model/sellers/authorisation.ts";
import type { Seller } from "../model/sellers/seller.ts";
import type { CampaignSettings } from "../model/state/ports.ts";
import { type Bundled, readAllocations } from "./bundles.ts";
import { withInjectionSigns } from "./injection-signs.ts";
import { normaliseProducts } from "./normalise.ts";
import { outboundBrief } from "./outbound-brief.ts";
import { refine } from "./refine.ts";
import { refineAsks } from "./refine-asks.ts";

interface QuotePorts {
  readonly read: Read;
  readonly authorise: Authorise;
  readonly stopwatch: Clock;
  /** When it is; whether a forecast has expired is not known without. */
  readonly clock?: Clock;
  readonly exchange?: ExchangeTable;
  /** Put to sellers with the second question. */
  readonly wishes?: readonly RefinementRequest[];
  readonly settings: Pick<
    CampaignSettings,
    "sellerDeadlineMs" | "quoteDeadlineMs" | "concurrency" | "operator"
  >;
  readonly progress: (line: string) => void;
}

/**
 * Seller[] -> Offer[]: asks all eligible sellers at once, each under its own deadline and all under one. Who is late is
 * cancelled; late, failed or unreadable answers are lines of the result and cost no other seller anything. Who has answered is
 * asked once more where that can help and makes nobody wait.
 */
export async function quote(brief: Brief, sellers: readonly Seller[], ports: QuotePorts) {
  const queue = new PQueue({ concurrency: ports.settings.concurrency });
  using time = deadline(ports.settings.quoteDeadlineMs);
  const stage = time.signal;
  // Each seller's own time listens to it.
  setMaxListeners(0, stage);
  const eligible = sellers.filter((seller) => seller.eligible);
  using round = openRound(eligible.length, ports.stopwatch);
  const results = await Promise.all(
    eligible.map(async (seller) => {
      const input = { seller, brief, stage, ports };
      const first = await queue.add(AsyncResource.bind(() => askFirst(input)));
      round.ended(first.quote.result === "answered");
      if (first.quote.result !== "answered") return first;
      const refinements = ports.wishes?.filter(({ sellerId }) => sellerId === seller.id) ?? [];
      // A refinement is worth waiting for, and a forecast that holds.
      const isExpired = first.offers.some(({ expired }) => expired !== undefined);
      if (refinements.length > 0 || isExpired) return askAgain(first, refinements, stage, input);
      return queue.size === 0 && round.leavesTimeFor(first.quote.elapsedMs)
        ? askAgain(first, [], round.over, input)
        : first;
    }),
  );
  return {
    quotes: results.map((result) => result.quote),
    offers: results.flatMap((result) => result.offers),
  };
}

interface QuoteInput {
  readonly seller: Seller;
  readonly brief: Brief;
  readonly stage: AbortSignal;
  readonly ports: QuotePorts;
}

interface Answered {
  readonly quote: Quote;
  readonly offers: readonly Offer[];
}

async function askFirst(input: QuoteInput): Promise<Answered> {
  const { seller, brief, stage, ports } = input;
  const begun = ports.stopwatch.now();
  using time = deadline(ports.settings.sellerDeadlineMs, [stage]);
  const options = {
    signal: time.signal,
    onProgress: (message: string) => {
      ports.progress(`${seller.id}: ${message.slice(0, 80)}`);
    },
  };
  const request = outboundBrief(brief, seller, ports.settings.operator);
  const first = await ports.read(seller.agentUrl, "get_products", request, options);
  const { account: _, ...anybody } = request;
  const answer = knowsNoAccount(first)
    ? await ports.read(seller.agentUrl, "get_products", anybody, options)
    : first;
  const elapsedMs = ports.stopwatch.now() - begun;
  const ended =
    answer.type === "answered"
      ? await readAnswer(answer, input)
      : { quote: unanswered(answer, time, ports.settings), offers: [] };
  const quote = { sellerId: seller.id, elapsedMs, ...ended.quote };
  ports.progress(
    `${seller.id}: ${quote.result}, ${counted(ended.offers.length, "offer")} in ${(elapsedMs / 1000).toFixed(1)} s`,
  );
  return { quote, offers: ended.offers };
}

type ProductsAnswer = Answer<ResponseOf<"get_products">>;
type Outcome = Omit<Quote, "sellerId" | "elapsedMs">;

function unanswered(
  answer: Exclude<ProductsAnswer, { type: "answered" }>,
  time: Deadline,
  { sellerDeadlineMs, quoteDeadlineMs }: QuotePorts["settings"],
): Outcome {
  if (answer.type === "pending")
    return { result: "late", products: 0, reason: "answers later: its people make the offer" };
  const { code, message, injectionSigns } = answer.error;
  if (code === "CANCELED" && time.signal.aborted) {
    const limit = time.isOver() ? sellerDeadlineMs : quoteDeadlineMs;
    return { result: "late", products: 0, reason: `no answer within ${limit / 1000} s` };
  }
  return {
    result: "failed",
    products: 0,
    reason: `${code}: ${message}`,
    ...(injectionSigns.length > 0 && { injectionSigns }),
  };
}

async function readAnswer(
  { payload, injectionSigns }: Extract<ProductsAnswer, { type: "answered" }>,
  input: QuoteInput,
): Promise<{ quote: Outcome; offers: Offer[] }> {
  const { products, unreadable } = readProducts(payload.products);
  const { offers, unpriced } = await toOffers(products, input);
  const reasons = [unreadable, ...missingOf(payload)].filter((reason) => reason !== undefined);
  const bundled = bundledIn(payload.proposals, offers, input);
  return {
    quote: {
      result: "answered",
      products: products.length,
      ...(unpriced > 0 ? { unpriced } : {}),
      ...(bundled.refused.length > 0 && { refusedProposals: bundled.refused }),
      reason: reasons.length > 0 ? reasons.join("; ") : undefined,
    },
    offers: withInjectionSigns([...offers, ...bundled.offers], {
      products: payload.products,
      injectionSigns,
    }),
  };
}

const mostMissing = 5;

/** What an answer says that it leaves out: less than all is not nothing. */
function missingOf({ incomplete = [] }: ResponseOf<"get_products">): string[] {
  return incomplete
    .slice(0, mostMissing)
    .map(({ scope, description }) => `${cleanText(scope, 20)}: ${cleanText(description, 160)}`);
}

/** What a seller proposes beside its products. Without a clock nobody knows what has expired, and none is read. */
function bundledIn(proposals: readonly unknown[] = [], offers: readonly Offer[], input: QuoteInput): Bundled {
  const { seller, brief, ports } = input;
  const { exchange, clock } = ports;
  if (proposals.length === 0 || clock === undefined) return { offers: [], refused: [] };
  return readAllocations(proposals, { sellerId: seller.id, brief, offers, exchange, now: clock.now() });
}

async function askAgain(
  first: Answered,
  refinements: readonly RefinementRequest[],
  over: AbortSignal,
  input: QuoteInput,
): Promise<Answered> {
  const { seller, brief, stage, ports } = input;
  if (seller.takesNoRefinements) {
    ports.progress(`${seller.id}: takes no refinements, and is not asked again`);
    return first;
  }
  const asks = refineAsks(brief, seller, {
    offers: first.offers.filter(({ purchase }) => purchase === undefined),
    exchange: ports.exchange,
    wishes: refinements,
  });
  const leftMs = Math.floor(ports.settings.sellerDeadlineMs - first.quote.elapsedMs);
  if (asks.length === 0 || leftMs <= 0) return first;
  using time = deadline(leftMs, [stage, over]);
  const { refinement, offers } = await refine({
    ...ports,
    seller,
    brief,
    asks,
    offers: first.offers,
    signal: time.signal,
    toOffers: async (products) => (await toOffers(products, input)).offers,
  });
  if (refinement.added > 0)
    ports.progress(`${seller.id}: asked again, ${counted(refinement.added, "more offer")}`);
  const put = { ...refinement, ...(refinements.length > 0 && { wishes: refinements }) };
  return { quote: { ...first.quote, refinement: put }, offers };
}

async function toOffers(
  products: readonly Product[],
  { seller, brief, ports: { exchange, authorise, clock } }: QuoteInput,
): Promise<{ readonly offers: readonly Offer[]; readonly unpriced: number }> {
  const { offers, unpriced } = normaliseProducts({ seller, products, brief, exchange, now: clock?.now() });
  return { offers: await authoriseOffers(offers, { seller, products, authorise }), unpriced };
}

/** The offers with what the publishers of each product say of the seller; a product that names none has the seller's. */
async function authoriseOffers(
  offers: readonly Offer[],
  { seller, products, authorise }: { seller: Seller; products: readonly Product[]; authorise: Authorise },
): Promise<Offer[]> {
  const ids = [...new Set(offers.map(({ productId }) => productId))];
  const found = await Promise.all(
    ids.map(async (id): Promise<[string, Authorisation | undefined]> => {
      // An id used twice is checked with the publishers of both.
      const claims = products.filter(({ product_id }) => product_id === id).flatMap(propertiesOf);
      return [id, claims.length === 0 ? seller.authorisation : await authorise(seller.agentUrl, claims)];
    }),
  );
  const byProduct = new Map(found);
  return offers.map((offer) => {
    const authorisation = byProduct.get(offer.productId);
    return authorisation === undefined ? offer : { ...offer, authorisation };
  });
}

function propertiesOf({ publisher_properties = [] }: Product): PublisherProperties[] {
  return publisher_properties.map(({ publisher_domain, property_ids, property_tags }) => ({
    domain: publisher_domain.toLowerCase(),
    propertyIds: property_ids,
    propertyTags: property_tags,
  }));
}

/** How much longer than the slowest first answer a round may take for second ones. */
const stretch = 1.2;

/** The time that first answers leave for second ones: while somebody is still awaited, and a little after. */
interface Round {
  /** One seller's first answer is in, or will not come. */
  readonly ended: (answered: boolean) => void;
  /** Whether another answer that takes `elapsedMs` would not outlast the slowest of the first ones. */
  readonly leavesTimeFor: (elapsedMs: number) => boolean;
  /** Aborts when the time for second answers is over. */
  readonly over: AbortSignal;
  readonly [Symbol.dispose]: () => void;
}

function openRound(awaitedSellers: number, stopwatch: Clock): Round {
  const begun = stopwatch.now();
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  let awaited = awaitedSellers;
  let slowest = 0;
  let timer: NodeJS.Timeout | undefined;
  const passed = () => stopwatch.now() - begun;
  return {
    ended: (answered) => {
      awaited -= 1;
      if (answered) slowest = passed();
      if (awaited === 0)
        timer = setTimeout(() => controller.abort(), Math.max(0, slowest * stretch - passed()));
    },
    leavesTimeFor: (elapsedMs) => awaited > 0 || passed() + elapsedMs < slowest * stretch,
    over: controller.signal,
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}
