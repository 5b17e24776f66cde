import type { Secrets, Settings } from "../config.ts";
import { UsageError } from "../desk/usage-error.ts";
import { messageOf } from "../lib/cause.ts";
import { systemClock } from "../lib/clock.ts";
import type { OpenDesk } from "../mcp/server.ts";
import { isLoopback } from "../protocol/addresses/address-rule.ts";
import { guardedOauthFetch } from "../protocol/oauth/guarded-oauth-fetch.ts";
import { senderAllowance } from "../protocol/webhooks/allowance.ts";
import { urlHost } from "../server/hosts.ts";
import type { Log } from "../server/log.ts";
import { loginName } from "./login-name.ts";

/** `/mcp` of `flightdesk serve`; undefined where neither a token nor an issuer is set. */
export async function mcpFor(
  {
    host,
    version,
    settings,
    secrets: { mcpToken },
  }: {
    readonly host: string;
    readonly version: string;
    readonly settings: Settings;
    readonly secrets: Secrets;
  },
  { open, log }: { readonly open: OpenDesk; readonly log: Log },
): Promise<((request: Request) => Promise<Response>) | undefined> {
  const { mcp_issuer: issuer, mcp_audience: audience, public_url: publicUrl } = settings;
  if (mcpToken === undefined && issuer === undefined) return undefined;
  if (issuer !== undefined && (audience === undefined || mcpToken !== undefined))
    throw new UsageError(
      "mcp_issuer needs mcp_audience, the address of /mcp as its tokens name it, and no FLIGHTDESK_MCP_TOKEN beside it",
    );
  const behind = [audience, publicUrl].some((url) => url?.startsWith("https:"));
  if (!isLoopback(urlHost(host)) && !behind)
    throw new UsageError(
      "/mcp takes tokens on this machine or behind https alone: leave --host out, or set public_url or mcp_audience to the https address of a proxy",
    );
  const { mcpOverHttp } = await import("../mcp/http.ts");
  const { mcpServer } = await import("../mcp/server.ts");
  const { issuerTokens, ownToken } = await import("../mcp/bearer.ts");
  const { now } = systemClock;
  const own = [audience, publicUrl].flatMap((url) => (url === undefined ? [] : new URL(url).hostname));
  return mcpOverHttp({
    serve: (person) => mcpServer({ open, version, person }),
    names: ["localhost", "127.0.0.1", "[::1]", ...own],
    verifier:
      issuer === undefined || audience === undefined
        ? ownToken(mcpToken?.reveal() ?? "", loginName(), now)
        : issuerTokens({ issuer, audience, now, fetch: fetchFor(issuer) }),
    ...(issuer !== undefined && audience !== undefined && { resource: { url: audience, issuer } }),
    allowance: senderAllowance({ atOnce: 300, perSecond: 5, now }),
    failed: (cause) => log.error(`/mcp: ${messageOf(cause)}`),
  });
}

function fetchFor(issuer: string) {
  const { origin, hostname } = new URL(issuer);
  return guardedOauthFetch({ allowLoopback: isLoopback(hostname), ownOrigins: [origin] });
}
