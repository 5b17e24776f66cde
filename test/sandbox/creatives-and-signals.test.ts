import { expect, test } from "vitest";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import { connect, key, order, start } from "./connect.ts";

function banner(sandbox: Sandbox, creative_id: string, change: Record<string, unknown> = {}) {
  return {
    creative_id,
    name: "Spring",
    format_id: { agent_url: `${sandbox.url}/creative/mcp`, id: "display_300x250" },
    assets: {
      banner_image: { asset_type: "image", url: "https://cdn.example.com/a.jpg", width: 300, height: 250 },
      click_url: { asset_type: "url", url: "https://acme.example/" },
    },
    ...change,
  };
}

test("the creative agent describes its formats and finds them", async () => {
  const sandbox = await start();
  const { call } = await connect(sandbox, "/creative/mcp", null);
  const find = async (filter: Record<string, unknown>) =>
    (await call("list_creative_formats", filter)).formats.map((one) => one.format_id.id);
  expect((await find({})).length).toBeGreaterThanOrEqual(12);
  expect(await find({ type: "audio" })).toEqual(["audio_15s", "audio_30s"]);
  expect(await find({ is_responsive: true })).toEqual(["native_feed"]);
  expect(await find({ name_search: "leader" })).toEqual(["display_728x90"]);
  expect(await find({ max_width: 320, max_height: 50 })).toContain("display_320x50");
  const format_ids = [{ agent_url: `${sandbox.url}/creative/mcp`, id: "video_vast" }];
  expect(await find({ format_ids })).toEqual(["video_vast"]);
});

test("a seller names the formats of its products and their authority", async () => {
  const sandbox = await start();
  const { call } = await connect(sandbox, "/sellers/albion/mcp", null);
  const { formats, creative_agents } = await call("list_creative_formats", {});
  expect(formats.map((one) => one.format_id.id)).toEqual(["audio_15s", "audio_30s"]);
  expect(creative_agents).toMatchObject([{ agent_url: `${sandbox.url}/creative/mcp` }]);
});

test("what the builder builds, a seller takes", async () => {
  const sandbox = await start();
  const builder = await connect(sandbox, "/creative-builder/mcp");
  const { formats } = await builder.call("list_creative_formats", {});
  const given = {
    idempotency_key: key(),
    message:
      "Acme opens in Hamburg: bring a friend, go home with two pairs of shoes and a long story to tell",
    brand: { domain: "acme.example" },
    target_format_ids: formats.map((one) => one.format_id),
  };
  const { creative_manifests = [] } = await builder.call("build_creative", given);
  expect(creative_manifests.map((one) => one.format_id)).toEqual(given.target_format_ids);
  const creatives = creative_manifests.map((one, i) => ({ creative_id: `c${i}`, name: "built", ...one }));
  const { call } = await connect(sandbox, "/sales/mcp");
  const synced = await call("sync_creatives", { idempotency_key: key(), creatives });
  expect(synced.creatives.map((one) => one.action)).toEqual(creatives.map(() => "created"));
  expect(await builder.call("build_creative", given)).toMatchObject({ replayed: true });
});

test("the builder answers one target with one manifest and keeps assets that it is given", async () => {
  const sandbox = await start();
  const { call, refusal } = await connect(sandbox, "/creative-builder/mcp");
  const { format_id, assets } = banner(sandbox, "x");
  const build = (change: Record<string, unknown>) => ({
    idempotency_key: key(),
    target_format_ids: [format_id],
    ...change,
  });
  const creative_manifest = { format_id, assets: { banner_image: assets.banner_image } };
  expect(await call("build_creative", build({ creative_manifest }))).toMatchObject({
    creative_manifest: { assets: { banner_image: assets.banner_image, click_url: { asset_type: "url" } } },
  });
  expect(await refusal("build_creative", build({}))).toMatchObject({ code: "INVALID_REQUEST" });
  const target_format_ids = [{ agent_url: "https://other.example", id: "x" }];
  expect(await refusal("build_creative", build({ message: "x", target_format_ids }))).toMatchObject({
    code: "FORMAT_NOT_SUPPORTED",
    field: "target_format_ids[0]",
  });
});

test("each creative has its own result", async () => {
  const sandbox = await start();
  const { call } = await connect(sandbox, "/sales/mcp");
  const { packages } = await call("create_media_buy", order());
  const package_id = packages?.[0]?.package_id ?? "";
  const wide = { agent_url: `${sandbox.url}/creative/mcp`, id: "display_970x250" };
  const sync = (creatives: unknown[], more: Record<string, unknown> = {}) =>
    call("sync_creatives", { idempotency_key: key(), creatives, ...more });
  const creatives = [
    banner(sandbox, "good"),
    banner(sandbox, "bare", { assets: {} }),
    banner(sandbox, "wide", { format_id: wide }),
    banner(sandbox, "foreign", { format_id: { agent_url: "https://other.example", id: "x" } }),
  ];
  const assignments = { good: [package_id], wide: [package_id] };
  const dry = await sync(creatives, { assignments, dry_run: true });
  expect((await call("list_creatives", {})).creatives).toEqual([]);
  const done = await sync(creatives, { assignments });
  expect(done.creatives.map((one) => [one.creative_id, one.action])).toEqual([
    ["good", "created"],
    ["bare", "failed"],
    ["wide", "failed"],
    ["foreign", "failed"],
  ]);
  expect(dry.creatives).toEqual(done.creatives);
  expect(done.creatives[2]?.errors?.[0]?.message).toContain("does not accept format display_970x250");
  expect((await call("get_media_buys", {})).media_buys[0]?.packages).toMatchObject([
    { creative_ids: ["good"] },
  ]);
  expect((await sync([banner(sandbox, "good")])).creatives).toMatchObject([{ action: "unchanged" }]);
  const renamed = banner(sandbox, "good", { name: "Summer" });
  expect((await sync([renamed])).creatives).toMatchObject([{ action: "updated" }]);
  expect((await sync([banner(sandbox, "new")], { delete_missing: true })).creatives).toMatchObject([
    { creative_id: "new", action: "created" },
    { creative_id: "good", action: "archived" },
  ]);
  expect((await call("list_creatives", {})).creatives.map((one) => one.creative_id)).toEqual(["new"]);
});

