import type { Brief } from "../../src/brief/brief.ts";
import type { Verdict } from "../../src/campaign/model/decisions/verdict.ts";
import type { Feedback } from "../../src/campaign/model/learned/feedback.ts";
import type { DeliveryReport } from "../../src/campaign/model/measured/delivery.ts";
import type { Offer, Quote } from "../../src/campaign/model/offers/offer.ts";
import type { PlanLine } from "../../src/campaign/model/offers/plan.ts";
import type { RankingRow } from "../../src/campaign/model/offers/ranking.ts";
import type { Seller } from "../../src/campaign/model/sellers/seller.ts";
import type { CampaignEvent } from "../../src/campaign/model/state/events.ts";
import { reduce } from "../../src/campaign/model/state/reducer.ts";
import { type CampaignState, emptyState } from "../../src/campaign/model/state/state.ts";
import type { Step } from "../../src/campaign/model/step/step.ts";
import { canonicalJson } from "../../src/lib/canonical-json.ts";
import { digest } from "../../src/lib/digest.ts";
import { type ExchangeTable, exchangeRate } from "../../src/lib/exchange.ts";
import { money } from "../../src/lib/money.ts";

const exchange: ExchangeTable = {
  date: "2027-02-26",
  source: "European Central Bank reference rates",
  base: "EUR",
  rates: { USD: 1.084, GBP: 0.8362 },
};

const creativeAgent = "https://creative.example";
const video = { agent_url: creativeAgent, id: "video_16x9_20s" };
const banner = { agent_url: creativeAgent, id: "display_300x250" };

const brief: Brief = {
  name: "Aurora e-bike spring launch",
  brand: { domain: "aurora-cycles.example", name: "Aurora Cycles" },
  objective: "awareness",
  budget: money(250_000_00, "EUR"),
  flight: { start: "2027-03-08", end: "2027-04-04" },
  countries: ["DE", "AT", "GB"],
  channels: ["ctv", "olv", "display", "podcast"],
  audience: "Adults 30 to 55 who commute in cities and follow outdoor topics",
  kpi: { metric: "cpm", target: 18 },
  limits: { maxCpm: money(34_00, "EUR"), maxSharePerSeller: 0.35, excludedSellers: ["tabloid.example"] },
  creatives: [
    {
      id: "cr-hero-20",
      name: "Hero film, 20 s",
      format: video,
      assets: { video: { asset_type: "video", url: "https://assets.aurora-cycles.example/hero.mp4" } },
    },
  ],
  message: "The city is smaller than you think.",
  questions: [],
};

/** Text that a hostile seller might send: markup, Markdown, quotes, terminal codes and marks of writing direction. */
export const hostileText =
  '<script>alert("x")</script><img src=https://evil.example/p.gif onerror=alert(1)> | **bold** [link](https://evil.example) ' +
  "`code` \u001b[31mred\u001b[0m \u202eesrever {b} & 'quotes'";

const sellers: readonly Seller[] = [
  seller("streamhouse.example", ["ctv", "olv"]),
  seller("nordlicht-media.example", ["olv", "display"]),
  seller("cityscreen.example", ["ctv"]),
  seller("podwerk.example", ["podcast"]),
  seller("thames-digital.example", ["display", "olv"]),
  seller("open-exchange.example", ["display"]),
  seller("quietgarden.example", ["display"]),
  seller("slowpress.example", ["display", "olv"]),
  {
    ...seller("tabloid.example", ["display"]),
    eligible: false,
    reasons: ["The brief excludes this seller."],
  },
];

const quotes: readonly Quote[] = [
  { sellerId: "streamhouse.example", result: "answered", elapsedMs: 1840, products: 3 },
  { sellerId: "nordlicht-media.example", result: "answered", elapsedMs: 920, products: 2 },
  { sellerId: "cityscreen.example", result: "answered", elapsedMs: 3310, products: 1 },
  { sellerId: "podwerk.example", result: "answered", elapsedMs: 640, products: 1 },
  { sellerId: "thames-digital.example", result: "answered", elapsedMs: 2205, products: 2 },
  { sellerId: "open-exchange.example", result: "answered", elapsedMs: 410, products: 2 },
  {
    sellerId: "quietgarden.example",
    result: "answered",
    elapsedMs: 1105,
    products: 2,
    unpriced: 2,
  },
  {
    sellerId: "slowpress.example",
    result: "late",
    elapsedMs: 20_000,
    products: 0,
    reason: "No answer within 20 s.",
  },
];

