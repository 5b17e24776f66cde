import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { readSheet } from "read-excel-file/universal";
import { expect, it, vi } from "vitest";
import { stringify } from "yaml";
import { z } from "zod";
import { createApp } from "../../src/app.ts";
import { loadCredentials } from "../../src/desk/files/credentials.ts";
import { offsetClock } from "../../src/lib/clock.ts";
import { pagesIn } from "../../src/lib/private-pages.ts";
import { openLoginBook } from "../../src/protocol/oauth/login-book.ts";
import { webhookProfile } from "../../src/protocol/signing/profile.ts";
import { signRequest } from "../../src/protocol/signing/sign-request.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/sandbox.ts";
import { flightdesk, type Started, startFlightdesk, temporaryFolder } from "../cli/flightdesk.ts";
import { atLength } from "../depth.ts";
import { startScriptedModel } from "../llm/scripted-model.ts";
import { addressOf, filesFor, prepareRows, rows, sandboxOfRows, secretsOfRows } from "./credential-rows.ts";
import { openSigningDesk } from "./signing-desk.ts";

const modelKey = "model-key-d41e77aa";
const publicUrl = "https://desk.example";
const statusToken = "status-token-8c02be31";
const resultsToken = "results-token-f61a90d7";
const told = "nordlicht-bearer-51bd";

it.runIf(atLength)(
  "writes no secret into any log, ledger, report, prompt or bundle, whatever a seller repeats",
  {
    timeout: 240_000,
  },
  async () => {
    await using model = await startScriptedModel({ text: "{}" });
    await using host = await openSigningDesk();
    await using sandbox = await startSandbox({
      clock: offsetClock(Date.now()),
      slowSellerMs: 1,
      ...sandboxOfRows(host),
      // A seller that says to everybody what it was told.
      rewriteAnswer: ({ agent, payload }) =>
        agent === "nordlicht"
          ? { ...payload, note: `you said ${told}`, [told]: [told], ...renamed(payload) }
          : payload,
    });
    using folder = temporaryFolder();
    const { path: home } = folder;
    const files = await filesFor(sandbox);
    for (const [name, text] of files) writeFileSync(join(home, name), text, { mode: 0o600 });
    const entries = rows.flatMap((row) =>
      row.entries === undefined ? [] : [[row.seller, { ...row.entries.good, url: addressOf(sandbox, row) }]],
    );
    writeFileSync(join(home, "credentials.yaml"), stringify({ sellers: Object.fromEntries(entries) }), {
      mode: 0o600,
    });
    await prepareRows(sandbox, home);
    const logins = openLoginBook(pagesIn(join(home, "logins")));
    const tokens = async () =>
      (await logins.list()).flatMap(({ session }) =>
        [session?.accessToken ?? [], session?.refreshToken ?? []].flat(),
      );
    const firstTokens = await tokens();
    const brief = join(home, "brief.yaml");
    writeFileSync(brief, briefText());

    const said: string[] = [];
    const environment = {
      FLIGHTDESK_REGISTRY_URL: sandbox.registryUrl,
      FLIGHTDESK_GOVERNANCE_URL: sandbox.governanceUrl,
      FLIGHTDESK_WELL_KNOWN_URL: sandbox.wellKnownUrl,
      FLIGHTDESK_TOKEN: sandbox.token,
      FLIGHTDESK_HOME: home,
      FLIGHTDESK_PUBLIC_URL: publicUrl,
      FLIGHTDESK_STATUS_TOKEN: statusToken,
      FLIGHTDESK_RESULTS_TOKEN: resultsToken,
      NORDLICHT_TOKEN: told,
      FLIGHTDESK_MODEL_PROVIDER: "openai-compatible",
      FLIGHTDESK_MODEL_URL: model.baseUrl,
      FLIGHTDESK_MODEL_NAME: "scripted",
      FLIGHTDESK_MODEL_PRICES: "0 / 0",
      FLIGHTDESK_MODEL_KEY: modelKey,
    };
    const run = async (...words: string[]) => {
      const ended = await flightdesk(words, environment);
      said.push(ended.stdout, ended.stderr);
      return ended;
    };
    const bought = await run("run", brief, "--execute", "--explain", "--json");
    expect([0, 3], bought.stderr).toContain(bought.code);
    expect(
      sandbox.calls.some(
        ({ task, agentId }) => task === "create_media_buy" && agentId === "albion-audio.example",
      ),
    ).toBe(true);
    expect(sandbox.calls.some(({ agentId }) => agentId === "gletscher-video.example")).toBe(true);
    expect(sandbox.calls.some(({ agentId }) => agentId === "korb-retail.example")).toBe(true);

    const serving = startFlightdesk(["serve", "--port", "0", "--every", "1 day"], environment);
    const address = await saidAddress(serving);
    const status = await fetch(`${address}/status`, { headers: { Authorization: `Bearer ${statusToken}` } });
    expect(status.status).toBe(200);
    said.push(await status.text());
    serving.child.kill("SIGTERM");
    const served = await serving.ended;
    said.push(served.stdout, served.stderr);

    vi.stubEnv("NORDLICHT_TOKEN", told);
    await using app = createApp({
      settings: {
        home,
        registry_url: sandbox.registryUrl,
        separate_sellers: [...sandbox.sharedOrigins],
        well_known_url: sandbox.wellKnownUrl,
        public_url: publicUrl,
      },
      secrets: {},
      credentials: loadCredentials({ home }),
      policies: [],
      progress: () => undefined,
    });
    const receive = app.webhooks(
      () => undefined,
      (line) => said.push(line),
    );
    expect((await receive(reportFrom(sandbox))).status).toBe(200);

    expect((await run("report", "--format", "md,csv,xlsx,json")).code).toBe(0);
    const bundle = join(home, "bundle.json");
    expect((await run("audit", "export", "--output", bundle)).code).toBe(0);
    await run("ask", "why is nordlicht.example in the plan?");
    await run("status", "--json");
    await run("inbox", "--json");
    await run("sellers", "list");
    await run("sellers", "test", "nordlicht.example");
    await run("sellers", "test", "korb-retail.example");
    await run("sellers", "test", "gletscher-video.example");
    await run("call", "nordlicht.example", "get_products", "--json");

    const own = new Set(["credentials.yaml", ...files.keys()]);
    const written = readdirSync(home, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => !own.has(relative(home, file)) && !relative(home, file).startsWith("logins"));
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
    const secrets = [
      modelKey,
      statusToken,
      resultsToken,
      sandbox.token,
      ...secretsOfRows(files),
      ...firstTokens,
      ...(await tokens()),
    ];
    expect(secrets.length).toBeGreaterThanOrEqual(17);
    const found = places.flatMap(([place, text]) =>
      secrets.filter((secret) => text.includes(secret)).map((secret) => `${secret} in ${place}`),
    );
    expect(found).toEqual([]);
    // What the seller repeated was read, without the secret.
    expect(places.some(([, text]) => text.includes("offered to [secret]"))).toBe(true);
    expect(places.some(([, text]) => text.includes("report of [secret]"))).toBe(true);
  },
);