test("creatives sent inside a package are shelved with the buy, or stop it", async () => {
  const sandbox = await start();
  const { call, refusal } = await connect(sandbox, "/sales/mcp");
  const packages = (creative: unknown) => [
    { product_id: "hb_display_ros", pricing_option_id: "cpm_eur", budget: 5000, creatives: [creative] },
  ];
  const bare = banner(sandbox, "bare", { assets: {} });
  expect(await refusal("create_media_buy", order({ packages: packages(bare) }))).toMatchObject({
    code: "CREATIVE_REJECTED",
    field: "packages[0].creatives[0]",
  });
  const bought = await call("create_media_buy", order({ packages: packages(banner(sandbox, "good")) }));
  expect(bought.packages).toMatchObject([{ creative_ids: ["good"] }]);
  expect((await call("list_creatives", {})).creatives).toHaveLength(1);
});

const dsp = { type: "platform", platform: "northbeam-dsp" };

function wanted(change: Record<string, unknown> = {}) {
  return {
    signal_spec: "people who buy electric cars",
    deliver_to: { deployments: [dsp], countries: ["DE"] },
    ...change,
  };
}

test("signals are found by description, country, kind, price and coverage", async () => {
  const sandbox = await start();
  const { call } = await connect(sandbox, "/signals/mcp");
  const find = async (change: Record<string, unknown>) =>
    (await call("get_signals", wanted(change))).signals.map((one) => one.signal_agent_segment_id);
  expect((await find({}))[0]).toBe("hz_ev_intenders");
  expect(await find({ filters: { catalog_types: ["owned"] } })).toEqual([
    "own_site_visitors",
    "own_customers",
  ]);
  expect(await find({ filters: { min_coverage_percentage: 30 } })).toEqual(["sb_weather_sun"]);
  expect(await find({ max_results: 2 })).toHaveLength(2);
  expect(await find({ deliver_to: { deployments: [dsp], countries: ["BR"] } })).toEqual([]);
});

test("an activation is live at once or after its simulated minutes", async () => {
  const sandbox = await start();
  const { call, refusal } = await connect(sandbox, "/signals/mcp");
  const seller = { type: "agent", agent_url: `${sandbox.url}/sales/mcp` };
  const activate = (id: string, destinations: unknown[]) => ({
    idempotency_key: key(),
    signal_agent_segment_id: id,
    destinations,
  });
  expect(await call("activate_signal", activate("hz_ev_intenders", [dsp, seller]))).toMatchObject({
    deployments: [
      {
        ...dsp,
        is_live: true,
        activation_key: { type: "segment_id" },
        deployed_at: "2027-01-04T08:00:00.000Z",
      },
      { ...seller, is_live: true, activation_key: { type: "key_value" } },
    ],
  });
  expect(await call("activate_signal", activate("hz_home_movers", [dsp]))).toMatchObject({
    deployments: [{ is_live: false, estimated_activation_duration_minutes: 120 }],
  });
  sandbox.advance(2 / 24);
  const { signals } = await call("get_signals", wanted());
  expect(signals.find((one) => one.signal_agent_segment_id === "hz_home_movers")?.deployments).toMatchObject([
    { is_live: true, deployed_at: "2027-01-04T10:00:00.000Z" },
  ]);
  expect(await refusal("activate_signal", activate("hz_home_movers", [dsp]))).toMatchObject({
    code: "ALREADY_ACTIVATED",
  });
  expect(await refusal("activate_signal", activate("none", [dsp]))).toMatchObject({
    code: "SIGNAL_AGENT_SEGMENT_NOT_FOUND",
  });
  expect(
    await refusal("activate_signal", activate("mt_coffee", [{ type: "platform", platform: "none" }])),
  ).toMatchObject({ code: "DEPLOYMENT_UNAUTHORIZED" });
  expect(
    await refusal(
      "activate_signal",
      activate("mt_coffee", [{ type: "agent", agent_url: "https://x.example" }]),
    ),
  ).toMatchObject({ code: "AGENT_NOT_FOUND" });
});

test("the brand agent tells a brand's identity", async () => {
  const sandbox = await start();
  const { call, refusal } = await connect(sandbox, "/brand/mcp");
  expect(await call("get_brand_identity", { brand: { domain: "acme.example" } })).toMatchObject({
    colors: { primary: "#0B3D91" },
    tone: { attributes: expect.any(Array) },
    visual_guidelines: expect.any(Object),
  });
  expect(await refusal("get_brand_identity", { brand_id: "none" })).toMatchObject({
    code: "REFERENCE_NOT_FOUND",
  });
});
