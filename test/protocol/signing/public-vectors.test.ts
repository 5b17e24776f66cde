import { readdirSync, readFileSync } from "node:fs";
import {
  InMemoryReplayStore,
  InMemoryRevocationStore,
  StaticJwksResolver,
  verifyRequestSignature,
} from "@adcp/sdk/signing";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { KeyDirectory } from "../../../src/protocol/signing/key-directory.ts";
import { memoryNonces } from "../../../src/protocol/signing/nonces.ts";
import { profiles } from "../../../src/protocol/signing/profile.ts";
import { readKeys } from "../../../src/protocol/signing/read-jwks.ts";
import { reasonCode, refuse } from "../../../src/protocol/signing/reason-codes.ts";
import { signRequest } from "../../../src/protocol/signing/sign-request.ts";
import { verifySignature } from "../../../src/protocol/signing/verify-signature.ts";
import { agentUrl, now, publishedKey, second, signingKey } from "./signed-message.ts";

const folder = new URL(
  "../../../node_modules/@adcp/sdk/compliance/cache/3.0.6/test-vectors/webhook-signing/",
  import.meta.url,
);

const keysSchema = z.looseObject({ keys: z.array(z.looseObject({ kid: z.string() })) });
const vectorSchema = z.looseObject({
  reference_now: z.number(),
  request: z.object({
    method: z.string(),
    url: z.string(),
    headers: z.record(z.string(), z.string()),
    body: z.string(),
  }),
  jwks_override: z.record(z.string(), z.looseObject({})).optional(),
  expected_outcome: z.object({ success: z.boolean(), error_code: z.string().optional() }),
});

/** Not in the message but in what the verifier remembers; the others of this folder's tests look at those. */
const ofState = /replayed|rate-abuse|key-revoked|revocation-stale/;
/** Release 3.1 lets the key for requests sign webhooks too, which 3.0 refuses. */
const takenSince31 = "negative/008-wrong-adcp-use";

describe("the public standard's vector of a signed webhook", () => {
  it.each(vectors())(
    "%s",
    async (_name, { request, reference_now, jwks_override = {}, expected_outcome }) => {
      const { keys } = keysSchema.parse(readJson(new URL("keys.json", folder)));
      const published = readKeys(keys.map((key) => ({ ...key, ...jwks_override[key.kid] })));
      const verification = await verifySignature(
        {
          method: request.method,
          targetUri: request.url,
          headers: [["Host", new URL(request.url).host], ...Object.entries(request.headers)],
          body: Buffer.from(request.body),
        },
        {
          profile: profiles.adcp.webhook,
          sender: agentUrl,
          keys: directory(published),
          nonces: memoryNonces(),
          now: reference_now * 1000,
        },
      );
      const told =
        verification.type === "refused" ? reasonCode("webhook", verification.fault) : verification.type;
      expect(told).toBe(expected_outcome.success ? "verified" : expected_outcome.error_code);
    },
  );
});

it.each([
  ["required", "ed25519", true],
  ["either", "ecdsa-p256-sha256", true],
  ["forbidden", "ed25519", false],
] as const)(
  "a request to a seller for which covering the body is %s, signed with %s, is taken by the standard's own SDK",
  async (covers_content_digest, algorithm, coversDigest) => {
    const body = JSON.stringify({ method: "tools/call", params: { name: "create_media_buy" } });
    const outgoing = {
      method: "POST",
      targetUri: agentUrl,
      body: { bytes: Buffer.from(body), contentType: "application/json" },
    };
    const headers = signRequest(outgoing, {
      profile: profiles.adcp.request,
      key: signingKey(algorithm),
      now,
      nonce: Buffer.alloc(16, 7),
      coversDigest,
    });
    const jwk = z.looseObject({ kid: z.string(), kty: z.string() }).parse(publishedKey(algorithm));
    const verified = await verifyRequestSignature(
      { method: "POST", url: agentUrl, headers, body },
      {
        capability: { supported: true, covers_content_digest, required_for: ["create_media_buy"] },
        jwks: new StaticJwksResolver([jwk]),
        replayStore: new InMemoryReplayStore(),
        revocationStore: new InMemoryRevocationStore(),
        now: () => second,
        operation: "create_media_buy",
      },
    );
    expect(verified).toMatchObject({ keyid: algorithm });
  },
);

function vectors(): (readonly [string, z.output<typeof vectorSchema>])[] {
  return ["positive", "negative"].flatMap((outcome) =>
    readdirSync(new URL(`${outcome}/`, folder))
      .map((file) => `${outcome}/${file.replace(".json", "")}`)
      .filter((name) => name !== takenSince31 && !ofState.test(name))
      .map((name) => [name, vectorSchema.parse(readJson(new URL(`${name}.json`, folder)))] as const),
  );
}

function directory(keys: ReturnType<typeof readKeys>): KeyDirectory {
  return {
    find: (keyId) => {
      const key = keys.get(keyId);
      return Promise.resolve(key === undefined ? refuse("signature_key_unknown") : { type: "found", key });
    },
    revocation: () => Promise.resolve(undefined),
  };
}

function readJson(url: URL): unknown {
  return JSON.parse(readFileSync(url, "utf8"));
}
