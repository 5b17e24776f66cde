import { execFile } from "node:child_process";
import dns from "node:dns";
import { createServer } from "node:https";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { setImmediate } from "node:timers/promises";
import tls from "node:tls";
import { promisify } from "node:util";
import { generate } from "selfsigned";
import { afterEach, describe, expect, it, vi } from "vitest";
import { wholeText } from "../../src/lib/limited-body.ts";
import { Secret } from "../../src/lib/secret.ts";
import type { AddressRule } from "../../src/protocol/addresses/address-rule.ts";
import { guardedFetch } from "../../src/protocol/addresses/guarded-fetch.ts";
import { safeFetch } from "../../src/protocol/addresses/safe-fetch.ts";
import type { ClientCertificate } from "../../src/protocol/messages/credentials.ts";
import { guardedOauthFetch } from "../../src/protocol/oauth/guarded-oauth-fetch.ts";
import { mcpTransport } from "../../src/protocol/transports/mcp.ts";

/** Public by every registry and allocated to nobody: nothing answers there. */
const publicAddress = "3ffe::1";
const closing: (() => void)[] = [];

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  for (const close of closing.splice(0)) close();
});

async function certificateFor(host: string): Promise<{ cert: string; key: string }> {
  const { cert, private: key } = await generate([{ name: "commonName", value: host }], {
    keyType: "ec",
    algorithm: "sha256",
    notBeforeDate: new Date(Date.now() - 86_400_000),
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "subjectAltName", altNames: [{ type: 2, value: host }] },
    ],
  });
  return { cert, key };
}

/** A server of agent.example on this machine, and what trusts it. */
async function openServer(options: tls.TlsOptions = {}) {
  const { cert, key } = await certificateFor("agent.example");
  const server = createServer({ cert, key, ...options }, (_, response) => response.end("{}"));
  server.listen(0, "127.0.0.1");
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  await new Promise((resolve) => server.once("listening", resolve));
  // Listening on a port, the address is an object.
  const { port } = server.address() as AddressInfo;
  const trusting: ClientCertificate = { certificate: cert, key: new Secret(key), authority: cert };
  return { server, url: `https://agent.example:${port}/mcp`, trusting, cert };
}

describe("a name server that changes its mind", () => {
  /** What the machine's own look-up says after our check. */
  const rebind = () =>
    // A callback's last arguments differ with `all`; net always asks for all.
    vi
      .spyOn(dns, "lookup")
      .mockImplementation(((_: string, __: unknown, done: (...answer: unknown[]) => void) =>
        done(null, [{ address: "127.0.0.1", family: 4 }])) as never);

  it.each<[string, (rule: AddressRule, url: string, signal: AbortSignal) => Promise<unknown>]>([
    ["a document", (rule, url, signal) => safeFetch(rule)(url, { signal })],
    ["a token", (rule, url) => guardedOauthFetch(rule)(url)],
    [
      "an agent",
      (rule, url, signal) =>
        mcpTransport(url, () => undefined, { addresses: rule }).call(
          "ping",
          {},
          { timeoutMs: 1_000, signal },
        ),
    ],
    [
      "an agent that wants a certificate",
      async (rule, url, signal) => {
        const { cert, key } = await certificateFor("buyer.example");
        return guardedFetch(rule, { certificate: cert, key: new Secret(key) })(url, { signal });
      },
    ],
  ])("never leads %s to this machine", async (_, call) => {
    let reached = 0;
    const server = createTcpServer((socket) => {
      reached += 1;
      socket.destroy();
    }).listen(0, "127.0.0.1");
    closing.push(() => server.close());
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as AddressInfo;
    const second = rebind();
    const ended = new AbortController();
    let asked = 0;
    const resolve = () => {
      asked += 1;
      if (asked === 1) setTimeout(() => ended.abort(), 50);
      return Promise.resolve([asked === 1 ? publicAddress : "127.0.0.1"]);
    };
    const rule = { allowLoopback: false, resolve };
    const url = `https://agent.example:${port}/mcp`;
    await expect(call(rule, url, ended.signal)).rejects.toThrow();
    // Connections of its own: the first may still be on its way to nowhere.
    await expect(call({ ...rule }, url, AbortSignal.timeout(10_000))).rejects.toThrow(
      "its name leads to this machine (127.0.0.1)",
    );
    expect({ reached, asked, lookedUpAgain: second.mock.calls.length }).toEqual({
      reached: 0,
      asked: 2,
      lookedUpAgain: 0,
    });
  });
});

