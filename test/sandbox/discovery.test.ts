import { expect, test } from "vitest";
import { z } from "zod";
import { productSchema } from "../../src/protocol/records/product.ts";
import { formatById } from "../../src/sandbox/inventory/formats.ts";
import { sellers } from "../../src/sandbox/inventory/sellers.ts";
import { signals } from "../../src/sandbox/inventory/signals.ts";
import { connect, start } from "./connect.ts";

type Connection = Awaited<ReturnType<typeof connect>>;

async function productsOf({ call }: Connection, given: Record<string, unknown> = {}) {
  const { products } = await call("get_products", given);
  return z.array(productSchema).parse(products);
}

const listSchema = z.object({
  agents: z.array(z.looseObject({ domain: z.string(), agent_url: z.string() })),
});
const authorizedSchema = z.object({ authorized_agents: z.array(z.looseObject({ url: z.string() })) });

test("the catalogues are whole: eight sellers or more, sixty products, known formats, ids used once", () => {
  const listings = sellers.flatMap((one) => one.listings);
  expect(sellers.length).toBeGreaterThanOrEqual(8);
  expect(listings.length).toBeGreaterThanOrEqual(60);
  expect(signals.length).toBeGreaterThanOrEqual(15);
  for (const ids of [
    sellers.map((one) => one.slug),
    sellers.map((one) => one.domain),
    listings.map((one) => one.product_id),
  ])
    expect(new Set(ids).size).toBe(ids.length);
  for (const one of listings) {
    expect(one.formats.filter((id) => !formatById.has(id))).toEqual([]);
    expect(one.weekly[0]).toBeLessThanOrEqual(one.weekly[1]);
    const options = one.pricing.map((option) => option.pricing_option_id);
    expect(new Set(options).size).toBe(options.length);
  }
  const channels = new Set(listings.flatMap((one) => one.channels));
  for (const channel of [
    "ctv",
    "olv",
    "display",
    "streaming_audio",
    "podcast",
    "social",
    "retail_media",
    "dooh",
  ])
    expect(channels).toContain(channel);
});

test("the registry filters by task and by channel", async () => {
  const sandbox = await start();
  const search = async (query: string): Promise<string[]> => {
    const response = await fetch(`${sandbox.registryUrl}/api/registry/agents?${query}`);
    return listSchema.parse(await response.json()).agents.map((one) => one.domain);
  };
  expect(await search("capability=get_products&channel=podcast")).toEqual(["albion-audio.example"]);
  expect(await search("capability=build_creative")).toEqual(["creative-builder.example"]);
  expect(await search("capability=get_products")).toHaveLength(sellers.length);
  expect(await search("channel=none")).toEqual([]);
});

test("well-known files name every agent and the governance agent's keys", async () => {
  const sandbox = await start();
  const read = async (path: string) => (await fetch(sandbox.url + path)).json();
  const { agents } = listSchema.parse(await read("/api/registry/agents"));
  const unlisted = new Set(sellers.flatMap((one) => (one.unlisted ? [one.domain] : [])));
  const urls = agents.flatMap((one) => (unlisted.has(one.domain) ? [] : [one.agent_url])).sort();
  const { authorized_agents } = authorizedSchema.parse(await read("/.well-known/adagents.json"));
  expect(authorized_agents.map((one) => one.url).sort()).toEqual(urls);
  expect(await read("/.well-known/brand.json")).toHaveProperty(
    "agents",
    expect.arrayContaining([
      {
        type: "governance",
        id: "governance",
        url: sandbox.governanceUrl,
        jwks_uri: `${sandbox.url}/.well-known/jwks.json`,
      },
    ]),
  );
  expect(await read("/.well-known/brand.json")).toHaveProperty("identity_agent.0.type", "brand");
  expect(await read("/.well-known/jwks.json")).toMatchObject({ keys: [{ alg: "EdDSA", kty: "OKP" }] });
  expect(await (await fetch(sandbox.url)).text()).toContain("/sellers/nordlicht/mcp");
});

test("the clock is read and advanced over HTTP", async () => {
  const sandbox = await start();
  const post = (body: string) => fetch(`${sandbox.url}/clock`, { method: "POST", body });
  expect(await (await post('{"advance_days": 1.5}')).json()).toEqual({ now: "2027-01-05T20:00:00.000Z" });
  expect(await (await fetch(`${sandbox.url}/clock`)).json()).toEqual({ now: "2027-01-05T20:00:00.000Z" });
  for (const body of ['{"advance_days": -1}', '{"advance_days": "x"}', "{}", "x"])
    expect((await post(body)).status).toBe(400);
});

