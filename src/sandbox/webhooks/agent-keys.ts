import { generateKeyPairSync } from "node:crypto";
import type { SigningKey } from "../../protocol/signing/sign.ts";

/** What one agent of the deployment signs its webhooks with, and what it publishes of it. */
export interface AgentKeys {
  readonly signing: SigningKey;
  readonly jwks: { readonly keys: readonly Readonly<Record<string, unknown>>[] };
}

/** Fresh keys for each agent, by slug: half of the sellers sign with each algorithm. */
export function agentKeys(slugs: readonly string[], keyUseMember: string): ReadonlyMap<string, AgentKeys> {
  return new Map(slugs.map((slug, index) => [slug, newKeys(slug, index % 2 === 0, keyUseMember)]));
}

function newKeys(slug: string, edwards: boolean, keyUseMember: string): AgentKeys {
  const pair = edwards
    ? generateKeyPairSync("ed25519")
    : generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const keyId = `${slug}-1`;
  const algorithm = edwards ? "ed25519" : "ecdsa-p256-sha256";
  const jwk = {
    ...pair.publicKey.export({ format: "jwk" }),
    kid: keyId,
    alg: edwards ? "EdDSA" : "ES256",
    use: "sig",
    key_ops: ["verify"],
    [keyUseMember]: "request-signing",
  };
  return { signing: { keyId, algorithm, privateKey: pair.privateKey }, jwks: { keys: [jwk] } };
}
