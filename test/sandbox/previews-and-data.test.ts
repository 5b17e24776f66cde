import { expect, test } from "vitest";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import { connect, key, order, start } from "./connect.ts";

const account = { brand: { domain: "acme.example" }, operator: "agency.example" };

function native(sandbox: Sandbox, headline = "Out early, {CITY}") {
  const format_id = { agent_url: `${sandbox.url}/creative/mcp`, id: "native_feed" };
  const assets = {
    card_image: { asset_type: "image", url: "https://cdn.example.com/{CITY}.jpg" },
    headline: { asset_type: "text", content: headline },
    body: { asset_type: "text", content: "Run." },
    click_url: { asset_type: "url", url: "https://acme.example/" },
  };
  return { format_id, creative_manifest: { format_id, assets } };
}

test("a preview is a page for each input, until it expires", async () => {
  const sandbox = await start();
  const { call } = await connect(sandbox, "/creative/mcp");
  const inputs = [{ name: "north", macros: { CITY: "Kiel" } }, { name: "plain" }];
  const shown = await call("preview_creative", { request_type: "single", ...native(sandbox), inputs });
  expect(shown).toMatchObject({ expires_at: "2027-01-05T08:00:00.000Z", previews: [{}, {}] });
  const [north, plain] = await Promise.all(
    (shown.previews ?? []).map(async (one) => (await fetch(one.preview_url ?? "")).text()),
  );
  expect(north).toContain("Out early, Kiel");
  expect(north).toContain("https://cdn.example.com/Kiel.jpg");
  expect(plain).toContain("Out early, {CITY}");
  sandbox.advance(1);
  expect((await fetch(shown.previews?.[0]?.preview_url ?? "")).status).toBe(410);
  expect((await fetch(`${sandbox.url}/previews/none`)).status).toBe(404);
});

test("a preview runs nothing that a creative brings", async () => {
  const sandbox = await start();
  const { call } = await connect(sandbox, "/creative/mcp");
  const attack = native(sandbox, '<script>alert(1)</script><img src=x onerror="alert(1)">');
  const single = { request_type: "single", ...attack };
  const { previews } = await call("preview_creative", { ...single, output_format: "html" });
  expect(previews?.[0]?.preview_html).not.toMatch(/<script|<img/);
  const asUrl = await call("preview_creative", single);
  const page = await fetch(asUrl.previews?.[0]?.preview_url ?? "");
  expect(page.headers.get("content-security-policy")).toMatch(/default-src 'none'.*sandbox/);
  expect(await page.text()).toBe(previews?.[0]?.preview_html);
});

test("a batch of previews has a result for each request", async () => {
  const sandbox = await start();
  const { call } = await connect(sandbox, "/creative-builder/mcp");
  const good = native(sandbox);
  const strange = { ...good, format_id: { agent_url: "https://other.example", id: "x" } };
  const { results, previews } = await call("preview_creative", {
    request_type: "batch",
    requests: [good, strange],
    output_format: "html",
  });
  expect(previews).toHaveLength(1);
  expect(results).toMatchObject([
    { success: true, previews: [{ preview_html: expect.stringContaining("Out early") }] },
    { success: false, error: { code: "FORMAT_NOT_SUPPORTED", field: "requests[1].format_id" } },
  ]);
});

test("the builder speaks of what the manifest promotes, and makes files anew that do not fit", async () => {
  const sandbox = await start();
  const { call } = await connect(sandbox, "/creative-builder/mcp");
  const { format_id } = native(sandbox);
  const promoted_offerings = {
    brand_manifest: { url: "https://acme.example" },
    inline_offerings: [{ name: "Trail shoe", description: "for mud" }],
  };
  const generated = await call("build_creative", {
    idempotency_key: key(),
    creative_manifest: { format_id, assets: { promoted_offerings } },
    target_format_ids: [format_id],
  });
  expect(generated.creative_manifest?.assets["headline"]).toMatchObject({ content: "Trail shoe for mud" });
  const banner = { agent_url: format_id.agent_url, id: "display_728x90" };
  const banner_image = { asset_type: "image", url: "https://cdn.example.com/a.png", width: 300, height: 250 };
  const resized = await call("build_creative", {
    idempotency_key: key(),
    creative_manifest: { format_id, assets: { banner_image } },
    target_format_ids: [banner],
  });
  expect(resized.creative_manifest?.assets["banner_image"]).toMatchObject({ width: 728, height: 90 });
});

