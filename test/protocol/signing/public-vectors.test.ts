import { readdirSync, readFileSync } from "node:fs";
import {
  InMemoryReplayStore,
  InMemoryRevocationStore,
  StaticJwksResolver,
  verifyRequestSignature,
} from "@adcp/sdk/signing";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { memoryNonces } from "../../../src/lib/nonces.ts";
import { type KeyDirectory, readKeys } from "../../../src/protocol/keys/key-directory.ts";
import { reasonCode, refuse } from "../../../src/protocol/keys/reason-codes.ts";
import { contentDigest } from "../../../src/protocol/signing/content-digest.ts";
import { profiles } from "../../../src/protocol/signing/profile.ts";
import { signRequest } from "../../../src/protocol/signing/sign-request.ts";
import { verifySignature } from "../../../src/protocol/signing/verify-signature.ts";
import { agentUrl, now, publishedKey, second, signingKey } from "./signed-message.ts";

const vectorsOf = (kind: string) =>
  new URL(
    `../../../node_modules/@adcp/sdk/compliance/cache/3.0.6/test-vectors/${kind}-signing/`,
    import.meta.url,
  );
const folders = { webhook: vectorsOf("webhook"), request: vectorsOf("request") };

const keysSchema = z.looseObject({ keys: z.array(z.looseObject({ kid: z.string() })) });
const vectorSchema = z.looseObject({
  reference_now: z.number(),
  request: z.object({
    method: z.string(),
    url: z.string(),
    headers: z.record(z.string(), z.string()),
    body: z.string().optional(),
  }),
  /** Of a webhook by key id, of a request the whole set. */
  jwks_override: z.record(z.string(), z.unknown()).optional(),
  verifier_capability: z.looseObject({ covers_content_digest: z.string() }).optional(),
  expected_outcome: z.object({ success: z.boolean(), error_code: z.string().optional() }),
});

/** Not in the message but in what the verifier remembers; the others of this folder's tests cover those. */
const ofState = /replayed|rate-abuse|key-revoked|revocation-stale/;
const left: readonly string[] = [
  // Release 3.1 lets the key for requests sign webhooks too, which 3.0 refuses.
  "webhook: negative/008-wrong-adcp-use",
  // Policies that no seller here has: a digest that must not be covered, and what a registration without a signature may name.
  "request: negative/018-digest-covered-when-forbidden",
  "request: negative/027-webhook-registration-authentication-unsigned",
];

describe("the public standard's vector of a signed message", () => {
  it.each(vectors())("%s", async (_name, kind, vector) => {
    const { request, reference_now, jwks_override = {}, expected_outcome, verifier_capability } = vector;
    const { keys } = keysSchema.parse(readJson(new URL("keys.json", folders[kind])));
    const overridden = Array.isArray(jwks_override["keys"])
      ? jwks_override["keys"]
      : keys.map((key) => ({ ...key, ...z.looseObject({}).optional().parse(jwks_override[key.kid]) }));
    const { body = "", headers } = request;
    const profile = profiles.adcp[kind];
    const wantsDigest = (verifier_capability?.covers_content_digest ?? "required") === "required";
    // Everybody here covers the body: where a vector leaves that open, the right digest stands beside what it signs.
    const beside = wantsDigest ? [] : [["Content-Digest", contentDigest(Buffer.from(body))] as const];
    const verification = await verifySignature(
      {
        method: request.method,
        targetUri: request.url,
        headers: [["Host", hostOf(request.url)], ...beside, ...Object.entries(headers)],
        body: Buffer.from(body),
      },
      {
        profile: wantsDigest ? profile : { ...profile, bodyComponents: ["content-type"] },
        sender: agentUrl,
        keys: directory(readKeys(overridden)),
        nonces: memoryNonces(),
        now: reference_now * 1000,
      },
    );
    const told = verification.type === "refused" ? reasonCode(kind, verification.fault) : verification.type;
    expect(told).toBe(expected_outcome.success ? "verified" : expected_outcome.error_code);
  });
});

/** As it stands in the target: a URL would write it anew. */
function hostOf(target: string): string {
  return /^https?:\/\/([^/?#]*)/.exec(target)?.[1] ?? "";
}

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

function vectors() {
  const kinds = ["webhook", "request"] as const;
  return kinds.flatMap((kind) =>
    ["positive", "negative"].flatMap((outcome) =>
      readdirSync(new URL(`${outcome}/`, folders[kind]))
        .map((file) => `${outcome}/${file.replace(".json", "")}`)
        .filter((name) => !left.includes(`${kind}: ${name}`) && !ofState.test(name))
        .map((name) => {
          const vector = vectorSchema.parse(readJson(new URL(`${name}.json`, folders[kind])));
          return [`${kind}: ${name}`, kind, vector] as const;
        }),
    ),
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
