import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sha256 } from "../../src/lib/digest.ts";
import { openDesk, plan } from "./admin-sandbox.ts";

const ajv = new Ajv2020({
  strict: false,
  formats: { uri: true, "date-time": true, date: true },
});
const schemaOf = (name: string) =>
  ajv.compile(JSON.parse(readFileSync(`schemas/${name}.schema.json`, "utf8")));
const outputSchema = schemaOf("admin-task-output");

interface Output {
  readonly executed: boolean;
  readonly results: readonly {
    readonly seller: string;
    readonly status: string;
    readonly before: boolean;
    readonly arguments?: Record<string, unknown>;
    readonly items: readonly { readonly item: string; readonly status: string; readonly detail: string }[];
  }[];
}

function parsed(stdout: string): Output {
  const output: unknown = JSON.parse(stdout);
  expect(outputSchema(output), JSON.stringify(outputSchema.errors)).toBe(true);
  // The published schema says so.
  return output as Output;
}

const accounts = {
  sellers: ["harbour.example", "nordlicht.example"],
  accounts: [{ brand: { domain: "acme.example" } }, { brand: { domain: "nordwind.example" } }],
};

let shared: Awaited<ReturnType<typeof openDesk>>;
beforeAll(async () => {
  shared = await openDesk();
});
afterAll(() => shared[Symbol.asyncDispose]());

describe("accounts", () => {
  it("are shown in a dry run and nothing is changed", async () => {
    await using desk = await openDesk();
    const file = desk.file("accounts.json", accounts);
    const { code, stdout } = await desk.run("accounts", "sync", file, "--json");
    expect(code).toBe(0);
    const output = parsed(stdout);
    expect(output.executed).toBe(false);
    expect(output.results.map(({ status }) => status)).toEqual(["planned", "planned"]);
    expect(output.results[0]?.arguments).toMatchObject({
      accounts: [{ brand: { domain: "acme.example" }, operator: "agency.example", billing: "operator" }, {}],
    });
    expect(desk.callsOf("sync_accounts")).toEqual([]);
    expect(desk.callsOf("check_governance")).toEqual([]);
  });

  it("are opened once, however often the file is sent, and then listed", async () => {
    await using desk = await openDesk();
    const file = desk.file("accounts.json", accounts);
    const words = ["accounts", "sync", file, "--plan", plan, "--execute"];
    const first = await desk.run(...words);
    expect(first.stdout).toMatch(/harbour\.example +acme\.example +done/);
    expect(first.code).toBe(0);
    expect(desk.callsOf("sync_accounts")).toHaveLength(2);
    expect(desk.callsOf("check_governance")).toHaveLength(2);

    const again = await desk.run(...words, "--json");
    expect(again.code).toBe(0);
    expect(parsed(again.stdout).results.map(({ before }) => before)).toEqual([true, true]);
    expect(desk.callsOf("sync_accounts")).toHaveLength(2);

    const listed = await desk.run("accounts", "list", "--seller", "harbour.example");
    expect(listed.stdout).toMatch(/harbour\.example +acc_sales_acme\.example_agency\.example +active +acme/);
    expect(listed.code).toBe(0);
    const everybody = await desk.run("accounts", "list", "--json");
    expect(everybody.code).toBe(1);
    expect(JSON.parse(everybody.stdout)).toMatchObject({ failures: [{ seller: "stotter-media.example" }] });
  });

  it("are not opened without the governance agent's plan, and are tried again with it", async () => {
    await using desk = await openDesk();
    const file = desk.file("accounts.json", accounts);
    const words = ["accounts", "sync", file, "--seller", "harbour.example", "--execute"];
    const refused = await desk.run(...words);
    expect(refused.code).toBe(1);
    expect(refused.stdout).toMatch(/refused: plan "admin\.sync_accounts\.[^"]+" is not known/);
    expect(refused.stderr).toContain("--plan <id>");
    expect(desk.callsOf("sync_accounts")).toEqual([]);

    const allowed = await desk.run(...words, "--plan", plan);
    expect(allowed.code).toBe(0);
    expect(desk.callsOf("sync_accounts")).toHaveLength(1);
    const status = await desk.run("status");
    expect(status.stdout).toContain("open 2 accounts at harbour.example");
    expect(status.stdout).toContain("1 refused, 1 done");
  });

  it("at a seller that fails are named as failed, with exit code 1", async () => {
    await using desk = await openDesk();
    const file = desk.file("accounts.json", accounts);
    const { code, stdout } = await desk.run(
      "accounts",
      "sync",
      file,
      "--seller",
      "harbour.example",
      "--seller",
      "stotter-media.example",
      "--plan",
      plan,
      "--execute",
    );
    expect(code).toBe(1);
    expect(stdout).toMatch(/harbour\.example +acme\.example +done/);
    expect(stdout).toMatch(/acme\.example at stotter-media\.example: /);
  });

  it.each([
    ["accounts: []\nsellers: [a]", /accounts\.yaml:1:11 accounts: /],
    [
      "accounts:\n  - brand: { domain: acme.example }\n    biling: operator",
      /accounts\.yaml:2:5 accounts\[0\]: .*biling/,
    ],
    ["accounts:\n  - brand: { domain: acme.example }", /names no seller/],
    ["accounts: [", /accounts\.yaml:\d+:\d+ this is not YAML/],
    [
      "sellers: [nobody.example]\naccounts:\n  - brand: { domain: acme.example }",
      /There are: .*harbour\.example/,
    ],
  ])("in a file like %j are a usage error that names the field", async (text, message) => {
    const desk = shared;
    const { code, stderr } = await desk.run(
      "accounts",
      "sync",
      desk.file("accounts.yaml", text),
      "--execute",
    );
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
  });
});

