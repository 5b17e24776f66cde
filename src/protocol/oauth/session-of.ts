import type { OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";
import { checkResourceAllowed } from "@modelcontextprotocol/sdk/shared/auth-utils.js";
import { decodeJwt } from "jose";
import { attempt } from "../../lib/cause.ts";
import { isoTime } from "../../lib/clock.ts";
import type { Session } from "./login.ts";

/** Longest life that is believed, in seconds: a year. */
const longestLife = 366 * 86_400;

/**
 * A session with the tokens that a server issued, `now` in UTC milliseconds. Throws where they are of another kind, or say
 * themselves that they are for somebody else than `resource`.
 */
export function sessionOf(
  tokens: OAuthTokens,
  rest: Omit<Session, "accessToken" | "refreshToken" | "expiresAt">,
  now: number,
): Session {
  if (tokens.token_type.toLowerCase() !== "bearer")
    throw new Error(`the token is of type ${tokens.token_type.slice(0, 40)}; only Bearer can be sent`);
  const audience = audienceOf(tokens.access_token);
  if (audience !== undefined && !audience.some((one) => covers(one, rest.resource)))
    throw new Error(`the token is for ${audience.join(", ").slice(0, 200)}, not for ${rest.resource}`);
  const { expires_in: seconds } = tokens;
  const lives = seconds !== undefined && seconds > 0 && seconds <= longestLife;
  return {
    ...rest,
    accessToken: tokens.access_token,
    ...(tokens.refresh_token === undefined ? {} : { refreshToken: tokens.refresh_token }),
    ...(lives && { expiresAt: isoTime(now + seconds * 1000) }),
  };
}

/** Whom a token names as its reader; undefined where it does not say: most tokens mean nothing to a client. */
function audienceOf(token: string): readonly string[] | undefined {
  const { aud } = attempt(() => decodeJwt(token)) ?? {};
  return typeof aud === "string" ? [aud] : aud;
}

function covers(audience: string, resource: string): boolean {
  if (!URL.canParse(audience)) return audience === resource;
  return checkResourceAllowed({ requestedResource: resource, configuredResource: audience });
}
