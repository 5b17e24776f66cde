import { formatMoney } from "../../../src/lib/money.ts";
import { fixturePublisher } from "./fixture-publisher.ts";
import { openStoryDesk } from "./open-story-desk.ts";
import { briefFile, declared, displayAuction, premiumCtv } from "./story-fixtures.ts";
import { gradeStep, type Row, type StoryStep } from "./story-row.ts";

const story = "buyer-discovery";

const steps = {
  capabilities: {
    id: "discover_capabilities",
    checks: [
      { check: "task_called", task: "get_adcp_capabilities" },
      { check: "task_not_called_before", task: "get_products", before: "get_adcp_capabilities" },
      { check: "task_not_called_before", task: "list_products", before: "get_adcp_capabilities" },
    ],
  },
  products: {
    id: "discover_products",
    checks: [
      { check: "request_field_present", path: "adcp_version" },
      { check: "request_field_in", path: "adcp_version", allowed: ["3.2-beta.11", "3.1"] },
      { check: "request_field_present", path: "account" },
    ],
    differs:
      "the story lists `3.2-beta.11` and `3.1`; the standard has a release such as `3.2` never stand for a prerelease: `3.1` is spoken",
  },
  shortlist: {
    id: "interpret_products",
    checks: [
      { check: "output_contains", field: "candidates" },
      { check: "output_field_present", path: "candidates[*].delivery_type" },
      { check: "output_field_present", path: "candidates[*].pricing" },
    ],
    differs:
      "the story names a fixed price `rate`; the schema of prices has `fixed_price`: the offer is listed without a price and is not bought",
  },
} as const satisfies Record<string, StoryStep>;

/** A publisher exactly as the story declares it. */
export async function playDiscovery(): Promise<readonly Row[]> {
  const ctv = {
    ...premiumCtv,
    format_options: [
      {
        format_option_id: "video_30s_ctv",
        format_kind: "video_hosted",
        params: { duration_ms_exact: 30_000, width: 1920, height: 1080 },
      },
    ],
    audience_activation: { methods: [{ pattern: "sync_audiences" }] },
  };
  const runOfNetwork = {
    ...displayAuction,
    product_id: "display_ron_auction",
    name: "Run of Network Display — Auction",
    pricing_options: [
      {
        pricing_option_id: "cpm_auction",
        pricing_model: "cpm",
        currency: "USD",
        floor_price: 3,
        price_guidance: { p50: 4.5, p75: 6 },
      },
    ],
    format_options: [
      { format_option_id: "display_300x250", format_kind: "image", params: { width: 300, height: 250 } },
    ],
  };
  const seller = fixturePublisher("alpha", ["ctv", "display"], {
    capabilities: declared(["list_products"], ["3.2-beta.11", "3.1"]),
    products: [ctv, runOfNetwork],
  });
  await using desk = await openStoryDesk(
    [seller],
    briefFile({ budget: "50,000 USD", channels: ["ctv", "display"] }),
  );
  const output = await desk.plan();
  const all = desk.market.calls;
  const { candidates = [] } = output;
  const prices = candidates.map(
    ({ product_id, delivery_type, pricing: { price, bid } }) =>
      `${product_id}, ${delivery_type}: ${price === undefined ? "no price" : formatMoney(price)}${bid === undefined ? "" : `, bid ${formatMoney(bid)}`}`,
  );
  const capabilities = all.filter(({ tool }) => tool === "get_adcp_capabilities");
  return [
    gradeStep(story, steps.capabilities, { calls: capabilities, all, output }, ""),
    gradeStep(story, steps.products, { calls: desk.market.callsOf("get_products"), all, output }, ""),
    gradeStep(story, steps.shortlist, { calls: [], all, output }, prices.join("; ")),
  ];
}
