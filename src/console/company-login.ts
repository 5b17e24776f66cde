import type * as openidClient from "openid-client";
import { type Role, roles } from "../desk/caller.ts";
import { messageOf } from "../lib/cause.ts";
import { type BegunPorts, openBegunLogins } from "./begun-logins.ts";

const timeoutSeconds = 10;

/** What the desk knows of the company's issuer, and how it reads its claims. */
export interface CompanyPorts extends BegunPorts {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret?: string;
  /** The claim that names a person. */
  readonly person: string;
  readonly roles: { readonly claim: string } & Readonly<Record<Role, readonly string[]>>;
  /** Goes to the issuer, and where it says. */
  readonly fetch: openidClient.CustomFetch;
  /** Plain http is for an issuer on this machine. */
  readonly allowHttp: boolean;
}

/** Somebody whom the issuer has named, with what the claims let them do. */
export interface Known {
  readonly person: string;
  readonly roles: readonly Role[];
}

/** A login that the issuer did not give, or that says too little. */
export class LoginRefused extends Error {}

/** Somebody whom the issuer has named, and to whom its claims give no role. */
export class NoRole extends LoginRefused {
  readonly person: string;

  constructor(person: string, why: string) {
    super(`${person} has no role here: ${why}`);
    this.person = person;
  }
}

export interface CompanyLogin {
  /** Where a browser is sent, and what must come back with it; undefined where too many logins are begun. */
  readonly begin: (back: string) => Promise<{ readonly url: string; readonly id: string } | undefined>;
  /** Who came back, once for each login that was begun. Rejects with a LoginRefused. */
  readonly end: (id: string, back: URL) => Promise<Known>;
}

interface Begun {
  readonly verifier: string;
  readonly state: string;
  readonly nonce: string;
}

/** OpenID Connect: the code flow with PKCE, state and nonce; the signature of the id token is checked. */
export function companyLogin(ports: CompanyPorts): CompanyLogin {
  const logins = openBegunLogins<Begun>("company", ports);
  let configuration: openidClient.Configuration | undefined;

  // Asked for with the first login, and again where it could not be had.
  const opened = async () => {
    const client = await import("openid-client");
    const { issuer, clientId, clientSecret, fetch, allowHttp } = ports;
    configuration ??= await client.discovery(
      new URL(issuer),
      clientId,
      undefined,
      clientSecret === undefined ? client.None() : client.ClientSecretPost(clientSecret),
      {
        [client.customFetch]: fetch,
        timeout: timeoutSeconds,
        execute: [client.enableNonRepudiationChecks, ...(allowHttp ? [client.allowInsecureRequests] : [])],
      },
    );
    return { client, configuration };
  };

  return {
    begin: async (back) => {
      const { client, configuration: known } = await opened();
      const verifier = client.randomPKCECodeVerifier();
      const [state, nonce] = [client.randomState(), client.randomNonce()];
      const id = await logins.begin({ verifier, state, nonce });
      if (id === undefined) return undefined;
      const url = client.buildAuthorizationUrl(known, {
        redirect_uri: back,
        scope: "openid email profile",
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        state,
        nonce,
      });
      return { url: url.href, id };
    },
    end: async (id, back) => {
      const request = await logins.end(id);
      if (request === undefined) throw new LoginRefused("no such login was begun here");
      const { client, configuration: known } = await opened();
      const tokens = await client
        .authorizationCodeGrant(known, back, {
          pkceCodeVerifier: request.verifier,
          expectedState: request.state,
          expectedNonce: request.nonce,
          idTokenExpected: true,
        })
        .catch((cause: unknown) => {
          const error = cause instanceof client.ResponseBodyError ? ` (${cause.error})` : "";
          throw new LoginRefused(`${messageOf(cause)}${error}`, { cause });
        });
      return knownBy(tokens.claims() ?? {}, ports);
    },
  };
}

/** Who the claims name. Rejects where they name nobody, or give no role. */
function knownBy(claims: Readonly<Record<string, unknown>>, { person, roles: map }: CompanyPorts): Known {
  const name = claims[person];
  if (typeof name !== "string" || name.trim() === "")
    throw new LoginRefused(`the claim ${person} names nobody`);
  if (person === "email" && claims["email_verified"] === false)
    throw new LoginRefused("the e-mail address is not verified");
  const claim = claims[map.claim];
  const values = Array.isArray(claim) ? claim : [claim];
  const ownRoles = roles.filter((role) => map[role].some((value) => values.includes(value)));
  if (ownRoles.length > 0) return { person: name.trim(), roles: ownRoles };
  throw new NoRole(
    name.trim(),
    claim === undefined
      ? `the id token has no claim ${map.claim}`
      : `the claim ${map.claim} holds nothing that console.oidc.roles names`,
  );
}
