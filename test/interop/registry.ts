import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";

/** An agent as the registry knows it. */
export interface Listing {
  readonly domain: string;
  readonly url: string;
  readonly type: "sales" | "creative" | "signals";
  readonly channels: readonly string[];
}

/** A registry of agents, and the publishers' files, which let each seller sell for its own domain. */
export interface Registry extends AsyncDisposable {
  readonly url: string;
  /** Where publishers' files lie, with {domain} in it. */
  readonly wellKnownUrl: string;
}

const serves: Readonly<Record<Listing["type"], string>> = {
  sales: "get_products",
  creative: "build_creative",
  signals: "get_signals",
};

export async function openRegistry(listings: readonly Listing[]): Promise<Registry> {
  const app = new Hono()
    .get("/api/registry/agents", (http) => {
      const { capability, channel } = http.req.query();
      const found = listings
        .filter(({ type }) => capability === undefined || serves[type] === capability)
        .filter(({ channels }) => channel === undefined || channels.includes(channel));
      return http.json({ agents: found.map(entry), count: found.length });
    })
    .get("/domains/:domain/.well-known/adagents.json", (http) =>
      http.json({
        authorized_agents: listings
          .filter(({ domain }) => domain === http.req.param("domain"))
          .map(({ domain, url }) => ({
            url,
            authorized_for: `Sells for ${domain}`,
            authorization_type: "property_tags",
            property_tags: ["all"],
          })),
        properties: [{ property_id: "all", tags: ["all"], publisher_domain: http.req.param("domain") }],
      }),
    );
  const server = createAdaptorServer({ fetch: app.fetch });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A TCP server's address is never a pipe name.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    wellKnownUrl: `${url}/domains/{domain}/.well-known/adagents.json`,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function entry({ domain, url, type, channels }: Listing) {
  return {
    domain,
    agent_url: url,
    name: domain,
    type,
    capabilities: type === "sales" ? ["get_products", "create_media_buy"] : [serves[type]],
    channels,
  };
}
