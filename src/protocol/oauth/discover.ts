import {
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
  extractWWWAuthenticateParams,
} from "@modelcontextprotocol/sdk/client/auth.js";
import { checkResourceAllowed } from "@modelcontextprotocol/sdk/shared/auth-utils.js";
import type { FetchLike } from "@modelcontextprotocol/sdk/shared/transport.js";
import { messageOf } from "../../lib/cause.ts";
import { isLoopback, reasonToRefuse } from "../addresses/address-rule.ts";
import { sameIssuer } from "./check-issuer.ts";

/**
 * Asks an agent where its callers log in (RFC 9728); `resource` is its name in requests for tokens. Rejects with a sentence where it does not say, or says it of another address.
 */
export async function discoverResource(agentUrl: string, fetchFn: FetchLike) {
  const resourceMetadataUrl = await challenged(agentUrl, fetchFn);
  const metadata = await discoverOAuthProtectedResourceMetadata(
    agentUrl,
    resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl },
    fetchFn,
  ).catch((cause: unknown) => {
    throw new Error(`${agentUrl} does not say where its callers log in: ${words(cause)}`, { cause });
  });
  const { resource, authorization_servers = [], scopes_supported = [] } = metadata;
  if (!checkResourceAllowed({ requestedResource: agentUrl, configuredResource: resource }))
    throw new Error(`${agentUrl} hands out metadata of another agent, ${resource}: no token is asked for it`);
  return { resource, issuers: authorization_servers, scopes: scopes_supported };
}

/** The address in the agent's answer to a call without a token; undefined where it names none. */
async function challenged(agentUrl: string, fetchFn: FetchLike): Promise<URL | undefined> {
  const response = await fetchFn(agentUrl, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }),
  });
  return response.status === 401 ? extractWWWAuthenticateParams(response).resourceMetadataUrl : undefined;
}

/**
 * The metadata of an authorization server (RFC 8414) that may be asked: it names itself by the same issuer and takes PKCE
 * with S256. Rejects with a sentence otherwise.
 */
export async function readAuthorizationServer(issuer: string, fetchFn: FetchLike) {
  const metadata = await discoverAuthorizationServerMetadata(issuer, { fetchFn }).catch((cause: unknown) => {
    throw new Error(`the metadata of ${issuer} cannot be read: ${words(cause)}`, { cause });
  });
  if (metadata === undefined) throw new Error(`${issuer} has no metadata of an authorization server`);
  if (!sameIssuer(metadata.issuer, issuer))
    throw new Error(`${issuer} hands out the metadata of ${metadata.issuer}: it is not who it says`);
  if (metadata.code_challenge_methods_supported?.includes("S256") !== true)
    throw new Error(`${issuer} does not take PKCE with S256, without which a code can be stolen`);
  const refusal = reasonToRefuse(metadata.authorization_endpoint, isLoopback(new URL(issuer).hostname));
  if (refusal !== undefined)
    throw new Error(`${issuer} sends people to ${metadata.authorization_endpoint}: ${refusal}`);
  return metadata;
}

function words(cause: unknown): string {
  return messageOf(cause).slice(0, 300);
}
