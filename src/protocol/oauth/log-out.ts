import { selectClientAuthMethod } from "@modelcontextprotocol/sdk/client/auth.js";
import type { FetchLike } from "@modelcontextprotocol/sdk/shared/transport.js";
import { messageOf } from "../../lib/cause.ts";
import type { Session } from "./login.ts";
import type { LoginBook } from "./login-book.ts";

/** What became of a login. `not-revoked`: it is removed here, and the tokens may be good until they run out. */
export type LoggedOut =
  | { readonly type: "nobody" }
  | { readonly type: "revoked" }
  | { readonly type: "not-revoked"; readonly reason: string };

/**
 * Takes back the tokens at the authorization server (RFC 7009) and removes them here, whatever the server says. The pin
 * stays, so that the next login is at the same server, unless `forget` is set.
 */
export function logOut(
  agentUrl: string,
  { book, fetch, forget }: { readonly book: LoginBook; readonly fetch: FetchLike; readonly forget: boolean },
): Promise<LoggedOut> {
  const agent = new URL(agentUrl).href;
  return book.changing(agent, async (page): Promise<LoggedOut> => {
    const login = await page.read();
    if (login === undefined) return { type: "nobody" };
    const { session, seller, pin } = login;
    const reason = session === undefined ? undefined : await revocationProblem(session, fetch);
    if (forget) await page.remove();
    else await page.write({ agentUrl: agent, seller, pin });
    if (session === undefined) return { type: "nobody" };
    return reason === undefined ? { type: "revoked" } : { type: "not-revoked", reason };
  });
}

async function revocationProblem(session: Session, fetch: FetchLike): Promise<string | undefined> {
  const { revocationEndpoint: endpoint, refreshToken, accessToken } = session;
  if (endpoint === undefined) return "the server offers no way to take tokens back";
  const tokens = [
    ...(refreshToken === undefined ? [] : [["refresh_token", refreshToken] as const]),
    ["access_token", accessToken] as const,
  ];
  for (const [hint, token] of tokens) {
    try {
      const { ok, status } = await fetch(endpoint, revocation(session, hint, token));
      if (!ok) return `${endpoint} answered HTTP ${status}`;
    } catch (cause) {
      return messageOf(cause);
    }
  }
  return undefined;
}

function revocation({ client }: Session, hint: string, token: string): RequestInit {
  const body = new URLSearchParams({ token, token_type_hint: hint });
  const headers: Record<string, string> = { "Content-Type": "application/x-www-form-urlencoded" };
  const { client_id: id, client_secret: secret } = client;
  if (secret !== undefined && selectClientAuthMethod(client, []) === "client_secret_basic")
    headers["Authorization"] = `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;
  else body.set("client_id", id);
  return { method: "POST", headers, body };
}