const offers: readonly Offer[] = [
  offer("streamhouse.example", "prime-ctv", "Prime time on the big screen", ["ctv"], "EUR", 24_50, 3.4e6, {
    deliveryType: "guaranteed",
    minimumSpend: money(20_000_00, "EUR"),
  }),
  offer("streamhouse.example", "catch-up", "Catch-up TV, all devices", ["olv"], "EUR", 15_80, 5.1e6),
  offer(
    "streamhouse.example",
    "sponsorship",
    "Title sponsorship, evening news",
    ["ctv"],
    "EUR",
    41_20,
    1.9e6,
    {
      pricingModel: "flat-fee",
      whole: true,
      price: money(78_000_00, "EUR"),
      assumptions: ["A flat fee of EUR 78,000.00 over the seller's forecast of 1.9 M impressions."],
    },
  ),
  offer(
    "nordlicht-media.example",
    "in-stream",
    "In-stream video, news and weather",
    ["olv"],
    "EUR",
    13_20,
    6.2e6,
  ),
  offer("nordlicht-media.example", "native", "Native cards", ["display"], "EUR", 4_10, 14e6),
  offer(
    "cityscreen.example",
    "rooftop",
    "Connected screens at home, city commuters",
    ["ctv"],
    "USD",
    22_00,
    2.8e6,
    {
      deliveryType: "guaranteed",
    },
  ),
  offer(
    "podwerk.example",
    "host-read",
    "Host-read spots, cycling and outdoors",
    ["podcast"],
    "EUR",
    28_00,
    0.9e6,
    {
      missing: ["How completion is measured."],
    },
  ),
  offer(
    "thames-digital.example",
    "homepage",
    "Homepage takeover, London & South East",
    ["display"],
    "GBP",
    9_40,
    4.4e6,
  ),
  offer("thames-digital.example", "outstream", "Outstream video", ["olv"], "GBP", 11_90, 3.7e6),
  offer("open-exchange.example", "run-of-network", "Run of network", ["display"], "USD", 2_10, 60e6, {
    pricingModel: "cpm-auction",
    auction: true,
    bid: money(2_60, "USD"),
    assumptions: [
      "Auction: the bid of USD 2.60 is taken as the price; the floor is USD 2.10.",
      "1 EUR = 1.084 USD on 2027-02-26.",
    ],
  }),
  {
    ...offer("open-exchange.example", "premium", hostileText, ["display"], "USD", 6_40, 9e6),
    description: hostileText,
  },
  unpriced("quietgarden.example", "longread", "Sponsored long reads"),
];

const lines: readonly PlanLine[] = [
  line(
    "p1",
    "streamhouse.example",
    "prime-ctv",
    "ctv",
    72_000_00,
    "EUR",
    2.94e6,
    "Highest score on the big screen, with guaranteed delivery at a price inside the limit.",
  ),
  line(
    "p2",
    "nordlicht-media.example",
    "in-stream",
    "olv",
    58_000_00,
    "EUR",
    4.39e6,
    "Cheapest attentive video in Germany and Austria; more would pass its share of the forecast.",
  ),
  line(
    "p3",
    "cityscreen.example",
    "rooftop",
    "ctv",
    44_000_00,
    "USD",
    2.17e6,
    "Adds commuters that the first line does not reach.",
  ),
  line(
    "p4",
    "podwerk.example",
    "host-read",
    "podcast",
    21_000_00,
    "EUR",
    0.75e6,
    "The only audio offer, and it fits the audience closely.",
  ),
  line(
    "p5",
    "thames-digital.example",
    "outstream",
    "olv",
    30_000_00,
    "GBP",
    2.1e6,
    "Covers Great Britain at a price below the target.",
  ),
  {
    ...line(
      "p6",
      "open-exchange.example",
      "run-of-network",
      "display",
      18_500_00,
      "USD",
      7.7e6,
      "Cheap frequency at the end of the flight; kept small because nothing is guaranteed.",
    ),
    bid: money(2_60, "USD"),
  },
];

