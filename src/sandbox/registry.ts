import { olderNames } from "../protocol/tasks/names.ts";
import type { Agent } from "./tool.ts";

/** The registry's answer; `capability` is the name of a task. */
export function searchAgents(
  agents: readonly Agent[],
  { capability, channel }: { readonly capability: string | undefined; readonly channel: string | undefined },
) {
  const listed = agents.map((agent) => ({
    domain: agent.domain,
    agent_url: agent.url,
    ...(agent.url.endsWith("/a2a") && { protocol: "a2a" }),
    name: agent.name,
    kind: agent.kind,
    capabilities: [...new Set(agent.tools.flatMap(({ task: { name } }) => [name, olderNames[name] ?? name]))],
    channels: agent.channels,
  }));
  return {
    agents: listed
      .filter((one) => capability === undefined || one.capabilities.includes(capability))
      .filter((one) => channel === undefined || one.channels.includes(channel)),
  };
}
