import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApp } from "../../src/app.ts";
import { whyUnnamed } from "../../src/campaign/execute/stopped.ts";
import { mediaBuyIdOf } from "../../src/campaign/model/bought.ts";
import { makeStep } from "../../src/campaign/model/step/step.ts";
import { advance } from "../../src/campaign/run/advance.ts";
import { offsetClock } from "../../src/lib/clock.ts";
import { mutations } from "../../src/protocol/tasks/index.ts";
import { type Sandbox, sandboxExchange, startSandbox } from "../../src/sandbox/sandbox.ts";
import { flightdesk, temporaryFolder } from "../cli/flightdesk.ts";
import { openStory } from "./story.ts";

/** Agents over loopback of which nothing says that they are a sandbox. */
let agents: Sandbox;
const briefFile = "examples/brief-to-campaign/brief.yaml";

beforeAll(async () => {
  agents = await startSandbox({ clock: offsetClock(Date.parse("2027-01-04T08:00:00Z")), slowSellerMs: 0 });
});
afterAll(() => agents.close());

const sentence =
  /no operator is set, and nothing is sent .* operator in flightdesk\.yaml, --operator or FLIGHTDESK_OPERATOR/;

function openDesk(operator: string | undefined, sandbox: Sandbox = agents) {
  const folder = temporaryFolder();
  const config = join(folder.path, "flightdesk.yaml");
  writeFileSync(config, operator === undefined ? "" : `operator: ${JSON.stringify(operator)}\n`);
  const environment = {
    FLIGHTDESK_HOME: join(folder.path, "home"),
    FLIGHTDESK_TOKEN: sandbox.token,
    FLIGHTDESK_REGISTRY_URL: sandbox.registryUrl,
    FLIGHTDESK_GOVERNANCE_URL: sandbox.governanceUrl,
    FLIGHTDESK_EXCHANGE: "examples/exchange.yaml",
    FLIGHTDESK_OPERATOR: "",
  };
  const before = sandbox.calls.length;
  return {
    file: (name: string, content: unknown) => {
      const path = join(folder.path, name);
      writeFileSync(path, JSON.stringify(content));
      return path;
    },
    run: (words: readonly string[], more: Readonly<Record<string, string>> = {}) =>
      flightdesk([...words, "--config", config], { ...environment, ...more }),
    calls: () => sandbox.calls.slice(before),
    changes: () => sandbox.calls.slice(before).filter(({ task }) => task in mutations),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}

const nobody: readonly (readonly [string, string | undefined])[] = [
  ["missing", undefined],
  ["empty", ""],
  ["blank", "  "],
  ["the sandbox's", "flightdesk.example"],
  ["the sandbox's in other letters", " FlightDesk.Example. "],
];

describe.each(nobody)("without an operator (%s)", (_, operator) => {
  it("compares and plans, and names nobody to any agent", async () => {
    using desk = openDesk(operator);
    const plan = await desk.run(["plan", briefFile, "--json"]);
    expect(plan.code, plan.stderr).toBe(0);
    const dry = await desk.run(["run", briefFile, "--json"]);
    expect(dry.code, dry.stderr).toBe(0);
    expect(dry.stdout).toContain('"(no operator is set)"');
    expect(desk.calls().filter(({ task }) => task === "get_products").length).toBeGreaterThan(0);
    expect(JSON.stringify(desk.calls().map((call) => call.arguments))).not.toMatch(/operator/i);
    expect(desk.changes()).toEqual([]);
  }, 120_000);

  it("refuses whatever changes something, by one sentence and as a usage fault", async () => {
    using desk = openDesk(operator);
    const accounts = desk.file("accounts.json", {
      sellers: ["harbour.example"],
      accounts: [{ brand: { domain: "acme.example" } }],
    });
    const call = desk.file("plans.json", { plans: [] });
    for (const words of [
      ["run", briefFile, "--execute"],
      ["resume", "some-campaign"],
      ["loop", "--once"],
      ["accounts", "sync", accounts, "--plan", "p", "--execute"],
      ["buys", "increase", "line", "--to", "EUR 5,000", "--execute"],
      ["call", "harbour.example", "sync_creatives", "--args", call, "--execute"],
      ["serve", "--port", "0"],
    ]) {
      const ended = await desk.run(words);
      expect(ended.stderr, words.join(" ")).toMatch(sentence);
      expect(ended.code, words.join(" ")).toBe(2);
    }
    expect(desk.changes()).toEqual([]);
  }, 120_000);
});

it("shows in a dry run of accounts what would be sent, without a name for whoever operates them", async () => {
  using desk = openDesk(undefined);
  const file = desk.file("accounts.json", {
    sellers: ["harbour.example"],
    accounts: [{ brand: { domain: "acme.example" } }],
  });
  const { code, stdout, stderr } = await desk.run(["accounts", "sync", file, "--json"]);
  expect(code, stderr).toBe(0);
  expect(stdout).toContain('"(no operator is set)"');
  expect(desk.changes()).toEqual([]);
});

it("buys in the name of an operator that is set", async () => {
  using desk = openDesk(undefined);
  const ended = await desk.run(["run", briefFile, "--execute", "--json"], {
    FLIGHTDESK_OPERATOR: "agency.example",
  });
  expect([0, 3, 4], ended.stderr).toContain(ended.code);
  const named = JSON.stringify(desk.changes().map((call) => call.arguments));
  expect(named).toContain('"operator":"agency.example"');
  expect(named).not.toContain("flightdesk.example");
}, 120_000);

describe("what was bought before the operator was lost from the settings", () => {
  it("is paused by a person and by a stop order, and nothing else is sent", async () => {
    await using story = await openStory();
    await story.run();
    const { sandbox, home } = story;
    const real = {
      registry_url: sandbox.registryUrl,
      separate_sellers: [...sandbox.sharedOrigins],
      governance_url: sandbox.governanceUrl,
      home,
    };
    const before = sandbox.calls.length;
    const changes = () => sandbox.calls.slice(before).filter(({ task }) => task in mutations);
    const { steps } = await story.state();
    const bought = steps.find(({ step, status }) => step.task === "create_media_buy" && status === "done");
    const environment = {
      FLIGHTDESK_HOME: home,
      FLIGHTDESK_TOKEN: sandbox.token,
      FLIGHTDESK_REGISTRY_URL: sandbox.registryUrl,
      FLIGHTDESK_GOVERNANCE_URL: sandbox.governanceUrl,
      FLIGHTDESK_OPERATOR: "",
    };
    const buy = bought && mediaBuyIdOf(bought);
    const paused = await flightdesk(["buys", "pause", String(buy), "--execute"], environment);
    expect(paused.code, paused.stderr + paused.stdout).toBe(0);
    expect(changes().map(({ task }) => task)).toEqual(["update_media_buy"]);

    // A turn by any way but a command: the gate before each call is what holds.
    await using app = story.anotherApp({ settings: real });
    await advance(await app.ports(story.campaignId), "end");
    expect(changes().map(({ task }) => task)).toEqual(["update_media_buy"]);

    const stopped = await flightdesk(["stop", "--all", "--reason", "no operator"], environment);
    expect(stopped.stderr).not.toMatch(sentence);
    const tasks = changes();
    expect(tasks.length).toBeGreaterThan(1);
    for (const { task, arguments: sent } of tasks) {
      expect(task).toBe("update_media_buy");
      expect(JSON.stringify(sent)).toContain("paused");
    }
  }, 120_000);
});

it("proposes nothing in nobody's name, so that nothing of it stands in the ledger when somebody is named", async () => {
  await using story = await openStory();
  await story.run("plan");
  await using lost = story.anotherApp({
    settings: {
      registry_url: story.sandbox.registryUrl,
      governance_url: story.sandbox.governanceUrl,
      separate_sellers: [...story.sandbox.sharedOrigins],
      home: story.home,
    },
  });
  await advance(await lost.ports(story.campaignId), "end");
  expect((await story.state()).steps).toEqual([]);
  expect(story.sandbox.calls.filter(({ task }) => task in mutations)).toEqual([]);
}, 120_000);

describe("a step of an earlier version", () => {
  const agent = { id: "harbour.example", agentUrl: "https://harbour.example/mcp" };
  const account = (operator: string) => ({ brand: { domain: "acme.example" }, operator });
  const step = (task: "create_media_buy" | "sync_accounts" | "update_media_buy", args: object) =>
    makeStep({
      id: "step",
      task,
      agent,
      // What the tasks' schemas ask for beside the account makes no difference here.
      arguments: { ...args } as never,
      currency: "EUR",
      purpose: "try",
    });

  it.each(["flightdesk.example", "Flightdesk.example.", "(no operator is set)"])(
    "that orders or opens an account for %s waits for a person",
    (operator) => {
      const why = /was made for .* before an operator was set/;
      const order = step("create_media_buy", { account: account(operator) });
      const opening = step("sync_accounts", { accounts: [account("agency.example"), account(operator)] });
      expect(whyUnnamed(order, "agency.example")).toMatch(why);
      expect(whyUnnamed(opening, "agency.example")).toMatch(why);
    },
  );

  it("goes out where it names an operator, or changes what was ordered under the old name", () => {
    for (const named of [
      step("create_media_buy", { account: account("agency.example") }),
      step("create_media_buy", { account: { account_id: "flightdesk.example" } }),
      step("update_media_buy", {
        account: account("flightdesk.example"),
        media_buy_id: "mb_1",
        updates: { end_time: "2027-02-01T00:00:00Z" },
      }),
    ])
      expect(whyUnnamed(named, "agency.example")).toBeUndefined();
  });

  it("goes out without any operator where it pauses or cancels and does nothing else", () => {
    const update = (updates: object) =>
      step("update_media_buy", { account: account("flightdesk.example"), media_buy_id: "mb_1", updates });
    for (const stops of [
      { status: "paused" },
      { status: "canceled", cancellation_reason: "over" },
      { packages: [{ package_id: "p1", paused: true }] },
    ])
      expect(whyUnnamed(update(stops), undefined)).toBeUndefined();
    for (const more of [
      { status: "active" },
      { status: "paused", packages: [{ package_id: "p1", budget: 5 }] },
      { packages: [{ package_id: "p1", paused: false }] },
      { packages: [{ package_id: "p1", paused: true, budget: 5 }] },
      { packages: [] },
      {},
    ])
      expect(whyUnnamed(update(more), undefined)).toMatch(sentence);
  });
});

it("has a name of its own at a sandbox alone: not where a registry or a governance agent is elsewhere", async () => {
  using folder = temporaryFolder();
  for (const elsewhere of [
    { registry_url: "https://registry.example" },
    { governance_url: "https://governance.example/mcp" },
  ]) {
    await using app = createApp({
      settings: {
        registry_url: agents.registryUrl,
        governance_url: agents.governanceUrl,
        well_known_url: agents.wellKnownUrl,
        home: folder.path,
        ...elsewhere,
      },
      secrets: {},
      policies: [],
      exchange: sandboxExchange,
      ephemeral: true,
      progress: () => undefined,
    });
    expect((await app.ports("none")).settings.operator).toBeUndefined();
  }
});
