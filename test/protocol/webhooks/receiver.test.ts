import { describe, expect, it } from "vitest";
import { memoryNonces } from "../../../src/lib/nonces.ts";
import { webhookProfile } from "../../../src/protocol/signing/profile.ts";
import { signRequest } from "../../../src/protocol/signing/sign-request.ts";
import { webhookSignatureHeader } from "../../../src/protocol/tasks/names.ts";
import { type Allowance, senderAllowance } from "../../../src/protocol/webhooks/allowance.ts";
import type { Webhook } from "../../../src/protocol/webhooks/envelope.ts";
import { operationUrl } from "../../../src/protocol/webhooks/operation-url.ts";
import { webhookReceiver } from "../../../src/protocol/webhooks/receiver.ts";
import { signedScheme } from "../../../src/protocol/webhooks/scheme.ts";
import { agentUrl, now, otherKey, publishedKey, senderHost, signingKey } from "../signing/signed-message.ts";

const operation = "5e3c7a8e-0000-4000-8000-00000000000a";
const publicUrl = "https://buyer.example/desk/";
const url = operationUrl(publicUrl, operation);
const envelope = {
  idempotency_key: "evt_0123456789abcdef",
  task_id: "task-1",
  task_type: "create_media_buy",
  status: "completed",
  timestamp: "2027-01-04T08:00:00Z",
  result: { media_buy_id: "mb-1" },
};

interface Sending {
  readonly body?: string;
  readonly key?: ReturnType<typeof signingKey>;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly method?: string;
  readonly calledUrl?: string;
  readonly nonce?: Buffer;
}

let count = 0;

function signedWebhook(sending: Sending = {}): Request {
  const { body = JSON.stringify(envelope), key = signingKey("ed25519"), method = "POST" } = sending;
  count += 1;
  const nonce = sending.nonce ?? Buffer.alloc(16, count);
  const outgoing = { bytes: Buffer.from(body), contentType: "application/json" };
  const signed = signRequest(
    { method, targetUri: url, body: outgoing },
    { profile: webhookProfile, key, now, nonce },
  );
  const headers = new Headers({ Host: "buyer.example", ...signed });
  for (const [name, value] of Object.entries(sending.headers ?? {}))
    if (value === undefined) headers.delete(name);
    else headers.set(name, value);
  return new Request(sending.calledUrl ?? url, { method, headers, ...(method === "GET" ? {} : { body }) });
}

function receiver(host = senderHost([publishedKey("ed25519")]), allowance: Allowance = () => 0) {
  const kept: Webhook[] = [];
  const log: string[] = [];
  const receive = webhookReceiver({
    publicUrl,
    registrationOf: async (asked) =>
      asked === operation ? { sender: agentUrl, scheme: signedScheme } : undefined,
    legacyOf: () => undefined,
    allowance,
    protocolOf: () => "svc",
    keysOf: () => host.keys,
    nonces: memoryNonces(),
    keep: async (_, webhook) => {
      const isNew = !kept.some(({ idempotencyKey }) => idempotencyKey === webhook.idempotencyKey);
      if (isNew) kept.push(webhook);
      return isNew;
    },
    now: () => now,
    log: (line) => log.push(line),
  });
  return { receive, kept, log };
}