test("without a token the catalogue is partial and has no prices", async () => {
  const sandbox = await start();
  const full = await productsOf(await connect(sandbox, "/sales/mcp"));
  expect(full).toHaveLength(12);
  expect(full.every((one) => one.pricing_options.length > 0)).toBe(true);
  const stranger = await connect(sandbox, "/sales/mcp", null);
  expect(await productsOf(stranger)).toHaveLength(11);
  const { structuredContent } = await stranger.raw("get_products", {});
  expect(JSON.stringify(structuredContent)).not.toMatch(/pricing_options|fixed_price|floor/);
});

test("one seller shows all of its catalogue to anybody, but prices to callers it knows", async () => {
  const sandbox = await start();
  const path = "/sellers/korb/mcp";
  const stranger = await productsOf(await connect(sandbox, path, null));
  const known = await productsOf(await connect(sandbox, path));
  expect(stranger.map((one) => one.product_id).sort()).toEqual(known.map((one) => one.product_id).sort());
  expect(stranger.flatMap((one) => one.pricing_options)).toEqual([]);
  const unpriced = known.filter((one) => one.pricing_options.length === 0);
  expect(unpriced.map((one) => one.product_id)).toEqual(["kb_bundle"]);
});

test("filters narrow the answer, and the forecast fits the flight asked for", async () => {
  const sandbox = await start();
  const sales = await connect(sandbox, "/sales/mcp");
  const ids = async (filters: Record<string, unknown>) =>
    (await productsOf(sales, { filters })).map((one) => one.product_id);
  expect(await ids({ channels: ["ctv"], countries: ["US"] })).toEqual(["hb_ctv_us"]);
  expect(await ids({ channels: ["ctv"], delivery_type: "guaranteed", countries: ["NL"] })).toEqual([
    "hb_ctv_news",
  ]);
  expect(await ids({ channels: ["display"], budget_range: { max: 300, currency: "EUR" } })).toEqual([
    "hb_display_ros",
  ]);
  const filters = { channels: ["ctv"], countries: ["US"], start_date: "2027-01-04", end_date: "2027-01-17" };
  const [product] = await productsOf(sales, { filters });
  expect(product?.forecast?.impressions).toEqual({ min: 3_000_000, max: 5_600_000 });
  expect(product?.format_ids[0]).toEqual({ agent_url: `${sandbox.url}/creative/mcp`, id: "video_15s" });
});

test("what speaks to the brief comes first", async () => {
  const sandbox = await start();
  const sales = await connect(sandbox, "/sales/mcp");
  const products = await productsOf(sales, { brief: "Winter sport fans watching football streams" });
  expect(products[0]?.product_id).toBe("hb_ctv_sport");
});

test("a refinement leaves out, takes in and asks for more alike", async () => {
  const sandbox = await start();
  const sales = await connect(sandbox, "/sales/mcp");
  const refined = async (refine: Record<string, unknown>[]) => {
    const request = { buying_mode: "refine", filters: { countries: ["NL"] }, refine };
    return (await productsOf(sales, request)).map((one) => one.product_id);
  };
  const product = (product_id: string, action: string) => ({ scope: "product", product_id, action });
  const all = await refined([]);
  expect(await refined([product("hb_olv_open", "omit")])).toEqual(all.filter((id) => id !== "hb_olv_open"));
  expect(await refined([product("hb_ctv_us", "include")])).toEqual([...all, "hb_ctv_us"]);
  expect(await refined([product("hb_ctv_news", "more_like_this")])).toEqual(["hb_ctv_ros", "hb_ctv_news"]);
  expect((await refined([{ scope: "request", ask: "native cards" }]))[0]).toBe("hb_display_native");
});

test("sellers fail as they are set to, and recover", async () => {
  const sandbox = await start();
  const { call, raw, refusal } = await connect(sandbox, "/sellers/stotter/mcp");
  expect((await call("get_capabilities", {})).idempotency?.supported).toBe(true);
  expect(await refusal("get_products", {})).toMatchObject({ code: "INTERNAL_ERROR" });
  sandbox.faults.set("stotter", { rules: [{ do: "fail", code: "RATE_LIMITED", retry_after: 1 }] });
  expect(await refusal("get_products", {})).toMatchObject({ code: "RATE_LIMITED", retry_after: 1 });
  sandbox.faults.set("stotter", { rules: [{ do: "prose", as: "error" }] });
  const prose = await raw("get_products", {});
  expect(prose).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("sorry") }] });
  expect(prose.structuredContent).toBeUndefined();
  sandbox.faults.delete("stotter");
  expect((await call("get_products", {})).products).toHaveLength(3);
});