test("each audience has its own result", async () => {
  const sandbox = await start();
  const { call } = await connect(sandbox, "/sales/mcp");
  const people = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ external_id: `p${i}`, hashed_email: "ab".repeat(32) }));
  const sync = async (...audiences: Record<string, unknown>[]) =>
    (await call("sync_audiences", { idempotency_key: key(), account, audiences })).audiences;
  expect(
    await sync(
      { audience_id: "large", audience_type: "crm", add: people(200) },
      { audience_id: "small", audience_type: "suppression", add: people(5) },
      { audience_id: "bare", add: [{ external_id: "p1" }] },
      { audience_id: "none", delete: true },
    ),
  ).toMatchObject([
    { action: "created", status: "ready", matched_count: 120 },
    { action: "created", status: "too_small" },
    { action: "failed", errors: [{ code: "VALIDATION_ERROR" }] },
    { action: "failed" },
  ]);
  expect(
    await sync(
      { audience_id: "large", add: people(5) },
      { audience_id: "small", remove: [{ external_id: "p1" }] },
    ),
  ).toMatchObject([{ action: "unchanged" }, { action: "updated", uploaded_count: 0 }]);
  expect(await sync({ audience_id: "large", delete: true })).toMatchObject([{ action: "deleted" }]);
});

test("each catalogue has its own result, and a dry run keeps nothing", async () => {
  const sandbox = await start();
  const { call } = await connect(sandbox, "/sales/mcp");
  const catalog = { catalog_id: "shoes", type: "product", url: "https://acme.example/feed.xml" };
  const catalogs = [
    catalog,
    { ...catalog, catalog_id: "bare", url: undefined },
    { ...catalog, catalog_id: "odd", feed_format: "papyrus" },
  ];
  const sync = (change: Record<string, unknown> = {}) =>
    call("sync_catalogs", { idempotency_key: key(), account, catalogs, ...change });
  expect(await sync({ dry_run: true })).toMatchObject({
    dry_run: true,
    catalogs: [{ action: "created" }, {}, {}],
  });
  expect((await sync()).catalogs).toMatchObject([
    { action: "created", item_count: expect.any(Number) },
    { action: "failed", errors: [{ field: "url" }] },
    { action: "failed", errors: [{ code: "INVALID_FEED_FORMAT" }] },
  ]);
  expect((await sync()).catalogs[0]).toMatchObject({ action: "unchanged" });
});

test("an event that cannot be taken fails alone", async () => {
  const sandbox = await start();
  const { call } = await connect(sandbox, "/sales/mcp");
  const event = { event_id: "e1", event_type: "purchase", event_time: "2027-01-04T07:00:00Z" };
  const events = [
    event,
    { ...event, event_id: "e2", event_time: "2027-02-01T00:00:00Z" },
    { ...event, event_id: "e3", event_type: "applause" },
    { ...event, event_id: "e4", custom_data: { value: 5 } },
  ];
  const logged = { idempotency_key: key(), event_source_id: "shop", events };
  expect(await call("log_event", logged)).toMatchObject({
    events_received: 4,
    events_processed: 1,
    partial_failures: [{ event_id: "e2" }, { event_id: "e3" }, { event_id: "e4" }],
  });
});

test("delivery comes by day or by month", async () => {
  const sandbox = await start();
  const { call } = await connect(sandbox, "/sales/mcp");
  const { media_buy_id } = await call(
    "create_media_buy",
    order({ start_time: "2027-01-25T00:00:00Z", end_time: "2027-02-08T00:00:00Z" }),
  );
  sandbox.advance(60);
  const daily = await call("get_media_buy_delivery", { media_buy_id, granularity: "daily" });
  const monthly = await call("get_media_buy_delivery", { media_buy_id, granularity: "monthly" });
  expect(daily.timeseries).toHaveLength(14);
  expect(monthly.timeseries?.map(({ date }) => date)).toEqual(["2027-01-01", "2027-02-01"]);
  expect(monthly.delivery).toEqual(daily.delivery);
});

test("callers without a token see generic formats only", async () => {
  const sandbox = await start();
  const formatsSeenBy = async (token: string | null) => {
    const { call } = await connect(sandbox, "/sales/mcp", token);
    const { products } = await call("get_products", { brief: "display" });
    return (products as { format_ids: { id: string }[] }[]).flatMap(({ format_ids }) =>
      format_ids.map(({ id }) => id),
    );
  };
  const generic = new Set(await formatsSeenBy(null));
  expect([...generic].sort()).toEqual(["display_300x250", "video_vast"]);
  expect(new Set(await formatsSeenBy(sandbox.token)).size).toBeGreaterThan(generic.size);
});