const approvedByRules: Verdict = {
  type: "approved",
  by: { policies: ["house-rules.yaml"] },
  notes: ["All 9 rules hold."],
};
const approvedByAgent: Verdict = {
  type: "approved",
  by: "governance",
  checkId: "chk-7714",
  token: "eyJhbGciOiJFZERTQSJ9.secret-token.signature",
  notes: ["Within the plan's spending authority."],
};

const buyStreamhouse = buy("streamhouse.example", ["p1"]);
const buyNordlicht = buy("nordlicht-media.example", ["p2"]);
const buyCityscreenFirst = buy("cityscreen.example", ["p3"], "buy/cityscreen.example/USD");
const buyCityscreen: Step = {
  ...buy("cityscreen.example", ["p3"], "buy/cityscreen.example/USD/2"),
  replaces: buyCityscreenFirst.id,
};
const buyPodwerk = buy("podwerk.example", ["p4"]);
const buyThames = buy("thames-digital.example", ["p5"]);
const buyExchange = buy("open-exchange.example", ["p6"]);
const build: Step = {
  ...free(
    "build/open-exchange.example/display_300x250",
    "build_creative",
    "creative.example",
    "Build a banner for Run of network from the brief's message.",
  ),
  arguments: { message: brief.message, target_format_ids: [banner], idempotency_key: uuid(20) },
  lineIds: ["p6"],
};
const syncStreamhouse = sync("streamhouse.example", "p1", "cr-hero-20", "Hero film, 20 s", video);
const syncNordlicht = sync("nordlicht-media.example", "p2", "cr-hero-20", "Hero film, 20 s", video);
const feedbackStep: Step = {
  ...free(
    "feedback/streamhouse.example/mb-4410/2027-03-08",
    "provide_performance_feedback",
    "streamhouse.example",
    "Tell Streamhouse that its buy runs at 1.06 of plan.",
  ),
  arguments: { media_buy_id: "mb-4410", performance_index: 1.06, idempotency_key: uuid(30) },
};

