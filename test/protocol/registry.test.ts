import nock from "nock";
import { expect, it } from "vitest";
import { simulatedClock } from "../../src/lib/clock.ts";
import { Secret } from "../../src/lib/secret.ts";
import { registryAt } from "../../src/protocol/registry/registry.ts";
import { fixedWeb, plainFetch } from "./fixtures.ts";

fixedWeb();
const token = new Secret("our-token-at-the-registry");

let registries = 0;

/** A registry of its own that gives these answers in turn, and the last one from then on. */
function registry(
  ...answers: {
    readonly status?: number;
    readonly headers?: Record<string, string>;
    readonly [member: string]: unknown;
  }[]
) {
  const asked: string[] = [];
  const credentials: (string | undefined)[] = [];
  const url = `https://registry-${++registries}.example`;
  nock(url)
    .persist()
    .get(/.*/)
    .reply(function answer(uri) {
      asked.push(uri);
      credentials.push(this.req.headers["authorization"]);
      const {
        status = 200,
        headers = {},
        ...body
      } = answers[Math.min(asked.length, answers.length) - 1] ?? {};
      return [status, JSON.stringify(body), headers];
    });
  const clock = simulatedClock(0);
  const { fetchJson } = plainFetch();
  return {
    asked,
    credentials,
    clock,
    search: registryAt(`${url}/`, fetchJson, { sleep: clock.sleep, token: () => Promise.resolve(token) }),
  };
}

const seller = { url: "https://ads.north.example/mcp", name: "North", type: "sales", protocol: "mcp" };

it("reads the public registry's entries, and takes an agent's kind for what it serves", async () => {
  const { search, asked } = registry({
    agents: [
      { ...seller, publisher_domains: ["north.example"], property_summary: { total_count: 3 } },
      { url: "https://signals.example/mcp", name: "S", type: "signals", protocol: "mcp" },
      { url: "https://governance.example/mcp", name: "G", type: "governance", protocol: "mcp" },
      { url: "https://buyer.example/mcp", name: "B", type: "buying", protocol: "mcp" },
      { url: "no address", name: "?", type: "sales" },
      "odd",
    ],
  });
  expect(await search({ capability: "get_products" })).toEqual([
    {
      domain: "ads.north.example",
      name: "North",
      agentUrl: seller.url,
      capabilities: expect.arrayContaining(["get_products", "create_media_buy"]),
      channels: [],
      publisherDomains: ["north.example"],
    },
    expect.objectContaining({
      obstacle: expect.stringMatching(/its address is not written as a host can be/),
    }),
    expect.objectContaining({ obstacle: expect.stringMatching(/names no address of an agent/) }),
  ]);
  const urls = async (capability: "get_signals" | "check_governance") =>
    (await search({ capability })).flatMap(({ agentUrl, obstacle }) =>
      obstacle === undefined ? agentUrl : [],
    );
  expect(await urls("get_signals")).toEqual(["https://signals.example/mcp"]);
  expect(await urls("check_governance")).toEqual(["https://governance.example/mcp"]);
  expect(asked[0]).toBe("/api/registry/agents?capability=get_products&capabilities=true&properties=true");
});

it("leaves out a seller for its channels only where it names others", async () => {
  const portfolio = (primary_channels: string[]) => ({ media_buy: { portfolio: { primary_channels } } });
  const { search } = registry({
    agents: [
      seller,
      { ...seller, url: "https://ctv.example/mcp", capabilities: portfolio(["ctv"]) },
      { ...seller, url: "https://radio.example/mcp", capabilities: portfolio(["audio"]) },
    ],
  });
  const found = await search({ capability: "get_products", channel: "ctv" });
  expect(found.map(({ agentUrl, channels }) => [agentUrl, channels])).toEqual([
    [seller.url, []],
    ["https://ctv.example/mcp", ["ctv"]],
  ]);
});

it("believes the tools that are listed for an agent rather than its kind", async () => {
  const { search } = registry({
    agents: [{ ...seller, capabilities: { tools_count: 1, tools: [{ name: "build_creative" }] } }],
  });
  expect(await search({ capability: "get_products" })).toEqual([]);
  expect(await search({ capability: "build_creative" })).toHaveLength(1);
});

it("reads the contract's entries as before", async () => {
  const agents = [
    {
      domain: "harbour.example",
      agent_url: "https://harbour.example/mcp",
      capabilities: ["get_products"],
      channels: ["display"],
    },
  ];
  const { search } = registry({ agents });
  expect(await search({ capability: "get_products", channel: "display" })).toEqual([
    {
      domain: "harbour.example",
      agentUrl: "https://harbour.example/mcp",
      capabilities: ["get_products"],
      channels: ["display"],
    },
  ]);
});

it("notes who is called over A2A alone", async () => {
  const { search } = registry({
    agents: [
      { ...seller, protocol: "a2a" },
      { ...seller, url: "https://both.example", protocol: "a2a", mcp_endpoint: "https://both.example/mcp" },
    ],
  });
  expect(await search({ capability: "get_products" })).toMatchObject([
    { agentUrl: seller.url, wire: "a2a" },
    { agentUrl: "https://both.example/mcp" },
  ]);
});

it("comes again when the registry wants it to, once, and not where that is far away", async () => {
  const busy = (seconds: string) => ({ status: 429, headers: { "Retry-After": seconds } });
  const patient = registry(busy("20"), { agents: [seller] });
  expect(await patient.search({ capability: "get_products" })).toHaveLength(1);
  expect(patient.clock.now()).toBe(20_000);
  const twice = registry(busy("20"));
  await expect(twice.search({ capability: "get_products" })).rejects.toThrow("HTTP 429");
  expect(twice.asked).toHaveLength(2);
  const far = registry(busy("3600"));
  await expect(far.search({ capability: "get_products" })).rejects.toThrow("HTTP 429");
  expect(far.asked).toHaveLength(1);
});

it("asks the public registry's search, page by page and with our credential, who sells in a channel", async () => {
  const agents = [seller];
  const page = (url: string, cursor?: string) => ({
    results: [{ agent_url: url, channels: ["ctv"], relevance_score: 1 }],
    has_more: cursor !== undefined,
    cursor: cursor ?? null,
  });
  const { search, asked, credentials } = registry(
    { agents },
    page("https://one.example/mcp", "next"),
    page(seller.url),
  );
  const found = await search({ capability: "get_products", channel: "ctv" });
  expect(found.map(({ agentUrl, channels }) => [agentUrl, channels])).toEqual([
    [seller.url, ["ctv"]],
    ["https://one.example/mcp", ["ctv"]],
  ]);
  expect(asked.slice(1)).toEqual([
    "/api/registry/agents/search?channels=ctv&limit=200",
    "/api/registry/agents/search?channels=ctv&limit=200&cursor=next",
  ]);
  const ours = "Bearer our-token-at-the-registry";
  expect(credentials).toEqual([undefined, ours, ours]);
});

it("goes by the public registry's list where its search refuses us", async () => {
  const { search } = registry({ agents: [seller] }, { status: 403 });
  expect(await search({ capability: "get_products", channel: "ctv" })).toHaveLength(1);
});
