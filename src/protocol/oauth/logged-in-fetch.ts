import { extractWWWAuthenticateParams } from "@modelcontextprotocol/sdk/client/auth.js";
import type { Fetch } from "../addresses/lean-fetch.ts";
import { NotAccepted } from "../messages/credentials.ts";
import { type Logins, loginNeeded } from "./logins.ts";

/**
 * `fetch` with the login at one agent, called at its endpoint, in the Authorization header, in place of any other credential.
 * HTTP 401 comes before anything is done: the token is renewed once and the request sent once more. Then, and where a login is
 * wanted and nobody has logged in, it rejects with what a person must do.
 */
export function loggedInFetch(
  { agentUrl, endpoint }: { readonly agentUrl: string; readonly endpoint: string },
  logins: Logins,
  send: {
    /** Without any credential. */
    readonly bare: Fetch;
    /** With what is set for the agent, for as long as nobody has logged in. */
    readonly authenticated: Fetch;
  },
): Fetch {
  const agent = new URL(agentUrl).href;
  const called = new URL(endpoint).href;
  return async (url, init) => {
    // A token is for this agent alone.
    if (new URL(url).href !== called) return send.authenticated(url, init);
    const authorization = await logins.authorization(agent);
    if (authorization === undefined)
      return send.authenticated(url, init).catch((cause: unknown) => {
        throw wantsLogin(cause)
          ? loginNeeded(agent, "it wants a login, and nobody is logged in there")
          : cause;
      });
    const withToken = (token: string) => {
      const headers = new Headers(init?.headers);
      headers.set("Authorization", token);
      return send.bare(url, { ...init, headers });
    };
    try {
      return await withToken(authorization);
    } catch (cause) {
      if (!isRefusal(cause)) throw cause;
    }
    const renewed = await logins.renewed(agent, authorization);
    return withToken(renewed).catch((cause: unknown) => {
      if (isRefusal(cause)) return logins.refusedAgain(agent, renewed);
      throw cause;
    });
  };
}

function isRefusal(cause: unknown): cause is NotAccepted {
  return cause instanceof NotAccepted && cause.status === 401;
}

/** Whether a refusal says where to log in (RFC 9728). */
function wantsLogin(cause: unknown): boolean {
  if (!isRefusal(cause) || cause.challenge === undefined) return false;
  const headers = { "WWW-Authenticate": cause.challenge };
  return extractWWWAuthenticateParams(new Response(null, { headers })).resourceMetadataUrl !== undefined;
}
