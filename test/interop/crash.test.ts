import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { flightdesk, type Started, startFlightdesk, temporaryFolder } from "../cli/flightdesk.ts";
import { openShop } from "./open-shop.ts";

const brief = `name: Crash
brand: { domain: acme.example, name: Acme }
objective: awareness
budget: 10,000 EUR
flight: { start: 2027-01-18, end: 2027-02-28 }
countries: [DE]
channels: [olv]
`;

it("buys once though it is killed between the seller's booking and its answer", async () => {
  using folder = temporaryFolder();
  let running: Started | undefined;
  await using shop = await openShop({
    damage: ({ tool }) =>
      tool === "create_media_buy" && running?.child.killed === false ? "lost" : undefined,
    whenDamaged: () => running?.child.kill("SIGKILL"),
  });
  const briefFile = join(folder.path, "brief.yaml");
  const credentials = join(folder.path, "credentials.yaml");
  const policies = join(folder.path, "policies");
  writeFileSync(briefFile, brief);
  writeFileSync(credentials, credentialsFor([shop.seller, shop.governance]), { mode: 0o600 });
  mkdirSync(policies);
  const environment = {
    FLIGHTDESK_REGISTRY_URL: shop.registry.url,
    FLIGHTDESK_WELL_KNOWN_URL: shop.registry.wellKnownUrl,
    FLIGHTDESK_GOVERNANCE_URL: shop.governance.url,
    FLIGHTDESK_CREDENTIALS: credentials,
    FLIGHTDESK_POLICIES: policies,
    FLIGHTDESK_HOME: join(folder.path, "home"),
    FLIGHTDESK_OPERATOR: "desk.example",
  };
  const words = ["run", briefFile, "--execute"];

  running = startFlightdesk(words, environment);
  await running.ended;
  expect(running.child.signalCode, running.said().stderr).toBe("SIGKILL");
  expect(shop.seller.books.buys.size).toBe(1);

  const { stderr } = await flightdesk(words, environment);
  expect(stderr).toContain("shop.example: EUR 10,000.00 bought; it was booked already");
  const orders = shop.seller.calls.filter(({ tool }) => tool === "create_media_buy");
  expect(orders).toHaveLength(2);
  expect(new Set(orders.map(({ arguments: { idempotency_key } }) => idempotency_key)).size).toBe(1);
  expect(shop.seller.books.buys.size).toBe(1);
});

function credentialsFor(agents: readonly { readonly url: string; readonly token: string }[]): string {
  const sellers = Object.fromEntries(agents.map(({ url, token }) => [url, { kind: "bearer", token }]));
  return JSON.stringify({ sellers });
}
