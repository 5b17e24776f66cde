import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApp } from "../../src/app.ts";
import { whyUnnamed } from "../../src/campaign/execute/stopped.ts";
import { mediaBuyIdOf } from "../../src/campaign/model/derived/bought.ts";
import { makeStep } from "../../src/campaign/model/step/step.ts";
import { advance } from "../../src/campaign/run/advance.ts";
import { openDesk } from "../../src/desk/open-desk.ts";
import { callOperation } from "../../src/desk/operations.ts";
import { UsageError } from "../../src/desk/usage-error.ts";
import { offsetClock, simulatedClock } from "../../src/lib/clock.ts";
import { Secret } from "../../src/lib/secret.ts";
import { mutations } from "../../src/protocol/tasks/index.ts";
import { type Sandbox, sandboxExchange, startSandbox } from "../../src/sandbox/sandbox.ts";
import { flightdesk, temporaryFolder } from "../cli/flightdesk.ts";
import { freePort, startServe } from "./serve/start-serve.ts";
import { buysAt, openStory } from "./story.ts";

/** Agents over loopback of which nothing says that they are a sandbox. */
let agents: Sandbox;
const briefFile = "examples/brief-to-campaign/brief.yaml";

beforeAll(async () => {
  agents = await startSandbox({ clock: offsetClock(Date.parse("2027-01-04T08:00:00Z")), slowSellerMs: 0 });
});
afterAll(() => agents.close());

const sentence =
  /no operator is set, and nothing is sent .* operator in flightdesk\.yaml, --operator or FLIGHTDESK_OPERATOR/;

function openHome(operator: string | undefined, sandbox: Sandbox = agents) {
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
    using desk = openHome(operator);
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
    using desk = openHome(operator);
    const accounts = desk.file("accounts.json", {
      sellers: ["harbour.example"],
      accounts: [{ brand: { domain: "acme.example" } }],
    });
    const account = { brand: { domain: "acme.example" }, operator: "agency.example" };
    const sellers = ["harbour.example"];
    const audiences = desk.file("audiences.json", {
      sellers,
      account,
      audiences: [{ audience_id: "a", name: "A", add: [{ external_id: "1" }] }],
    });
    const catalogs = desk.file("catalogs.json", {
      sellers,
      account,
      catalogs: [{ catalog_id: "c", type: "product", items: [{ item_id: "1" }] }],
    });
    const events = desk.file("events.json", {
      sellers,
      event_source_id: "s",
      events: [{ event_id: "e", event_type: "purchase", event_time: "2027-01-04T08:00:00Z" }],
    });
    const call = desk.file("plans.json", { plans: [] });
    for (const words of [
      ["run", briefFile, "--execute"],
      ["resume", "some-campaign"],
      ["accounts", "sync", accounts, "--plan", "p", "--execute"],
      ["audiences", "sync", audiences, "--plan", "p", "--execute"],
      ["catalogs", "sync", catalogs, "--plan", "p", "--execute"],
      ["events", "log", events, "--plan", "p", "--execute"],
      ["buys", "increase", "line", "--to", "EUR 5,000", "--execute"],
      ["call", "harbour.example", "sync_creatives", "--args", call, "--execute"],
    ]) {
      const ended = await desk.run(words);
      expect(ended.stderr, words.join(" ")).toMatch(sentence);
      expect(ended.code, words.join(" ")).toBe(2);
    }
    expect(desk.changes()).toEqual([]);
  }, 120_000);
});

it("refuses by every door what would change anything, and takes in results", async () => {
  using folder = temporaryFolder();
  const desk = openDesk({
    settings: { home: folder.path, registry_url: agents.registryUrl, governance_url: agents.governanceUrl },
    secrets: { token: new Secret(agents.token) },
  });
  await using _ = desk.app;
  const before = agents.calls.length;
  const harbour = { agent: "harbour.example", task: "sync_creatives" };
  const accounts = {
    kind: "accounts" as const,
    content: { sellers: ["harbour.example"], accounts: [{ brand: { domain: "acme.example" } }] },
  };
  const to = { minor: 100, currency: "EUR" };
  for (const kind of ["terminal", "console", "library", "mcp", "chat"] as const) {
    const caller = { kind, name: "somebody" };
    const yaml = { name: "brief.yaml", text: readFileSync(briefFile, "utf8") };
    const campaign = "a-campaign";
    const asked: Readonly<Record<string, () => Promise<unknown>>> = {
      run: () => callOperation("run", desk, { brief: yaml, execute: true, confirmed: true }, caller),
      start: () => callOperation("start-planned", desk, { campaign, basis: "b" }, caller),
      change: () =>
        callOperation(
          "change-buy",
          desk,
          { campaign, line: "l", requested: { verb: "increase", to }, execute: true },
          caller,
        ),
    };
    // What nobody would be asked about is not for a model at all.
    const forPeople: typeof asked = {
      resume: () => callOperation("resume", desk, { campaign }, caller),
      sync: () => callOperation("sync", desk, { what: accounts, plan: "p", execute: true }, caller),
      call: () => callOperation("call-task", desk, { ...harbour, plan: "p" }, caller),
      revert: () => callOperation("revert-reallocation", desk, { campaign, id: "1" }, caller),
      makeGood: () =>
        callOperation(
          "make-good",
          desk,
          { campaign, line: "l", impressions: 1, until: "2027-02-01", execute: true },
          caller,
        ),
    };
    const isModel = kind === "mcp" || kind === "chat";
    for (const [name, ask] of Object.entries({ ...asked, ...(isModel ? {} : forPeople) })) {
      const refused = await ask().catch((cause: unknown) => cause);
      expect(refused, `${kind} ${name}`).toBeInstanceOf(UsageError);
      expect(String(refused), `${kind} ${name}`).toMatch(sentence);
    }
  }
  expect(agents.calls.length).toBe(before);
  const taken = callOperation(
    "import-results",
    desk,
    { campaign: "a-campaign", results: { results: [] } },
    { kind: "terminal", name: "kim" },
  );
  await expect(taken).rejects.not.toThrow(sentence);
});

