import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { authorizationHandler } from "@modelcontextprotocol/sdk/server/auth/handlers/authorize.js";
import { clientRegistrationHandler } from "@modelcontextprotocol/sdk/server/auth/handlers/register.js";
import { revocationHandler } from "@modelcontextprotocol/sdk/server/auth/handlers/revoke.js";
import { tokenHandler } from "@modelcontextprotocol/sdk/server/auth/handlers/token.js";
import type { OAuthServerProvider } from "@modelcontextprotocol/sdk/server/auth/provider.js";
import { createMcpExpressApp } from "@modelcontextprotocol/sdk/server/express.js";
import type { OAuthClientInformationFull } from "@modelcontextprotocol/sdk/shared/auth.js";
import type { Clock } from "../../lib/clock.ts";
import { escaped } from "../agents/previews.ts";
import { sandboxPrincipal } from "../principals.ts";
import { type GrantBook, type GrantRequest, grantBook } from "./grants.ts";

export interface AuthorizationServer {
  readonly issuer: string;
  /** Whose access token it is, where it is good for that agent now. */
  readonly accountOf: GrantBook["accountOf"];
  /** Ends everything that was consented to, as an administrator would. */
  readonly revokeAll: () => void;
  readonly close: () => Promise<void>;
}

/**
 * An OAuth 2.1 authorization server on a loopback port of its own: authorization code with PKCE S256 for public clients
 * that register themselves, tokens for one resource each, rotating refresh tokens. `isResource` says which agents it
 * serves. Whoever logs in is the sandbox's buyer, without a password; consent is one click.
 */
export async function startAuthorizationServer({
  clock,
  isResource,
}: {
  readonly clock: Clock;
  readonly isResource: (url: string) => boolean;
}): Promise<AuthorizationServer> {
  const book = grantBook(clock);
  const requests = new Map<string, GrantRequest & { readonly state: string | undefined }>();
  const app = createMcpExpressApp();
  const server = createServer(app);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // A TCP server's address is never a pipe name.
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const provider: OAuthServerProvider = {
    clientsStore: clientStore(),
    authorize: (client, params, response) => {
      const resource = params.resource?.href;
      const { codeChallenge: challenge, redirectUri, state } = params;
      if (resource === undefined || !isResource(resource)) {
        const error = { error: "invalid_target", error_description: "name one of the agents here" };
        response.redirect(302, answerTo(redirectUri, { ...error, state, iss: issuer }));
        return Promise.resolve();
      }
      const id = randomUUID();
      requests.set(id, { client: client.client_id, resource, challenge, redirectUri, state });
      response.set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
      response.send(consentPage({ id, client: client.client_name ?? client.client_id, resource }));
      return Promise.resolve();
    },
    challengeForAuthorizationCode: (_, code) => Promise.resolve(book.challengeOf(code)),
    exchangeAuthorizationCode: async ({ client_id }, code, _verifier, redirectUri, resource) =>
      book.redeem(code, client_id, redirectUri, resource?.href),
    exchangeRefreshToken: async ({ client_id }, token, _scopes, resource) =>
      book.refresh(token, client_id, resource?.href),
    verifyAccessToken: () => Promise.reject(new Error("the agents ask the books themselves")),
    revokeToken: ({ client_id }, { token }) => Promise.resolve(book.revoke(token, client_id)),
  };

  const rateLimit = false;
  app.get("/.well-known/oauth-authorization-server", (_, response) => response.json(metadata(issuer)));
  app.use("/authorize", authorizationHandler({ provider, rateLimit }));
  app.use("/token", tokenHandler({ provider, rateLimit }));
  app.use("/register", clientRegistrationHandler({ clientsStore: provider.clientsStore, rateLimit }));
  app.use("/revoke", revocationHandler({ provider, rateLimit }));
  app.post("/consent/:id", (request, response) => {
    const { id } = request.params;
    const grant = requests.get(id);
    requests.delete(id);
    if (grant === undefined) return response.status(404).send("there is nothing to consent to");
    const code = book.consent(sandboxPrincipal, grant);
    return response.redirect(303, answerTo(grant.redirectUri, { code, state: grant.state, iss: issuer }));
  });

  return {
    issuer,
    accountOf: book.accountOf,
    revokeAll: book.revokeAll,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      }),
  };
}

/** Back to the client, with the issuer's name in it (RFC 9207). */
function answerTo(redirectUri: string, words: Readonly<Record<string, string | undefined>>): string {
  const answer = new URL(redirectUri);
  for (const [name, value] of Object.entries(words))
    if (value !== undefined) answer.searchParams.set(name, value);
  return answer.href;
}

/** RFC 8414. */
function metadata(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    registration_endpoint: `${issuer}/register`,
    revocation_endpoint: `${issuer}/revoke`,
    response_types_supported: ["code"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["none"],
    authorization_response_iss_parameter_supported: true,
  };
}

function clientStore(): OAuthServerProvider["clientsStore"] {
  const clients = new Map<string, OAuthClientInformationFull>();
  return {
    getClient: (id) => clients.get(id),
    registerClient: (given) => {
      // The handler has given it an id and the time; the type does not say so.
      const client = { client_id: randomUUID(), ...given } satisfies OAuthClientInformationFull;
      clients.set(client.client_id, client);
      return client;
    },
  };
}

/** One button. What others wrote stands in it as text. */
function consentPage(asked: {
  readonly id: string;
  readonly client: string;
  readonly resource: string;
}): string {
  const { id, client, resource } = asked;
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Sandbox login</title>
<h1>Sandbox login</h1>
<p>You are the sandbox's media buyer. <b>${escaped(client)}</b> asks to act for you at <b>${escaped(resource)}</b>.</p>
<form method="post" action="/consent/${encodeURIComponent(id)}"><button>Let it</button></form>
</html>
`;
}
