import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { createAdaptorServer, type HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { JWK } from "jose";
import { z } from "zod";
import { isoTime, type SimulatedClock } from "../lib/clock.ts";
import { dayMs } from "../lib/days.ts";
import { a2aEndpoint, cardPath } from "./a2a.ts";
import type { Deployment } from "./answer.ts";
import { type PreviewShelf, previewHeaders } from "./creatives/previews.ts";
import type { SellerProfile } from "./inventory/listing.ts";
import { mcpEndpoint } from "./mcp.ts";
import { metadataPath, registryPaths, resourceMetadata } from "./oauth/resource.ts";
import type { Authenticators } from "./reception.ts";
import { type Agent, addressOver } from "./tool.ts";
import { authorizedAgents, brandDocument, operatorFile, publisherFile } from "./well-known.ts";

export type App = Hono<{ Bindings: HttpBindings }>;

export interface AppOptions {
  readonly url: string;
  readonly agents: readonly Agent[];
  readonly profiles: readonly SellerProfile[];
  readonly deployment: Deployment;
  readonly authenticators: Authenticators;
  readonly clock: SimulatedClock;
  readonly previews: PreviewShelf;
  readonly jwks: { readonly keys: readonly JWK[] };
  /** What an agent signs its webhooks with, for everybody to see. */
  readonly agentJwks: (slug: string) => { readonly keys: readonly object[] } | undefined;
  /** Whether the governance agent is out of reach now. */
  readonly unreachable: () => boolean;
  /** Authorization server of the sellers that take access tokens. */
  readonly issuer?: string;
  /** Certificate behind the port over TLS, PEM. */
  readonly authority?: string;
}

const advanceSchema = z.strictObject({ advance_days: z.number().positive().max(3660) });

/** Every route of the deployment. */
export function sandboxApp(options: AppOptions): App {
  const { url, agents, profiles, deployment, authenticators, clock, jwks, agentJwks, previews, unreachable } =
    options;
  const { issuer, authority } = options;
  const jwksOf = ({ kind, slug }: Agent) => {
    if (kind === "governance") return `${url}/.well-known/jwks.json`;
    return agentJwks(slug) === undefined ? undefined : `${url}/keys/${slug}/jwks.json`;
  };
  const issuerOf = (slug: string) => (authenticators.own.get(slug)?.kind === "oauth" ? issuer : undefined);
  const app: App = new Hono();
  app.use(bodyLimit({ maxSize: 4 * 1024 * 1024 }));
  app.get("/", (http) => http.text(overview(url, agents)));
  app.get("/api/registry/agents", (http) => {
    const { capability, channel } = http.req.query();
    return http.json(deployment.dialect.registry(agents, { capability, channel }));
  });
  app.get("/.well-known/adagents.json", (http) => http.json(authorizedAgents(agents, profiles, issuerOf)));
  app.get("/.well-known/brand.json", (http) => http.json(brandDocument(agents, jwksOf)));
  app.get("/domains/:domain/.well-known/adagents.json", (http) => {
    const file = publisherFile(http.req.param("domain"), { url, agents, profiles, issuerOf });
    return file === undefined ? http.notFound() : http.json(file);
  });
  app.get("/domains/:domain/.well-known/brand.json", (http) => {
    const file = operatorFile(http.req.param("domain"), agents, jwksOf);
    return file === undefined ? http.notFound() : http.json(file);
  });
  app.get("/authority.pem", (http) =>
    authority === undefined
      ? http.notFound()
      : http.body(authority, 200, { "Content-Type": "application/x-pem-file" }),
  );
  app.get("/.well-known/jwks.json", (http) => http.json(jwks));
  app.get("/keys/:slug/jwks.json", (http) => {
    const published = agentJwks(http.req.param("slug"));
    return published === undefined ? http.notFound() : http.json(published);
  });
  app.get("/previews/:id", (http) => {
    const found = previews.find(http.req.param("id"));
    if (found.type === "unknown") return http.text("there is no such preview", 404);
    if (found.type === "expired") return http.text("this preview has expired", 410);
    return http.html(found.html, 200, previewHeaders);
  });
  app.get("/clock", (http) => http.json({ now: isoTime(clock.now()) }));
  app.post("/clock", async (http) => {
    const body = advanceSchema.safeParse(await http.req.json().catch(() => undefined));
    if (!body.success) return http.json({ error: 'send {"advance_days": n}, n above 0 and up to 3660' }, 400);
    clock.advance(body.data.advance_days * dayMs);
    return http.json({ now: isoTime(clock.now()) });
  });
  if (issuer !== undefined)
    for (const path of registryPaths)
      app.get(metadataPath({ path }), (http) =>
        http.json(resourceMetadata({ url: `${url}${path}`, name: "the registry" }, issuer)),
      );
  for (const agent of agents) {
    const overMcp = mcpEndpoint(agent, deployment, authenticators);
    const overA2a = a2aEndpoint(agent, deployment, authenticators);
    const ownIssuer = issuerOf(agent.slug);
    if (ownIssuer !== undefined)
      app.get(metadataPath(agent), (http) => http.json(resourceMetadata(agent, ownIssuer)));
    for (const [wire, handle] of [
      ["mcp", overMcp],
      ["a2a", overA2a.handle],
    ] as const)
      app.all(addressOver(wire, agent.path), async (http): Promise<Response> => {
        if (agent.kind === "governance" && unreachable())
          return http.text("the governance agent is down", 503);
        return handle(http);
      });
    app.get(cardPath(agent), (http) => http.json(overA2a.card()));
  }
  return app;
}

export interface Listening {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** What answers requests; undefined while it cannot yet. */
export interface Served {
  readonly fetch: (...call: Parameters<App["fetch"]>) => ReturnType<App["fetch"]> | undefined;
}

/** What a server shows of itself, and whose callers' certificates it believes; all of it PEM. */
export interface Tls {
  readonly certificate: string;
  readonly key: string;
  readonly authority: string;
}

/** Opens the port first and builds the app when its address is known. With `tls` callers may show a certificate. */
export function listen(
  { host, port, tls }: { readonly host: string; readonly port: number; readonly tls?: Tls },
  build: (url: string) => Served,
): Promise<Listening> {
  return new Promise((resolve, reject) => {
    let app: Served | undefined;
    const server = createAdaptorServer({
      fetch: (request, env) => app?.fetch(request, env) ?? new Response("starting", { status: 503 }),
      ...(tls === undefined ? {} : overTls(tls)),
    });
    // Clients that take their time between calls meet no connection that is just being closed.
    if ("keepAliveTimeout" in server) server.keepAliveTimeout = 60_000;
    server.once("error", reject);
    server.listen(port, host, () => {
      // A TCP server's address is never a pipe name.
      const { port: open } = server.address() as AddressInfo;
      const scheme = tls === undefined ? "http" : "https";
      const url = `${scheme}://${host.includes(":") ? `[${host}]` : host}:${open}`;
      app = build(url);
      resolve({ url, close: () => shut(server) });
    });
  });
}

/** Public tasks need no certificate, so one that cannot be verified does not end the handshake: it identifies nobody. */
function overTls({ certificate, key, authority }: Tls) {
  return {
    createServer,
    serverOptions: {
      cert: certificate,
      key,
      ca: authority,
      requestCert: true,
      rejectUnauthorized: false,
      minVersion: "TLSv1.2" as const,
    },
  };
}

/** Ends every connection, so that work in flight is cancelled. */
function shut(server: ReturnType<typeof createAdaptorServer>): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error === undefined ? resolve() : reject(error)));
    if ("closeAllConnections" in server) server.closeAllConnections();
  });
}

function overview(url: string, agents: readonly Agent[]): string {
  const lines = agents.map(
    ({ path, kind, name, domain }) => `${path.padEnd(28)} ${kind.padEnd(11)} ${name} (${domain})`,
  );
  return [
    "A test deployment of every agent kind, each over MCP Streamable HTTP, and over A2A with /a2a in the place of /mcp.",
    "",
    ...lines,
    "",
    `registry  ${url}/api/registry/agents?capability=get_products&channel=ctv`,
    `clock     GET ${url}/clock, POST {"advance_days": 1}`,
    "",
  ].join("\n");
}
