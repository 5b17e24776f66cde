import { describe, expect, it } from "vitest";
import { z } from "zod";
import { productSchema } from "../../src/protocol/records/product.ts";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import { connect, key, order, start } from "../sandbox/connect.ts";

type Json = Readonly<Record<string, unknown>>;

const dsp = { type: "platform", platform: "northbeam-dsp" };

async function at(path: string, sandbox?: Sandbox, token?: string) {
  const open = sandbox ?? (await start({ principals: { "other-token": "other" } }));
  return { sandbox: open, ...(await connect(open, path, token)) };
}

describe("products of the sandbox", () => {
  it("are sold at fixed prices, by auction with a floor, and at flat fees, each price in its currency", async () => {
    const sandbox = await start({ slowSellerMs: 0 });
    const options = [];
    for (const path of ["/sales/mcp", "/sellers/metropol/mcp", "/sellers/kiosk/mcp"]) {
      const { call } = await at(path, sandbox);
      const { products } = await call("get_products", {});
      options.push(
        ...z
          .array(productSchema)
          .parse(products)
          .flatMap((one) => one.pricing_options),
      );
    }
    expect(options.map((one) => one.pricing_model)).toEqual(
      expect.arrayContaining(["cpm", "cpm-auction", "flat-fee"]),
    );
    for (const one of options) {
      expect(one.pricing_option_id).not.toBe("");
      expect(one.currency).toMatch(/^[A-Z]{3}$/);
      const isAuction = one.pricing_model.endsWith("auction");
      expect([typeof one.fixed_price, typeof one.floor]).toEqual(
        isAuction ? ["undefined", "number"] : ["number", "undefined"],
      );
    }
  });

  it("are narrowed by the type of their formats", async () => {
    const { call } = await at("/sales/mcp");
    const found = async (filters: Json) => (await call("get_products", { filters })).products.length;
    const [video, display] = [
      await found({ format_types: ["video"] }),
      await found({ format_types: ["display"] }),
    ];
    expect(video).toBeGreaterThan(0);
    expect(display).toBeGreaterThan(0);
    expect(Math.max(video, display)).toBeLessThan(await found({}));
    expect(await found({ format_types: ["dooh"] })).toBe(0);
  });
});

describe("creatives at the sandbox", () => {
  const cdn = (file: string) => `https://cdn.example.com/${file}`;
  const kinds: [string, string, string, string[], string[]][] = [
    ["image", "display_300x250", "banner_image", ["a.jpg", "a.png", "a.webp"], ["a.gif", "a.mp4"]],
    ["video", "video_15s", "video_file", ["a.mp4", "a.webm", "vast.xml"], ["a.mov", "a.jpg"]],
    ["audio", "audio_15s", "audio_file", ["a.mp3", "a.m4a", "daast.xml"], ["a.wav", "a.mp4"]],
  ];

  it.each(kinds)("have %s files of the contract's kinds alone", async (asset_type, id, name, good, wrong) => {
    const { sandbox, call } = await at("/sales/mcp");
    const creatives = [...good, ...wrong].map((file) => ({
      creative_id: file,
      name: file,
      format_id: { agent_url: `${sandbox.url}/creative/mcp`, id },
      assets: {
        [name]: { asset_type, url: cdn(file) },
        ...(asset_type !== "audio" && { click_url: { asset_type: "url", url: "https://acme.example/" } }),
      },
    }));
    const synced = await call("sync_creatives", { idempotency_key: key(), creatives });
    const by = (action: string) =>
      synced.creatives.flatMap((one) => (one.action === action ? one.creative_id : []));
    expect([by("created"), by("failed")]).toEqual([good, wrong]);
  });

  it("keep each type of asset with its fields, and are listed by state, type of format and number", async () => {
    const { sandbox, call } = await at("/sales/mcp");
    const format_id = { agent_url: `${sandbox.url}/creative/mcp`, id: "display_300x250" };
    const assets = {
      banner_image: { asset_type: "image", url: cdn("a.png"), width: 300, height: 250 },
      click_url: { asset_type: "url", url: "https://acme.example/" },
      spot: { asset_type: "video", url: cdn("a.mp4"), width: 640, height: 360, duration_ms: 15_000 },
      jingle: { asset_type: "audio", url: cdn("a.mp3"), duration_ms: 5_000 },
      line: { asset_type: "text", content: "Out early" },
      page: { asset_type: "html", content: "<b>Out early</b>" },
      code: { asset_type: "javascript", url: cdn("a.js") },
    };
    const creatives = ["one", "two"].map((creative_id) => ({
      creative_id,
      name: creative_id,
      format_id,
      assets,
    }));
    await call("sync_creatives", { idempotency_key: key(), creatives });
    const list = async (request: Json) => (await call("list_creatives", request)).creatives;
    expect(await list({})).toMatchObject(creatives);
    expect(await list({ limit: 1 })).toHaveLength(1);
    expect(await list({ filters: { status: ["active"], format_types: ["display"] } })).toHaveLength(2);
    expect(await list({ filters: { status: ["archived"] } })).toEqual([]);
    expect(await list({ filters: { format_types: ["video"] } })).toEqual([]);
  });

  it("are in formats that are found by the types of their assets", async () => {
    const { call } = await at("/creative/mcp");
    const { formats } = await call("list_creative_formats", { asset_types: ["audio"] });
    expect(formats.map((one) => one.format_id.id)).toEqual(["audio_15s", "audio_30s"]);
  });
});

