import fc from "fast-check";
import { Token } from "structured-headers";
import { describe, expect, it } from "vitest";
import { memoryNonces } from "../../../src/lib/nonces.ts";
import { algorithmNames } from "../../../src/protocol/keys/algorithms.ts";
import { type Fault, faults, reasonCode } from "../../../src/protocol/keys/reason-codes.ts";
import {
  type Profile,
  profiles,
  requestProfile,
  webhookProfile,
} from "../../../src/protocol/signing/profile.ts";
import { signRequest } from "../../../src/protocol/signing/sign-request.ts";
import { type Received, verifySignature } from "../../../src/protocol/signing/verify-signature.ts";
import { protocolNames } from "../../../src/protocol/tasks/names.ts";
import {
  agentUrl,
  type Draft,
  type Host,
  having,
  jwksUri,
  now,
  otherKey,
  type ParameterValue,
  publishedKey,
  revocationUri,
  second,
  senderHost,
  signedMessage,
  signingKey,
  withHeader,
} from "./signed-message.ts";

const allKeys = algorithmNames.map((name) => publishedKey(name));

interface Case {
  readonly what: string;
  readonly fault: Fault;
  /** Before it is signed. */
  readonly draft?: (draft: Draft) => Partial<Draft>;
  /** After it is signed. */
  readonly change?: (message: Received) => Received;
  readonly host?: () => Host;
}

const parameter = (name: string, value: ParameterValue | undefined) => (draft: Draft) => ({
  parameters: having(draft.parameters, name, value),
});
const without = (name: string) => (draft: Draft) => ({
  components: draft.components.filter((component) => component.name !== name),
});
const input = (rewrite: (value: string) => string | undefined) => (message: Received) =>
  withHeader(message, "Signature-Input", rewrite);
const signature = (rewrite: (value: string) => string | undefined) => (message: Received) =>
  withHeader(message, "Signature", rewrite);
const body = (text: string) => (message: Received) => ({ ...message, body: Buffer.from(text) });
const revocations = (list: object) => () => {
  const host = senderHost(allKeys, { agent: { revocation_uri: revocationUri } });
  host.documents.set(revocationUri, list);
  return host;
};

