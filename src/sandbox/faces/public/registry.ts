import { tasks } from "../../../protocol/tasks/index.ts";
import { searchAgents } from "../../registry.ts";
import { type Agent, isForTests } from "../../tool.ts";
import type { Face } from "../face.ts";

/**
 * The public registry lists every agent, by type at most, with a name and a URL; what it can do stands in `capabilities`.
 * A search by task and channel is answered all the same: it is what the contract's registry takes. A seller for test suites
 * is in none.
 */
export const publicRegistry: Face["registry"] = (agents, search) => {
  const found = new Set(searchAgents(agents, search).agents.map(({ agent_url }) => agent_url));
  const listed = agents.filter((agent) => found.has(agent.url) && !isForTests(agent)).map(entry);
  return { agents: listed, count: listed.length };
};

function entry({ url, name, kind, domain, channels, tools }: Agent) {
  return {
    url,
    // No field of the public registry; but these agents share a host, which is what agents are told apart by elsewhere.
    domain,
    name,
    type: kind,
    ...(url.endsWith("/a2a") ? { protocol: "a2a" } : { protocol: "mcp", mcp_endpoint: url }),
    publisher_domains: kind === "sales" ? [domain] : [],
    capabilities: {
      tools: tools.map(({ task }) => task.name).filter((task) => task !== tasks.get_capabilities.name),
      ...(kind === "sales" && { media_buy: { portfolio: { primary_channels: channels } } }),
    },
  };
}
