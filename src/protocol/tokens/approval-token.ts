import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from "jose";
import { z } from "zod";
import { hasCode, messageOf } from "../../lib/cause.ts";
import type { FetchJson } from "../addresses/safe-fetch.ts";
import { approvalTokenType } from "../tasks/names.ts";
import { agentAt, readBrandFile } from "../well-known/brand-file.ts";

/** What a token must say to permit one call. */
export interface TokenExpectation {
  readonly planId: string;
  readonly agentUrl: string;
  readonly task: string;
  /** Who asked for the approval. */
  readonly caller: string;
  /** SHA-256 of the arguments' canonical JSON. */
  readonly digest: string;
  /** UTC milliseconds. */
  readonly now: number;
}

/**
 * Until when a token that fits is good, in UTC milliseconds (infinite where it does not say; it may be over already), or why it
 * opens nothing.
 */
export type TokenCheck =
  | { readonly type: "valid"; readonly expiresAt: number }
  | { readonly type: "invalid"; readonly reason: string };

export type VerifyToken = (token: string, expected: TokenExpectation) => Promise<TokenCheck>;

const claimsSchema = z.looseObject({
  sub: z.string(),
  exp: z.number(),
  aud: z.union([z.string(), z.array(z.string())]).optional(),
  tool: z.string().optional(),
  caller: z.string().optional(),
  payload_hash: z.string(),
});

/**
 * Checks approval tokens of the governance agent at `governanceUrl` against the keys that its brand.json names. Keys are
 * fetched once, and once more when a token names a key that is not among them.
 */
export function approvalTokens(governanceUrl: string, fetchJson: FetchJson): VerifyToken {
  let keys: Promise<JSONWebKeySet> | undefined;
  const fetchKeys = () => {
    const fetched = keysOf(governanceUrl, fetchJson);
    keys = fetched;
    fetched.catch(() => {
      if (keys === fetched) keys = undefined;
    });
    return fetched;
  };

  return async (token, expected) => {
    try {
      const options = {
        issuer: governanceUrl,
        typ: approvalTokenType,
        algorithms: ["EdDSA", "ES256"],
        currentDate: new Date(expected.now),
        clockTolerance: 60,
      };
      const verify = async (set: JSONWebKeySet) => jwtVerify(token, createLocalJWKSet(set), options);
      const { payload } = await verify(await (keys ?? fetchKeys())).catch(async (cause: unknown) => {
        if (!hasCode(cause, "ERR_JWKS_NO_MATCHING_KEY")) throw cause;
        return verify(await fetchKeys());
      });
      return checkTokenClaims(claimsSchema.parse(payload), expected);
    } catch (cause) {
      return { type: "invalid", reason: messageOf(cause) };
    }
  };
}

function checkTokenClaims(claims: z.infer<typeof claimsSchema>, expected: TokenExpectation): TokenCheck {
  const audience = claims.aud === undefined ? undefined : [claims.aud].flat();
  const wrong =
    claims.sub !== expected.planId
      ? `it is for plan ${claims.sub}`
      : audience !== undefined && !audience.includes(expected.agentUrl)
        ? wrongAudience(audience, expected.agentUrl)
        : claims.tool !== undefined && claims.tool !== expected.task
          ? `it is for ${claims.tool}`
          : claims.caller !== undefined && claims.caller !== expected.caller
            ? `it was given to ${JSON.stringify(claims.caller)}`
            : claims.payload_hash !== expected.digest
              ? "it is for other arguments"
              : undefined;
  return wrong === undefined
    ? { type: "valid", expiresAt: claims.exp * 1000 }
    : { type: "invalid", reason: wrong };
}

/** The token's own words are quoted: they may be anybody's. */
export function wrongAudience(audience: readonly string[], agentUrl: string): string {
  const named = audience.map((name) => JSON.stringify(name)).join(", ");
  return `its audience is ${named}, and the call is for ${JSON.stringify(agentUrl)}`;
}

async function keysOf(governanceUrl: string, fetchJson: FetchJson): Promise<JSONWebKeySet> {
  const { origin } = new URL(governanceUrl);
  const address = `${origin}/.well-known/brand.json`;
  const keys = agentAt(readBrandFile(await fetchJson(address), address), governanceUrl)?.jwksUri;
  if (keys === undefined) throw new Error(`${address} names no keys for ${governanceUrl}`);
  return z.looseObject({ keys: z.array(z.looseObject({ kty: z.string() })) }).parse(await fetchJson(keys));
}