describe("a webhook", () => {
  it("is kept as a claim without its result, and answered with 200", async () => {
    const { receive, kept } = receiver();
    const response = await receive(signedWebhook());
    expect(response.status).toBe(200);
    expect(kept).toEqual([
      {
        idempotencyKey: "evt_0123456789abcdef",
        taskId: "task-1",
        taskType: "create_media_buy",
        status: "completed",
        timestamp: "2027-01-04T08:00:00Z",
        digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ]);
  });

  it("that comes again under a fresh nonce is answered with 200 and kept once", async () => {
    const { receive, kept } = receiver();
    await receive(signedWebhook());
    expect((await receive(signedWebhook())).status).toBe(200);
    expect(kept).toHaveLength(1);
  });

  it("is answered before its sender can tell whether it is kept: where keeping fails there is no 200", async () => {
    const receive = webhookReceiver({
      publicUrl,
      registrationOf: async () => ({ sender: agentUrl, scheme: signedScheme }),
      legacyOf: () => undefined,
      allowance: () => 0,
      protocolOf: () => "svc",
      keysOf: () => senderHost([publishedKey("ed25519")]).keys,
      nonces: memoryNonces(),
      keep: async () => {
        throw new Error("the disk is full");
      },
      now: () => now,
      log: () => {},
    });
    await expect(receive(signedWebhook())).rejects.toThrow("the disk is full");
  });

  it.each<[string, Sending, number, string | null]>([
    ["of another method", { method: "PUT" }, 405, null],
    ["to an operation that nobody has", { calledUrl: operationUrl(publicUrl, "0".repeat(20)) }, 404, null],
    ["to no operation", { calledUrl: "https://buyer.example/desk/webhooks/x" }, 404, null],
    ["that is a form", { headers: { "Content-Type": "application/x-www-form-urlencoded" } }, 415, null],
    ["that says it is too large", { headers: { "Content-Length": "1048577" } }, 413, null],
    ["that is too large", { body: `{"a":"${"x".repeat(1024 * 1024)}"}` }, 413, null],
    [
      "with a bearer token instead of a signature",
      {
        headers: { Authorization: "Bearer x", Signature: undefined, "Signature-Input": undefined },
      },
      401,
      "webhook_mode_mismatch",
    ],
    [
      "with an HMAC instead of a signature",
      {
        headers: {
          [webhookSignatureHeader]: `sha256=${"0".repeat(64)}`,
          Signature: undefined,
          "Signature-Input": undefined,
        },
      },
      401,
      "webhook_mode_mismatch",
    ],
    [
      "without a signature",
      { headers: { Signature: undefined, "Signature-Input": undefined } },
      401,
      "webhook_signature_header_malformed",
    ],
    ["of another seller's key", { key: otherKey("another") }, 401, "webhook_signature_key_unknown"],
    ["of another key under a known name", { key: otherKey("ed25519") }, 401, "webhook_signature_invalid"],
    ["for another host", { headers: { Host: "other.example" } }, 401, "webhook_target_uri_malformed"],
    ["with a query that was not signed", { calledUrl: `${url}?x=1` }, 401, "webhook_signature_invalid"],
    ["that names a member twice", { body: '{"status":"a","status":"b"}' }, 401, "webhook_body_malformed"],
    [
      "without an idempotency key",
      { body: JSON.stringify({ ...envelope, idempotency_key: undefined }) },
      400,
      null,
    ],
    ["with a time that is none", { body: JSON.stringify({ ...envelope, timestamp: "now" }) }, 400, null],
  ])("%s is refused", async (_, sending, status, code) => {
    const { receive, kept } = receiver();
    const response = await receive(signedWebhook(sending));
    expect(response.status).toBe(status);
    expect(response.headers.get("WWW-Authenticate")).toBe(code === null ? null : `Signature error="${code}"`);
    expect(await response.text()).toBe("");
    expect(kept).toEqual([]);
  });

  it("is put off before its body is read where its sender floods us, and one line says so", async () => {
    let at = 0;
    const allowance = senderAllowance({ atOnce: 2, perSecond: 0.5, now: () => at });
    const { receive, kept, log } = receiver(undefined, allowance);
    const forged = () => receive(signedWebhook({ key: otherKey("another") }));
    expect([(await forged()).status, (await forged()).status]).toEqual([401, 401]);
    log.length = 0;
    for (const _ of [1, 2, 3]) {
      const put = signedWebhook();
      const response = await receive(put);
      expect([response.status, response.headers.get("Retry-After"), put.bodyUsed]).toEqual([429, "2", false]);
    }
    expect(log).toEqual([`webhooks of ${agentUrl} come too fast and are put off`]);
    at = 2_000;
    expect((await receive(signedWebhook())).status).toBe(200);
    expect(kept).toHaveLength(1);
  });

  it("whose signature was used before is refused", async () => {
    const { receive } = receiver();
    const nonce = Buffer.alloc(16, 200);
    await receive(signedWebhook({ nonce }));
    const again = await receive(signedWebhook({ nonce }));
    expect(again.headers.get("WWW-Authenticate")).toBe('Signature error="webhook_signature_replayed"');
  });

  it("is to be sent again where the sender's keys cannot be fetched now", async () => {
    const host = senderHost([publishedKey("ed25519")]);
    host.documents.clear();
    const response = await receiver(host).receive(signedWebhook());
    expect([response.status, response.headers.get("Retry-After")]).toEqual([503, "30"]);
  });

  it("tells our own log why it was refused, and its sender only the code", async () => {
    const { receive, log } = receiver();
    await receive(signedWebhook({ key: otherKey("another") }));
    expect(log).toEqual([`a webhook of ${agentUrl} is refused: ${agentUrl} has no key another`]);
  });
});