/** Everything that can be seen in a report, in the order in which it happened. */
export const campaignEvents: readonly CampaignEvent[] = [
  {
    type: "campaign-begun",
    brief,
    exchange,
    governancePlanId: "plan-aurora-spring",
    policies: [
      { file: "house-rules.yaml", digest: digest("house rules"), text: "house rules" },
      { file: "brand-safety.yaml", digest: digest("brand safety"), text: "brand safety" },
    ],
  },
  {
    type: "sellers-discovered",
    sellers,
    creativeAgents: [{ id: "creative.example", agentUrl: creativeAgent }],
  },
  { type: "offers-quoted", quotes: [...quotes, failedQuote()], offers },
  { type: "offers-ranked", ranking: { rows: rankingRows() } },
  {
    type: "plan-made",
    plan: {
      id: "plan-1",
      total: money(243_500_00, "EUR"),
      unallocated: money(6_500_00, "EUR"),
      lines,
      leftOut: [
        {
          offerId: idOf("streamhouse.example", "sponsorship"),
          reason: "Its price of EUR 41.20 is above the limit of EUR 34.00.",
        },
        {
          offerId: idOf("open-exchange.example", "premium"),
          reason: "Scores below run of network at three times the price.",
        },
        { offerId: idOf("quietgarden.example", "longread"), reason: "No price was given." },
      ],
      binding: [
        "streamhouse.example may get at most 35 % of the budget.",
        "podwerk.example has no more impressions to sell.",
      ],
    },
  },
  ...approvedAndDone(buyStreamhouse, "mb-4410", false),
  ...approvedAndDone(buyNordlicht, "mb-n-0092", true),
  propose(buyCityscreenFirst),
  judge(buyCityscreenFirst, approvedByRules),
  judge(buyCityscreenFirst, {
    type: "conditions",
    by: "governance",
    conditions: [
      { field: "packages[0].budget", requiredValue: 44_000, reason: "CTV outside Germany is capped." },
    ],
  }),
  {
    type: "step-replaced",
    stepId: buyCityscreenFirst.id,
    by: buyCityscreen.id,
    changes: ["packages[0].budget is 44000 instead of 47696"],
  },
  ...approvedAndSent(buyCityscreen),
  {
    type: "step-answered",
    stepId: buyCityscreen.id,
    receipt: {
      stepId: buyCityscreen.id,
      status: "pending",
      taskId: "task-551",
      replayed: false,
      payload: { status: "submitted" },
    },
  },
  propose(buyPodwerk),
  judge(buyPodwerk, {
    type: "denied",
    by: { policies: ["brand-safety.yaml"] },
    reasons: ["Host-read spots need a script that the brand has signed off."],
  }),
  propose(buyThames),
  judge(buyThames, approvedByRules),
  judge(buyThames, {
    type: "escalated",
    by: "governance",
    reasons: ["New seller above EUR 25,000.00: a person must agree."],
  }),
  propose(buyExchange),
  judge(buyExchange, approvedByRules),
  judge(buyExchange, {
    type: "held",
    by: "governance",
    reasons: ["The governance agent did not answer within 30 s."],
  }),
  ...approvedAndSent(build),
  {
    type: "step-failed",
    stepId: build.id,
    code: "unsupported_format",
    reason: "The creative agent cannot build display_300x250 from a message alone.",
    effect: "none",
  },
  ...approvedAndSent(syncStreamhouse),
  answerSync(syncStreamhouse, {
    creative_id: "cr-hero-20",
    action: "created",
    status: "approved",
    assigned_to: ["p1"],
  }),
  ...approvedAndSent(syncNordlicht),
  answerSync(syncNordlicht, {
    creative_id: "cr-hero-20",
    action: "failed",
    errors: [{ message: "Video bitrate is below 4 Mbit/s." }],
  }),
  {
    type: "delivery-reported",
    reports: [
      delivered("mb-4410", "streamhouse.example", "p1", 36_000_00, 1_470_000, 1.06, []),
      delivered("mb-n-0092", "nordlicht-media.example", "p2", 29_000_00, 2_195_000, 0.83, [
        { kind: "restated", text: "2027-03-14 has 118,000 impressions instead of 192,000" },
      ]),
    ],
  },
  {
    type: "feedback-made",
    feedback: [
      indexOf("mb-4410", "streamhouse.example", 1.06),
      indexOf("mb-n-0092", "nordlicht-media.example", 0.91),
    ],
  },
  ...approvedAndSent(feedbackStep),
  {
    type: "step-answered",
    stepId: feedbackStep.id,
    receipt: { stepId: feedbackStep.id, status: "done", replayed: false, payload: { acknowledged: true } },
  },
];

/** The campaign after its first `count` events; one event a minute from a fixed morning. */
export function campaignAfter(count = campaignEvents.length): CampaignState {
  const start = Date.parse("2027-03-01T08:00:00Z");
  return reduce(
    emptyState("aurora-spring-2027"),
    campaignEvents.slice(0, count).map((event, i) => ({
      campaignId: "aurora-spring-2027",
      sequence: i + 1,
      at: new Date(start + i * 60_000).toISOString(),
      event,
    })),
  );
}

function seller(domain: string, channels: readonly string[]): Seller {
  return {
    id: domain,
    domain,
    agentUrl: `https://${domain}/mcp`,
    channels,
    tasks: ["get_products", "create_media_buy"],
    replayWindowSeconds: 86_400,
    eligible: true,
    reasons: [],
  };
}

function failedQuote(): Quote {
  return {
    sellerId: "brokenwire.example",
    result: "failed",
    elapsedMs: 310,
    products: 0,
    reason: "The agent's certificate has expired.",
  };
}

