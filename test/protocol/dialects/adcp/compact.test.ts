import { describe, expect, it } from "vitest";
import { adcp } from "../../../../src/protocol/dialects/adcp/adcp.ts";

const older = ["get_adcp_capabilities", "get_products", "create_media_buy", "update_media_buy"];
const compact = ["get_adcp_capabilities", "list_products", "buy_products", "control_media_buy"];
const key = { idempotency_key: "8f3c1a52-7b0e-4f0b-9d53-0d4f4a9c6e11" };
const account = { brand: { domain: "acme.example" }, operator: "agency.example" };
const flight = { start_time: "2027-01-11T00:00:00Z", end_time: "2027-02-08T00:00:00Z" };
const line = { product_id: "ctv", pricing_option_id: "cpm", budget: 5000 };
const order = {
  ...key,
  account,
  brand: account.brand,
  buyer_ref: "c-1",
  ...flight,
  feed_version: "f-1",
  pricing_version: "p-1",
  packages: [{ ...line, buyer_ref: "line-1", bid_price: 7, targeting_overlay: { geo_countries: ["DE"] } }],
};

describe("which tool carries a task", () => {
  it.each([
    ["the older ones where both are listed", "3.2", [...older, ...compact], "create_media_buy"],
    ["compact ones where they are alone", "3.2", compact, "buy_products"],
    ["the older ones in an older release", "3.1", compact, "create_media_buy"],
    ["none without its list", "3.2", ["buy_products"], "create_media_buy"],
  ] as const)("is %s", (_what, release, tools, tool) => {
    expect(adcp(release, tools).toolName("create_media_buy")).toBe(tool);
  });

  it("is the compact list where what it lists is bought compactly", () => {
    const { toolName } = adcp("3.2", [...compact, "get_products"]);
    expect(toolName("get_products")).toBe("list_products");
  });
});

describe("a request at compact tools", () => {
  const dialect = adcp("3.2", compact);

  it("is criteria for a brief, whose words have no place", () => {
    const sent = dialect.encode("get_products", {
      buying_mode: "brief",
      brief: "A runner at dawn",
      account,
      brand: account.brand,
      filters: { countries: ["DE"], channels: ["ctv"], budget_range: { max: 9000, currency: "EUR" } },
    });
    expect(sent).toMatchObject({
      account,
      criteria: {
        offer_filters: { countries: ["DE"], channels: ["ctv"], budget_range: { max: 9000, currency: "EUR" } },
        targeting_overlay: { geo_countries: ["DE"] },
      },
      max_results: 100,
    });
    expect(JSON.stringify(sent)).not.toContain("dawn");
    expect(sent).not.toHaveProperty("brand");
    const listed = dialect.decode(
      "get_products",
      {
        outcome: "listed",
        products: [],
        feed_version: "f-1",
        incomplete: [{ scope: "pricing", description: "later" }],
      },
      sent,
    );
    expect(listed["incomplete"]).toMatchObject([{ scope: "brief" }, { scope: "pricing" }]);
  });

  it("follows the pages of a list", () => {
    const next = dialect.nextPage("get_products", { max_results: 100 }, { next_cursor: "c" });
    expect(next).toEqual({ max_results: 100, cursor: "c" });
    expect(dialect.nextPage("get_products", next ?? {}, {})).toBeUndefined();
  });

  it("is an order with the versions of its offers", () => {
    const sent = dialect.encode("create_media_buy", order);
    expect(sent).toEqual({
      ...key,
      account,
      ...flight,
      feed_version: "f-1",
      pricing_version: "p-1",
      context: { buyer_ref: "c-1" },
      purchases: [
        {
          ...line,
          bidding: { bid_amount: 7 },
          targeting_overlay: { geo_countries: ["DE"] },
          context: { buyer_ref: "line-1" },
        },
      ],
      adcp_version: "3.2",
      adcp_major_version: 3,
    });
    expect(dialect.objections("create_media_buy", sent)).toEqual([]);
    expect(dialect.fieldInside("create_media_buy", "/purchases/0/bidding/bid_amount")).toBe(
      "packages[0].bid_price",
    );
  });

  it.each([
    ["an order without a version", "create_media_buy", { ...order, feed_version: undefined }, /feed_version/],
    [
      "an order with creatives",
      "create_media_buy",
      { ...order, packages: [{ ...line, creative_ids: ["a"] }] },
      /creatives are brought by sync_creatives/,
    ],
    [
      "dates",
      "update_media_buy",
      { ...key, account, media_buy_id: "mb", revision: 2, updates: { end_time: flight.end_time } },
      /takes no end_time: dates and packages change by a new proposal/,
    ],
    [
      "a new package",
      "update_media_buy",
      { ...key, account, media_buy_id: "mb", revision: 2, updates: { new_packages: [line] } },
      /takes no new_packages/,
    ],
    [
      "a change of no revision",
      "update_media_buy",
      { ...key, account, media_buy_id: "mb", updates: { status: "paused" } },
      /takes no revision/,
    ],
  ] as const)("objects to %s before it is sent", (_what, task, inside, words) => {
    expect(dialect.objections(task, dialect.encode(task, inside)).join("; ")).toMatch(words);
  });

  it("is a patch of each dimension of targeting", () => {
    const updates = { packages: [{ package_id: "p", targeting_overlay: { geo_regions: ["DE-BE"] } }] };
    const sent = dialect.encode("update_media_buy", {
      ...key,
      account,
      media_buy_id: "mb",
      revision: 3,
      updates,
    });
    expect(sent).toMatchObject({ revision: 3, packages: updates.packages });
    expect(dialect.objections("update_media_buy", sent)).toEqual([]);
  });
});
