import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";

/** An agent as the registry knows it. */
export interface Listing {
  readonly domain: string;
  readonly url: string;
  readonly type: "sales" | "creative" | "signals";
  readonly channels: readonly string[];
  /** Where the publisher's own file redirects to: to another path of its host, or to another host. */
  readonly movedTo?: "its own host" | "another host" | undefined;
  /** Whether the publisher's file names it as a seller; it does where this is absent. */
  readonly isNamed?: (() => boolean) | undefined;
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
    .get("/domains/:domain/.well-known/adagents.json", (http) => {
      const domain = http.req.param("domain");
      const { movedTo } = listings.find((one) => one.domain === domain) ?? {};
      if (movedTo === undefined) return http.json(fileOf(domain, listings));
      const origin = movedTo === "its own host" ? url : url.replace("127.0.0.1", "localhost");
      return http.redirect(`${origin}/moved/${domain}`, 301);
    })
    .get("/moved/:domain", (http) => http.json(fileOf(http.req.param("domain"), listings)));
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

function fileOf(publisher: string, listings: readonly Listing[]) {
  return {
    authorized_agents: listings
      .filter(({ domain, isNamed }) => domain === publisher && isNamed?.() !== false)
      .map(({ url }) => ({
        url,
        authorized_for: `Sells for ${publisher}`,
        authorization_type: "property_tags",
        property_tags: ["all"],
      })),
    properties: [{ property_id: "all", tags: ["all"], publisher_domain: publisher }],
  };
}

function entry({ domain, url, type, channels }: Listing) {
  return {
    domain,
    agent_url: url,
    name: domain,
    type,
    ...(url.endsWith("/a2a") && { protocol: "a2a" }),
    capabilities: type === "sales" ? ["get_products", "create_media_buy"] : [serves[type]],
    channels,
  };
}
