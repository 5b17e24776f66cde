import { timingSafeEqual } from "node:crypto";
import {
  type AuthInfo,
  OAuthError,
  OAuthErrorCode,
  type OAuthTokenVerifier,
} from "@modelcontextprotocol/server";
import { createRemoteJWKSet, customFetch, type FetchImplementation, jwtVerify } from "jose";
import { z } from "zod";
import { messageOf } from "../lib/cause.ts";
import { sha256 } from "../lib/digest.ts";
import { scopes } from "./server.ts";

/** Who brings a token: `person` is written down as who asked. */
const extraSchema = z.object({ person: z.string() });

export function personOf({ extra }: AuthInfo): string {
  return extraSchema.parse(extra).person;
}

const hourSeconds = 3_600;

/** The installation's own token: whoever brings it has started flightdesk. The comparison takes constant time. */
export function ownToken(token: string, person: string, now: () => number): OAuthTokenVerifier {
  const expected = Buffer.from(sha256(token));
  return {
    verifyAccessToken: (given) =>
      timingSafeEqual(Buffer.from(sha256(given)), expected)
        ? Promise.resolve({
            token: given,
            clientId: "own token",
            scopes: [...scopes],
            expiresAt: Math.floor(now() / 1000) + hourSeconds,
            extra: { person },
          })
        : Promise.reject(refused("a token that is known here is needed")),
  };
}

/** Signatures that an issuer's public keys check: with a shared secret whoever checks could sign. */
const algorithms = ["ES256", "ES384", "EdDSA", "PS256", "RS256"];
const clockTolerance = 30;

const metadataSchema = z.object({ issuer: z.string(), jwks_uri: z.url() });
const claimsSchema = z.object({
  sub: z.string().min(1),
  exp: z.number(),
  client_id: z.string().optional(),
  azp: z.string().optional(),
  scope: z.string().default(""),
});

export interface IssuerPorts {
  readonly issuer: string;
  /** This server, as tokens must name it. */
  readonly audience: string;
  /** Goes to the issuer, and where it says. */
  readonly fetch: FetchImplementation;
  /** UTC milliseconds. */
  readonly now: () => number;
}

/** Access tokens of an issuer (RFC 9068): its signature, for this server, not over. The subject is the person. */
export function issuerTokens({ issuer, audience, fetch, now }: IssuerPorts): OAuthTokenVerifier {
  let keys: ReturnType<typeof createRemoteJWKSet> | undefined;
  // Asked for with the first token, and again where it could not be had.
  const opened = async () => {
    const url = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
    const options = {
      method: "GET",
      headers: new Headers(),
      redirect: "manual",
      signal: AbortSignal.timeout(10_000),
    } as const;
    const metadata = metadataSchema.parse(await (await fetch(url, options)).json());
    if (metadata.issuer !== issuer) throw new Error(`${url} is of another issuer, ${metadata.issuer}`);
    keys ??= createRemoteJWKSet(new URL(metadata.jwks_uri), { [customFetch]: fetch });
    return keys;
  };
  return {
    verifyAccessToken: async (token) => {
      const known = keys ?? (await opened());
      const { payload } = await jwtVerify(token, known, {
        issuer,
        audience,
        algorithms,
        clockTolerance,
        requiredClaims: ["exp", "sub"],
        currentDate: new Date(now()),
      }).catch((cause: unknown) => {
        throw refused(messageOf(cause));
      });
      const claims = claimsSchema.safeParse(payload);
      if (!claims.success) throw refused("the token does not say whose it is");
      const { sub, exp, scope, client_id: clientId, azp } = claims.data;
      return {
        token,
        clientId: clientId ?? azp ?? sub,
        scopes: scope.split(" "),
        expiresAt: exp + clockTolerance,
        extra: { person: sub },
      };
    },
  };
}

function refused(why: string): OAuthError {
  return new OAuthError(OAuthErrorCode.InvalidToken, why);
}