/** An index of a buy by two days of impressions. */
function indexOf(mediaBuyId: string, sellerId: string, performanceIndex: number): Feedback {
  return {
    mediaBuyId,
    sellerId,
    period: measured(),
    performanceIndex,
    interval: { low: performanceIndex - 0.02, high: performanceIndex + 0.02 },
    inputs: {
      measure: { source: "seller", metric: "impressions" },
      currency: "EUR",
      days: [
        { date: measured().start, outcomes: 21_000, spendMinor: 500_00 },
        { date: measured().end, outcomes: 22_000, spendMinor: 500_00 },
      ],
      expectation: { outcomes: 1_470_000, spendMinor: 36_000_00, basis: "the plan's forecast" },
      priorOutcomes: 20,
      dispersion: 12.5,
    },
    formula: "impressions for EUR 1,000.00, against the plan's forecast",
  };
}

function idOf(sellerId: string, productId: string): string {
  return `${sellerId}/${productId}/std`;
}

function offer(
  sellerId: string,
  productId: string,
  name: string,
  channels: readonly string[],
  currency: string,
  priceMinor: number,
  impressions: number,
  more: Partial<Offer> = {},
): Offer {
  const rate = exchangeRate(exchange, currency, "EUR") ?? 1;
  const mid = priceMinor * rate;
  return {
    id: idOf(sellerId, productId),
    sellerId,
    productId,
    pricingOptionId: "std",
    name,
    description: `${name}.`,
    channels,
    formats: [channels.includes("display") ? banner : video],
    pricingModel: "cpm",
    currency,
    auction: false,
    price: money(priceMinor, currency),
    cpm: { low: mid, mid, high: mid * (more.auction ? 1.35 : currency === "EUR" ? 1 : 1.04) },
    impressions: { low: impressions * 0.7, mid: impressions, high: impressions * 1.25 },
    assumptions:
      currency === "EUR" ? [] : [`1 EUR = ${exchange.rates[currency]} ${currency} on ${exchange.date}.`],
    missing: [],
    ...more,
  };
}

function unpriced(sellerId: string, productId: string, name: string): Offer {
  const {
    price: _,
    cpm: __,
    impressions: ___,
    ...rest
  } = offer(sellerId, productId, name, ["display"], "EUR", 1, 1);
  return { ...rest, missing: ["Price", "Forecast"] };
}

function rankingRows(): RankingRow[] {
  const rows = offers.map((offer, i): RankingRow => {
    const values = [
      0.95 - i * 0.03,
      0.5 + ((i * 7) % 5) / 10,
      0.9 - ((i * 3) % 6) / 10,
      offer.deliveryType ? 1 : 0.4,
      0.8,
    ];
    const weights = [30, 25, 20, 15, 10];
    const parts = ["brief fit", "price", "scale", "guarantee", "data completeness"].map((criterion, c) => ({
      criterion,
      value: values[c] ?? 0,
      weight: weights[c] ?? 0,
      reason: `${criterion} of ${offer.productId} on a fixed scale`,
    }));
    const tooDear = offer.productId === "sponsorship";
    return {
      offerId: offer.id,
      gate: tooDear ? "fail" : offer.cpm ? "pass" : "unknown",
      gateReasons: tooDear
        ? ["EUR 41.20 CPM is above the limit of EUR 34.00."]
        : offer.cpm
          ? []
          : ["No price was given."],
      score: parts.reduce((total, part) => total + part.value * part.weight, 0),
      parts,
    };
  });
  return rows.sort((a, b) => b.score - a.score);
}

function line(
  lineId: string,
  sellerId: string,
  productId: string,
  channel: string,
  amountMinor: number,
  currency: string,
  expectedImpressions: number,
  reason: string,
): PlanLine {
  const rate = exchangeRate(exchange, "EUR", currency) ?? 1;
  return {
    lineId,
    offerId: idOf(sellerId, productId),
    sellerId,
    productId,
    pricingOptionId: "std",
    channels: [channel],
    amount: money(amountMinor, "EUR"),
    budget: money(Math.floor(amountMinor * rate), currency),
    expectedImpressions,
    reason,
  };
}

function buy(sellerId: string, lineIds: readonly string[], id?: string): Step {
  const line = lines.find((line) => line.lineId === lineIds[0]);
  if (!line) throw new Error(`no line ${lineIds[0]}`);
  return {
    id: id ?? `buy/${sellerId}/${line.budget.currency}`,
    task: "create_media_buy",
    agentId: sellerId,
    agentUrl: `https://${sellerId}/mcp`,
    arguments: {
      packages: lineIds.map((lineId) => ({ buyer_ref: lineId })),
      idempotency_key: uuid(Number(lineIds[0]?.slice(1))),
    },
    amount: line.budget,
    planAmount: line.amount,
    purpose: `Buy ${line.productId} from ${sellerId}.`,
    lineIds,
  };
}

