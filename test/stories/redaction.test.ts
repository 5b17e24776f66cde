import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { readSheet } from "read-excel-file/universal";
import { expect, it } from "vitest";
import { stringify } from "yaml";
import { offsetClock } from "../../src/lib/clock.ts";
import { startSandbox } from "../../src/sandbox/sandbox.ts";
import { flightdesk, temporaryFolder } from "../cli/flightdesk.ts";
import { startScriptedModel } from "../llm/scripted-model.ts";
import { addressOf, certificatesFor, doors, rows, secretsOfRows } from "./credential-rows.ts";

const modelKey = "model-key-d41e77aa";
const told = "nordlicht-bearer-51bd";

it("writes no secret into any log, ledger, report, prompt or bundle, whatever a seller repeats", {
  timeout: 240_000,
}, async () => {
  await using model = await startScriptedModel({ text: "{}" });
  await using sandbox = await startSandbox({
    clock: offsetClock(Date.now()),
    slowSellerMs: 1,
    doors,
    // A seller that says to everybody what it was told.
    reword: ({ agent, payload }) =>
      agent === "nordlicht"
        ? { ...payload, note: `you said ${told}`, [told]: [told], ...renamed(payload) }
        : payload,
  });
  using folder = temporaryFolder();
  const { path: home } = folder;
  const files = await certificatesFor(sandbox);
  for (const [name, text] of files) writeFileSync(join(home, name), text, { mode: 0o600 });
  const entries = rows.map((row) => [row.seller, { ...row.entry, url: addressOf(sandbox, row) }]);
  writeFileSync(join(home, "credentials.yaml"), stringify({ sellers: Object.fromEntries(entries) }), {
    mode: 0o600,
  });
  const brief = join(home, "brief.yaml");
  writeFileSync(brief, briefText());

  const said: string[] = [];
  const run = async (...words: string[]) => {
    const { code, stdout, stderr } = await flightdesk(words, {
      FLIGHTDESK_REGISTRY_URL: sandbox.registryUrl,
      FLIGHTDESK_GOVERNANCE_URL: sandbox.governanceUrl,
      FLIGHTDESK_WELL_KNOWN_URL: sandbox.wellKnownUrl,
      FLIGHTDESK_TOKEN: sandbox.token,
      FLIGHTDESK_HOME: home,
      NORDLICHT_TOKEN: told,
      FLIGHTDESK_MODEL_PROVIDER: "openai-compatible",
      FLIGHTDESK_MODEL_URL: model.baseUrl,
      FLIGHTDESK_MODEL_NAME: "scripted",
      FLIGHTDESK_MODEL_PRICES: "0 / 0",
      FLIGHTDESK_MODEL_KEY: modelKey,
    });
    said.push(stdout, stderr);
    return { code, stdout, stderr };
  };
  const bought = await run("run", brief, "--execute", "--explain", "--json");
  expect([0, 3], bought.stderr).toContain(bought.code);
  expect(
    sandbox.calls.some(
      ({ task, agentId }) => task === "create_media_buy" && agentId === "albion-audio.example",
    ),
  ).toBe(true);
  expect((await run("report", "--format", "md,csv,xlsx,json")).code).toBe(0);
  const bundle = join(home, "bundle.json");
  expect((await run("audit", "export", "--output", bundle)).code).toBe(0);
  await run("ask", "why is nordlicht.example in the plan?");
  await run("status", "--json");
  await run("inbox", "--json");
  await run("sellers", "list");
  await run("sellers", "test", "nordlicht.example");
  await run("call", "nordlicht.example", "get_products", "--json");

  const own = new Set(["credentials.yaml", ...files.keys()]);
  const written = readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !own.has(relative(home, file)));
  const sheets = await Promise.all(written.filter((file) => file.endsWith(".xlsx")).map(cellsOf));
  expect(sheets.length).toBeGreaterThan(0);
  expect(model.requests.length).toBeGreaterThan(0);
  const places: [string, string][] = [
    ...written.map((file): [string, string] => [file, readFileSync(file, "utf8")]),
    ...sheets.map((text): [string, string] => ["a workbook", text]),
    ...said.map((text): [string, string] => ["standard output or error", text]),
    ["prompts", JSON.stringify(model.requests.map(({ body }) => body))],
    ["arguments of calls", JSON.stringify(sandbox.calls.map((call) => call.arguments))],
  ];
  expect(written.map((file) => relative(home, file))).toEqual(
    expect.arrayContaining(["ledger.db", "bundle.json"]),
  );
  const secrets = [modelKey, sandbox.token, ...secretsOfRows(files)];
  expect(secrets.length).toBeGreaterThanOrEqual(7);
  const found = places.flatMap(([place, text]) =>
    secrets.filter((secret) => text.includes(secret)).map((secret) => `${secret} in ${place}`),
  );
  expect(found).toEqual([]);
  // What the seller repeated was read, without the secret.
  expect(places.some(([, text]) => text.includes("offered to [secret]"))).toBe(true);
});

/** Products whose names hold what the seller was told. */
function renamed(payload: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { products } = payload;
  if (!Array.isArray(products)) return {};
  return { products: products.map((product: object) => ({ ...product, name: `offered to ${told}` })) };
}

async function cellsOf(file: string): Promise<string> {
  const workbook = new Blob([new Uint8Array(readFileSync(file))]);
  const sheets = await Promise.all([1, 2, 3].map((number) => readSheet(workbook, number)));
  return JSON.stringify(sheets);
}

/** A flight that lies ahead of the machine's clock, which this desk goes by. */
function briefText(): string {
  const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
  return stringify({
    name: "Redaction",
    brand: { domain: "acme.example", name: "Acme" },
    objective: "awareness",
    budget: "200,000 EUR",
    flight: { start: day(14), end: day(55) },
    countries: ["DE"],
    channels: ["ctv", "olv", "streaming_audio", "dooh"],
    limits: { max_cpm: "45 EUR", max_share_per_seller: "35%" },
    message: "A runner at dawn. Out early.",
  });
}