/** Nordlicht reports on its order, signed, and repeats what it was told. */
function reportFrom({ calls, signingKey }: Sandbox): Request {
  const order = calls.find(
    ({ task, agentId }) => task === "create_media_buy" && agentId === "nordlicht.example",
  );
  const { url } = registration.parse(order?.arguments["push_notification_config"]);
  const key = signingKey("nordlicht");
  if (key === undefined) throw new Error("the seller signs nothing");
  const body = JSON.stringify({
    idempotency_key: `report of ${told}`,
    task_id: "task_1",
    task_type: "create_media_buy",
    status: `completed ${told}`,
    timestamp: "2027-01-05T08:00:00Z",
    result: { note: told },
  });
  const outgoing = {
    method: "POST",
    targetUri: url,
    body: { bytes: Buffer.from(body), contentType: "application/json" },
  };
  const options = { profile: webhookProfile, key, now: Date.now(), nonce: randomBytes(16) };
  const headers = { ...signRequest(outgoing, options), Host: new URL(url).host };
  return new Request(url, { method: "POST", headers, body });
}

const registration = z.looseObject({ url: z.url() });

/** Where `serve` says that it listens. Rejects where it ends before. */
async function saidAddress({ child, ended, said }: Started): Promise<string> {
  const over = ended.then(() => Promise.reject(new Error(`it ended: ${said().stderr}`)));
  for (;;) {
    const [, address] = /^flightdesk serve at (\S+)/m.exec(said().stdout) ?? [];
    if (address !== undefined) {
      over.catch(() => undefined);
      return address;
    }
    await Promise.race([once(child.stdout, "data"), over]);
  }
}

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
    channels: ["ctv", "olv", "streaming_audio", "dooh", "retail_media"],
    limits: { max_cpm: "45 EUR", max_share_per_seller: "25%" },
    message: "A runner at dawn. Out early.",
  });
}