describe("audiences", () => {
  const address = "Jane.Roe@Mail.example";
  const number = "+49 (30) 1234-567";
  const audiences = {
    sellers: ["harbour.example"],
    account: { brand: { domain: "acme.example" } },
    audiences: [
      {
        audience_id: "customers",
        name: "Customers",
        audience_type: "crm",
        add: [{ external_id: "c-1", email: ` ${address} ` }, { phone: number }],
        remove: [{ email: "gone@mail.example" }],
      },
      { audience_id: "never-there", delete: true },
    ],
  };

  it("are sent as hashes: no address and no number reaches ledger, wire or output", async () => {
    await using desk = await openDesk();
    const file = desk.file("audiences.json", audiences);
    expect(schemaOf("audiences")(audiences)).toBe(true);
    const { code, stdout, stderr } = await desk.run(
      "audiences",
      "sync",
      file,
      "--plan",
      plan,
      "--execute",
      "--json",
    );
    const sent = JSON.stringify(desk.callsOf("sync_audiences")[0]?.arguments);
    expect(sent).toContain(sha256("jane.roe@mail.example"));
    expect(sent).toContain(sha256("+49301234567"));
    expect(parsed(stdout).results[0]?.items).toMatchObject([
      { item: "customers", status: "done" },
      { item: "never-there", status: "failed", detail: expect.stringContaining("no such audience") },
    ]);
    expect(code).toBe(1);

    const kept = readdirSync(desk.home, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"));
    const everything = [sent, stdout, stderr, JSON.stringify(desk.sandbox.calls), ...kept].join("\n");
    expect(kept.join("")).toContain(sha256("jane.roe@mail.example"));
    for (const cleartext of [/jane\.?roe/i, /mail\.example/i, /1234-?567\b/, /301234567/])
      expect(everything).not.toMatch(cleartext);
  });
});

describe("catalogs and events", () => {
  it("catalogues are synced, each with its result", async () => {
    await using desk = await openDesk();
    const catalogs = {
      sellers: ["harbour.example"],
      account: { brand: { domain: "acme.example" } },
      catalogs: [{ catalog_id: "shoes", type: "product", url: "https://acme.example/feed.xml" }],
    };
    expect(schemaOf("catalogs")(catalogs)).toBe(true);
    const file = desk.file("catalogs.json", catalogs);
    const { code, stdout } = await desk.run("catalogs", "sync", file, "--plan", plan, "--execute", "--json");
    expect(parsed(stdout).results[0]?.items).toMatchObject([{ item: "shoes", status: "done" }]);
    expect(code).toBe(0);
  });

  it("events that the seller does not take are named; the rest is logged", async () => {
    await using desk = await openDesk();
    const at = new Date(Date.now() - 3_600_000).toISOString();
    const events = {
      sellers: ["harbour.example"],
      event_source_id: "shop",
      events: [
        { event_id: "order-1", event_type: "purchase", event_time: at, user_match: { email: "a@b.example" } },
        { event_id: "order-2", event_type: "no such thing", event_time: at },
      ],
    };
    expect(schemaOf("events")(events)).toBe(true);
    const { code, stdout } = await desk.run(
      "events",
      "log",
      desk.file("events.json", events),
      "--plan",
      plan,
      "--execute",
    );
    expect(stdout).toMatch(/order-1 +done +logged/);
    expect(stdout).toMatch(/order-2 at harbour\.example: /);
    expect(code).toBe(1);
    const [sent] = desk.callsOf("log_event");
    expect(JSON.stringify(sent?.arguments)).toContain(sha256("a@b.example"));
    expect(JSON.stringify(sent?.arguments)).not.toContain("a@b.example");
  });
});
