import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createApp } from "../../src/app.ts";
import type { Brief } from "../../src/brief/brief.ts";
import { openJournal } from "../../src/campaign/model/state/journal.ts";
import { advance } from "../../src/campaign/run/advance.ts";
import { stop } from "../../src/campaign/stop/stop.ts";
import { simulatedClock } from "../../src/lib/clock.ts";
import { money } from "../../src/lib/money.ts";
import { renderStage } from "../../src/report/renderers/terminal.ts";
import { makeReport } from "../../src/report/report.ts";
import { type Sandbox, sandboxExchange, startSandbox } from "../../src/sandbox/sandbox.ts";
import { policyFrom } from "../campaign/govern/policy-text.ts";
import { type CannedMarket, startCannedMarket } from "../canned/market.ts";
import { cooperativeSeller, formatAgent } from "./buyer-behaviours/cooperative-seller.ts";
import { hastyClock, brief as storyBrief } from "./story.ts";

/** One name in ten spellings. */
const spellings = [
  "case.example",
  "Case.Example",
  "CASE.EXAMPLE.",
  " case.example ",
  "\tcase.example\n",
  "\uFEFFcase.example",
  "ca\u00ADse.example",
  "case\u200B.example",
  "ｃａｓｅ.example",
  "case。example",
];
/** Five addresses of one server. */
const slugs = ["one", "two", "three", "four", "five"];

interface Listing {
  readonly domain: string;
  readonly agent_url: string;
  readonly name?: string;
}

let hostile: CannedMarket;
let honest: CannedMarket;
let governance: Sandbox;
let listed: readonly Listing[] = [];
const clock = simulatedClock("2027-01-04T08:00:00Z");
/** Knows nothing but a list, and says of every domain that whoever is on it may sell. */
const registry = createServer((request, response) => {
  const agents = listed.map((entry) => ({
    ...entry,
    capabilities: ["get_products", "create_media_buy"],
    channels: ["olv"],
  }));
  const authorized_agents = [...hosted(hostile), ...hosted(honest)].map((url) => ({ url }));
  response.setHeader("Content-Type", "application/json");
  response.end(JSON.stringify(request.url?.startsWith("/domains") ? { authorized_agents } : { agents }));
});
const registryUrl = () => `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;

function hosted({ url }: CannedMarket): string[] {
  return [...slugs, "fair", "square"].map((slug) => `${url}/${slug}/mcp`);
}

beforeAll(async () => {
  governance = await startSandbox({ clock, governance: { decide: () => ({ verdict: "approved" }) } });
  await new Promise<void>((resolve) => registry.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  await governance.close();
  registry.close();
});
beforeEach(async () => {
  hostile = await startCannedMarket(slugs.map((slug) => cooperativeSeller(slug)));
  honest = await startCannedMarket([cooperativeSeller("fair")]);
  listed = [...everyName(), { domain: "fair.example", agent_url: `${honest.url}/fair/mcp` }];
  return async () => {
    for (const each of [hostile, honest]) await each[Symbol.asyncDispose]();
  };
});

/** Each spelling at one of the addresses, and each address under a name of its own, in spellings of the address. */
function everyName(): Listing[] {
  const { port } = new URL(hostile.url);
  const hosts = ["127.0.0.1", "127.1", "2130706433", "0x7f000001", "127.0.0.1."];
  return [
    ...spellings.map((domain, i) => ({ domain, agent_url: `${hostile.url}/${slugs[i % 5]}/mcp` })),
    ...slugs.map((slug, i) => ({
      domain: `alias-${slug}.example`,
      agent_url: ` HTTP://${hosts[i]}:${port}/${slug}/mcp#${i}`,
    })),
  ];
}

/** Each address under a name that no other one has. */
function aliases(): Listing[] {
  return slugs.map((slug) => ({ domain: `${slug}.example`, agent_url: `${hostile.url}/${slug}/mcp` }));
}