function free(id: string, task: Step["task"], agentId: string, purpose: string): Step {
  return {
    id,
    task,
    agentId,
    agentUrl: `https://${agentId}/mcp`,
    arguments: {},
    amount: money(0, "EUR"),
    planAmount: money(0, "EUR"),
    purpose,
    lineIds: [],
  };
}

function sync(sellerId: string, lineId: string, id: string, name: string, format: typeof video): Step {
  return {
    ...free(`sync/${sellerId}`, "sync_creatives", sellerId, `Give ${sellerId} the creative for ${lineId}.`),
    arguments: {
      creatives: [{ creative_id: id, name, format_id: format, assets: {} }],
      assignments: { [id]: [lineId] },
      idempotency_key: uuid(40),
    },
    lineIds: [lineId],
  };
}

function propose(step: Step): CampaignEvent {
  return { type: "step-proposed", step };
}

function judge(step: Step, verdict: Verdict): CampaignEvent {
  return { type: "verdict-given", stepId: step.id, digest: digest(step.arguments), verdict };
}

function approvedAndSent(step: Step): CampaignEvent[] {
  const bytes = canonicalJson(step.arguments);
  return [
    propose(step),
    judge(step, approvedByRules),
    judge(step, approvedByAgent),
    {
      type: "step-begun",
      stepId: step.id,
      bytes,
      digest: digest(step.arguments),
      idempotencyKey: String(step.arguments["idempotency_key"]),
    },
  ];
}

function approvedAndDone(step: Step, mediaBuyId: string, replayed: boolean): CampaignEvent[] {
  const [proposed, ...rest] = approvedAndSent(step);
  if (!proposed) return [];
  return [
    proposed,
    ...rest.slice(0, 2),
    { type: "step-approved", stepId: step.id, digest: digest(step.arguments), by: "Mara Lindqvist" },
    ...rest.slice(2),
    {
      type: "step-answered",
      stepId: step.id,
      receipt: {
        stepId: step.id,
        status: "done",
        replayed,
        payload: {
          media_buy_id: mediaBuyId,
          status: "active",
          packages: step.lineIds.map((lineId) => ({
            package_id: `${mediaBuyId}-${lineId}`,
            buyer_ref: lineId,
          })),
        },
      },
    },
  ];
}

function answerSync(step: Step, item: Readonly<Record<string, unknown>>): CampaignEvent {
  return {
    type: "step-answered",
    stepId: step.id,
    receipt: { stepId: step.id, status: "done", replayed: false, payload: { creatives: [item] } },
  };
}

function measured() {
  return { start: "2027-03-08", end: "2027-03-21" };
}

function delivered(
  mediaBuyId: string,
  sellerId: string,
  lineId: string,
  spendMinor: number,
  impressions: number,
  pace: number,
  findings: DeliveryReport["findings"],
): DeliveryReport {
  const shape = [0.55, 0.8, 0.95, 1.02, 1.0, 1.15, 1.2, 1.0, 1.04, 1.08, 1.0, 0.97, 1.12, 1.12];
  return {
    mediaBuyId,
    sellerId,
    currency: "EUR",
    period: measured(),
    source: "poll",
    rows: shape.map((factor, i) => ({
      packageId: `${mediaBuyId}-${lineId}`,
      lineId,
      date: `2027-03-${String(8 + i).padStart(2, "0")}`,
      impressions: Math.round((impressions / shape.length) * factor * pace),
      clicks: Math.round((impressions / shape.length) * factor * pace * 0.0021),
      completionRate: 0.91,
      spendMinor: Math.round((spendMinor / shape.length) * factor * Math.min(pace, 1)),
      final: true,
      basis: "stated",
    })),
    findings,
  };
}

function uuid(n: number): string {
  return `6f1c0e1a-7b55-4c1e-9d0a-${String(n).padStart(12, "0")}`;
}
