import PQueue from "p-queue";
import type { Clock } from "../../lib/clock.ts";
import type { ExchangeTable } from "../../lib/exchange.ts";
import type { Read } from "../../protocol/calls.ts";
import { type Product, productSchema } from "../../protocol/records/product.ts";
import type { Brief } from "../brief/brief.ts";
import type { Authorise } from "../discover/authorisation.ts";
import type { Seller } from "../discover/seller.ts";
import { authoriseOffers } from "./authorise-offers.ts";
import { normaliseProducts } from "./normalise.ts";
import type { Offer, Quote } from "./offer.ts";
import { offersTried } from "./offers-tried.ts";
import { outboundBrief } from "./outbound-brief.ts";

export interface Quoted {
  readonly quotes: readonly Quote[];
  readonly offers: readonly Offer[];
}

/**
 * Seller[] -> Offer[]: asks all eligible sellers at once, each under its own deadline and all under one. Who is late is
 * told to stop; late, failed or unreadable answers are lines of the result and cost no other seller anything.
 */
export async function quote(
  brief: Brief,
  sellers: readonly Seller[],
  ports: {
    readonly read: Read;
    readonly authorise: Authorise;
    readonly stopwatch: Clock;
    readonly exchange?: ExchangeTable | undefined;
    readonly settings: {
      readonly sellerDeadlineMs: number;
      readonly quoteDeadlineMs: number;
      readonly concurrency: number;
    };
    readonly progress: (line: string) => void;
  },
): Promise<Quoted> {
  const queue = new PQueue({ concurrency: ports.settings.concurrency });
  const stage = AbortSignal.timeout(ports.settings.quoteDeadlineMs);
  const results = await Promise.all(
    sellers
      .filter(({ eligible }) => eligible)
      .map((seller) => queue.add(() => quoteOf(seller, brief, stage, ports))),
  );
  return {
    quotes: results.map((result) => result.quote),
    offers: results.flatMap((result) => result.offers),
  };
}

async function quoteOf(
  seller: Seller,
  brief: Brief,
  stage: AbortSignal,
  ports: Parameters<typeof quote>[2],
): Promise<{ quote: Quote; offers: Offer[] }> {
  const begun = ports.stopwatch.now();
  const own = AbortSignal.timeout(ports.settings.sellerDeadlineMs);
  const answer = await ports.read(seller.agentUrl, "get_products", outboundBrief(brief), {
    signal: AbortSignal.any([stage, own]),
    onProgress: (message) => {
      ports.progress(`${seller.id}: ${message.slice(0, 80)}`);
    },
  });
  const elapsedMs = ports.stopwatch.now() - begun;
  const ended = (quote: Omit<Quote, "sellerId" | "elapsedMs">, offers: Offer[] = []) => {
    ports.progress(
      `${seller.id}: ${quote.result}, ${offers.length} offers in ${(elapsedMs / 1000).toFixed(1)} s`,
    );
    return { quote: { sellerId: seller.id, elapsedMs, ...quote }, offers };
  };
  if (answer.type === "failed" && answer.error.code === "CANCELED" && (own.aborted || stage.aborted)) {
    const limit = own.aborted ? ports.settings.sellerDeadlineMs : ports.settings.quoteDeadlineMs;
    return ended({ result: "late", products: 0, reason: `no answer within ${limit / 1000} s` });
  }
  if (answer.type === "failed") {
    const { code, message, tried } = answer.error;
    return ended({
      result: "failed",
      products: 0,
      reason: `${code}: ${message}`,
      ...(tried.length > 0 && { tried }),
    });
  }
  if (answer.type === "pending")
    return ended({ result: "late", products: 0, reason: "answers later: its people make the offer" });
  const { products, unreadable } = readProducts(answer.payload.products);
  const { offers, unpriced } = normaliseProducts({
    seller,
    products,
    brief,
    ...(ports.exchange === undefined ? {} : { exchange: ports.exchange }),
  });
  return ended(
    {
      result: "answered",
      products: products.length,
      ...(unpriced > 0 ? { unpriced } : {}),
      ...(unreadable === undefined ? {} : { reason: unreadable }),
    },
    offersTried(await authoriseOffers(offers, { seller, products, authorise: ports.authorise }), {
      products: answer.payload.products,
      tried: answer.tried,
    }),
  );
}

function readProducts(items: readonly unknown[]): { products: Product[]; unreadable?: string } {
  const parsed = items.map((item) => productSchema.safeParse(item));
  const bad = parsed.filter(({ success }) => !success);
  const products = parsed.flatMap(({ data }) => (data === undefined ? [] : [data]));
  if (bad.length === 0) return { products };
  const issue = bad[0]?.error?.issues[0];
  return {
    products,
    unreadable: `${bad.length} of ${items.length} products could not be read (${issue?.path.join(".")}: ${issue?.message})`,
  };
}
