import type { Agent } from "../tool.ts";

/** RFC 9728: where an agent says which authorization server it trusts. */
export function metadataPath({ path }: Agent): string {
  return `/.well-known/oauth-protected-resource${path}`;
}

export function resourceMetadata({ url, name }: Agent, issuer: string) {
  return {
    resource: url,
    resource_name: name,
    authorization_servers: [issuer],
    bearer_methods_supported: ["header"],
  };
}
