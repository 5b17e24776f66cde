import { extractWWWAuthenticateParams } from "@modelcontextprotocol/sdk/client/auth.js";
import type { FetchLike } from "@modelcontextprotocol/sdk/shared/transport.js";
import { type Logins, loginNeeded } from "./logins.ts";

/**
 * `inner` with the login at one agent in its Authorization header, in place of any other credential. HTTP 401 comes before
 * anything is done: the token is renewed once and the request sent once more. Then, and where a login is wanted and nobody
 * has logged in, it rejects with what a person must do.
 */
export function loggedInFetch(agentUrl: string, logins: Logins, inner: FetchLike): FetchLike {
  const agent = new URL(agentUrl).href;
  return async (url, init) => {
    // A token is for this agent alone.
    if (new URL(url).href !== agent) return inner(url, init);
    const send = (authorization: string) => {
      const headers = new Headers(init?.headers);
      headers.set("Authorization", authorization);
      return inner(url, { ...init, headers });
    };
    const authorization = await logins.authorization(agent);
    if (authorization === undefined) {
      const answer = await inner(url, init);
      if (answer.status !== 401 || extractWWWAuthenticateParams(answer).resourceMetadataUrl === undefined)
        return answer;
      await answer.body?.cancel();
      throw loginNeeded(agent, "it wants a login, and nobody is logged in there");
    }
    const first = await send(authorization);
    if (first.status !== 401) return first;
    await first.body?.cancel();
    const renewed = await logins.renewed(agent, authorization);
    const second = await send(renewed);
    if (second.status !== 401) return second;
    await second.body?.cancel();
    return logins.given(agent, renewed);
  };
}
