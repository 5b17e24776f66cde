import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { simulatedClock } from "../../src/lib/clock.ts";
import { mutations, reads } from "../../src/protocol/tasks/index.ts";
import { basicAuth, certificateAuth } from "../../src/sandbox/authenticators.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/sandbox.ts";
import { startCannedMarket } from "../canned/market.ts";
import { type Ended, flightdesk, temporaryFolder } from "./flightdesk.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ clock: simulatedClock("2027-01-04T08:00:00Z") });
});
afterAll(() => sandbox.close());

function examine(address: string, home: string, ...words: readonly string[]) {
  const environment = {
    FLIGHTDESK_HOME: home,
    FLIGHTDESK_REGISTRY_URL: sandbox.registryUrl,
    FLIGHTDESK_TOKEN: sandbox.token,
  };
  return flightdesk(["doctor", address, ...words], environment);
}

const agents = [
  "sales",
  "sellers/northgate",
  "sellers/stotter",
  "creative",
  "creative-builder",
  "signals",
  "governance",
  "brand",
];

/** What was printed, without addresses and counts that a catalogue decides. */
function printed({ code, stdout }: Ended, url: string): string {
  const text = stdout
    .replaceAll(url, "https://sandbox.example")
    .replace(/\d+ (creative formats|tools)/g, "n $1");
  return `exit code ${code}\n${text}`;
}

it.each(agents)("tells what works with %s, and sends nothing that changes anything", async (agent) => {
  using home = temporaryFolder();
  const before = sandbox.calls.length;
  const address = `${sandbox.url}/${agent}/mcp`;
  const ended = await examine(address, home.path);
  expect(ended.stderr).toBe("");
  expect(printed(ended, sandbox.url)).toMatchSnapshot();
  const called = new Set(sandbox.calls.slice(before).map(({ task }) => task));
  expect(called).toContain(reads.get_capabilities.name);
  for (const { name } of Object.values(mutations)) expect(called).not.toContain(name);
  expect(readdirSync(home.path)).toEqual([]);
});

it.each([
  ["3.0", "sales"],
  ["3.1", "sales"],
  ["3.1", "sellers/northgate"],
  ["3.1", "creative-builder"],
  ["3.1", "signals"],
  ["3.1", "governance"],
  ["3.1", "brand"],
] as const)("tells in the public standard %s what works with %s", async (release, agent) => {
  await using open = await startSandbox({
    clock: simulatedClock("2027-01-04T08:00:00Z"),
    protocol: "adcp",
    release,
  });
  using home = temporaryFolder();
  const ended = await flightdesk(["doctor", `${open.url}/${agent}/mcp`], {
    FLIGHTDESK_HOME: home.path,
    FLIGHTDESK_REGISTRY_URL: open.registryUrl,
    FLIGHTDESK_TOKEN: open.token,
  });
  expect(ended.stderr).toBe("");
  expect(printed(ended, open.url)).toMatchSnapshot();
  const called = open.calls.map(({ task }) => task);
  expect(called.length).toBeGreaterThan(0);
  for (const { name } of Object.values(mutations)) expect(called).not.toContain(name);
});

it("says that a seller with a credential for it learns the governance agent, and not the credential", async () => {
  await using open = await startSandbox({
    clock: simulatedClock("2027-01-04T08:00:00Z"),
    protocol: "adcp",
  });
  using home = temporaryFolder();
  const governance_credential = "governance-of-sales-5f0c81d2e6a94b37";
  const address = `${open.url}/sales/mcp`;
  const entry = { kind: "bearer", token: open.token, governance_credential };
  writeFileSync(join(home.path, "credentials.yaml"), JSON.stringify({ sellers: { [address]: entry } }), {
    mode: 0o600,
  });
  const { stdout, stderr } = await flightdesk(["doctor", address], { FLIGHTDESK_HOME: home.path });
  expect(stderr).toBe("");
  expect(stdout).toContain("It gets the address of the governance agent, with a credential of its own");
  expect(stdout).not.toContain(governance_credential);
});

