import { expect, it } from "vitest";
import type { Started } from "../cli/flightdesk.ts";
import { atLength } from "../depth.ts";
import { openDesk } from "./open-desk.ts";
import { openShop } from "./open-shop.ts";

const brief = `name: Crash
brand: { domain: acme.example, name: Acme }
objective: awareness
budget: 10,000 EUR
flight: { start: 2027-01-18, end: 2027-02-28 }
countries: [DE]
channels: [olv]
`;

it.runIf(atLength)("buys once though it is killed between the seller's booking and its answer", async () => {
  let running: Started | undefined;
  await using shop = await openShop({
    damage: ({ tool }) =>
      tool === "create_media_buy" && running?.child.killed === false ? "lost" : undefined,
    whenDamaged: () => running?.child.kill("SIGKILL"),
  });
  using desk = openDesk(brief, shop);
  desk.know([shop.seller, shop.governance]);
  running = desk.start();
  await running.ended;
  expect(running.child.signalCode, running.said().stderr).toBe("SIGKILL");
  expect(shop.seller.books.buys.size).toBe(1);

  const { stderr } = await desk.run();
  expect(stderr).toContain("shop.example: EUR 10,000.00 bought; it was booked already");
  const orders = shop.seller.calls.filter(({ tool }) => tool === "create_media_buy");
  expect(orders).toHaveLength(2);
  expect(new Set(orders.map(({ arguments: { idempotency_key } }) => idempotency_key)).size).toBe(1);
  expect(shop.seller.books.buys.size).toBe(1);
});
