import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { memoryNonces } from "../../../src/lib/nonces.ts";
import { Secret } from "../../../src/lib/secret.ts";
import { webhookSignatureHeader, webhookTimestampHeader } from "../../../src/protocol/tasks/names.ts";
import type { Webhook } from "../../../src/protocol/webhooks/envelope.ts";
import { operationUrl } from "../../../src/protocol/webhooks/operation-url.ts";
import { webhookReceiver } from "../../../src/protocol/webhooks/receiver.ts";
import type { LegacyScheme, LegacyWebhook } from "../../../src/protocol/webhooks/scheme.ts";
import { agentUrl, now, publishedKey, senderHost } from "../signing/signed-message.ts";

const operation = "5e3c7a8e-0000-4000-8000-00000000000a";
const publicUrl = "https://buyer.example";
const secret = "harbour-webhook-secret-0123456789";
const envelope = {
  idempotency_key: "evt_0123456789abcdef",
  task_id: "task-1",
  task_type: "create_media_buy",
  status: "completed",
  timestamp: "2027-01-04T08:00:00Z",
};
const report = JSON.stringify(envelope);
const seconds = Math.floor(now / 1_000);

type HeaderFields = Readonly<Record<string, string>>;

function hmac(body = report, { at = String(seconds), key = secret } = {}): HeaderFields {
  const digest = createHmac("sha256", key).update(`${at}.${body}`).digest("hex");
  return { [webhookSignatureHeader]: `sha256=${digest}`, [webhookTimestampHeader]: at };
}

const bearer = (token = secret): HeaderFields => ({ Authorization: `Bearer ${token}` });

function receiver(scheme: LegacyScheme, agreed: LegacyWebhook | undefined) {
  const kept: Webhook[] = [];
  const log: string[] = [];
  const receive = webhookReceiver({
    publicUrl,
    registrationOf: async () => ({ sender: agentUrl, scheme }),
    allowance: () => 0,
    protocolOf: () => "svc",
    keysOf: () => senderHost([publishedKey("ed25519")]).keys,
    nonces: memoryNonces(),
    legacyOf: () => agreed,
    keep: async (_, webhook) => {
      const isNew = !kept.some(({ idempotencyKey }) => idempotencyKey === webhook.idempotencyKey);
      if (isNew) kept.push(webhook);
      return isNew;
    },
    now: () => now,
    log: (line) => log.push(line),
  });
  const send = (headers: HeaderFields, body = report) =>
    receive(
      new Request(operationUrl(publicUrl, operation), {
        method: "POST",
        headers: { "Content-Type": "application/json", ...headers },
        body,
      }),
    );
  return { send, kept, log };
}

const agreedOn = (scheme: LegacyScheme): LegacyWebhook => ({ scheme, secret: new Secret(secret) });
const twice = '{"status":"a","status":"b"}';
const keyless = JSON.stringify({ ...envelope, idempotency_key: undefined });
const signed = { Signature: "sig1=:AAAA:", "Signature-Input": 'sig1=("@method")' };

