import {
  createMcpHandler,
  getOAuthProtectedResourceMetadataUrl,
  type McpServer,
  type OAuthTokenVerifier,
  originValidationResponse,
  requireBearerAuth,
} from "@modelcontextprotocol/server";
import { personOf } from "./bearer.ts";
import { scopes } from "./server.ts";
import { mcpSessions } from "./sessions.ts";

/** The largest call that is read, in bytes: a brief has room in it. */
const largestCall = 1024 * 1024;

export interface McpHttpOptions {
  /** What answers one call of a person, or a session of one. */
  readonly serve: (person: string | undefined) => McpServer;
  /** Host names under which it is called: pages of others are kept out. */
  readonly names: readonly string[];
  readonly verifier: OAuthTokenVerifier;
  /** Where an issuer's tokens are taken: this server as they name it, and the issuer. */
  readonly resource?: { readonly url: string; readonly issuer: string };
  /** Milliseconds until a person's next call is taken; 0 where it is taken now. */
  readonly allowance: (person: string) => number;
  /** Called with what went wrong on this side. */
  readonly failed: (cause: unknown) => void;
}

/**
 * The desk for hosts elsewhere, over Streamable HTTP. What a call has begun comes to its end, whether or not its host waits
 * for it. Answers the metadata of RFC 9728 where an issuer's tokens are taken.
 */
export function mcpOverHttp(options: McpHttpOptions): (request: Request) => Promise<Response> {
  const { serve, names, verifier, resource, allowance, failed } = options;
  const admit = requireBearerAuth({
    verifier,
    requiredScopes: [scopes[0]],
    resourceMetadataUrl: resource && getOAuthProtectedResourceMetadataUrl(new URL(resource.url)),
  });
  const { fetch } = createMcpHandler(
    ({ authInfo }) => serve(authInfo && personOf(authInfo)),
    // As a stream from the start: a silent connection would be closed before sellers have answered.
    { responseMode: "sse", maxRequestBodySize: largestCall, onerror: failed },
  );
  const inSession = mcpSessions({ serve, failed, largestCall });
  return async (request) => {
    if (new URL(request.url).pathname.startsWith("/.well-known/")) return metadata(resource);
    const foreign = originValidationResponse(request, [...names]);
    if (foreign !== undefined) return foreign;
    const authInfo = await admit(request);
    if (authInfo instanceof Response) return authInfo;
    const wait = allowance(personOf(authInfo));
    if (wait > 0)
      return Response.json(
        { error: "too many calls" },
        { status: 429, headers: { "Retry-After": String(Math.ceil(wait / 1000)) } },
      );
    return (await inSession(request, authInfo)) ?? fetch(request, { authInfo });
  };
}

function metadata(resource: McpHttpOptions["resource"]): Response {
  if (resource === undefined) return Response.json({ error: "there is nothing here" }, { status: 404 });
  return Response.json({
    resource: resource.url,
    authorization_servers: [resource.issuer],
    scopes_supported: scopes,
    bearer_methods_supported: ["header"],
    resource_name: "flightdesk",
  });
}
