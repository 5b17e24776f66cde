import type { AuthorizationServer } from "../oauth/authorization-server.ts";
import { metadataPath } from "../oauth/resource.ts";
import type { Agent } from "../tool.ts";
import type { Door } from "./door.ts";

/** A door for access tokens that the authorization server issued for this agent; its account is the principal. */
export function oauthDoor(agent: Agent, { accountOf }: Pick<AuthorizationServer, "accountOf">): Door {
  const metadata = new URL(metadataPath(agent), agent.url).href;
  return {
    kind: "oauth",
    identify: ({ headers }) => {
      const header = headers.get("authorization");
      if (header === null) return { type: "anonymous" };
      const token = /^Bearer\s+(\S+)$/i.exec(header)?.[1];
      const principal = token === undefined ? undefined : accountOf(token, agent.url);
      return principal === undefined ? { type: "refused" } : { type: "known", principal };
    },
    // As RFC 9728 has it.
    challenge: (realm, refused) =>
      `Bearer realm="${realm}", resource_metadata="${metadata}"${refused ? ', error="invalid_token"' : ""}`,
  };
}
