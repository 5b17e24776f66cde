import { generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { simulatedClock } from "../../src/lib/clock.ts";
import { keptSecrets, Secret } from "../../src/lib/secret.ts";
import { createClient } from "../../src/protocol/client/client.ts";
import { credentialBook } from "../../src/protocol/credentials/book.ts";
import type { Entry } from "../../src/protocol/credentials/entry.ts";
import { credentialPorts } from "../../src/protocol/credentials/file.ts";
import { isAt, placeOf } from "../../src/protocol/credentials/place.ts";
import {
  type Authenticator,
  bearerToken,
  type CredentialSource,
} from "../../src/protocol/messages/credentials.ts";
import type { ProtocolName } from "../../src/protocol/tasks/names.ts";
import { mcpTransport } from "../../src/protocol/transports/mcp.ts";
import { refusingAddresses } from "../../src/protocol/transports/refuse-address.ts";
import { bearerAuth, certificateAuth } from "../../src/sandbox/authenticators.ts";
import { start } from "../sandbox/connect.ts";

const token = "harbour-token-0f3c";
const bearer: Entry = { kind: "bearer", token };

function bookOf(
  entries: Readonly<Record<string, Entry>>,
  files: ReadonlyMap<string, string> = new Map(),
  protocol?: ProtocolName,
) {
  const named = Object.entries(entries).map(([seller, entry]) => ({ seller, entry }));
  const { secret } = credentialPorts(".", {});
  return credentialBook(
    { entries: named, secret, file: (path) => files.get(path) ?? "" },
    {
      secrets: keptSecrets(),
      sign: (_, { keyId }) => ({ Signature: keyId }),
      protocolOf: () => protocol,
    },
  );
}

function clientOf(credentials: CredentialSource, allowLoopback = true) {
  const clock = simulatedClock(0);
  const addresses = { allowLoopback, resolve: () => Promise.resolve(["93.184.216.34"]) };
  const transport = refusingAddresses((url) => mcpTransport(url, credentials, { addresses }), addresses);
  return createClient({ transport, clock, now: clock.now, random: () => 0 });
}

function request(wire: "mcp" | "a2a" = "mcp") {
  const url = "https://a.example/mcp";
  return { wire, agentUrl: url, method: "POST", url, headers: new Headers(), body: "{}" };
}

describe("a credential's place", () => {
  it.each<[string, Partial<Entry>, string, boolean]>([
    ["harbour.example", {}, "https://harbour.example/mcp", true],
    ["harbour.example", {}, "https://agents.harbour.example/mcp", false],
    ["harbour.example", {}, "https://harbour.example.evil.example/mcp", false],
    ["harbour.example", {}, "http://harbour.example/mcp", false],
    ["harbour.example", {}, "https://harbour.example:8443/mcp", false],
    ["harbour.example/eu", {}, "https://harbour.example/eu/mcp", true],
    ["harbour.example/eu", {}, "https://harbour.example/europe/mcp", false],
    ["harbour.example", { url: "https://adtech.example/h/mcp" }, "https://adtech.example/h/mcp", true],
    ["harbour.example", { url: "https://adtech.example/h/mcp" }, "https://adtech.example/other/mcp", false],
    ["harbour.example", { url: "https://adtech.example/h/mcp" }, "https://harbour.example/mcp", false],
    ["https://adtech.example", {}, "https://adtech.example/any/mcp", true],
  ])("%s with %j is for %s: %s", (seller, change, asked, isFor) => {
    // What changes keeps the kind.
    const place = placeOf({ seller, entry: { ...bearer, ...change } as Entry });
    expect("problem" in place ? false : isAt(asked, place)).toBe(isFor);
    const source = bookOf({ [seller]: { ...bearer, ...change } as Entry }).source(asked);
    expect(source !== undefined).toBe(isFor);
  });

  it("is the closest one, and one that cannot be used is not replaced by another", async () => {
    const { source } = bookOf({
      "https://adtech.example": { kind: "basic", username: "us", password: "wide" },
      "https://adtech.example/h": { kind: "bearer", token: "env:NOT_SET" },
    });
    expect(await source("https://adtech.example/x/mcp")?.headers(request())).toEqual({
      Authorization: `Basic ${Buffer.from("us:wide").toString("base64")}`,
    });
    await expect(source("https://adtech.example/h/mcp")?.headers(request())).rejects.toMatchObject({
      code: "CREDENTIAL_UNUSABLE",
      message: expect.stringContaining("NOT_SET is not set"),
    });
  });
});

it.each([
  ["a password instead of a key", /is not a private key in PEM/],
  [
    generateKeyPairSync("x25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    /of type x25519, which requests are not signed with/,
  ],
])("sends nothing with a signing key that is none", async (text, message) => {
  const entry: Entry = { kind: "signature", key_file: "desk.pem", key_id: "desk" };
  const source = bookOf({ "a.example": entry }, new Map([["desk.pem", text]])).source(request().url);
  await expect(source?.headers(request())).rejects.toMatchObject({
    code: "CREDENTIAL_UNUSABLE",
    message: expect.stringMatching(message),
  });
});

it("sends the older header over MCP where it is asked for, and never over A2A", async () => {
  const legacy = (protocol?: ProtocolName) =>
    bookOf({ "a.example": { ...bearer, legacy_header: true } as Entry }, new Map(), protocol).source(
      request().url,
    );
  const Authorization = `Bearer ${token}`;
  expect(await legacy("svc")?.headers(request())).toEqual({ Authorization, "x-svc-auth": token });
  expect(await legacy("adcp")?.headers(request())).toEqual({ Authorization, "x-adcp-auth": token });
  expect(await legacy()?.headers(request())).toEqual({
    Authorization,
    "x-svc-auth": token,
    "x-adcp-auth": token,
  });
  expect(await legacy("adcp")?.headers(request("a2a"))).toEqual({ Authorization });
  const plain = bookOf({ "a.example": bearer }).source(request().url);
  expect(await plain?.headers(request())).toEqual({ Authorization: `Bearer ${token}` });
});

it("shows a secret to nobody but who reveals it", () => {
  const secret = new Secret(token);
  for (const text of [
    secret.toString(),
    JSON.stringify({ secret }),
    inspect({ secret }, { showHidden: true, depth: 9 }),
  ])
    expect(text).not.toContain(token);
  expect(secret.reveal()).toBe(token);
});

describe("a refused call", () => {
  async function refusing(renews: boolean) {
    const sandbox = await start({ authenticators: { sales: bearerAuth(new Map([["new-token", "us"]])) } });
    let current = "old-token";
    let renewals = 0;
    const authenticator: Authenticator = {
      name: "access token",
      headers: (asked) => bearerToken(new Secret(current)).headers(asked),
      renew: (challenge) => {
        expect(challenge).toMatch(/^Bearer realm="harbour\.example", error="invalid_token"$/);
        renewals += 1;
        if (renews) current = "new-token";
        return Promise.resolve(true);
      },
    };
    const client = clientOf(() => authenticator);
    const ask = () => client.read(`${sandbox.url}/sales/mcp`, "list_accounts", {});
    return { sandbox, client, ask, renewals: () => renewals };
  }

  it("is sent once more with the credential made anew, which calls at the same time share", async () => {
    const { client, ask, renewals } = await refusing(true);
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(answers.map(({ type }) => type)).toEqual(["answered", "answered", "answered"]);
    expect(renewals()).toBe(1);
    await client.close();
  });

  it("ends where that is refused too", async () => {
    const { client, ask, renewals } = await refusing(false);
    expect(await ask()).toMatchObject({
      type: "failed",
      error: { code: "UNAUTHORIZED", recovery: "terminal", effect: "none" },
    });
    expect(renewals()).toBe(1);
    await client.close();
  });
});

describe("an address", () => {
  it.each([
    ["http://harbour.example/mcp", true, /only https is allowed/],
    ["https://10.0.0.8/mcp", true, /private network/],
    ["https://user:word@harbour.example/mcp", true, /carries credentials/],
    ["http://127.0.0.1:9/mcp", false, /points at this machine/],
    ["https://localhost/mcp", false, /points at this machine/],
  ])("%s is not called, whoever named it", async (url, allowLoopback, reason) => {
    const client = clientOf(() => bearerToken(new Secret(token)), allowLoopback);
    expect(await client.read(url, "get_capabilities", {})).toMatchObject({
      error: { code: "ADDRESS_REFUSED", recovery: "terminal", message: expect.stringMatching(reason) },
    });
  });

  it("that redirects does not get the credential carried on", async () => {
    const seen: (string | undefined)[] = [];
    const server = createServer((asked, answer) => {
      seen.push(asked.url);
      answer.writeHead(307, { Location: "/elsewhere" }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    // A TCP server's address is never a pipe name.
    const { port } = server.address() as AddressInfo;
    const client = clientOf(() => bearerToken(new Secret(token)));
    const answer = await client.read(`http://127.0.0.1:${port}/mcp`, "get_capabilities", {}, { tries: 1 });
    expect(answer.type).toBe("failed");
    expect(seen).toEqual(["/mcp"]);
    await client.close();
    server.close();
  });
});

describe("a client certificate", () => {
  async function open() {
    const sandbox = await start({
      authenticators: { metropol: certificateAuth(new Map([["desk.acme.example", "us"]])) },
    });
    const { authority, secureUrl } = sandbox;
    if (authority === undefined || secureUrl === undefined) throw new Error("there is no port over TLS");
    const url = `${secureUrl}/sellers/metropol/mcp`;
    const ask = async (
      hostName: string | undefined,
      headers: Readonly<Record<string, string>> = {},
      trusted = true,
    ) => {
      const issued = hostName === undefined ? undefined : await authority.issueClient(hostName, "somebody");
      const files = new Map([
        ["c", issued?.certificate ?? ""],
        ["k", issued?.key ?? ""],
        ["a", authority.certificate],
      ]);
      const entry: Entry = {
        kind: "certificate",
        cert_file: "c",
        key_file: "k",
        ...(trusted && { ca_file: "a" }),
      };
      const known = bookOf({ [url]: entry }, files).source(url);
      if (known === undefined) throw new Error("there is no credential");
      const client = clientOf(() => ({ ...known, headers: () => Promise.resolve(headers) }));
      const answer = await client.read(url, "list_accounts", {}, { tries: 1 });
      await client.close();
      return answer;
    };
    return { sandbox, ask };
  }

  it("is known by its verified name alone: header fields that state one are ignored", async () => {
    const { sandbox, ask } = await open();
    expect(await ask("desk.acme.example")).toMatchObject({ type: "answered" });
    const claims = {
      "X-Client-Cert": "desk.acme.example",
      "X-SSL-Client-S-DN": "CN=desk.acme.example",
      "X-Forwarded-Client-Cert": 'Subject="CN=desk.acme.example"',
    };
    for (const name of ["other.example", "desk.acme.example.evil.example", undefined])
      expect(await ask(name, claims)).toMatchObject({ error: { code: "UNAUTHORIZED" } });
    expect(sandbox.calls.filter(({ task }) => task === "list_accounts")).toHaveLength(1);
  });

  it("is shown to no server that cannot prove who it is", async () => {
    const { sandbox, ask } = await open();
    expect(await ask("desk.acme.example", {}, false)).toMatchObject({
      error: { code: "UNREACHABLE", effect: "none" },
    });
    expect(sandbox.calls).toEqual([]);
  });
});
