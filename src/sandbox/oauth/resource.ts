import type { Caller } from "../principals.ts";
import type { Agent } from "../tool.ts";
import type { AuthorizationServer } from "./authorization-server.ts";

/** How an agent that takes access tokens knows its callers, and what it says to those that it does not know. */
export interface TokenGate {
  readonly identify: (header: string | undefined) => Caller;
  /** `WWW-Authenticate`, as RFC 9728 has it. */
  readonly challenge: (error?: "invalid_token") => string;
}

/** The gate of an agent that takes the authorization server's tokens for itself, and no others. */
export function tokenGate(agent: Agent, { accountOf }: AuthorizationServer): TokenGate {
  const metadata = new URL(metadataPath(agent), agent.url).href;
  return {
    identify: (header) => {
      if (header === undefined) return { type: "anonymous" };
      const token = /^Bearer\s+(\S+)$/i.exec(header)?.[1];
      const principal = token === undefined ? undefined : accountOf(token, agent.url);
      return principal === undefined ? { type: "refused" } : { type: "known", principal };
    },
    challenge: (error) =>
      `Bearer realm="${agent.domain}", resource_metadata="${metadata}"${error === undefined ? "" : `, error="${error}"`}`,
  };
}

/** RFC 9728: where an agent says which authorization server it trusts. */
export function metadataPath({ path }: Agent): string {
  return `/.well-known/oauth-protected-resource${path}`;
}

export function resourceMetadata({ url, name }: Agent, { issuer }: AuthorizationServer) {
  return {
    resource: url,
    resource_name: name,
    authorization_servers: [issuer],
    bearer_methods_supported: ["header"],
  };
}
