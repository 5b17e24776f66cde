import { describe, expect, it } from "vitest";
import { giveApproval } from "../../src/campaign/approvals/approve.ts";
import { exitCodeFor } from "../../src/cli/exit-codes.ts";
import { housePolicy } from "../stories/story.ts";
import { openDesk } from "./open-desk.ts";
import { openMarket } from "./open-market.ts";
import { openShop, type Shop } from "./open-shop.ts";
import { committedAt } from "./sellers/books.ts";

const brief = (channels: string, budget: string) => `name: Taken up
brand: { domain: acme.example, name: Acme }
objective: awareness
budget: ${budget}
flight: { start: 2027-01-18, end: 2027-02-28 }
countries: [DE]
channels: [${channels}]
message: A runner at dawn. Out early.
`;

it("waits for a credential, says at whom, and buys once it is there", async () => {
  await using shop = await openShop();
  using desk = openDesk(brief("olv", "10,000 EUR"), shop);
  desk.know([shop.governance]);

  const without = await desk.run();
  expect(without.code, without.stderr).toBe(1);
  expect(without.stdout).toMatch(/shop\.example.*no credential is set for it/);
  expect(shop.seller.books.buys.size).toBe(0);

  desk.know([shop.governance, shop.seller]);
  const withIt = await desk.run();
  expect(withIt.code, withIt.stderr).toBe(0);
  expect(shop.seller.books.buys.size).toBe(1);
  expect(committedAt([shop.seller])).toBe(10_000);
});

it("waits for sellers that are all down, says so, and buys from them once they are back", async () => {
  let down = true;
  await using market = await openMarket({ isDown: () => down });
  const { fixed, auction, slow } = market;
  using desk = openDesk(brief("ctv, olv", "90,000 EUR"), market);
  desk.know([...market.known, market.governance]);

  const without = await desk.run();
  expect(without.code, without.stderr).toBe(1);
  expect(without.stdout).toContain("3 of 3 sellers failed");
  expect([fixed, auction, slow].map(({ calls }) => calls)).toEqual([[], [], []]);

  down = false;
  const asked = await desk.run();
  expect(asked.code, asked.stderr).toBe(3);
  slow.agree();
  const bought = await desk.run();
  expect(bought.code, bought.stderr).toBe(0);
  expect([fixed, auction, slow].map(({ books }) => books.buys.size)).toEqual([1, 1, 1]);
  expect(committedAt([fixed, auction, slow])).toBe(90_000);
  expect(bought.stdout).toContain("EUR 90,000.00 is bought");
});

/** Runs the campaign, and how the command would exit. */
async function codeOf({ campaign }: Shop): Promise<number> {
  const waiting = await campaign.run();
  return exitCodeFor(waiting, await campaign.state());
}
const buys = ({ seller }: Shop) => seller.books.buys.size;

it("waits for a seller that is too busy for an order, and buys once when it has time", async () => {
  let busy = true;
  await using shop = await openShop({
    damage: ({ tool }) => (tool === "create_media_buy" && busy ? "busy" : undefined),
  });
  expect(await codeOf(shop)).toBe(1);
  busy = false;
  // It asked to be called two seconds later.
  shop.clock.advance(2_000);
  // Sent before and booked as new: its books are looked into once more before it is certain that there is one buy.
  expect(await codeOf(shop)).toBe(3);
  expect(await codeOf(shop)).toBe(0);
  expect(buys(shop)).toBe(1);
  expect(committedAt([shop.seller])).toBe(10_000);
});

it("waits for an account that the seller's people open, and buys once they have", async () => {
  await using shop = await openShop({ opensNoAccounts: true });
  expect(await codeOf(shop)).toBe(1);
  expect((await shop.campaign.state()).stalled?.reason).toContain("ask it for one");
  shop.seller.books.accounts.set("acme.example desk.example", "account-77");
  expect(await codeOf(shop)).toBe(0);
  expect([...shop.seller.books.buys.values()]).toMatchObject([{ accountId: "account-77" }]);
});

describe("a seller whose publisher's file redirects", () => {
  const policies = [housePolicy()];

  it("within its own host is bought from once that file names it", async () => {
    let isNamed = false;
    const listing = { movedTo: "its own host", isNamed: () => isNamed } as const;
    await using shop = await openShop({ policies, listing });
    expect(await codeOf(shop)).toBe(1);
    expect((await shop.campaign.state()).stalled?.reason).toContain("shop.example does not list it");
    expect(buys(shop)).toBe(0);
    isNamed = true;
    expect(await codeOf(shop)).toBe(0);
    expect(buys(shop)).toBe(1);
  });

  it("to another host is bought from when a person has agreed, not before", async () => {
    await using shop = await openShop({ policies, listing: { movedTo: "another host" } });
    expect(await codeOf(shop)).toBe(3);
    expect(buys(shop)).toBe(0);
    const { campaign } = shop;
    await giveApproval(await campaign.app.ports(campaign.id), "buy/shop.example/EUR", "kim");
    expect(await codeOf(shop)).toBe(0);
    expect(buys(shop)).toBe(1);
  });
});