it("prints one JSON document that the published schema knows", async () => {
  using home = temporaryFolder();
  const schema: object = JSON.parse(readFileSync("schemas/doctor-output.schema.json", "utf8"));
  const validate = new Ajv2020().compile(schema);
  for (const [path, usable] of [
    ["sales/mcp", true],
    ["sellers/northgate/mcp", false],
    ["nowhere/mcp", false],
  ] as const) {
    const { code, stdout } = await examine(`${sandbox.url}/${path}`, home.path, "--json");
    const output: unknown = JSON.parse(stdout);
    expect(validate(output), JSON.stringify(validate.errors)).toBe(true);
    expect(output).toMatchObject({ command: "doctor", usable });
    expect(code).toBe(usable ? 0 : 1);
  }
});

describe("what is spoken", () => {
  const pins = (home: string) => join(home, "dialects.json");
  const lines = async (home: string, ...words: readonly string[]) =>
    (await examine(`${sandbox.url}/sales/mcp`, home, ...words)).stdout;

  it("is held against what is pinned, and taken over with --pin", async () => {
    using home = temporaryFolder();
    const address = `${sandbox.url}/sales/mcp`;
    const since = "2026-12-01T08:00:00.000Z";
    writeFileSync(pins(home.path), JSON.stringify({ [address]: { dialect: "adcp-3.0", tools: [], since } }));
    const told =
      "The public standard 3.0 is pinned for it since 2026-12-01 and stays in use until --pin replaces";
    expect(await lines(home.path)).toContain(told);
    expect(readFileSync(pins(home.path), "utf8")).toContain("adcp-3.0");
    expect(await lines(home.path, "--pin")).toContain("The service contract is pinned for it now.");
    expect(JSON.parse(readFileSync(pins(home.path), "utf8"))).toMatchObject({
      [address]: { dialect: "svc" },
    });
    expect(await lines(home.path)).not.toContain("pinned");
  });

  it("is held against what is set", async () => {
    using home = temporaryFolder();
    expect(await lines(home.path, "--dialect", "svc")).toContain("names the same for it");
    const other = await examine(`${sandbox.url}/sales/mcp`, home.path, "--dialect", "adcp-3.1");
    expect(other.stdout).toContain(
      "makes flightdesk use the public standard 3.1, which is not what the agent declares",
    );
    expect(other.code).toBe(1);
  });
});