/** Each is a valid message with one thing wrong. */
const cases: readonly Case[] = [
  { what: "only Signature is there", fault: "signature_header_malformed", change: input(() => undefined) },
  {
    what: "only Signature-Input is there",
    fault: "signature_header_malformed",
    change: signature(() => undefined),
  },
  {
    what: "the label comes twice in Signature-Input",
    fault: "signature_header_malformed",
    change: input((value) => `${value}, ${value}`),
  },
  {
    what: "Signature-Input comes as two header lines",
    fault: "signature_header_malformed",
    change: (message) => ({
      ...message,
      headers: message.headers.flatMap((line) => (line[0] === "Signature-Input" ? [line, line] : [line])),
    }),
  },
  {
    what: "the label comes twice in Signature",
    fault: "signature_header_malformed",
    change: signature((value) => `${value}, sig1=:AAAA:`),
  },
  {
    what: "the signature has another label",
    fault: "signature_header_malformed",
    change: signature((value) => value.replace("sig1", "sig2")),
  },
  {
    what: "keyid is not quoted",
    fault: "signature_header_malformed",
    draft: parameter("keyid", new Token("ed25519")),
  },
  {
    what: "created is text",
    fault: "signature_header_malformed",
    draft: parameter("created", String(second)),
  },
  {
    what: "created has a fraction",
    fault: "signature_header_malformed",
    draft: parameter("created", second + 0.5),
  },
  {
    what: "a parameter comes twice",
    fault: "signature_header_malformed",
    change: input((value) => `${value};created=${second}`),
  },
  {
    what: "a component comes twice",
    fault: "signature_header_malformed",
    draft: ({ components }) => ({ components: [...components, { name: "@method" }] }),
  },
  {
    what: "a component has a parameter",
    fault: "signature_header_malformed",
    change: input((value) => value.replace('"@method"', '"@method";req')),
  },
  {
    what: "Signature-Input is no list",
    fault: "signature_header_malformed",
    change: input(() => 'sig1="@method"'),
  },
  {
    what: "Signature-Input has more spaces than it should",
    fault: "signature_header_malformed",
    change: input((value) => value.replace('" "', '"  "')),
  },
  {
    what: "the signature mixes both base64 alphabets",
    fault: "signature_header_malformed",
    change: signature(() => `sig1=:${"A".repeat(80)}+_${"A".repeat(4)}==:`),
  },
  {
    what: "the signature is not base64",
    fault: "signature_header_malformed",
    change: signature(() => "sig1=:no base64:"),
  },
  {
    what: "the signature has spare bits",
    fault: "signature_header_malformed",
    change: signature(() => `sig1=:${"A".repeat(85)}B==:`),
  },
  {
    what: "the signature is quoted",
    fault: "signature_header_malformed",
    change: signature((value) => value.replaceAll(":", '"')),
  },
  ...["created", "expires", "nonce", "keyid", "alg", "tag"].map(
    (name): Case => ({
      what: `${name} is missing`,
      fault: "signature_params_incomplete",
      draft: parameter(name, undefined),
    }),
  ),
  {
    what: "the nonce has 15 bytes",
    fault: "signature_params_incomplete",
    draft: parameter("nonce", Buffer.alloc(15, 7).toString("base64url")),
  },
  {
    what: "the nonce is padded",
    fault: "signature_params_incomplete",
    draft: parameter("nonce", Buffer.alloc(16, 7).toString("base64")),
  },
  { what: "the tag is another", fault: "signature_tag_invalid", draft: parameter("tag", "other/v1") },
  {
    what: "the tag differs in case",
    fault: "signature_tag_invalid",
    draft: ({ parameters }) => ({
      parameters: having(parameters, "tag", String(parameters.get("tag")).toUpperCase()),
    }),
  },
  {
    what: "the algorithm is hmac-sha256",
    fault: "signature_alg_not_allowed",
    draft: parameter("alg", "hmac-sha256"),
  },
  {
    what: "the algorithm is rsa-v1_5-sha256",
    fault: "signature_alg_not_allowed",
    draft: parameter("alg", "rsa-v1_5-sha256"),
  },
  {
    what: "it expires as it is created",
    fault: "signature_window_invalid",
    draft: parameter("expires", second),
  },
  {
    what: "it holds for 301 s",
    fault: "signature_window_invalid",
    draft: parameter("expires", second + 301),
  },
  {
    what: "it was created 61 s from now",
    fault: "signature_window_invalid",
    draft: ({ parameters }) => ({
      parameters: having(having(parameters, "created", second + 61), "expires", second + 90),
    }),
  },
  {
    what: "it expired 61 s ago",
    fault: "signature_window_invalid",
    draft: ({ parameters }) => ({
      parameters: having(having(parameters, "created", second - 120), "expires", second - 61),
    }),
  },
  ...["@method", "@target-uri", "@authority", "content-type", "content-digest"].map(
    (name): Case => ({
      what: `${name} is not signed`,
      fault: "signature_components_incomplete",
      draft: without(name),
    }),
  ),
  {
    what: "a field is signed that is not there",
    fault: "signature_components_incomplete",
    change: input((value) => value.replace('"@method"', '"@method" "x-more"')),
  },
  {
    what: "a component is signed that nobody knows",
    fault: "signature_components_incomplete",
    change: input((value) => value.replace('"@method"', '"@method" "@more"')),
  },
  {
    what: "the sender has no such key",
    fault: "signature_key_unknown",
    draft: parameter("keyid", "another"),
  },
  {
    what: "two keys have its name",
    fault: "signature_key_unknown",
    host: () => senderHost([...allKeys, publishedKey("ed25519", {}, undefined)]),
  },
  {
    what: "the key's entry holds its private half",
    fault: "signature_key_unknown",
    host: () => senderHost([publishedKey("ed25519", { d: "AAAA" })]),
  },
  {
    what: "a publisher pins other keys",
    fault: "signature_key_unknown",
    host: () => senderHost(allKeys, { pinned: [publishedKey("ed25519", { kid: "pinned" })] }),
  },
  {
    what: "the key has no use",
    fault: "signature_key_purpose_invalid",
    host: () => senderHost([publishedKey("ed25519", { use: undefined })]),
  },
  {
    what: "the key is for encryption",
    fault: "signature_key_purpose_invalid",
    host: () => senderHost([publishedKey("ed25519", { use: "enc" })]),
  },
  {
    what: "the key is not to verify with",
    fault: "signature_key_purpose_invalid",
    host: () => senderHost([publishedKey("ed25519", { key_ops: ["sign"] })]),
  },
  {
    what: "the key is for governance",
    fault: "signature_key_purpose_invalid",
    host: () =>
      senderHost([
        publishedKey("ed25519", { svc_use: "governance-signing", adcp_use: "governance-signing" }),
      ]),
  },
  {
    what: "the key's entry names another algorithm",
    fault: "signature_key_purpose_invalid",
    host: () => senderHost([publishedKey("ed25519", { alg: "ES256" })]),
  },
  {
    what: "the key is of another kind than alg says",
    fault: "signature_key_purpose_invalid",
    draft: parameter("alg", "ecdsa-p256-sha256"),
  },
  {
    what: "the key's entry says that it is revoked",
    fault: "signature_key_revoked",
    host: () => senderHost([publishedKey("ed25519", { revoked_at: "2027-01-01T00:00:00Z" })]),
  },
  {
    what: "the key is on the list of the revoked",
    fault: "signature_key_revoked",
    host: revocations({ next_update: "2027-01-04T09:00:00Z", revoked_kids: ["ed25519"] }),
  },
  {
    what: "the list of the revoked is overdue",
    fault: "signature_revocation_stale",
    host: revocations({ next_update: "2027-01-04T07:54:59Z", revoked_kids: [] }),
  },
  {
    what: "the list of the revoked cannot be read",
    fault: "signature_revocation_stale",
    host: revocations({ revoked_kids: "none" }),
  },
  {
    what: "the keys cannot be fetched",
    fault: "signature_jwks_unavailable",
    host: () => {
      const host = senderHost(allKeys);
      host.documents.delete(jwksUri);
      return host;
    },
  },
  {
    what: "brand.json does not name the agent",
    fault: "signature_jwks_untrusted",
    host: () => senderHost(allKeys, { agent: { url: `${agentUrl}/` } }),
  },
  {
    what: "Host is another",
    fault: "target_uri_malformed",
    change: (message) => withHeader(message, "Host", () => "other.example"),
  },
  {
    what: "Host is missing",
    fault: "target_uri_malformed",
    change: (message) => withHeader(message, "Host", () => undefined),
  },
  {
    what: "the method was changed",
    fault: "signature_invalid",
    change: (message) => ({ ...message, method: "PUT" }),
  },
  {
    what: "another path was called",
    fault: "signature_invalid",
    change: (message) => ({ ...message, targetUri: message.targetUri.replace("op-1", "op-2") }),
  },
  {
    what: "the query was changed",
    fault: "signature_invalid",
    change: (message) => ({ ...message, targetUri: `${message.targetUri}&y=2` }),
  },
  {
    what: "the content type was changed",
    fault: "signature_invalid",
    change: (message) => withHeader(message, "Content-Type", () => "application/json; charset=utf-16"),
  },
  {
    what: "the digest was changed with the body",
    fault: "signature_invalid",
    change: (message) =>
      withHeader(
        body("{}")(message),
        "Content-Digest",
        () => "sha-256=:RBNvo1WzZ4oRRq0W9+hknpT7T8If536DEMBg9hyq/4o=:",
      ),
  },
  {
    what: "Content-Digest comes as two header lines",
    fault: "signature_header_malformed",
    change: (message) => ({
      ...message,
      headers: message.headers.flatMap((line) => (line[0] === "Content-Digest" ? [line, line] : [line])),
    }),
  },
  {
    what: "a parameter was changed",
    fault: "signature_invalid",
    change: input((value) => value.replace(`expires=${second + 60}`, `expires=${second + 61}`)),
  },
  {
    what: "another key signed under this name",
    fault: "signature_invalid",
    draft: () => ({ key: otherKey("ed25519") }),
  },
  {
    what: "a byte of the signature is missing",
    fault: "signature_invalid",
    change: signature(() => `sig1=:${Buffer.alloc(63).toString("base64")}:`),
  },
  {
    what: "the body was changed",
    fault: "signature_digest_mismatch",
    change: body('{"task_id":"task-2"}'),
  },
  {
    what: "the body was written anew",
    fault: "signature_digest_mismatch",
    change: body('{ "task_id": "task-1" }'),
  },
  {
    what: "the body names a member twice",
    fault: "body_malformed",
    draft: () => ({ body: '{"a":{"status":"failed","st\\u0061tus":"completed"}}' }),
  },
  { what: "the body is no JSON", fault: "body_malformed", draft: () => ({ body: "{" }) },
];

