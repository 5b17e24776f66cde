import { createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { makePrivateFile, readPrivateFile, writePrivateFile } from "../../lib/files/private-file.ts";
import { type Algorithm, jwaName } from "../keys/algorithms.ts";
import { names } from "../tasks/names.ts";
import type { SigningKey } from "./sign.ts";
import { signingKey } from "./signing-key.ts";

/**
 * The keys that requests are signed with: one file for each in a folder, named by when it was made. One of them signs; all
 * are published, so that a new one is known to sellers before it signs, and an old one for as long as they may meet it.
 */
export interface KeyRing {
  /** The oldest first. */
  readonly keys: readonly SigningKey[];
  /** The one that signs; undefined where there is no key. */
  readonly current: SigningKey | undefined;
}

/** Names the key that signs. */
const pointer = "current";
const extension = ".pem";

/** Throws where a key can be read by others on this machine, or is of a kind that is not signed with. */
export function readKeyRing(folder: string): KeyRing {
  if (!existsSync(folder)) return { keys: [], current: undefined };
  const files = readdirSync(folder).filter((file) => file.endsWith(extension));
  const keys = files.sort().map((file) => readKey(join(folder, file), file.slice(0, -extension.length)));
  const file = join(folder, pointer);
  const named = existsSync(file) ? readFileSync(file, "utf8").trim() : undefined;
  const current = keys.find(({ keyId }) => keyId === named);
  if (keys.length > 0 && current === undefined)
    throw new Error(
      `${file} names no key that is there; name one of ${keys.map(({ keyId }) => keyId).join(", ")}`,
    );
  return { keys, current };
}

/** The key that signs where only these algorithms are taken: the current one, else the newest that fits. */
export function keyFor({ keys, current }: KeyRing, algorithms: readonly Algorithm[]): SigningKey | undefined {
  const newestFirst = keys.toReversed();
  return [...(current === undefined ? [] : [current]), ...newestFirst].find(({ algorithm }) =>
    algorithms.includes(algorithm),
  );
}

/** Makes a key that does not sign yet, unless it is the first. `at`: UTC milliseconds. */
export function addKey(folder: string, algorithm: Algorithm, at: number): SigningKey {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const isFirst = readKeyRing(folder).keys.length === 0;
  const keyId = `key-${new Date(at).toISOString().replace(/[-:.]/g, "").toLowerCase()}`;
  const { privateKey } = newPair(algorithm);
  const pem = privateKey.export({ type: "pkcs8", format: "pem" });
  const file = join(folder, `${keyId}${extension}`);
  if (!makePrivateFile(file, String(pem))) throw new Error(`${file} exists already`);
  if (isFirst) writePrivateFile(join(folder, pointer), `${keyId}\n`);
  return { keyId, algorithm, privateKey };
}

/**
 * The newest key signs from now on; the one that did stays published, and those before it are removed. Undefined where the
 * newest signs already.
 */
export function rotate(folder: string) {
  const { keys, current } = readKeyRing(folder);
  const newest = keys.at(-1);
  if (newest === undefined || current === undefined || newest === current) return undefined;
  writePrivateFile(join(folder, pointer), `${newest.keyId}\n`);
  const removed = keys.filter((key) => key !== newest && key !== current).map(({ keyId }) => keyId);
  for (const keyId of removed) rmSync(join(folder, `${keyId}${extension}`));
  return { now: newest.keyId, removed };
}

/** What is hosted for sellers to find the keys by: the key set, and the brand.json that names where it lies. */
export function publishedFiles(
  { keys }: KeyRing,
  { agentUrl, jwksUri }: { agentUrl: string; jwksUri: string },
) {
  return {
    brand: { agents: [{ type: "buying", id: "flightdesk", url: agentUrl, jwks_uri: jwksUri }] },
    jwks: { keys: keys.map(publicJwk) },
  };
}

function publicJwk({ keyId, algorithm, privateKey }: SigningKey) {
  return {
    ...createPublicKey(privateKey).export({ format: "jwk" }),
    kid: keyId,
    alg: jwaName(algorithm),
    use: "sig",
    key_ops: ["verify"],
    [names.svc.keyUseMember]: "request-signing",
    [names.adcp.keyUseMember]: "request-signing",
  };
}

function newPair(algorithm: Algorithm): { readonly privateKey: KeyObject } {
  switch (algorithm) {
    case "ed25519":
      return generateKeyPairSync("ed25519");
    case "ecdsa-p256-sha256":
      return generateKeyPairSync("ec", { namedCurve: "prime256v1" });
    case "rsa-pss-sha512":
      return generateKeyPairSync("rsa", { modulusLength: 3072 });
  }
}

function readKey(file: string, keyId: string): SigningKey {
  return signingKey(readPrivateFile(file), { file, keyId });
}