/** The sandbox's sales agent behind another address, where `change` may answer in its place or in other words. */
async function standIn(change: (path: string, answer: string) => string | undefined) {
  const server = createServer((request, response) => void respond(request, response));
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { host: _host, connection: _connection, "content-length": _length, ...headers } = request.headers;
    const path = request.url ?? "/";
    const answer = await fetch(`${sandbox.url}${path}`, {
      method: request.method ?? "GET",
      headers: headers as Record<string, string>,
      ...(request.method === "POST" && { body: Buffer.concat(chunks) }),
    });
    const text = change(
      path,
      (await answer.text()).replaceAll(sandbox.url, `http://${request.headers.host}`),
    );
    if (text === undefined) response.writeHead(404).end();
    else
      response
        .writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" })
        .end(text);
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/sales/mcp`,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

describe("the doors of an agent", () => {
  const told = async (url: string) => {
    using home = temporaryFolder();
    const credential = `  agent.example: { kind: bearer, url: "${url}", token: ${sandbox.token} }\n`;
    writeFileSync(join(home.path, "credentials.yaml"), `sellers:\n${credential}`, { mode: 0o600 });
    return (await examine(url, home.path)).stdout;
  };

  it("are told where they are two that do the same", async () => {
    await using agent = await standIn((_path, answer) => answer);
    expect(await told(agent.url)).toContain("over MCP and over A2A, with the same tasks; MCP is used");
  });

  it("are told with what one of them lacks", async () => {
    await using agent = await standIn((path, answer) => {
      if (!/agent-card/u.test(path) || !answer.startsWith("{")) return answer;
      const card = JSON.parse(answer) as { readonly skills: readonly { readonly id: string }[] };
      return JSON.stringify({ ...card, skills: card.skills.filter(({ id }) => id !== "get_products") });
    });
    expect(await told(agent.url)).toContain(
      "over MCP and over A2A, and not with the same tasks: over A2A without get_products. MCP is used.",
    );
  });

  it("are told where only A2A is open, and nothing is less for it", async () => {
    await using agent = await standIn((path, answer) => (path === "/sales/mcp" ? undefined : answer));
    const printed = await told(agent.url);
    expect(printed).toContain("It is reached over A2A alone, which is used.");
    expect(printed).toContain("it can be bought from");
  });
});

describe("an agent that cannot be asked", () => {
  it.each([
    ["a port where nobody listens", () => closedPort(), /No connection to \S+: nothing listens there\./],
    ["a host that is not known", () => "https://nobody.invalid/mcp", /: its host name is not known\./],
    ["plain http", () => "http://192.0.2.7/mcp", /is not called: only https is allowed\./],
    [
      "a private network",
      () => "https://192.168.1.7/mcp",
      /is not called: it points into a private network\./,
    ],
    [
      "a path without an agent",
      () => `${sandbox.url}/nowhere`,
      /There is no agent at \S+: it answers HTTP 404\./,
    ],
    [
      "no TLS where TLS is asked for",
      () => sandbox.url.replace("http:", "https:"),
      /: it does not answer over TLS\./,
    ],
  ])("%s is told in a sentence", async (_, address, sentence) => {
    using home = temporaryFolder();
    const { code, stdout, stderr } = await examine(await address(), home.path);
    expect(stdout).toMatch(sentence);
    expect(stdout).toContain("it cannot be used");
    expect(stderr).toBe("");
    expect(code).toBe(1);
  });

  it("as its certificate comes from nobody known is told in a sentence", async () => {
    await using secure = await startSandbox({
      clock: simulatedClock("2027-01-04T08:00:00Z"),
      authenticators: { sales: certificateAuth(new Map()) },
    });
    using home = temporaryFolder();
    const { stdout } = await examine(`${secure.secureUrl}/sales/mcp`, home.path);
    expect(stdout).toMatch(/its TLS certificate comes from nobody that this machine trusts\./);
  });

  it("as it speaks another protocol, or is a web page, is told in a sentence", async () => {
    await using market = await startCannedMarket([
      { slug: "weather", channels: [], tools: { forecast: () => ({ payload: {} }) } },
    ]);
    using home = temporaryFolder();
    const other = await examine(`${market.url}/weather/mcp`, home.path);
    expect(other.stdout).toMatch(/it is not an agent of either protocol\./);
    const page = await examine(`${market.url}/`, home.path);
    expect(page.stdout).toMatch(/What is served at \S+ is not an agent: it answers HTTP 405\./);
    expect([other.code, page.code]).toEqual([1, 1]);
  });

  it("as it wants to know who calls is told with what it wants", async () => {
    await using closed = await startSandbox({
      clock: simulatedClock("2027-01-04T08:00:00Z"),
      authenticators: { sales: basicAuth(new Map([["acme", "albion-word-5b77d0"]])) },
    });
    using home = temporaryFolder();
    const { code, stdout } = await examine(`${closed.url}/sales/mcp`, home.path);
    expect(stdout).toMatch(/list_accounts fails: \S+ wants to know who calls .*a user name and password/);
    expect(stdout).toContain("it cannot be bought from");
    expect(code).toBe(1);
  });
});

it("says what an agent takes that sells nothing over the wire", async () => {
  const versioned = { status: "completed", adcp_version: "3.0" };
  const nothing = () => ({ payload: versioned });
  await using market = await startCannedMarket([
    {
      slug: "social",
      channels: [],
      tools: {
        get_adcp_capabilities: () => ({
          payload: { ...versioned, adcp: { major_versions: [3], idempotency: { supported: false } } },
        }),
        sync_audiences: nothing,
        log_event: nothing,
      },
    },
  ]);
  using home = temporaryFolder();
  const { code, stdout } = await examine(`${market.url}/social/mcp`, home.path);
  expect(stdout).toMatch(/^\S+ speaks the public standard 3\.0: it takes audiences, catalogs or events\n/);
  expect(stdout).toContain(
    "It takes audiences (`flightdesk audiences sync`) and events (`flightdesk events log`).",
  );
  expect(code).toBe(0);
});

it.each([
  ["ftp://seller.example/mcp", /is not an address; write for example/],
  ["https://user:word@seller.example/mcp", /an address holds no user and no password/],
  ["two words", /not one seller of the registry|is not an address/],
])("%s is refused as usage", async (address, message) => {
  using home = temporaryFolder();
  const { code, stderr } = await examine(address, home.path);
  expect(stderr).toMatch(message);
  expect(code).toBe(2);
});

/** An address at which somebody listened a moment ago. */
async function closedPort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A TCP server's address is never a pipe name.
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}/mcp`;
}