const everyProfile: readonly Profile[] = protocolNames.flatMap((name) => Object.values(profiles[name]));

describe.each(everyProfile)("a signed $protocol $kind", (profile) => {
  const verify = (message: Received, host = senderHost(allKeys), nonces = memoryNonces(), at = now) =>
    verifySignature(message, { profile, sender: agentUrl, keys: host.keys, nonces, now: at });

  it.each(cases)(
    "is refused where $what: $fault",
    async ({ fault, draft, change = (same) => same, host }) => {
      expect(await verify(change(signedMessage(profile, draft)), host?.())).toMatchObject({
        type: "refused",
        fault,
      });
    },
  );

  it.each(profile.algorithms)("is taken with %s", async (algorithm) => {
    const message = signedMessage(profile, ({ parameters }) => ({
      key: signingKey(algorithm),
      parameters: having(having(parameters, "keyid", algorithm), "alg", algorithm),
    }));
    expect(await verify(message)).toEqual({ type: "verified", keyId: algorithm });
  });

  it("is taken at the very edges of its window", async () => {
    const early = signedMessage(profile, ({ parameters }) => ({
      parameters: having(having(parameters, "created", second + 60), "expires", second + 360),
    }));
    const late = signedMessage(profile, ({ parameters }) => ({
      parameters: having(having(parameters, "created", second - 360), "expires", second - 60),
    }));
    expect([await verify(early), await verify(late)]).toMatchObject([
      { type: "verified" },
      { type: "verified" },
    ]);
  });

  it("is taken with its signature in the other base64 alphabet and without padding", async () => {
    const message = signature((value) =>
      value.replaceAll("+", "-").replaceAll("/", "_").replace(/=+:$/, ":"),
    )(signedMessage(profile));
    expect(await verify(message)).toMatchObject({ type: "verified" });
  });

  it("is taken beside another signature that is ignored", async () => {
    const message = signature((value) => `other=:AAAA:, ${value}`)(
      input((value) => `other=("date");created=1, ${value}`)(signedMessage(profile)),
    );
    expect(await verify(message)).toMatchObject({ type: "verified" });
  });

  it("is taken once", async () => {
    const nonces = memoryNonces();
    const host = senderHost(allKeys);
    const message = signedMessage(profile);
    expect(await verify(message, host, nonces)).toMatchObject({ type: "verified" });
    expect(await verify(message, host, nonces)).toMatchObject({ fault: "signature_replayed" });
  });

  it("is refused as a replay for as long as its window would let it pass", async () => {
    const nonces = memoryNonces();
    const host = senderHost(allKeys);
    const message = signedMessage(profile);
    await verify(message, host, nonces);
    const lastMoment = now + 120_000;
    expect(await verify(message, host, nonces, lastMoment)).toMatchObject({ fault: "signature_replayed" });
    expect(await verify(message, host, nonces, lastMoment + 1000)).toMatchObject({
      fault: "signature_window_invalid",
    });
  });

  it("does not use up the nonce of a message that it refuses", async () => {
    const nonces = memoryNonces();
    const message = signedMessage(profile);
    const forged = body("{}")(message);
    expect(await verify(forged, senderHost(allKeys), nonces)).toMatchObject({ type: "refused" });
    expect(await verify(message, senderHost(allKeys), nonces)).toMatchObject({ type: "verified" });
  });

  it("is refused where its key has too many signatures alive", async () => {
    const nonces = memoryNonces(1);
    expect(await verify(signedMessage(profile), undefined, nonces)).toMatchObject({ type: "verified" });
    expect(await verify(signedMessage(profile), undefined, nonces)).toMatchObject({
      fault: "signature_rate_abuse",
    });
    const later = signedMessage(profile, ({ parameters }) => ({
      parameters: having(having(parameters, "created", second + 200), "expires", second + 230),
    }));
    expect(await verify(later, undefined, nonces, now + 200_000)).toMatchObject({ type: "verified" });
  });

  it("gets a code of its own kind for its fault", () => {
    // Keys of a constant table are its faults.
    for (const name of Object.keys(faults))
      expect(reasonCode(profile.kind, name as Fault)).toBe(`${profile.kind}_${name}`);
  });

  it("never throws and never passes, whatever is written in its headers", async () => {
    const message = signedMessage(profile);
    const host = senderHost(allKeys);
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.constantFrom("Signature", "Signature-Input"), async (text, name) => {
        const changed = withHeader(message, name, (value) => `${value}${text.trim()}`.trim());
        const before = message.headers.find(([key]) => key === name)?.[1];
        const after = changed.headers.find(([key]) => key === name)?.[1];
        fc.pre(before !== after && !/^\s*,/.test(text));
        expect((await verify(changed, host)).type).toBe("refused");
      }),
    );
  });
});