describe("orders at the sandbox", () => {
  it("may name the brand in the older shape, with its name, line and colours", async () => {
    const { call } = await at("/sales/mcp");
    const brand_manifest = {
      url: "https://acme.example",
      name: "Acme",
      tagline: "Out early",
      colors: { primary: "#0B3D91", secondary: "#FFFFFF" },
    };
    expect(await call("create_media_buy", order({ brand_manifest }))).toMatchObject({
      status: "pending_start",
    });
  });

  it("are kept to a targeting overlay, or refused where it cannot be kept", async () => {
    const { call, refusal } = await at("/sales/mcp");
    const packages = (targeting_overlay: Json) => [
      { product_id: "hb_display_ros", pricing_option_id: "cpm_eur", budget: 5000, targeting_overlay },
    ];
    const kept = { geo_countries: ["DE"] };
    await call("create_media_buy", order({ packages: packages(kept) }));
    const { media_buys } = await call("get_media_buys", {});
    expect(media_buys).toMatchObject([{ packages: [{ targeting_overlay: kept }] }]);
    expect(
      await refusal("create_media_buy", order({ packages: packages({ moon_phase: "full" }) })),
    ).toMatchObject({ field: "packages[0].targeting_overlay.moon_phase" });
  });

  it("are changed in their end and their targeting", async () => {
    const { call } = await at("/sales/mcp");
    const { media_buy_id } = await call("create_media_buy", order({ start_time: "asap" }));
    const updates = { end_time: "2027-01-25T00:00:00Z", targeting: { geo_countries: ["DE"] } };
    await call("update_media_buy", { idempotency_key: key(), media_buy_id, updates });
    const { media_buys } = await call("get_media_buys", {});
    expect(Date.parse(String(media_buys[0]?.["end_time"]))).toBe(Date.parse("2027-01-25T00:00:00Z"));
    expect(JSON.stringify(media_buys[0])).toContain('"geo_countries":["DE"]');
  });

  it("are made under each of the caller's accounts, by its id or by brand and operator", async () => {
    const { call } = await at("/sales/mcp");
    const accounts = ["one.example", "two.example"].map((operator) => ({
      brand: { domain: "acme.example" },
      operator,
      billing: "operator",
    }));
    await call("sync_accounts", { idempotency_key: key(), accounts });
    const listed = (await call("list_accounts", {})).accounts;
    expect(listed).toHaveLength(2);
    for (const { account_id } of listed)
      expect(await call("create_media_buy", order({ account: { account_id } }))).toMatchObject({
        revision: 1,
      });
    const account = { brand: { domain: "acme.example" }, operator: "two.example" };
    expect(await call("create_media_buy", order({ account }))).toMatchObject({ revision: 1 });
  });
});

