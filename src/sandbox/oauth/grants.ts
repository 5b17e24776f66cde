import { randomBytes } from "node:crypto";
import { InvalidGrantError, InvalidTargetError } from "@modelcontextprotocol/sdk/server/auth/errors.js";
import type { OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";
import type { Clock } from "../../lib/clock.ts";

/** Lifetimes in seconds. */
const codeLife = 60;
export const accessTokenLife = 15 * 60;
const refreshTokenLife = 400 * 86_400;

/** What an account let a client do at one resource. */
interface Consent {
  readonly client: string;
  readonly account: string;
  /** The one agent that its tokens are good for. */
  readonly resource: string;
  revoked: boolean;
}

interface Issued {
  readonly consent: Consent;
  readonly expiresAt: number;
  used: boolean;
}

interface Code extends Issued {
  readonly challenge: string;
  readonly redirectUri: string;
}

export interface GrantRequest {
  readonly client: string;
  readonly resource: string;
  readonly challenge: string;
  readonly redirectUri: string;
}

/**
 * The books of the authorization server: codes and tokens, opaque and in memory, with lifetimes on the deployment's clock.
 * Refresh tokens rotate; one that comes a second time ends its whole consent, and so does a code.
 */
export function grantBook(clock: Clock) {
  const codes = new Map<string, Code>();
  const accessTokens = new Map<string, Issued>();
  const refreshTokens = new Map<string, Issued>();
  const until = (seconds: number) => clock.now() + seconds * 1000;

  const issue = (consent: Consent): OAuthTokens => {
    const access = secret();
    const refresh = secret();
    accessTokens.set(access, { consent, expiresAt: until(accessTokenLife), used: false });
    refreshTokens.set(refresh, { consent, expiresAt: until(refreshTokenLife), used: false });
    return {
      access_token: access,
      token_type: "Bearer",
      expires_in: accessTokenLife,
      refresh_token: refresh,
    };
  };

  /** Uses up a code or refresh token. Throws where it is unknown, over, another client's or used before. */
  const use = <Kind extends Issued>(kept: ReadonlyMap<string, Kind>, value: string, client: string): Kind => {
    const found = kept.get(value);
    if (found === undefined || found.consent.client !== client)
      throw new InvalidGrantError("it is not known here");
    if (found.used) found.consent.revoked = true;
    if (found.consent.revoked) throw new InvalidGrantError("it was revoked");
    if (found.expiresAt <= clock.now()) throw new InvalidGrantError("it has expired");
    found.used = true;
    return found;
  };

  return {
    consent: (account: string, { client, resource, challenge, redirectUri }: GrantRequest): string => {
      const code = secret();
      const consent = { client, account, resource, revoked: false };
      codes.set(code, { consent, challenge, redirectUri, expiresAt: until(codeLife), used: false });
      return code;
    },
    challengeOf: (code: string): string => {
      const found = codes.get(code);
      if (found === undefined) throw new InvalidGrantError("the code is not known here");
      return found.challenge;
    },
    redeem: (code: string, client: string, redirectUri: string | undefined, resource: string | undefined) => {
      const { consent, redirectUri: wanted } = use(codes, code, client);
      if (redirectUri !== wanted)
        throw new InvalidGrantError("the code was asked for with another redirect_uri");
      mustBeFor(consent, resource);
      return issue(consent);
    },
    refresh: (token: string, client: string, resource: string | undefined) => {
      const { consent } = use(refreshTokens, token, client);
      mustBeFor(consent, resource);
      return issue(consent);
    },
    /** Ends the consent behind either kind of token; nothing where it is not the client's. */
    revoke: (token: string, client: string): void => {
      const found = refreshTokens.get(token) ?? accessTokens.get(token);
      if (found?.consent.client === client) found.consent.revoked = true;
    },
    revokeAll: (): void => {
      for (const { consent } of refreshTokens.values()) consent.revoked = true;
    },
    /** Whose token it is, where it is good for `resource` now. */
    accountOf: (token: string, resource: string): string | undefined => {
      const found = accessTokens.get(token);
      if (found === undefined || found.consent.revoked || found.expiresAt <= clock.now()) return undefined;
      return found.consent.resource === resource ? found.consent.account : undefined;
    },
  };
}

export type GrantBook = ReturnType<typeof grantBook>;

function mustBeFor(consent: Consent, resource: string | undefined): void {
  if (resource !== undefined && resource !== consent.resource)
    throw new InvalidTargetError(`the consent is for ${consent.resource}`);
}

function secret(): string {
  return randomBytes(32).toString("base64url");
}
