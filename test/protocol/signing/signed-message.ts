import { generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";
import type { Token } from "structured-headers";
import { type Algorithm, jwaName } from "../../../src/protocol/keys/algorithms.ts";
import { type KeyDirectory, keyDirectory } from "../../../src/protocol/keys/key-directory.ts";
import type { Component } from "../../../src/protocol/signing/components.ts";
import { contentDigest } from "../../../src/protocol/signing/content-digest.ts";
import type { HeaderList } from "../../../src/protocol/signing/message.ts";
import type { Profile } from "../../../src/protocol/signing/profile.ts";
import { type SigningKey, sign } from "../../../src/protocol/signing/sign.ts";
import type { Received } from "../../../src/protocol/signing/verify-signature.ts";
import { names } from "../../../src/protocol/tasks/names.ts";

/** 2027-01-04T08:00:00Z */
export const now = 1_799_049_600_000;
export const second = now / 1000;
export const agentUrl = "https://seller.example/mcp";
export const targetUri = "https://buyer.example/webhooks/op-1?x=1";

const pairs = {
  ed25519: generateKeyPairSync("ed25519"),
  "ecdsa-p256-sha256": generateKeyPairSync("ec", { namedCurve: "P-256" }),
  "rsa-pss-sha512": generateKeyPairSync("rsa", { modulusLength: 2048 }),
} as const;

export function signingKey(algorithm: Algorithm, keyId: string = algorithm): SigningKey {
  return { keyId, algorithm, privateKey: pairs[algorithm].privateKey };
}

/** The public entry of a key, with what it is for. */
export function publishedKey(
  algorithm: Algorithm,
  more: Readonly<Record<string, unknown>> = {},
  publicKey: KeyObject = pairs[algorithm].publicKey,
): Record<string, unknown> {
  return {
    ...publicKey.export({ format: "jwk" }),
    kid: algorithm,
    alg: jwaName(algorithm),
    use: "sig",
    key_ops: ["verify"],
    [names.svc.keyUseMember]: "request-signing",
    [names.adcp.keyUseMember]: "request-signing",
    ...more,
  };
}

/** A key of another pair, under whatever name. */
export function otherKey(keyId: string): SigningKey {
  return { keyId, algorithm: "ed25519", privateKey: generateKeyPairSync("ed25519").privateKey };
}

/** What the sender's host serves, and how often it was asked. */
export interface Host {
  readonly keys: KeyDirectory;
  readonly documents: Map<string, unknown>;
  readonly asked: string[];
}

export const jwksUri = "https://seller.example/keys.json";
export const brandAddress = "https://seller.example/.well-known/brand.json";
export const revocationUri = "https://seller.example/revoked.json";

export function senderHost(
  entries: readonly unknown[],
  options: {
    readonly now?: () => number;
    readonly agent?: Readonly<Record<string, unknown>>;
    readonly pinned?: readonly unknown[];
  } = {},
): Host {
  const { pinned } = options;
  const asked: string[] = [];
  const documents = new Map<string, unknown>([
    [brandAddress, { agents: [{ type: "sales", url: agentUrl, jwks_uri: jwksUri, ...options.agent }] }],
    [jwksUri, { keys: entries }],
  ]);
  const keys = keyDirectory({
    agentUrl,
    now: options.now ?? (() => now),
    fetchJson: (url) => {
      asked.push(url);
      const document = documents.get(url);
      return document === undefined
        ? Promise.reject(new Error(`${url} answered HTTP 404`))
        : Promise.resolve(document);
    },
    ...(pinned !== undefined && { pinned: () => Promise.resolve(pinned) }),
  });
  return { keys, documents, asked };
}

export type ParameterValue = string | number | Token;

export interface Draft {
  readonly key: SigningKey;
  readonly parameters: Map<string, ParameterValue>;
  readonly components: readonly Component[];
  readonly method: string;
  readonly targetUri: string;
  readonly body: string;
}

/** A valid message of a profile; `change` makes another draft of it before it is signed. */
export function signedMessage(
  profile: Profile,
  change: (draft: Draft) => Partial<Draft> = () => ({}),
): Received {
  const key = signingKey("ed25519");
  const valid: Draft = {
    key,
    parameters: new Map<string, ParameterValue>([
      ["created", second],
      ["expires", second + 60],
      ["nonce", randomBytes(16).toString("base64url")],
      ["keyid", key.keyId],
      ["alg", key.algorithm],
      ["tag", profile.tag],
    ]),
    components: [...profile.components, ...profile.bodyComponents].map((name) => ({ name })),
    method: "POST",
    targetUri,
    body: '{"task_id":"task-1"}',
  };
  const draft = { ...valid, ...change(valid) };
  const body = Buffer.from(draft.body);
  const headers: HeaderList = [
    ["Host", "buyer.example"],
    ["Content-Type", "application/json"],
    ["Content-Digest", contentDigest(body)],
  ];
  const { method, targetUri: uri, components, parameters } = draft;
  const fields = sign({ method, targetUri: uri, headers }, components, parameters, { key: draft.key });
  return { method, targetUri: uri, headers: [...headers, ...Object.entries(fields)], body };
}

/** The same message with one header field rewritten after it was signed; undefined takes it away. */
export function withHeader(
  message: Received,
  name: string,
  rewrite: (value: string) => string | undefined,
): Received {
  const headers = message.headers.flatMap(([key, value]) => {
    if (key !== name) return [[key, value] as const];
    const written = rewrite(value);
    return written === undefined ? [] : [[key, written] as const];
  });
  return { ...message, headers };
}

/** A changed copy of a signature's parameters. */
export function having(
  parameters: ReadonlyMap<string, ParameterValue>,
  name: string,
  value: ParameterValue | undefined,
): Map<string, ParameterValue> {
  const copy = new Map(parameters);
  if (value === undefined) copy.delete(name);
  else copy.set(name, value);
  return copy;
}
