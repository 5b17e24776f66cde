import { createPublicKey, type KeyObject } from "node:crypto";
import { z } from "zod";
import { names, type ProtocolName, protocolNames } from "../tasks/names.ts";
import { type Algorithm, algorithmOf, jwaName } from "./algorithms.ts";

/** A public key as its owner publishes it. */
export interface VerificationKey {
  readonly keyId: string;
  /** Undefined where its entry contradicts itself, as an algorithm on another's curve does: it is for nothing. */
  readonly key: KeyObject | undefined;
  readonly algorithm: Algorithm | undefined;
  /** What it is for in each protocol, where its entry says so in full: to verify signatures, and of what. */
  readonly uses: Readonly<Partial<Record<ProtocolName, string>>>;
  readonly revoked: boolean;
}

const jwkSchema = z.looseObject({
  kid: z.string().min(1),
  kty: z.string(),
  alg: z.string().optional(),
  use: z.string().optional(),
  key_ops: z.array(z.string()).optional(),
  revoked_at: z.unknown().optional(),
  // A private key that is published is nobody's any more.
  d: z.undefined().optional(),
});

/** The keys that signatures can be verified with. Others, and those whose name comes twice, are left out. */
export function readKeys(entries: readonly unknown[]): ReadonlyMap<string, VerificationKey> {
  const keys = entries.flatMap((entry) => readKey(entry) ?? []);
  const twice = new Set(keys.map(({ keyId }) => keyId).filter((id, at, ids) => ids.indexOf(id) !== at));
  return new Map(keys.flatMap((key) => (twice.has(key.keyId) ? [] : [[key.keyId, key] as const])));
}

function readKey(entry: unknown): VerificationKey | undefined {
  const jwk = jwkSchema.safeParse(entry);
  if (!jwk.success) return undefined;
  const { kid: keyId, alg, use, key_ops, revoked_at } = jwk.data;
  const key = publicKey(jwk.data);
  const algorithm = key && algorithmOf(key);
  const verifies = use === "sig" && key_ops?.includes("verify") === true;
  const fits = algorithm !== undefined && (alg === undefined || alg === jwaName(algorithm));
  return {
    keyId,
    key,
    algorithm,
    uses: verifies && fits ? usesIn(jwk.data) : {},
    revoked: revoked_at !== undefined && revoked_at !== null,
  };
}

function usesIn(jwk: Readonly<Record<string, unknown>>): VerificationKey["uses"] {
  return Object.fromEntries(
    protocolNames.flatMap((protocol) => {
      const use = jwk[names[protocol].keyUseMember];
      return typeof use === "string" ? [[protocol, use]] : [];
    }),
  );
}

function publicKey(jwk: Readonly<Record<string, unknown>>): KeyObject | undefined {
  try {
    return createPublicKey({ format: "jwk", key: jwk });
  } catch {
    return undefined;
  }
}
