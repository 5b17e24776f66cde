import { AdcpError, createAdcpServerFromPlatform, definePlatform } from "@adcp/sdk/server";
import type { GetSignalsResponse } from "@adcp/sdk/types";
import { lasting } from "../agents/lasting.ts";
import { type Agent, type AgentOptions, openAgent } from "../agents/open-agent.ts";

/** A marketplace of audiences. What is activated at an agent is live there at once. */
export interface SignalsAgent extends Agent {
  /** Segments that are live, each with where. */
  readonly live: readonly { readonly segmentId: string; readonly agentUrl: string }[];
}

interface SignalsOptions extends Pick<AgentOptions, "count"> {
  /** What it calls its audience. */
  readonly segmentId?: string;
}

export async function openSignalsAgent({
  segmentId = "hikers",
  ...options
}: SignalsOptions): Promise<SignalsAgent> {
  const live: { segmentId: string; agentUrl: string }[] = [];
  const account = { id: "desk", name: "desk", status: "active" as const, ctx_metadata: {} };
  const key = { type: "segment_id", segment_id: `${segmentId}-live` } as const;
  const shared = lasting();
  const platform = definePlatform({
    capabilities: {
      specialisms: ["signal-marketplace"] as const,
      pricingModels: ["cpm"] as const,
      config: {},
    },
    accounts: { resolve: () => Promise.resolve(account) },
    signals: {
      getSignals: ({ destinations = [] }) =>
        Promise.resolve({
          signals: [
            hikers(
              destinations.flatMap((one) =>
                one.type === "agent"
                  ? [
                      live.some(({ agentUrl }) => agentUrl === one.agent_url)
                        ? {
                            type: "agent" as const,
                            agent_url: one.agent_url,
                            is_live: true,
                            activation_key: key,
                          }
                        : { type: "agent" as const, agent_url: one.agent_url, is_live: false },
                    ]
                  : [],
              ),
              segmentId,
            ),
          ],
        }),
      activateSignal: ({ signal_agent_segment_id, destinations }) =>
        Promise.resolve().then(() => {
          if (signal_agent_segment_id !== segmentId)
            throw new AdcpError("SIGNAL_NOT_FOUND", { message: `there is no ${signal_agent_segment_id}` });
          const deployments = destinations.flatMap((one) =>
            one.type === "agent"
              ? [{ type: "agent" as const, agent_url: one.agent_url, is_live: true, activation_key: key }]
              : [],
          );
          live.push(...deployments.map(({ agent_url }) => ({ segmentId, agentUrl: agent_url })));
          return { deployments };
        }),
    },
  });
  const agent = await openAgent({
    ...options,
    server: () =>
      createAdcpServerFromPlatform(platform, { name: "a signals agent", version: "1.0.0", ...shared }),
  });
  return { ...agent, live };
}

type Signal = GetSignalsResponse["signals"][number];

function hikers(deployments: Signal["deployments"], segmentId: string): Signal {
  return {
    signal_agent_segment_id: segmentId,
    signal_id: /^\w+$/.test(segmentId)
      ? { source: "catalog", data_provider_domain: "data.example", id: segmentId }
      : { source: "agent", agent_url: "https://data.example/mcp", id: "other" },
    name: "Hikers",
    description: "People who hike and run outdoors",
    signal_type: "marketplace",
    data_provider: "Data Example",
    coverage_percentage: 20,
    deployments,
    pricing_options: [{ pricing_option_id: "hikers-cpm", model: "cpm", cpm: 1.5, currency: "EUR" }],
  };
}