describe("signals of the sandbox", () => {
  const search = (change: Json = {}) => ({
    signal_spec: "people",
    deliver_to: { deployments: [dsp], countries: ["DE"] },
    ...change,
  });

  it("are on the market at a price, custom, or the buyer's own at no cost; the latter two are nobody else's", async () => {
    const { sandbox, call } = await at("/signals/mcp");
    const { signals } = await call("get_signals", search());
    const typeOf = new Map(signals.map((one) => [one.signal_agent_segment_id, one.signal_type]));
    expect(new Set(typeOf.values())).toEqual(new Set(["marketplace", "custom", "owned"]));
    for (const { signal_type, pricing } of signals)
      if (signal_type === "owned") expect(pricing?.cpm).toBe(0);
      else expect(pricing?.cpm).toBeGreaterThan(0);
    const other = await at("/signals/mcp", sandbox, "other-token");
    const theirs = (await other.call("get_signals", search())).signals;
    expect(new Set(theirs.map((one) => one.signal_type))).toEqual(new Set(["marketplace"]));
    const custom = [...typeOf].find(([, type]) => type === "custom")?.[0];
    const activation = { idempotency_key: key(), signal_agent_segment_id: custom, destinations: [dsp] };
    expect(await other.refusal("activate_signal", activation)).toMatchObject({
      code: "SIGNAL_AGENT_SEGMENT_NOT_FOUND",
    });
  });

  it("are narrowed by provider and price", async () => {
    const { call } = await at("/signals/mcp");
    const found = async (filters: Json) => (await call("get_signals", search({ filters }))).signals;
    const cheap = await found({ max_cpm: 1 });
    expect(cheap).not.toEqual([]);
    for (const { pricing } of cheap) expect(pricing?.cpm).toBeLessThanOrEqual(1);
    const ofOne = await found({ data_providers: ["Horizon Data"] });
    expect(ofOne).not.toEqual([]);
    for (const { data_provider } of ofOne) expect(data_provider).toBe("Horizon Data");
  });

  it("report the destinations where an activation was not needed beside those where it was", async () => {
    const { sandbox, call } = await at("/signals/mcp");
    const seller = { type: "agent", agent_url: `${sandbox.url}/sales/mcp` };
    const activate = (destinations: unknown[]) =>
      call("activate_signal", {
        idempotency_key: key(),
        signal_agent_segment_id: "hz_ev_intenders",
        destinations,
      });
    await activate([dsp]);
    expect(await activate([dsp, seller])).toMatchObject({
      deployments: [{ is_live: true }, { is_live: true }],
      errors: [{ code: "ALREADY_ACTIVATED" }],
    });
  });
});

it("an audit entry of the sandbox shows the conditions that a check came to", async () => {
  const { call } = await at("/governance/mcp");
  const plan = {
    plan_id: "plan-1",
    brand: { domain: "acme.example" },
    objectives: "Awareness",
    budget: { total: 8_000, currency: "EUR", reallocation_threshold: 8_000, per_seller_max_pct: 50 },
    flight: { start: "2027-01-01T00:00:00Z", end: "2027-04-01T00:00:00Z" },
  };
  await call("sync_plans", { idempotency_key: key(), plans: [plan] });
  const check = { plan_id: "plan-1", caller: "desk", tool: "create_media_buy", payload: order() };
  expect(await call("check_governance", check)).toMatchObject({ verdict: "conditions" });
  expect((await call("get_plan_audit_logs", { plan_id: "plan-1" })).entries.at(-1)).toMatchObject({
    action: "check:conditions",
    conditions: [{ field: "packages[0].budget", required_value: 4_000 }],
  });
});
