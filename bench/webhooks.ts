import { generateKeyPairSync, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import { openNonceFile } from "../src/ledger/nonce-file.ts";
import { openSqliteLedger } from "../src/ledger/sqlite.ts";
import { memoryNonces, type NonceStore } from "../src/lib/nonces.ts";
import { keyDirectory } from "../src/protocol/keys/key-directory.ts";
import { webhookProfile } from "../src/protocol/signing/profile.ts";
import { signRequest } from "../src/protocol/signing/sign-request.ts";
import { keyUseMember } from "../src/protocol/tasks/names.ts";
import { operationUrl } from "../src/protocol/webhooks/operation-url.ts";
import { type WebhookPorts, webhookReceiver } from "../src/protocol/webhooks/receiver.ts";
import { signedScheme } from "../src/protocol/webhooks/scheme.ts";

/**
 * Verified webhooks per second through HTTP, against a bare handler that reads the body: once with what was seen kept in
 * memory, which is the verifier's own cost, and once as `serve` keeps it, in two durable transactions for each. The rounds
 * of all three take turns; the best of each is told. Exits 1 where the verifier alone falls below a third of bare.
 */
const rounds = 5;
const batch = 400;
const atOnce = 16;
const limit = 3;
const agentUrl = "https://seller.example/mcp";
const operation = "0123456789abcdef0123";

const folder = mkdtempSync(join(tmpdir(), "flightdesk-bench-"));
const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const key = { keyId: "key-1", algorithm: "ed25519", privateKey } as const;
const entry = {
  ...publicKey.export({ format: "jwk" }),
  kid: key.keyId,
  use: "sig",
  key_ops: ["verify"],
  [keyUseMember]: "request-signing",
};
const keys = keyDirectory({
  agentUrl,
  now: Date.now,
  fetchJson: (url) =>
    Promise.resolve(
      url.endsWith("brand.json")
        ? { agents: [{ url: agentUrl, jwks_uri: "https://seller.example/jwks" }] }
        : { keys: [entry] },
    ),
});

const ledger = openSqliteLedger(join(folder, "ledger.db"), Date.now);
const nonceFile = openNonceFile(join(folder, "nonces.db"));
const seen = new Set<string>();
let publicUrl = "";
const receiverWith = (nonces: NonceStore, keep: WebhookPorts["keep"]) => (request: Request) =>
  webhookReceiver({
    publicUrl,
    registrationOf: async () => ({ sender: agentUrl, scheme: signedScheme }),
    legacyOf: () => undefined,
    allowance: () => 0,
    protocolOf: () => "svc",
    keysOf: () => keys,
    nonces,
    keep,
    now: Date.now,
    log: (line) => {
      throw new Error(line);
    },
  })(request);

const handlers: Readonly<Record<string, (request: Request) => Promise<Response>>> = {
  bare: async (request) => {
    await request.arrayBuffer();
    return new Response(null, { status: 200 });
  },
  verified: receiverWith(memoryNonces(), async (_, { idempotencyKey }) => {
    const isNew = !seen.has(idempotencyKey);
    seen.add(idempotencyKey);
    return isNew;
  }),
  durable: receiverWith(nonceFile, async (_, notice) => {
    const event = { type: "notice-received", stepId: "buy", notice };
    return (await ledger.append("campaign", { event, key: notice.idempotencyKey })).type === "appended";
  }),
};

let handler = handlers["bare"];
const app = new Hono().post("/webhooks/:operation", (http) => handler?.(http.req.raw) ?? http.notFound());
const server = createAdaptorServer({ fetch: app.fetch });
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
// A TCP server's address is never a pipe name.
publicUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const url = operationUrl(publicUrl, operation);

const best = new Map(Object.keys(handlers).map((name) => [name, 0]));
for (let round = 0; round < rounds; round++)
  for (const [name, handle] of Object.entries(handlers)) {
    handler = handle;
    best.set(name, Math.max(best.get(name) ?? 0, await perSecond()));
  }
for (const [name, count] of best)
  console.log(
    `${name.padEnd(9)} ${count.toFixed(0).padStart(6)} per second, ${slower(name).toFixed(2)} times bare`,
  );
console.log(`verifying ${slower("verified").toFixed(2)} times a bare handler (limit ${limit})`);
if (slower("verified") > limit) process.exitCode = 1;

server.close();
await ledger.close();
await nonceFile.close();
rmSync(folder, { recursive: true });

function slower(name: string): number {
  return (best.get("bare") ?? 0) / (best.get(name) ?? 1);
}

/** Sends a batch of webhooks that were signed before, so many at once. */
async function perSecond(): Promise<number> {
  const waiting = Array.from({ length: batch }, signed);
  const begun = performance.now();
  const send = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const response = await fetch(url, { method: "POST", ...next });
      await response.body?.cancel();
      if (response.status !== 200) throw new Error(`HTTP ${response.status}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, send));
  return (batch * 1000) / (performance.now() - begun);
}

function signed() {
  const body = JSON.stringify({
    idempotency_key: randomBytes(12).toString("hex"),
    task_id: "task-1",
    task_type: "create_media_buy",
    status: "completed",
    timestamp: new Date().toISOString(),
    result: { media_buy_id: "mb-1", packages: [{ package_id: "p-1" }] },
  });
  const outgoing = { bytes: Buffer.from(body), contentType: "application/json" };
  const headers = signRequest(
    { method: "POST", targetUri: url, body: outgoing },
    { profile: webhookProfile, key, now: Date.now(), nonce: randomBytes(16) },
  );
  return { headers, body };
}
