import type { X509Certificate } from "node:crypto";
import { legacyTokenHeader } from "../protocol/tasks/names.ts";
import type { AuthorizationServer } from "./oauth/authorization-server.ts";
import { metadataPath } from "./oauth/resource.ts";
import type { Agent } from "./tool.ts";

/** Who calls, as far as the transport proves it; the payload has no say. */
export type Caller =
  | { readonly type: "known"; readonly principal: string }
  | { readonly type: "anonymous" }
  | { readonly type: "refused" };

/** What a request brings to prove who sends it. */
export interface AuthRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: Uint8Array;
  /** The caller's certificate, where the handshake has verified it. */
  readonly certificate: X509Certificate | undefined;
}

/** How an agent authenticates its callers. */
export interface Authenticator {
  /** As its capabilities name it. */
  readonly kind: "bearer" | "basic" | "certificate" | "oauth";
  readonly identify: (request: AuthRequest) => Caller | Promise<Caller>;
  /** The `WWW-Authenticate` of its refusals; `refused`: a credential came and is not good. */
  readonly challenge: (realm: string, refused: boolean) => string;
}

/** Authenticates callers with one of `tokens`, each with the principal behind it. */
export function bearerAuth(tokens: ReadonlyMap<string, string>): Authenticator {
  return {
    kind: "bearer",
    identify: ({ headers }) => bearerOf(headers, (token) => tokens.get(token)),
    challenge: (realm, refused) => `Bearer realm="${realm}"${refused ? invalidToken : ""}`,
  };
}

/** Reads the token from the older header alone, as some agents still do against the contract. */
export function legacyBearerAuth(tokens: ReadonlyMap<string, string>): Authenticator {
  const bearer = bearerAuth(tokens);
  return {
    ...bearer,
    identify: (request) => {
      const token = request.headers.get(legacyTokenHeader);
      const headers = new Headers(token === null ? {} : { Authorization: `Bearer ${token}` });
      return bearer.identify({ ...request, headers });
    },
  };
}

/** Authenticates access tokens that the authorization server issued for this agent; its account is the principal. */
export function oauthAuth(
  agent: Agent,
  { accountOf }: Pick<AuthorizationServer, "accountOf">,
): Authenticator {
  const metadata = new URL(metadataPath(agent), agent.url).href;
  return {
    kind: "oauth",
    identify: ({ headers }) => bearerOf(headers, (token) => accountOf(token, agent.url)),
    // As RFC 9728 has it.
    challenge: (realm, refused) =>
      `Bearer realm="${realm}", resource_metadata="${metadata}"${refused ? invalidToken : ""}`,
  };
}

const invalidToken = ', error="invalid_token"';

function bearerOf(headers: Headers, principalOf: (token: string) => string | undefined): Caller {
  const header = headers.get("authorization");
  if (header === null) return { type: "anonymous" };
  const token = /^Bearer\s+(\S+)$/i.exec(header)?.[1];
  const principal = token === undefined ? undefined : principalOf(token);
  return principal === undefined ? { type: "refused" } : { type: "known", principal };
}

/** Authenticates users with a password; a user's name is the principal. */
export function basicAuth(passwords: ReadonlyMap<string, string>): Authenticator {
  return {
    kind: "basic",
    identify: ({ headers }) => {
      const header = headers.get("authorization");
      if (header === null) return { type: "anonymous" };
      const encoded = /^Basic\s+([A-Za-z0-9+/]+=*)$/i.exec(header)?.[1] ?? "";
      const [, user = "", password] =
        /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, "base64").toString("utf8")) ?? [];
      const isRight = password !== undefined && passwords.get(user) === password;
      return isRight ? { type: "known", principal: user } : { type: "refused" };
    },
    challenge: (realm) => `Basic realm="${realm}", charset="UTF-8"`,
  };
}

/**
 * Authenticates callers with a certificate of the deployment's authority: known by a host name in its SAN, or by the common name
 * of its subject. Header fields that state an identity are ignored.
 */
export function certificateAuth(principals: ReadonlyMap<string, string>): Authenticator {
  return {
    kind: "certificate",
    identify: ({ certificate }) => {
      if (certificate === undefined) return { type: "anonymous" };
      const subject = certificate.subject.split("\n");
      const found = [...principals].find(
        ([name]) =>
          certificate.checkHost(name, { subject: "never", wildcards: false }) !== undefined ||
          subject.includes(`CN=${name}`),
      );
      return found === undefined ? { type: "refused" } : { type: "known", principal: found[1] };
    },
    challenge: (realm) => `Certificate realm="${realm}"`,
  };
}
