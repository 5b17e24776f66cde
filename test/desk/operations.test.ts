import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ZodType } from "zod";
import { type Caller, callerKinds, effects, mayCall, roles } from "../../src/desk/caller.ts";
import { openDesk } from "../../src/desk/open-desk.ts";
import { callOperation, operationNames, operations, operationsFor } from "../../src/desk/operations.ts";
import { simulatedClock } from "../../src/lib/clock.ts";
import { Secret } from "../../src/lib/secret.ts";
import { startSandbox } from "../../src/sandbox/sandbox.ts";
import { temporaryFolder } from "../cli/flightdesk.ts";

const host: Caller = { kind: "library", name: "a host program" };
const models: readonly Caller[] = [
  { kind: "chat", name: "a model", person: "kim" },
  { kind: "mcp", name: "a client", person: "kim" },
];

describe("the table of operations", () => {
  it.each(operationNames)("has %s with schemas", async (name) => {
    const operation = await operations[name].load();
    expect(operation.input).toBeInstanceOf(ZodType);
    expect(operation.output).toBeInstanceOf(ZodType);
  });

  it("lists every file of each effect's folder under that effect", () => {
    const table = readFileSync("src/desk/operations.ts", "utf8").replaceAll(/\(\s+|\s+/g, (gap) =>
      gap.startsWith("(") ? "(" : " ",
    );
    for (const effect of effects)
      for (const file of readdirSync(`src/desk/${effect}`))
        expect(table).toContain(`${effect}(async () => (await import("./${effect}/${file}"`);
    const rows = [...table.matchAll(/(\w+)\(async \(\) => \(await import\("\.\/(\w+)\//g)];
    expect(rows.map(([, effect]) => effect)).toEqual(rows.map(([, , folder]) => folder));
    expect(rows).toHaveLength(operationNames.length);
  });

  it("has an operation behind every command, and a command, a page or a tool before every operation", () => {
    const commands = readdirSync("src/cli/commands").map((file) => ({
      file,
      text: readFileSync(`src/cli/commands/${file}`, "utf8"),
    }));
    const without = commands
      .filter(({ text }) => !/\b(?:ask|callOperation)\(/.test(text))
      .map(({ file }) => file);
    // There is no desk before its settings; the others run until they are stopped, and nobody waits for an answer.
    expect(without).toEqual(["chat.ts", "completion.ts", "init.ts", "mcp.ts", "sandbox.ts"]);
    // A passkey signs in a browser alone.
    const pages = ["form", "live", "page"].map((routes) =>
      readFileSync(`src/console/${routes}-routes.ts`, "utf8"),
    );
    const tools = ["src/tools/proposing.ts", "src/tools/refining.ts"].map((file) =>
      readFileSync(file, "utf8"),
    );
    const all = [...commands.map(({ text }) => text), ...pages, ...tools].join("");
    expect(operationNames.filter((name) => !all.includes(`"${name}"`))).toEqual([]);
  });

  it("leaves nothing to compute to commands: what they take from the campaign is types and words", () => {
    const reached = readdirSync("src/cli/commands").flatMap((file) =>
      [
        ...readFileSync(`src/cli/commands/${file}`, "utf8").matchAll(/^import \{.*"(.*\/campaign\/.*)"/gm),
      ].map(([, path]) => path),
    );
    expect(reached).toEqual([]);
  });
});

describe("who may call what", () => {
  it("follows from the effect and the kind of caller", () => {
    const rows = callerKinds.map((kind) => [
      kind,
      effects.filter((effect) => mayCall({ effect }, { kind })).join(", "),
    ]);
    expect(Object.fromEntries(rows)).toEqual({
      terminal: "reads, proposes, decides, stops, administers",
      console: "reads, proposes, decides, stops, administers",
      library: "reads, proposes, decides, stops, administers",
      mcp: "reads, proposes",
      chat: "reads, proposes",
    });
  });

  it("follows from the roles of a company's login, within what its door lets through", () => {
    const may = (caller: Pick<Caller, "kind" | "roles" | "mayStop">) =>
      effects.filter((effect) => mayCall({ effect }, caller)).join(", ");
    expect([...roles, undefined].map((role) => may({ kind: "console", roles: role && [role] }))).toEqual([
      "reads",
      "reads, proposes",
      "reads, decides, stops",
      "reads, proposes, decides, stops, administers",
    ]);
    expect(may({ kind: "console", roles: ["planner", "approver"] })).toBe("reads, proposes, decides, stops");
    expect(may({ kind: "console", roles: [] })).toBe("");
    expect(may({ kind: "mcp", roles: ["approver"] })).toBe("reads");
    expect(may({ kind: "mcp", mayStop: true })).toBe("reads, proposes, stops");
  });

  it.each(models)("keeps a $kind caller from whatever decides, stops or administers", async (caller) => {
    using home = temporaryFolder();
    await using desk = openDesk({ settings: { home: home.path }, secrets: {} });
    const forbidden = operationNames.filter((name) => !operationsFor(caller).includes(name));
    expect(forbidden).toEqual(
      expect.arrayContaining(["approve", "reject", "release", "stop", "set-credential", "log-in"]),
    );
    // No input at all: who asks is looked at before what is asked.
    for (const name of forbidden)
      await expect(callOperation(name, desk, undefined as never, caller)).rejects.toThrow("is for a person");
  });

  it("lets no form of the console approve a step or release a stop", async () => {
    using home = temporaryFolder();
    await using desk = openDesk({ settings: { home: home.path }, secrets: {} });
    const form: Caller = { kind: "console", name: "kim" };
    await expect(callOperation("approve", desk, { step: "plan", seen: "" }, form)).rejects.toThrow(
      "nothing is approved: a form of the console shows no person",
    );
    await expect(callOperation("release", desk, { scope: { type: "all" } }, form)).rejects.toThrow(
      "the stop stands",
    );
  });

  it.each(models)("carries nothing out for a $kind caller that would not wait for people", async (caller) => {
    using home = temporaryFolder();
    await using desk = openDesk({ settings: { home: home.path }, secrets: {} });
    await expect(callOperation("resume", desk, {}, caller)).rejects.toThrow("a person has it carried out");
    const loaded = await Promise.all(
      operationNames.map(async (name) => ({ name, operation: await operations[name].load() })),
    );
    const waiting = loaded.flatMap(({ name, operation }) => ("waitsForNamed" in operation ? [name] : []));
    expect(waiting).toEqual(["change-buy", "replan", "run", "start-planned"]);
  });
});

it("lists what waits for a person after a stop as before it", async () => {
  using home = temporaryFolder();
  await using desk = openDesk({ settings: { home: home.path }, secrets: {} });
  await callOperation("stop", desk, { scope: { type: "all" }, reason: "a test" }, host);
  expect((await callOperation("inbox", desk, {}, host)).waiting).toEqual([]);
});

describe("an operation without the command line", () => {
  const brief = {
    name: "brief.yaml",
    text: readFileSync("examples/brief-to-campaign/brief.yaml", "utf8"),
  };

  async function opened(home: string) {
    const clock = simulatedClock("2027-01-04T08:00:00Z");
    const sandbox = await startSandbox({ clock });
    const notes: string[] = [];
    const desk = openDesk({
      settings: {
        home,
        registry_url: sandbox.registryUrl,
        governance_url: sandbox.governanceUrl,
        well_known_url: sandbox.wellKnownUrl,
        separate_sellers: [...sandbox.sharedOrigins],
        exchange: "examples/exchange.yaml",
        seller_deadline: 3_000,
      },
      secrets: { token: new Secret(sandbox.token) },
      clock,
      simulation: { now: clock.now, advance: sandbox.advance },
      close: sandbox.close,
      note: (line) => notes.push(line),
    });
    return { desk, sandbox, notes };
  }

  it("reads: a model compares sellers, and the answer is what its schema says", async () => {
    using home = temporaryFolder();
    const { desk, sandbox } = await opened(home.path);
    await using _ = desk;
    const [chat = host] = models;
    const compared = await callOperation("compare", desk, { brief }, chat);
    expect(compared.candidates?.length).toBeGreaterThan(10);
    const { output } = await operations.compare.load();
    expect(output.safeParse(compared).error).toBeUndefined();
    const others = await callOperation("what-if", desk, { campaign: compared.campaign }, chat);
    expect(others.scenarios.length).toBeGreaterThan(1);
    // A plan of simulated sellers is begun as it was made, as long as they are there.
    const { campaign, basis } = await callOperation("plan", desk, { brief }, host);
    expect((await callOperation("report", desk, { campaign }, host)).basis).toBe(basis);
    expect(sandbox.calls.map(({ task }) => task)).not.toContain("create_media_buy");
    expect((await callOperation("status", desk, {}, chat)).campaigns).toEqual([]);
  });

  it("proposes: a dry run tells the calls, and a host program has them made", async () => {
    using home = temporaryFolder();
    const { desk, sandbox } = await opened(home.path);
    await using _ = desk;
    const [, mcp = host] = models;
    const planned = await callOperation("run", desk, { brief }, mcp);
    expect(planned.calls?.map(({ task }) => task)).toContain("create_media_buy");
    expect(sandbox.calls.map(({ task }) => task)).not.toContain("create_media_buy");
    const bought = await callOperation("run", desk, { brief, execute: true }, host);
    expect(sandbox.calls.map(({ task }) => task)).toContain("create_media_buy");
    const { output } = await operations.run.load();
    expect(output.safeParse(bought).error).toBeUndefined();
    const { campaigns } = await callOperation("status", desk, {}, host);
    expect(campaigns.map(({ campaign }) => campaign)).toEqual([bought.campaign]);
  });
});
