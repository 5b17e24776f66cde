import { allocate } from "../dist/campaign/plan/allocate.js";
import { normaliseProducts } from "../dist/campaign/quote/normalise.js";
import { rank } from "../dist/campaign/rank/rank.js";
import { money } from "../dist/lib/money.js";
import { readProducts } from "../dist/protocol/records/read-products.js";
import type { Brief } from "../src/brief/brief.ts";
import type { Offer } from "../src/campaign/model/offers/offer.ts";
import type { Seller } from "../src/campaign/model/sellers/seller.ts";

/**
 * What planning costs beside the sellers' time: 50 sellers with 100 products each are read, put on one scale and ranked,
 * against JSON.parse of the same answers and nothing else, in turns, in one process. What is measured is what is built. Exits 1
 * beyond the limit.
 */
const sellerCount = 50;
const productCount = 100;
const rounds = 30;
const limit = 3;

const brief: Brief = {
  name: "Bench",
  brand: { domain: "acme.example" },
  objective: "awareness",
  budget: money(200_000_000, "EUR"),
  flight: { start: "2027-01-18", end: "2027-02-28" },
  countries: ["DE", "AT"],
  channels: ["olv", "ctv"],
  audience: "people who hike and run outdoors, 25 to 54",
  limits: { excludedSellers: [], maxCpm: money(3000, "EUR") },
  creatives: [],
  questions: [],
};
const exchange = { date: "2027-01-15", source: "bench", base: "EUR", rates: { USD: 1.25, JPY: 160 } };

const sellers = Array.from(
  { length: sellerCount },
  (_, i): Seller => ({
    id: `seller-${i}.example`,
    domain: `seller-${i}.example`,
    agentUrl: `https://seller-${i}.example/mcp`,
    channels: ["olv"],
    tasks: ["get_products"],
    eligible: true,
    reasons: [],
  }),
);

const prices = [
  { pricing_model: "cpm", currency: "EUR", fixed_price: 12 },
  { pricing_model: "cpm", currency: "USD", fixed_price: 14.5, min_spend_per_package: 2500 },
  {
    pricing_model: "cpm",
    currency: "EUR",
    floor: 8,
    price_guidance: { p25: 9, p50: 10.5, p75: 13, p90: 17 },
  },
  { pricing_model: "vcpm", currency: "EUR", fixed_price: 16 },
  { pricing_model: "cpcv", currency: "JPY", fixed_price: 3 },
  { pricing_model: "cpm", currency: "EUR", fixed_price: 22 },
];

/** As a seller of the public standard sends them: with the properties, the formats and a curve of three budgets. */
function product(seller: number, n: number) {
  const impressions = 400_000 + ((seller * 7919 + n * 104_729) % 3_000_000);
  const point = (part: number) => ({
    budget: Math.round(60_000 * part),
    metrics: {
      impressions: {
        low: Math.round(impressions * part * 0.8),
        mid: Math.round(impressions * part),
        high: Math.round(impressions * part * 1.2),
      },
      reach: {
        low: Math.round(impressions * part * 0.2),
        mid: Math.round(impressions * part * 0.3),
        high: Math.round(impressions * part * 0.4),
      },
    },
  });
  return {
    product_id: `product_${seller}_${n}`,
    name: `Evening video ${n}, run of network`,
    description:
      "Pre-roll and mid-roll in news, weather and outdoor programmes of the region, every day of the week, on desktop, mobile and the television set; sold by the evening.",
    publisher_properties: [{ publisher_domain: `seller-${seller}.example`, selection_type: "all" }],
    channels: n % 3 === 0 ? ["ctv"] : ["olv", "ctv"],
    countries: ["DE", "AT", "CH"],
    delivery_type: n % 2 === 0 ? "guaranteed" : "non_guaranteed",
    delivery_measurement: {
      provider: "Panel measurement with weekly reports",
      notes: "Impressions are counted when the first frame is shown.",
    },
    format_ids: ["video_15s", "video_30s", "video_vast"].map((id) => ({
      agent_url: "https://formats.example/mcp",
      id,
    })),
    targeting: { geo_countries: ["DE", "AT", "CH"], households: true },
    forecast: {
      points: [point(0.25), point(0.5), point(1)],
      method: "modeled",
      currency: "EUR",
      reach_unit: "individuals",
    },
    reporting_capabilities: {
      available_reporting_frequencies: ["daily"],
      expected_delay_minutes: 240,
      timezone: "UTC",
      supports_webhooks: false,
      available_metrics: ["impressions", "spend", "clicks", "completed_views"],
      date_range_support: "date_range",
    },
    pricing_options: [{ pricing_option_id: "only", ...prices[(seller + n) % prices.length] }],
  };
}

const texts = sellers.map((_, seller) =>
  JSON.stringify({ products: Array.from({ length: productCount }, (_, n) => product(seller, n)) }),
);

interface Parsed {
  readonly products: readonly unknown[];
}

/** One after the other, as answers come in: none is held while the next is read. */
function parseAll(): number {
  let found = 0;
  for (const text of texts) found += parsed(text).products.length;
  return found;
}

function parsed(text: string): Parsed {
  // Written by the lines above.
  return JSON.parse(text) as Parsed;
}

function parseAndNormaliseAll(): Offer[] {
  return sellers.flatMap((seller, i) => {
    const { products } = readProducts(parsed(texts[i] ?? "").products);
    return normaliseProducts({ seller, products, brief, exchange }).offers;
  });
}

function timed<Result>(work: () => Result): { readonly ms: number; readonly result: Result } {
  const begun = performance.now();
  const result = work();
  return { ms: performance.now() - begun, result };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const times = { parse: [] as number[], offers: [] as number[], rank: [] as number[] };
for (let round = 0; round < rounds; round++) {
  const parse = timed(parseAll);
  const offers = timed(parseAndNormaliseAll);
  const ranked = timed(() => rank(offers.result, { brief, sellers, exchange }));
  if (ranked.result.rows.length !== parse.result) throw new Error("offers are missing");
  times.parse.push(parse.ms);
  times.offers.push(offers.ms - parse.ms);
  times.rank.push(ranked.ms);
}

const offers = parseAndNormaliseAll();
const ranking = rank(offers, { brief, sellers, exchange });
const allocated = timed(() => allocate({ brief, offers, ranking, planId: "bench", exchange }));

const [parsing, reading, ranks] = [median(times.parse), median(times.offers), median(times.rank)];
const ratio = median(times.offers.map((ms, i) => (ms + (times.rank[i] ?? 0)) / (times.parse[i] ?? 0)));
const megabytes = texts.reduce((total, text) => total + text.length, 0) / 1e6;
console.log(
  `${offers.length} products of ${sellerCount} sellers, ${megabytes.toFixed(1)} MB, medians of ${rounds} rounds`,
);
console.log(`JSON.parse            ${parsing.toFixed(1).padStart(7)} ms`);
console.log(`read and normalise    ${reading.toFixed(1).padStart(7)} ms`);
console.log(
  `rank                  ${ranks.toFixed(1).padStart(7)} ms, ${ranking.rows.filter(({ gate }) => gate === "pass").length} may be bought`,
);
console.log(`read, normalise, rank ${ratio.toFixed(2).padStart(7)} times JSON.parse (limit ${limit})`);
console.log(
  `planning without sellers: ${(reading + ranks + allocated.ms).toFixed(0)} ms, of which the split takes ${allocated.ms.toFixed(0)} ms`,
);
if (ratio > limit) process.exitCode = 1;
