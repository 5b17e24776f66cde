import { spawn } from "node:child_process";
import { generateKeyPairSync, sign } from "node:crypto";
import { once } from "node:events";
import { type ClientHttp2Session, connect } from "node:http2";
import { setTimeout as sleep } from "node:timers/promises";
import { Hono } from "hono";
import { contextSide } from "../src/match/context.ts";
import { identitySide } from "../src/match/identity.ts";
import { listen } from "../src/match/listen.ts";
import { matchListener } from "../src/match/listener.ts";
import { routerKeys } from "../src/match/routers.ts";
import { hashToken, type StoredTokens } from "../src/match/stored-tokens.ts";
import type { MatchPackage } from "../src/protocol/records/match-package.ts";
import { contextToSign, epochOf, identityToSign } from "../src/protocol/signing/match-request.ts";
import { names } from "../src/protocol/tasks/names.ts";

/**
 * How long routers wait at 200 requests a second over HTTP/2, against a Hono handler that reads the body and answers nothing:
 * 500 packages, 100,000 tokens that are left out, every signature verified. The server is a process of its own, as in earnest.
 * Rounds take turns; the median of their 95th percentiles is told. Exits 1 where either side takes three times as long.
 */
const rounds = 7;
const perSecond = 200;
const secondsEach = 2;
const limit = 3;
const sellerUrl = "https://seller.example/mcp";
const endpoint = "https://match.example";
const kinds = ["empty", "context", "identity"] as const;
type Kind = (typeof kinds)[number];

const [role, publicX = ""] = process.argv.slice(2);
if (role === "serve") await serveAll(publicX);
else await measureAll();

async function serveAll(x: string): Promise<void> {
  const packages = new Map(
    Array.from({ length: 500 }, (_, n): [string, MatchPackage] => [`p${n}`, packageOf(`p${n}`)]),
  );
  const held: StoredTokens = new Map(
    Array.from({ length: 100_000 }, (_, n) => [
      hashToken({ uid_type: "uid2", user_token: `t${n}` }, "key"),
      new Map([["", Number.POSITIVE_INFINITY]]),
    ]),
  );
  const keys = routerKeys([
    {
      name: "bench",
      keys: [{ kid: "k", kty: "OKP", crv: "Ed25519", x }],
      sellers: [sellerUrl],
      per_second: 10_000,
    },
  ]);
  const ports = {
    packages: { of: () => packages, changedAt: () => 0, refresh: () => false },
    endpoint,
    keys: () => keys,
    now: Date.now,
    refused: (why: string) => {
      throw new Error(why);
    },
  };
  const identity = identitySide({
    countries: ["JP"],
    serveWindow: 60,
    storedTokens: () => held,
    tokenKey: "key",
    changedAt: () => 0,
  });
  const apps: Readonly<Record<Kind, Hono>> = {
    empty: new Hono().post("/empty", async (http) => {
      await http.req.text();
      return http.body(null, 200);
    }),
    context: matchListener(contextSide({ cacheTtl: 0 }), ports),
    identity: matchListener(identity, ports),
  };
  const opened = await Promise.all(kinds.map((kind) => listen(apps[kind], { host: "127.0.0.1", port: 0 })));
  process.stdout.write(`${JSON.stringify(opened.map(({ port }) => port))}\n`);
}

function packageOf(id: string): MatchPackage {
  return {
    package_id: id,
    media_buy_id: "mb",
    seller_agent: { agent_url: sellerUrl },
    format_ids: [],
    start: "2020-01-01",
    end: "2099-12-31",
    // One in ten fits: an answer is no longer than it is in earnest.
    targeting: { countries: [id.endsWith("0") ? "DE" : "AT"] },
  };
}

async function measureAll(): Promise<void> {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const x = String(publicKey.export({ format: "jwk" }).x);
  const child = spawn(process.execPath, ["--import", "tsx", "bench/match.ts", "serve", x], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(child.stdout, "data");
  const ports: readonly number[] = JSON.parse(String(line));
  const sessions = kinds.map((_, at) => connect(`http://127.0.0.1:${ports[at]}`));
  let count = 0;
  const request = (kind: Kind) => {
    count += 1;
    const asked = { seller_agent_url: sellerUrl, request_id: `r${count}` };
    const page = {
      ...asked,
      type: "context_match_request",
      property_rid: "01916f3a-9c4e-7000-8000-000000000010",
      property_type: "website",
      placement_id: "a",
      geo: { country: "DE" },
    };
    const person = {
      ...asked,
      type: "identity_match_request",
      identities: [{ uid_type: "uid2", user_token: `t${count * 7}` }],
      package_ids: Array.from({ length: 50 }, (_, n) => `p${n * 10}`),
    };
    const by = { endpoint, epoch: epochOf(Date.now()) };
    const text = kind === "identity" ? identityToSign(person, by) : contextToSign(page, by);
    return {
      body: JSON.stringify(kind === "identity" ? person : page),
      signature: sign(null, text, privateKey).toString("base64url"),
    };
  };

  const percentiles = new Map<Kind, number[]>(kinds.map((kind) => [kind, []]));
  // The first round warms up and does not count.
  for (let round = 0; round <= rounds; round++)
    for (const [at, kind] of kinds.entries()) {
      const session = sessions[at];
      if (session === undefined) throw new Error("there is no connection");
      const waiting = Array.from({ length: perSecond * secondsEach }, () => request(kind));
      const took = await send(session, kind, waiting);
      if (round > 0) percentiles.get(kind)?.push(took[Math.floor(took.length * 0.95)] ?? 0);
    }
  const medianOf = (kind: Kind) => {
    const all = percentiles.get(kind)?.sort((a, b) => a - b) ?? [];
    return all[Math.floor(all.length / 2)] ?? 0;
  };
  for (const kind of kinds) console.log(`${kind.padEnd(9)} p95 ${medianOf(kind).toFixed(2)} ms`);
  for (const kind of ["context", "identity"] as const) {
    const ratio = medianOf(kind) / medianOf("empty");
    console.log(`p95 of ${kind} ${ratio.toFixed(2)} times an empty handler (limit ${limit})`);
    if (ratio > limit) process.exitCode = 1;
  }
  for (const session of sessions) session.close();
  child.kill();
}

/** Sends them at their times, whether the ones before are answered or not; milliseconds that each took, the shortest first. */
async function send(
  session: ClientHttp2Session,
  kind: Kind,
  requests: readonly { readonly body: string; readonly signature: string }[],
): Promise<number[]> {
  const begun = performance.now();
  const took = await Promise.all(
    requests.map(async ({ body, signature }, n) => {
      const due = (n * 1_000) / perSecond;
      await sleep(Math.max(0, begun + due - performance.now()));
      const sent = performance.now();
      const stream = session.request({
        ":method": "POST",
        ":path": `/${kind}`,
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        [names.adcp.matchKeyHeader]: "k",
        [names.adcp.matchSignatureHeader]: signature,
      });
      stream.end(body);
      stream.on("response", (headers) => {
        if (headers[":status"] !== 200) throw new Error(`HTTP ${headers[":status"]} of ${kind}`);
      });
      stream.resume();
      await once(stream, "end");
      return performance.now() - sent;
    }),
  );
  return took.sort((a, b) => a - b);
}