describe("a report of a seller that shares a secret", () => {
  it.each<[LegacyScheme, string, HeaderFields]>([
    ["HMAC-SHA256", "now", hmac()],
    ["HMAC-SHA256", "300 s ago", hmac(report, { at: String(seconds - 300) })],
    ["HMAC-SHA256", "in 300 s", hmac(report, { at: String(seconds + 300) })],
    ["Bearer", "now", bearer()],
    ["Bearer", "in lower case", { authorization: `bearer ${secret}` }],
  ])("by %s, %s, is taken, and taken once", async (scheme, _, headers) => {
    const { send, kept } = receiver(scheme, agreedOn(scheme));
    expect((await send(headers)).status).toBe(200);
    expect((await send(headers)).status).toBe(200);
    expect(kept.map(({ idempotencyKey }) => idempotencyKey)).toEqual(["evt_0123456789abcdef"]);
  });

  it.each<[LegacyScheme, string, HeaderFields, string, string]>([
    ["HMAC-SHA256", "of another secret", hmac(report, { key: `${secret}x` }), report, "signature_invalid"],
    ["HMAC-SHA256", "of another body", hmac(`${report} `), report, "signature_invalid"],
    [
      "HMAC-SHA256",
      "of another time",
      { ...hmac(), [webhookTimestampHeader]: `${seconds + 1}` },
      report,
      "signature_invalid",
    ],
    ["HMAC-SHA256", "too old", hmac(report, { at: `${seconds - 301}` }), report, "signature_window_invalid"],
    [
      "HMAC-SHA256",
      "too early",
      hmac(report, { at: `${seconds + 301}` }),
      report,
      "signature_window_invalid",
    ],
    [
      "HMAC-SHA256",
      "with milliseconds",
      hmac(report, { at: String(now) }),
      report,
      "signature_header_malformed",
    ],
    [
      "HMAC-SHA256",
      "with a time that is none",
      hmac(report, { at: "1e9" }),
      report,
      "signature_header_malformed",
    ],
    [
      "HMAC-SHA256",
      "cut short",
      { ...hmac(), [webhookSignatureHeader]: "sha256=00" },
      report,
      "signature_header_malformed",
    ],
    ["HMAC-SHA256", "with nothing", {}, report, "signature_header_malformed"],
    ["HMAC-SHA256", "with the secret as a token", bearer(), report, "mode_mismatch"],
    ["HMAC-SHA256", "with a signature", signed, report, "mode_mismatch"],
    ["HMAC-SHA256", "with a signature beside it", { ...hmac(), ...signed }, report, "mode_mismatch"],
    ["HMAC-SHA256", "that names a member twice", hmac(twice), twice, "body_malformed"],
    ["HMAC-SHA256", "that is no JSON", hmac("{"), "{", "body_malformed"],
    ["HMAC-SHA256", "that is empty", hmac(""), "", "body_malformed"],
    ["Bearer", "with another token", bearer(`${secret}x`), report, "signature_invalid"],
    ["Bearer", "with the token's beginning", bearer(secret.slice(0, -1)), report, "signature_invalid"],
    ["Bearer", "with nothing", {}, report, "signature_header_malformed"],
    [
      "Bearer",
      "with another kind of token",
      { Authorization: `Basic ${secret}` },
      report,
      "signature_header_malformed",
    ],
    ["Bearer", "with an HMAC", hmac(), report, "mode_mismatch"],
    ["Bearer", "with a signature beside it", { ...bearer(), ...signed }, report, "mode_mismatch"],
    ["Bearer", "that names a member twice", bearer(), twice, "body_malformed"],
  ])("by %s, %s, is refused", async (scheme, _, headers, body, fault) => {
    const { send, kept, log } = receiver(scheme, agreedOn(scheme));
    const response = await send(headers, body);
    expect(response.status).toBe(401);
    expect(response.headers.get("WWW-Authenticate")).toBe(`Signature error="webhook_${fault}"`);
    expect(kept).toEqual([]);
    expect(log.join()).not.toContain(secret);
  });

  it.each<[LegacyScheme, HeaderFields]>([
    ["HMAC-SHA256", hmac(keyless)],
    ["Bearer", bearer()],
  ])("by %s, has the envelope of a signed one", async (scheme, headers) => {
    const { send, kept } = receiver(scheme, agreedOn(scheme));
    expect((await send(headers, keyless)).status).toBe(400);
    expect(kept).toEqual([]);
  });

  it.each<[string, LegacyWebhook | undefined]>([
    ["nothing", undefined],
    ["the other scheme", agreedOn("Bearer")],
  ])("is refused where %s is agreed on now", async (_, agreed) => {
    const response = await receiver("HMAC-SHA256", agreed).send(hmac());
    expect(response.headers.get("WWW-Authenticate")).toBe('Signature error="webhook_mode_mismatch"');
  });

  it("is to be sent again where the secret cannot be used, and our own log says why", async () => {
    const problem = "the environment variable HOOK is not set";
    const { send, log } = receiver("Bearer", { scheme: "Bearer", problem });
    expect((await send(bearer())).status).toBe(503);
    expect(log).toEqual([
      `a webhook of ${agentUrl} is refused: the webhook secret cannot be used: ${problem}`,
    ]);
  });
});