describe("a connection", () => {
  it("goes to the address that was checked, and is opened anew after a minute", async () => {
    const { url, trusting } = await openServer();
    const resolve = vi.fn(() => Promise.resolve(["127.0.0.1"]));
    const send = guardedFetch({ allowLoopback: true, resolve }, trusting);
    const asked = async () => {
      await wholeText(await send(url), 100, AbortSignal.timeout(5_000));
      // The connection is free again once the answer's end has gone through.
      await setImmediate();
      return resolve.mock.calls.length;
    };
    vi.useFakeTimers({ toFake: ["Date"] });
    expect([await asked(), await asked()]).toEqual([1, 1]);
    vi.setSystemTime(Date.now() + 61_000);
    expect(await asked()).toBe(2);
  });

  it("is looked up by the machine itself where our own settings name the origin", async () => {
    const { url, trusting } = await openServer();
    vi.spyOn(dns, "lookup").mockImplementation(((
      _: string,
      __: unknown,
      done: (...answer: unknown[]) => void,
    ) => done(null, [{ address: "127.0.0.1", family: 4 }])) as never);
    const resolve = () => Promise.reject(new Error("looked up"));
    const { origin, port } = new URL(url);
    const send = guardedFetch({ allowLoopback: false, resolve, ownOrigins: [origin] }, trusting);
    expect((await send(url)).status).toBe(200);
    await expect(send(`https://other.example:${port}/`)).rejects.toThrow("fetch failed");
  });

  it("is never made over TLS below 1.2, also where Node was started for it", async () => {
    const ciphers = "DEFAULT:@SECLEVEL=0";
    const { server, url, trusting, cert } = await openServer({
      minVersion: "TLSv1",
      maxVersion: "TLSv1.1",
      ciphers,
    });
    let handshakes = 0;
    server.on("secureConnection", () => {
      handshakes += 1;
    });
    const usual = { minimum: tls.DEFAULT_MIN_VERSION, ciphers: tls.DEFAULT_CIPHERS };
    tls.DEFAULT_MIN_VERSION = "TLSv1";
    tls.DEFAULT_CIPHERS = ciphers;
    closing.push(() => {
      tls.DEFAULT_MIN_VERSION = usual.minimum;
      tls.DEFAULT_CIPHERS = usual.ciphers;
    });
    const send = guardedFetch(
      { allowLoopback: true, resolve: () => Promise.resolve(["127.0.0.1"]) },
      trusting,
    );
    await expect(send(url)).rejects.toThrow();
    expect(handshakes).toBe(0);
    // Whoever leaves the version to Node does speak to this server.
    const plain = tls.connect({
      host: "127.0.0.1",
      port: Number(new URL(url).port),
      ca: cert,
      servername: "agent.example",
    });
    await new Promise((resolve, reject) => plain.once("secureConnect", resolve).once("error", reject));
    plain.destroy();
  });
});

describe("the HTTP client", () => {
  it("is not loaded by a command that calls nobody", async () => {
    const seen = `
      import { Module } from "node:module";
      process.on("exit", () => {
        if (Object.keys(Module._cache).some((file) => file.includes("/undici/"))) process.exitCode = 9;
      });`;
    const preload = `data:text/javascript,${encodeURIComponent(seen)}`;
    const run = promisify(execFile);
    const { stdout } = await run(process.execPath, ["--import", preload, "dist/cli/main.js", "--help"]);
    expect(stdout).toContain("Usage: flightdesk");
    const loading = ["--input-type=module", "--import", preload, "-e", 'await import("undici")'];
    await expect(run(process.execPath, loading)).rejects.toMatchObject({ code: 9 });
  });
});
