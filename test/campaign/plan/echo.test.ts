import fc from "fast-check";
import { expect, test } from "vitest";
import type { SignalsAgent } from "../../../src/campaign/model/sellers/seller.ts";
import { allocate } from "../../../src/campaign/plan/allocate.ts";
import { chooseSignals } from "../../../src/campaign/plan/signals/choose.ts";
import { normaliseProducts } from "../../../src/campaign/quote/normalise.ts";
import { normaliseSignal } from "../../../src/campaign/quote/quote-signals.ts";
import { rank } from "../../../src/campaign/rank/rank.ts";
import { readProducts } from "../../../src/protocol/records/read-products.ts";
import { signalSchema } from "../../../src/protocol/records/signal.ts";
import { brief, exchange, sellers } from "../rank/arbitraries.ts";

const unsignalled = brief({
  name: "Autumn trail shoes for hikers",
  audience: "parents who hike and run outdoors in the Netherlands, 25 to 54",
  message: "Grip for every path",
  budget: { minor: 5_000_000, currency: "EUR" },
  channels: ["display", "olv"],
  countries: ["NL"],
});

/** The wire products of one seller. Every text in them that no list of words closes is what a seller likes to say. */
function productsOf(seller: number, say: (where: string, usual: string) => string) {
  return [0, 1, 2].map((n) => ({
    product_id: `p${n}`,
    name: say(`${seller}/${n}/name`, "Run of site"),
    description: say(`${seller}/${n}/description`, n === 0 ? "" : "Placements all over the site"),
    channels: n === 2 ? ["olv"] : ["display"],
    ...(n === 0 ? {} : { countries: ["NL", "BE"] }),
    delivery_type: n === 1 ? "guaranteed" : "non_guaranteed",
    delivery_measurement: { provider: "panel", notes: say(`${seller}/${n}/notes`, "weekly") },
    brief_relevance: say(`${seller}/${n}/relevance`, "none stated"),
    format_ids: [{ agent_url: "https://formats.example", id: "display_300x250" }],
    targeting: { notes: say(`${seller}/${n}/targeting`, "none") },
    forecast: { impressions: { min: 2_000_000 + seller * 100_000, max: 3_000_000 + n * 50_000 } },
    pricing_options: [
      {
        pricing_option_id: "only",
        pricing_model: "cpm",
        currency: "EUR",
        fixed_price: 3 + seller + n * 0.7,
        notes: say(`${seller}/${n}/price`, "net"),
      },
    ],
  }));
}

const dataAgent: SignalsAgent = { id: "data.example", agentUrl: "https://data.example/mcp" };

/** What a signals agent answers with all texts that no list of words closes. */
function signalsOf(say: (where: string, usual: string) => string) {
  return ["outdoor", "runners", "coffee"].map((segment) =>
    normaliseSignal(
      signalSchema.parse({
        signal_agent_segment_id: segment,
        name: say(`${segment}/name`, "Segment"),
        description: say(`${segment}/description`, ""),
        signal_type: "marketplace",
        data_provider: say(`${segment}/provider`, "Data house"),
        notes: say(`${segment}/notes`, "weekly"),
        coverage_percentage: 12,
        deployments: sellers.map(({ agentUrl }) => ({ type: "agent", agent_url: agentUrl, is_live: false })),
        pricing: { cpm: 0.1, currency: "EUR", notes: say(`${segment}/price`, "net") },
      }),
      { agent: dataAgent, sellers, currency: "EUR", exchange },
    ),
  );
}

async function planWhere(say: (where: string, usual: string) => string, asked = unsignalled) {
  const offers = sellers.flatMap((seller, i) => {
    const { products } = readProducts(productsOf(i, say));
    return normaliseProducts({ seller, products, brief: asked, exchange }).offers;
  });
  const ranking = rank(offers, { brief: asked, sellers, exchange });
  const split = await allocate({ planId: "plan", brief: asked, offers, ranking, exchange });
  const plan = chooseSignals({ plan: split, brief: asked, offers, signals: signalsOf(say), exchange });
  return {
    targeted: plan.lines.map(({ signal, budget }) => ({ signal, budget })),
    choices: plan.signals,
    ranks: ranking.rows.map(({ offerId, score, gate }) => ({ offerId, score, gate })),
    amounts: plan.lines.map(({ offerId, amount }) => ({ offerId, amount })),
  };
}

const words = [
  unsignalled.name,
  unsignalled.audience ?? "",
  unsignalled.message ?? "",
  "display olv NL Netherlands",
]
  .join(" ")
  .split(" ");

test("echoing the brief's words in any text of any offer moves no rank and no amount", async () => {
  const usual = await planWhere((_, text) => text);
  expect(usual.amounts.length).toBeGreaterThan(1);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 0, max: 3 }),
      fc.constantFrom("name", "description", "notes", "relevance", "targeting", "price", ""),
      async (echoed, seller, field) => {
        const said = await planWhere((where, text) =>
          where.startsWith(`${seller}/`) && where.endsWith(field) ? echoed.join(" ") : text,
        );
        expect(said).toEqual(usual);
      },
    ),
    { numRuns: 200 },
  );
});

test.each([
  ["where the brief names one", ["runners"]],
  ["where it names none", undefined],
])("echoing the brief's words in any text of any signal chooses no other, %s", async (_, named) => {
  const asked = { ...unsignalled, ...(named && { signals: named }) };
  const usual = await planWhere((_, text) => text, asked);
  expect(usual.choices?.map(({ signalId }) => signalId)).toEqual(
    usual.choices?.map(() => named && "data.example/runners"),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 40 }),
      fc.constantFrom("outdoor", "runners", "coffee", ""),
      fc.constantFrom("name", "description", "provider", "notes", "price", ""),
      async (echoed, segment, field) => {
        const said = await planWhere(
          (where, text) =>
            /^[a-z]/.test(where) && where.startsWith(segment) && where.endsWith(field)
              ? echoed.join(" ")
              : text,
          asked,
        );
        expect(said).toEqual(usual);
      },
    ),
    { numRuns: 200 },
  );
});

test("an empty description costs no point", async () => {
  const usual = await planWhere((_, text) => text);
  expect(await planWhere(() => "")).toEqual(usual);
});