/** What a market's sellers have booked by their own books, in minor units of EUR. */
function bookedAt(market: CannedMarket): number {
  const orders = market.callsOf("create_media_buy").filter(({ outcome }) => outcome === "answered");
  return orders
    .flatMap(({ arguments: { packages } }) => (Array.isArray(packages) ? packages : []))
    .reduce((sum: number, { budget }: { budget: number }) => sum + Math.round(budget * 100), 0);
}

const cap = policyFrom('version: 1\nname: Caps\ncaps:\n  - { per: seller, amount: "3,000 EUR" }\n');
const share = 0.2;
const brief: Brief = {
  ...storyBrief,
  budget: money(1_000_000, "EUR"),
  channels: ["olv"],
  limits: { excludedSellers: [], maxSharePerSeller: share },
  creatives: [
    {
      id: "runner",
      name: "A runner at dawn",
      format: { agent_url: formatAgent, id: "video_15s" },
      assets: { video: { asset_type: "video", url: "https://acme.example/runner.mp4", duration_ms: 15_000 } },
    },
  ],
};

let desks = 0;

/** A desk whose campaigns no other desk of these tests has had: the governance agent remembers what each was told of. */
function openDesk(separate: readonly string[] = []) {
  const desk = ++desks;
  const home = mkdtempSync(join(tmpdir(), "flightdesk-one-seller-"));
  const app = createApp({
    settings: {
      registry_url: registryUrl(),
      governance_url: governance.governanceUrl,
      well_known_url: `${registryUrl()}/domains/{domain}/.well-known/adagents.json`,
      separate_sellers: [...separate],
      home,
      seller_deadline: 20_000,
    },
    secrets: { token: governance.token },
    policies: [cap],
    exchange: sandboxExchange,
    clock,
    wireClock: hastyClock(),
    progress: () => undefined,
  });
  return {
    app,
    run: async (change: Partial<Brief> = {}) => {
      const id = await app.begin({ ...brief, ...change, name: `${change.name ?? brief.name} ${desk}` });
      await advance(await app.ports(id), "end");
      return (await openJournal(app.ledger, id)).state();
    },
    [Symbol.asyncDispose]: async () => {
      await app[Symbol.asyncDispose]();
      rmSync(home, { recursive: true });
    },
  };
}

describe("ten spellings of one name at five addresses", () => {
  it("are given one seller's share and one seller's cap, by its own books", async () => {
    await using desk = openDesk();
    const { groups, plan } = await desk.run();
    expect(groups?.map(({ members }) => members.length).sort()).toEqual([1, 5]);
    expect(bookedAt(hostile)).toBeGreaterThan(0);
    expect(bookedAt(hostile)).toBeLessThanOrEqual(1_000_000 * share);
    expect(bookedAt(honest)).toBe(1_000_000 * share);
    expect(plan?.total.minor).toBe(2 * 1_000_000 * share);
  });

  it("are shown as one seller, and why, to whoever reads and to machines", async () => {
    await using desk = openDesk();
    const state = await desk.run();
    const why = `alias-five.example, alias-four.example, alias-one.example, alias-three.example and alias-two.example count as one seller: they share the name case.example and the address ${hostile.url}`;
    const joined = makeReport(state).sellers.filter(({ group }) => group !== undefined);
    expect(joined).toHaveLength(5);
    expect(new Set(joined.map(({ group }) => group?.why))).toEqual(new Set([why]));
    expect(joined[0]?.group?.share).toBeCloseTo(share);
    const shown = renderStage("sellers", state, { colour: false }).replaceAll(/\s+/g, " ");
    expect(shown).toContain(`${why}.`);
  });

  it.each([
    ["by its domain", { excludedSellers: ["Case.Example."] }, "excluded by the brief"],
    ["by the registry's name for it", { excludedSellers: ["the case-house"] }, "excluded by the brief"],
    [
      "as it buys from another one alone",
      { excludedSellers: [], onlySellers: ["Fair Media"] },
      "is not among the sellers that the brief buys from",
    ],
  ])("are all avoided where the brief avoids one of them %s", async (_, limits, why) => {
    const called = new Map([
      [`${hostile.url}/one/mcp`, "The Case House"],
      [`${honest.url}/fair/mcp`, "Fair Media"],
    ]);
    listed = listed.map((entry) => ({ ...entry, name: called.get(entry.agent_url) ?? "" }));
    await using desk = openDesk();
    const state = await desk.run({ limits: { ...brief.limits, ...limits } });
    expect(hostile.callsOf("get_products")).toEqual([]);
    expect(bookedAt(hostile)).toBe(0);
    const reasons = state.sellers
      ?.filter(({ eligible }) => !eligible)
      .map(({ reasons: why }) => why.join(" "));
    expect(reasons).toHaveLength(5);
    for (const reason of reasons ?? []) expect(reason).toContain(why);
    expect(bookedAt(honest)).toBeGreaterThan(0);
  });

  it("are all stopped by a stop of one of them", async () => {
    await using desk = openDesk();
    await stop({ type: "seller", id: " CASE.example. " }, { by: "kim", reason: "a test" }, desk.app);
    await desk.run();
    expect(bookedAt(hostile)).toBe(0);
    expect(bookedAt(honest)).toBeGreaterThan(0);
  });
});

