import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { atHarbour } from "./at-harbour.ts";

type Json = Record<string, unknown>;

const account = { brand: { domain: "acme.example" }, operator: "agency.example" };
const flight = { start_time: "2027-01-11T00:00:00Z", end_time: "2027-02-08T00:00:00Z" };

const key = () => ({ idempotency_key: randomUUID() });

async function bought(at: Awaited<ReturnType<typeof atHarbour>>) {
  const { feed_version, pricing_version } = await at.call("list_products", {});
  return at.call("buy_products", {
    ...key(),
    account,
    ...flight,
    feed_version,
    pricing_version,
    purchases: [
      {
        product_id: "hb_display_ros",
        pricing_option_id: "cpm_eur",
        budget: 5000,
        targeting_overlay: { geo_countries: ["DE"], language: ["de"] },
        context: { buyer_ref: "one" },
      },
      { product_id: "hb_display_ros", pricing_option_id: "cpm_eur", budget: 4000 },
    ],
  });
}

it.each([
  [true, false],
  [false, true],
])("names exactly the compact tools that it serves, alone: %s", async (alone, hasOlder) => {
  const { client, call } = await atHarbour({ alone });
  const names = (await client.listTools()).tools.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["list_products", "buy_products", "control_media_buy"]));
  expect(names.includes("create_media_buy")).toBe(hasOlder);
  const capabilities = await call("get_adcp_capabilities", {});
  expect(capabilities["media_buy"]).toMatchObject({
    lifecycle_tools: ["list_products", "buy_products", "control_media_buy"],
  });
});

it("lists by pages of one version, with the fields that are asked for", async () => {
  const { call, refusal, sandbox } = await atHarbour({ alone: true });
  const first = await call("list_products", { max_results: 2, fields: ["channels"] });
  const products = first["products"] as Json[];
  expect(products.map((one) => Object.keys(one).sort())).toEqual([
    ["channels", "name", "product_id"],
    ["channels", "name", "product_id"],
  ]);
  const { feed_version, pricing_version, next_cursor } = first;
  const second = await call("list_products", { max_results: 2, cursor: next_cursor });
  expect(second["products"]).not.toEqual(first["products"]);
  expect(
    await call("list_products", { if_feed_version: feed_version, if_pricing_version: pricing_version }),
  ).toEqual({ outcome: "unchanged", feed_version, cache_scope: "account" });

  sandbox.faults.set("sales", { rules: [{ do: "republish", factor: 1.5, task: "buy_products" }] });
  const order = { ...key(), account, ...flight, feed_version, pricing_version };
  const purchases = [{ product_id: "hb_display_ros", pricing_option_id: "cpm_eur", budget: 5000 }];
  expect(await refusal("buy_products", { ...order, purchases })).toMatchObject({
    code: "CONFLICT",
    recovery: "transient",
    field: "feed_version",
  });
  const anew = await call("list_products", {});
  expect(anew["pricing_version"]).not.toBe(pricing_version);
  expect(await refusal("list_products", { cursor: next_cursor })).toMatchObject({ code: "CURSOR_EXPIRED" });
});

it("controls a buy by its revision, its state and its rights", async () => {
  const at = await atHarbour({ alone: true, mostIncrease: 20 });
  const buy = await bought(at);
  const { media_buy_id, purchase_bindings, accepted_proposal } = buy;
  expect(purchase_bindings).toHaveLength(2);
  const [first] = purchase_bindings as Json[];
  at.sandbox.advance(8);
  const status_filter = ["active", "paused", "canceled"];
  const read = async () =>
    ((await at.call("get_media_buys", { account, status_filter }))["media_buys"] as Json[])[0] ?? {};
  const control = async (change: Json) => ({
    ...key(),
    account,
    media_buy_id,
    revision: (await read())["revision"],
    ...change,
  });
  const { package_id } = first ?? {};
  expect((await read())["accepted_proposal"]).toEqual(accepted_proposal);

  await at.call(
    "control_media_buy",
    await control({
      packages: [{ package_id, budget: 5500, targeting_overlay: { language: null, geo_regions: ["DE-BE"] } }],
    }),
  );
  expect((await read())["packages"]).toMatchObject([
    { budget: 5500, targeting_overlay: { geo_countries: ["DE"], geo_regions: ["DE-BE"] } },
    { budget: 4000 },
  ]);
  expect(JSON.stringify((await read())["packages"])).not.toContain("language");

  const stale = { ...(await control({ paused: true })), revision: 1 };
  expect(await at.refusal("control_media_buy", stale)).toMatchObject({ code: "CONFLICT" });
  expect(
    await at.refusal("control_media_buy", await control({ packages: [{ package_id, budget: 9000 }] })),
  ).toMatchObject({
    code: "REQUOTE_REQUIRED",
    details: { envelope_field: ["packages"], change_term_id: "ct_increase_budget" },
  });
  await at.call("control_media_buy", await control({ canceled: true }));
  expect(await at.refusal("control_media_buy", await control({ paused: true }))).toMatchObject({
    code: "ACTION_NOT_ALLOWED",
    details: { attempted_action: "pause", reason: "wrong_status", currently_available_actions: [] },
  });
});
