import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { Secret } from "../../src/lib/secret.ts";
import type { Notification } from "../../src/notify/notification.ts";
import { webhook } from "../../src/notify/webhook.ts";
import { worded } from "../../src/notify/words.ts";

/** The body that a receiver gets of what the ledger has. */
async function received(notification: Notification): Promise<unknown> {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      bodies.push(body);
      response.end();
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  // A server that listens on TCP has such an address.
  const { port } = server.address() as AddressInfo;
  const address = new Secret(`http://127.0.0.1:${port}/in`);
  const secret = new Secret(`whsec_${Buffer.from("a secret of this test").toString("base64")}`);
  await webhook(address, secret, "hook", () => 0)(worded(notification, undefined));
  server.close();
  server.closeAllConnections();
  return JSON.parse(bodies[0] ?? "");
}

const campaign = { campaignId: "c1", campaignName: "Spring" };

it("spells kinds as published JSON does, whatever the ledger has", async () => {
  expect(await received({ id: "1", kind: "not stopped", seller: "one.example", ...campaign })).toMatchObject({
    type: "flightdesk.not_stopped",
    data: { kind: "not-stopped", seller: "one.example" },
  });
  const today = { today: "2027-01-20", timeZone: "UTC", since: "2027-01-19T08:00:00Z", campaigns: [] };
  expect(await received({ id: "2", kind: "digest", today })).toMatchObject({
    type: "flightdesk.digest",
    data: { kind: "digest", title: "Nothing is live (Wed 20 Jan)", today },
  });
});