describe("five names at five addresses of one server", () => {
  it("take five times as much where a person says that they are five sellers: the control", async () => {
    listed = aliases();
    await using desk = openDesk([hostile.url]);
    await desk.run();
    expect(bookedAt(hostile)).toBe(1_000_000);
  });

  it("are one seller without that", async () => {
    listed = [...aliases(), { domain: "fair.example", agent_url: `${honest.url}/fair/mcp` }];
    await using desk = openDesk();
    await desk.run();
    expect(bookedAt(hostile)).toBe(1_000_000 * share);
  });

  it("share a cap over campaigns that each see another of them, and a stop", async () => {
    await using desk = openDesk();
    const [one, two, three] = aliases().map((entry) => [entry]);
    listed = one ?? [];
    await desk.run({ name: "First" });
    listed = two ?? [];
    const second = await desk.run({ name: "Second" });
    expect(bookedAt(hostile)).toBe(200_000);
    const refused = second.steps.filter(({ status }) => status === "refused").map(({ reason }) => reason);
    expect(refused).toContainEqual(expect.stringContaining(`the cap per seller (${hostile.url})`));

    await stop({ type: "seller", id: "one.example" }, { by: "kim", reason: "a test" }, desk.app);
    listed = three ?? [];
    const third = await desk.run({ name: "Third", budget: money(100_000, "EUR") });
    const buys = third.steps.filter(
      ({ step }) => step.task === "create_media_buy" || step.task === "sync_accounts",
    );
    expect(buys.map(({ status }) => status)).toEqual(["held"]);
    expect(bookedAt(hostile)).toBe(200_000);
    await desk.app.stopOrders.lift({ type: "seller", id: "One.example" }, "kim");
    await advance(await desk.app.ports(third.id), "end");
    expect(bookedAt(hostile)).toBe(220_000);
  });
});

it("refuses what it cannot spell, with a sentence, and takes it for nobody else", async () => {
  listed = [
    { domain: "ca se.example", agent_url: `${hostile.url}/one/mcp` },
    { domain: "case.example", agent_url: "https://ca se.example/mcp" },
    { domain: "user.example", agent_url: `http://user:word@${new URL(hostile.url).host}/two/mcp` },
    { domain: "path.example", agent_url: `${hostile.url}/t%E2%80%8Bwo/mcp` },
    { domain: "fair.example", agent_url: `${honest.url}/fair/mcp` },
  ];
  await using desk = openDesk();
  const { sellers = [] } = await desk.run();
  expect(sellers.filter(({ eligible }) => eligible).map(({ id }) => id)).toEqual(["fair.example"]);
  expect(sellers.flatMap(({ eligible, reasons }) => (eligible ? [] : reasons)).sort()).toEqual([
    "is refused as the registry lists it: its address holds a space or a character that nobody sees",
    "is refused as the registry lists it: its address holds a user or a password",
    "is refused as the registry lists it: its address is not written as a host can be",
    "is refused as the registry lists it: its domain is not written as a host can be",
  ]);
  expect(hostile.calls).toEqual([]);
});
