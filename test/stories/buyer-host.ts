import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import { type KeyRing, publishedFiles } from "../../src/protocol/signing/key-ring.ts";

type Change = (entry: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;

/** A buyer's own host: what `keys publish` writes lies there. */
export interface BuyerHost extends AsyncDisposable {
  readonly agentUrl: string;
  /** From now on each public key is published as `change` makes it. */
  readonly publish: (change: Change) => void;
}

/** `ring`: the keys, asked for with each request. */
export async function openBuyerHost(ring: () => Pick<KeyRing, "keys">): Promise<BuyerHost> {
  let change: Change = (entry) => entry;
  const published = () =>
    publishedFiles({ ...ring(), current: undefined }, { agentUrl: `${url}/agent`, jwksUri: `${url}/keys` });
  const app = new Hono()
    .get("/.well-known/brand.json", (http) => http.json(published().brand))
    .get("/keys", (http) => http.json({ keys: published().jwks.keys.map((key) => change({ ...key })) }));
  const server = createAdaptorServer({ fetch: app.fetch });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A TCP server's address is never a pipe name.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    agentUrl: `${url}/agent`,
    publish: (next) => {
      change = next;
    },
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
