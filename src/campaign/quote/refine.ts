import type { Brief } from "../../brief/brief.ts";
import { canonicalJson } from "../../lib/canonical-json.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Read } from "../../protocol/client/calls.ts";
import type { Product } from "../../protocol/records/product.ts";
import { readProducts } from "../../protocol/records/read-products.ts";
import type { Offer, Refinement } from "../model/offers/offer.ts";
import type { Seller } from "../model/sellers/seller.ts";
import { withInjectionSigns } from "./injection-signs.ts";
import { outboundBrief } from "./outbound-brief.ts";
import type { RefineAsks } from "./refine-asks.ts";

interface RefineInput {
  readonly seller: Seller;
  readonly brief: Brief;
  readonly asks: RefineAsks;
  readonly offers: readonly Offer[];
  readonly signal: AbortSignal;
  readonly read: Read;
  readonly stopwatch: Clock;
  readonly settings: { readonly operator: string | undefined };
  readonly toOffers: (products: readonly Product[]) => Promise<readonly Offer[]>;
}

/**
 * Asks a seller once more, with refinements. What fails, comes late or repeats the first answer leaves the offers as they were.
 * `toOffers` reads and normalises as for the first answer.
 */
export async function refine(input: RefineInput) {
  const { seller, brief, asks, offers, signal, read, stopwatch, settings, toOffers } = input;
  const begun = stopwatch.now();
  const { brief: _, ...frame } = outboundBrief(brief, seller, settings.operator);
  const request = { ...frame, buying_mode: "refine" as const, refine: asks };
  const answer = await read(seller.agentUrl, "get_products", request, { signal, tries: 1 });
  const second =
    answer.type === "answered"
      ? withInjectionSigns(await toOffers(readProducts(answer.payload.products).products), {
          products: answer.payload.products,
          injectionSigns: answer.injectionSigns,
        })
      : [];
  const elapsedMs = stopwatch.now() - begun;
  const result = answer.type === "answered" ? "answered" : signal.aborted ? "late" : "failed";
  const merged = new Map([...offers, ...second].map((offer) => [offer.id, offer]));
  const known = new Map(offers.map((offer) => [offer.id, offer]));
  const changed = second.filter((offer) => {
    const before = known.get(offer.id);
    return before !== undefined && canonicalJson(before) !== canonicalJson(offer);
  });
  // All of the seller's offers, those of the second answer in the place of the first's.
  const all: readonly Offer[] = [...merged.values()];
  const refinement: Refinement = {
    asked: asks.length,
    result,
    elapsedMs,
    added: merged.size - known.size,
    changed: changed.length,
    better: betterOn(brief, offers, all),
  };
  return { refinement, offers: all };
}

/** Where the lowest price of a channel that the brief asks for is lower than before, or there is one now. */
function betterOn(brief: Brief, before: readonly Offer[], after: readonly Offer[]): Refinement["better"] {
  return brief.channels.flatMap((channel) => {
    const [was, now] = [lowestOn(channel, before), lowestOn(channel, after)];
    if (now === undefined || (was !== undefined && was <= now)) return [];
    return [{ channel, now, was }];
  });
}

function lowestOn(channel: string, offers: readonly Offer[]): number | undefined {
  const prices = offers.flatMap(({ channels, cpm }) => (cpm && channels.includes(channel) ? [cpm.mid] : []));
  return prices.length === 0 ? undefined : Math.min(...prices);
}