describe("a request to an agent of the public standard", () => {
  const options = { sender: agentUrl, keys: senderHost(allKeys).keys, nonces: memoryNonces(), now };

  it("is no request of the service contract, nor the other way around", async () => {
    const { request } = profiles.adcp;
    expect(
      await verifySignature(signedMessage(request), { ...options, profile: requestProfile }),
    ).toMatchObject({
      fault: "signature_tag_invalid",
    });
    expect(
      await verifySignature(signedMessage(requestProfile), { ...options, profile: request }),
    ).toMatchObject({
      fault: "signature_tag_invalid",
    });
  });

  it("is not signed, nor taken, with rsa-pss-sha512", async () => {
    const key = signingKey("rsa-pss-sha512");
    const profile = profiles.adcp.request;
    const message = signedMessage(profile, ({ parameters }) => ({
      key,
      parameters: having(having(parameters, "keyid", key.keyId), "alg", key.algorithm),
    }));
    expect(await verifySignature(message, { ...options, profile })).toMatchObject({
      fault: "signature_alg_not_allowed",
    });
    expect(() =>
      signRequest({ method: "POST", targetUri: agentUrl }, { profile, key, now, nonce: Buffer.alloc(16) }),
    ).toThrow(/only ed25519 and ecdsa-p256-sha256 are taken there/);
  });

  it("needs a key that says in the public standard's name what it is for", async () => {
    const profile = profiles.adcp.request;
    const { adcp_use: _, ...entry } = publishedKey("ed25519");
    const { keys } = senderHost([entry]);
    expect(await verifySignature(signedMessage(profile), { ...options, keys, profile })).toMatchObject({
      fault: "signature_key_purpose_invalid",
    });
  });
});

