import type { Agent } from "../tool.ts";

/** What a registry's operator protects beside its public search, by path: its API, and its tools. */
export const registryPaths = ["/api", "/mcp"] as const;

/** RFC 9728: where an agent says which authorization server it trusts. */
export function metadataPath({ path }: Pick<Agent, "path">): string {
  return `/.well-known/oauth-protected-resource${path}`;
}

export function resourceMetadata({ url, name }: Pick<Agent, "url" | "name">, issuer: string) {
  return {
    resource: url,
    resource_name: name,
    authorization_servers: [issuer],
    bearer_methods_supported: ["header"],
  };
}
