import { formatMoney } from "../../../src/lib/money.ts";
import { fixturePublisher, type Scenario } from "./fixture-publisher.ts";
import { openStoryDesk, shownOf } from "./open-story-desk.ts";
import {
  briefFile,
  completed,
  completedProduct,
  declared,
  promisedTools,
  type StoryProduct,
} from "./story-fixtures.ts";
import { gradeStep, type Row, type StoryStep } from "./story-row.ts";

const story = "orchestrator-multi-agent";
const account = { check: "request_field_present", path: "account" } as const;

const steps = {
  discoverAlpha: {
    id: "discover_alpha",
    checks: [account],
    differs:
      "the story tells its two sellers apart by `context.seller_id` at one address; the schema has sellers echo `context` and read nothing out of it: here each has a path of its own",
  },
  discoverBeta: { id: "discover_beta", checks: [account] },
  compare: {
    id: "compare_and_shortlist",
    checks: [
      { check: "output_contains", field: "cross_seller_shortlist" },
      { check: "output_field_present", path: "cross_seller_shortlist[*].seller_id" },
    ],
  },
  activateAlpha: { id: "activate_alpha", checks: [{ check: "request_field_present", path: "packages" }] },
  activateBeta: {
    id: "activate_beta_fails",
    checks: [{ check: "response_handled", response_type: "error" }],
  },
  reconcile: {
    id: "reconcile_budget",
    checks: [
      { check: "output_contains", field: "budget_reconciliation" },
      { check: "output_field_present", path: "budget_reconciliation.committed_spend" },
      { check: "output_field_present", path: "budget_reconciliation.unallocated" },
    ],
    differs:
      "the story calls the 25,000 of the order that met a 503 unallocated; the standard lets a seller have taken such an order: they are in doubt until its books say more",
  },
} as const satisfies Record<string, StoryStep>;

const offers: Readonly<Record<"alpha" | "beta", readonly StoryProduct[]>> = {
  alpha: [
    offer("alpha_ctv_guaranteed", "Alpha Premium CTV", "ctv", {
      pricing_option_id: "alpha_cpm_ctv",
      rate: 35,
    }),
    offer("alpha_display_auction", "Alpha Display RON", "display", {
      pricing_option_id: "alpha_cpm_display",
      floor_price: 4,
    }),
  ],
  beta: [
    offer("beta_display_premium", "Beta Premium Display", "display", {
      pricing_option_id: "beta_cpm_display",
      floor_price: 6,
    }),
    offer("beta_social_auction", "Beta Social Auction", "social", {
      pricing_option_id: "beta_cpm_social",
      floor_price: 8,
    }),
  ],
};

function offer(
  product_id: string,
  name: string,
  channel: string,
  price: StoryProduct["pricing_options"][number],
): StoryProduct {
  return {
    product_id,
    name,
    delivery_type: price.rate === undefined ? "non_guaranteed" : "guaranteed",
    channels: [channel],
    pricing_options: [{ pricing_model: "cpm", currency: "USD", ...price }],
  };
}

function seller(slug: keyof typeof offers, creates: readonly Scenario[] | (() => Scenario)) {
  return fixturePublisher(slug, [...new Set(offers[slug].flatMap(({ channels }) => channels))], {
    capabilities: completed(declared(promisedTools)),
    products: offers[slug].map((product) => completedProduct(`${slug}.example`, product)),
    creates,
  });
}

/** What the story spends: half on CTV, a quarter on social, and a quarter nowhere. */
const limits = "{ max_share_per_seller: 75%, channel_shares: { ctv: { max: 50% }, social: { max: 25% } } }";

export async function playSeveralSellers(): Promise<readonly Row[]> {
  const offline: Scenario = { error_code: "SERVICE_UNAVAILABLE", http_status: 503 };
  const sellers = () => [seller("alpha", []), seller("beta", () => offline)];
  await using market = await openStoryDesk(
    sellers(),
    briefFile({ budget: "100,000 USD", channels: ["ctv", "display", "social"] }),
  );
  const compared = await market.plan();
  const shortlist = compared.cross_seller_shortlist ?? [];
  const asked = (slug: string) => ({
    calls: market.market.callsOf("get_products", slug),
    all: market.market.calls,
    output: compared,
  });

  await using desk = await openStoryDesk(
    sellers(),
    briefFile({ budget: "100,000 USD", channels: ["ctv", "social"], limits }),
  );
  const output = await desk.run();
  const { calls: all, callsOf } = desk.market;
  const ordered = (slug: string) => ({ calls: callsOf("create_media_buy", slug), all, output });
  const reconciled = Object.entries(output.budget_reconciliation ?? {});
  return [
    gradeStep(story, steps.discoverAlpha, asked("alpha"), ""),
    gradeStep(story, steps.discoverBeta, asked("beta"), ""),
    gradeStep(
      story,
      steps.compare,
      { calls: [], all: market.market.calls, output: compared },
      shortlist
        .map(
          ({ seller_id, channels, pricing: { price } }) =>
            `${channels.join(", ")} of ${seller_id}: ${price && formatMoney(price)}`,
        )
        .join("; "),
    ),
    gradeStep(story, steps.activateAlpha, ordered("alpha"), shownOf(output, "buy/alpha.example/USD")),
    gradeStep(story, steps.activateBeta, ordered("beta"), shownOf(output, "buy/beta.example/USD")),
    gradeStep(
      story,
      steps.reconcile,
      { calls: [], all, output },
      reconciled.map(([what, amount]) => `${what} ${formatMoney(amount)}`).join(", "),
    ),
  ];
}
