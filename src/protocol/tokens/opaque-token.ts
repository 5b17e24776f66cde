import { decodeJwt, decodeProtectedHeader } from "jose";
import { attempt } from "../../lib/cause.ts";
import type { Dialect } from "../dialects/dialect.ts";
import { names } from "../tasks/names.ts";
import { type TokenCheck, type TokenExpectation, type VerifyToken, wrongAudience } from "./approval-token.ts";

/**
 * How tokens of the governance agent at `governanceUrl` are checked: the contract has the buyer verify them, the public
 * standard has it pass them on unread.
 */
export function tokensByDialect(
  governanceUrl: string,
  {
    verify,
    dialectOf,
  }: { readonly verify: VerifyToken; readonly dialectOf: (agentUrl: string) => Promise<Dialect> },
): VerifyToken {
  return async (token, expected) => {
    const { protocol } = await dialectOf(governanceUrl);
    return protocol === "svc" ? verify(token, expected) : checkOpaqueToken(token, expected);
  };
}

const legal = /^[\x20-\x7e]{1,4096}$/;

/**
 * What a buyer may say of a token that only the seller reads: it has the legal form, and where it is the public standard's
 * signed kind it is for this seller and ends when it says. It is verified by the seller and passed on as it came.
 */
function checkOpaqueToken(token: string, { agentUrl }: Pick<TokenExpectation, "agentUrl">): TokenCheck {
  if (!legal.test(token)) return { type: "invalid", reason: "it is not printable ASCII of 4096 characters" };
  const { aud, exp } = tokenClaims(token);
  const audience = aud === undefined ? [] : [aud].flat();
  if (audience.length > 0 && !audience.some((one) => plain(one) === plain(agentUrl)))
    return { type: "invalid", reason: wrongAudience(audience, agentUrl) };
  return { type: "valid", expiresAt: exp === undefined ? Number.POSITIVE_INFINITY : exp * 1000 };
}

/** Nothing where the token is of another kind. */
function tokenClaims(token: string): ReturnType<typeof decodeJwt> {
  const type = attempt(() => decodeProtectedHeader(token).typ);
  return (type === names.adcp.approvalTokenType && attempt(() => decodeJwt(token))) || {};
}

/** The same agent may be written with a slash at the end or without. */
function plain(agentUrl: string): string {
  return URL.canParse(agentUrl) ? new URL(agentUrl).href.replace(/\/$/, "") : agentUrl;
}
