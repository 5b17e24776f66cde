import { createHmac } from "node:crypto";
import { expect, it } from "vitest";
import { memoryNonces } from "../../../src/lib/nonces.ts";
import { Secret } from "../../../src/lib/secret.ts";
import { profiles } from "../../../src/protocol/signing/profile.ts";
import { signRequest } from "../../../src/protocol/signing/sign-request.ts";
import { names, type ProtocolName } from "../../../src/protocol/tasks/names.ts";
import type { Webhook } from "../../../src/protocol/webhooks/envelope.ts";
import { operationUrl } from "../../../src/protocol/webhooks/operation-url.ts";
import { webhookReceiver } from "../../../src/protocol/webhooks/receiver.ts";
import { signedScheme, type WebhookScheme } from "../../../src/protocol/webhooks/scheme.ts";
import { agentUrl, now, publishedKey, senderHost, signingKey } from "../signing/signed-message.ts";

const operation = "5e3c7a8e-0000-4000-8000-00000000000a";
const url = operationUrl("https://buyer.example", operation);
const secret = "harbour-webhook-secret-0123456789";

/** As sellers built on the public standard's own SDK send it. */
const envelope = {
  idempotency_key: "evt_647ca0f2b1d94e3a8c5f7d20",
  operation_id: operation,
  task_id: "task_8951",
  task_type: "create_media_buy",
  status: "completed",
  timestamp: "2027-01-04T08:00:00.000Z",
  protocol: "media-buy",
  token: operation,
  result: { media_buy_id: "mb_seller0_f570b36f", status: "active", packages: [] },
};

function receiver(scheme: WebhookScheme = signedScheme) {
  const kept: Webhook[] = [];
  const { keys } = senderHost([publishedKey("ed25519")]);
  const receive = webhookReceiver({
    publicUrl: "https://buyer.example",
    registrationOf: async () => ({ sender: agentUrl, scheme }),
    legacyOf: () => (scheme === signedScheme ? undefined : { scheme, secret: new Secret(secret) }),
    allowance: () => 0,
    protocolOf: () => "adcp",
    keysOf: () => keys,
    nonces: memoryNonces(),
    keep: async (_, webhook) => {
      kept.push(webhook);
      return true;
    },
    now: () => now,
    log: () => {},
  });
  const send = (headers: Readonly<Record<string, string>>, body: string) => {
    const fields = { Host: "buyer.example", "Content-Type": "application/json", ...headers };
    return receive(new Request(url, { method: "POST", headers: fields, body }));
  };
  return { kept, send };
}

function signed(body: string, protocol: ProtocolName = "adcp") {
  const outgoing = { bytes: Buffer.from(body), contentType: "application/json" };
  return signRequest(
    { method: "POST", targetUri: url, body: outgoing },
    { profile: profiles[protocol].webhook, key: signingKey("ed25519"), now, nonce: Buffer.alloc(16, 1) },
  );
}

it("takes a report as the public standard signs it, and believes nothing of its result", async () => {
  const { kept, send } = receiver();
  const body = JSON.stringify(envelope);
  const headers = signed(body);
  expect(headers["Signature"]).toMatch(/^sig1=:[\w-]{86}:$/);
  expect((await send(headers, body)).status).toBe(200);
  expect(kept).toEqual([
    {
      idempotencyKey: envelope.idempotency_key,
      taskId: "task_8951",
      taskType: "create_media_buy",
      status: "completed",
      timestamp: envelope.timestamp,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  ]);
});

it("takes a report of 3.0, which need not repeat the operation", async () => {
  const { kept, send } = receiver();
  const { operation_id: _, token: __, ...older } = envelope;
  const body = JSON.stringify(older);
  expect((await send(signed(body), body)).status).toBe(200);
  expect(kept).toHaveLength(1);
});

it.each([{ token: "0".repeat(36) }, { operation_id: "op_another" }])(
  "keeps nothing of a report that repeats %j, which it was not registered with",
  async (other) => {
    const { kept, send } = receiver();
    const body = JSON.stringify({ ...envelope, ...other });
    expect((await send(signed(body), body)).status).toBe(400);
    expect(kept).toEqual([]);
  },
);

it("refuses a report that is signed as the service contract has it", async () => {
  const { send } = receiver();
  const body = JSON.stringify(envelope);
  const response = await send(signed(body, "svc"), body);
  expect(response.headers.get("WWW-Authenticate")).toBe('Signature error="webhook_signature_tag_invalid"');
});

it("reads the headers of a shared secret under the public standard's names, and under no other", async () => {
  const body = JSON.stringify(envelope);
  const at = String(Math.floor(now / 1000));
  const hmac = `sha256=${createHmac("sha256", secret).update(`${at}.${body}`).digest("hex")}`;
  const headersOf = ({ webhookSignatureHeader, webhookTimestampHeader }: (typeof names)[ProtocolName]) => ({
    [webhookSignatureHeader]: hmac,
    [webhookTimestampHeader]: at,
  });
  expect((await receiver("HMAC-SHA256").send(headersOf(names.adcp), body)).status).toBe(200);
  expect((await receiver("HMAC-SHA256").send(headersOf(names.svc), body)).status).toBe(401);
});