describe("a request", () => {
  it("without any signature learns that one is required; a webhook, that its header is malformed", async () => {
    const bare = (profile: Profile) =>
      signature(() => undefined)(input(() => undefined)(signedMessage(profile)));
    const options = { sender: agentUrl, keys: senderHost(allKeys).keys, nonces: memoryNonces(), now };
    expect(
      await verifySignature(bare(requestProfile), { ...options, profile: requestProfile }),
    ).toMatchObject({ fault: "signature_required" });
    expect(
      await verifySignature(bare(webhookProfile), { ...options, profile: webhookProfile }),
    ).toMatchObject({ fault: "signature_header_malformed" });
  });

  it("may be signed with rsa-pss-sha512, a webhook may not", async () => {
    const message = signedMessage(webhookProfile, ({ parameters }) => ({
      key: signingKey("rsa-pss-sha512"),
      parameters: having(having(parameters, "keyid", "rsa-pss-sha512"), "alg", "rsa-pss-sha512"),
    }));
    const options = { sender: agentUrl, keys: senderHost(allKeys).keys, nonces: memoryNonces(), now };
    expect(await verifySignature(message, { ...options, profile: webhookProfile })).toMatchObject({
      fault: "signature_alg_not_allowed",
    });
  });

  it("is not taken for a webhook, nor a webhook for a request", async () => {
    const options = { sender: agentUrl, keys: senderHost(allKeys).keys, nonces: memoryNonces(), now };
    expect(
      await verifySignature(signedMessage(requestProfile), { ...options, profile: webhookProfile }),
    ).toMatchObject({ fault: "signature_tag_invalid" });
    expect(
      await verifySignature(signedMessage(webhookProfile), { ...options, profile: requestProfile }),
    ).toMatchObject({ fault: "signature_tag_invalid" });
  });
});