it("shows in a dry run of accounts what would be sent, without a name for whoever operates them", async () => {
  using desk = openHome(undefined);
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
  using desk = openHome(undefined);
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

    const status = (operator: string, ...flags: string[]) =>
      flightdesk(["status", story.campaignId, ...flags], { ...environment, FLIGHTDESK_OPERATOR: operator });
    expect((await status("")).stdout).toMatch(sentence);
    expect(JSON.parse((await status("", "--json")).stdout)).toMatchObject({
      withheld: expect.stringMatching(sentence),
    });
    expect((await status("agency.example")).stdout).not.toMatch(sentence);

    // A turn by any way but a command: the gate before each call is what holds.
    await using app = story.anotherApp({ settings: real });
    await advance(await app.ports(story.campaignId), "end");
    const looped = await flightdesk(["loop", "--once"], environment);
    expect(looped.stderr).toMatch(sentence);
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
  const waiting = await advance(await lost.ports(story.campaignId), "end");
  expect(waiting.map(({ reason }) => reason).join()).toMatch(sentence);
  const planned = await story.state();
  expect(planned.steps).toEqual([]);
  expect([planned.stalled, planned.ended]).toEqual([undefined, undefined]);
  expect(story.sandbox.calls.filter(({ task }) => task in mutations)).toEqual([]);
  // Somebody is named: the same plan is bought.
  await story.run();
  const bought = await story.state();
  expect(bought.plan).toEqual(planned.plan);
  expect(buysAt(story.sandbox).length).toBeGreaterThan(0);
}, 120_000);

describe("a server without an operator", () => {
  it("measures what is live in its turns, and sends nothing", async () => {
    const clock = simulatedClock("2027-01-04T08:00:00Z");
    await using story = await openStory({ sandbox: { clock } });
    await story.run();
    const { sandbox, home } = story;
    const before = sandbox.calls.length;
    const lost = story.anotherApp({
      settings: {
        registry_url: sandbox.registryUrl,
        separate_sellers: [...sandbox.sharedOrigins],
        governance_url: sandbox.governanceUrl,
        home,
      },
    });
    clock.advance(20 * 86_400_000);
    const ports = await lost.ports(story.campaignId);
    await advance(ports, "end", { unasked: true });
    const since = sandbox.calls.slice(before);
    expect(since.some(({ task }) => task === "get_media_buy_delivery")).toBe(true);
    expect(since.filter(({ task }) => task in mutations && task !== "update_media_buy")).toEqual([]);
    for (const { arguments: sent } of since.filter(({ task }) => task in mutations))
      expect(JSON.stringify(sent)).toContain("paused");
    expect((await story.state()).delivery.length).toBeGreaterThan(0);
  }, 120_000);

  it("starts, says so in its log and its status, and pauses by the stop file", async () => {
    await using story = await openStory();
    await story.run();
    const { sandbox, home } = story;
    const before = sandbox.calls.length;
    const changes = () => sandbox.calls.slice(before).filter(({ task }) => task in mutations);
    writeFileSync(join(home, "STOP"), "wrong price");
    const port = await freePort();
    const served = startServe(["--port", String(port)], {
      FLIGHTDESK_HOME: home,
      FLIGHTDESK_TOKEN: sandbox.token,
      FLIGHTDESK_REGISTRY_URL: sandbox.registryUrl,
      FLIGHTDESK_SEPARATE_SELLERS: sandbox.registryUrl,
      FLIGHTDESK_GOVERNANCE_URL: sandbox.governanceUrl,
      FLIGHTDESK_OPERATOR: "",
    });
    try {
      await served.says("checked");
      expect(served.said()).toMatch(sentence);
      expect(served.said()).toContain("what is live is still measured, paused and stopped");
      const status: unknown = await (await fetch(`http://127.0.0.1:${port}/status`)).json();
      expect(status).toMatchObject({ withheld: expect.stringMatching(sentence) });
      // A turn that takes longer than others wait for it goes on.
      await expect.poll(() => changes().length, { timeout: 60_000 }).toBeGreaterThan(0);
      for (const { task, arguments: sent } of changes()) {
        expect(task).toBe("update_media_buy");
        expect(JSON.stringify(sent)).toContain("paused");
      }
    } finally {
      await served.end("SIGTERM");
    }
  }, 120_000);
});

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
