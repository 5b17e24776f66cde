import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { perform } from "../../../src/campaign/execute/perform.ts";
import { readPolicyFile } from "../../../src/campaign/govern/files/policy-file.ts";
import { times } from "../../depth.ts";
import { type Desk, openDesk } from "./lies/desk.ts";
import { lyingSeller } from "./lies/seller.ts";

/** Dollars for a euro, as the campaign's rates have it. */
const dollars = 0.5;
const ids = ["one.example", "two.example", "three.example"];

interface Cap {
  readonly per: "brand" | "campaign" | "plan" | "seller";
  readonly amount: number;
  readonly currency: "EUR" | "USD" | "SEK";
  readonly sellers?: readonly string[];
}

function policiesWith(caps: readonly Cap[], rules = "rules: []") {
  const lines = caps.map(
    ({ per, amount, currency, sellers }) =>
      `  - { per: ${per}, amount: "${amount} ${currency}"${sellers === undefined ? "" : `, sellers: [${sellers.join(", ")}]`} }`,
  );
  if (lines.length === 0 && rules === "rules: []") return [];
  const text = ["version: 1", "name: Caps", rules, ...(lines.length === 0 ? [] : ["caps:", ...lines])].join(
    "\n",
  );
  const reading = readPolicyFile(text, "caps.yaml");
  if (reading.type === "invalid") throw new Error(reading.problems.join("\n"));
  return [reading.policy];
}

const cap: fc.Arbitrary<Cap> = fc.record(
  {
    per: fc.constantFrom("brand", "campaign", "plan", "seller"),
    amount: fc.integer({ min: 1, max: 1_200 }),
    currency: fc.constantFrom("EUR", "USD"),
    sellers: fc.subarray(ids, { minLength: 1 }),
  },
  { requiredKeys: ["per", "amount", "currency"] },
);
/** What stands in the file when the next order goes out: another each time, or none. */
const files = fc.array(
  fc.uniqueArray(cap, {
    maxLength: 2,
    selector: ({ per, currency, sellers }) => JSON.stringify([per, currency, sellers]),
  }),
  { minLength: 6, maxLength: 6 },
);
const orders = fc.array(
  fc.record({ seller: fc.constantFrom(...ids), euros: fc.integer({ min: 1, max: 400 }) }),
  {
    minLength: 6,
    maxLength: 6,
  },
);

function open(bought: readonly { readonly seller: string; readonly euros: number }[]): Promise<Desk> {
  return openDesk({
    sellers: ids.map((id) => lyingSeller(id, [])),
    orders: bought.map(({ seller, euros }) => ({ seller, budgets: [euros] })),
    budget: 1_000_000,
  });
}

describe("caps that are written anew between two orders", () => {
  it("count all that was bought before, under whatever caps, and refuse nothing that fits", async () => {
    await fc.assert(
      fc.asyncProperty(orders, files, async (bought, written) => {
        const desk = await open(bought);
        const spent: { readonly seller: string; readonly euros: number }[] = [];
        for (const [at, order] of bought.entries()) {
          const caps = written[at] ?? [];
          const id = `buy/${order.seller}/${at + 1}`;
          await perform(id, { ...desk.ports, policies: policiesWith(caps) });
          const isBought = desk.step(id).status === "done";
          const over = caps.map((one) => {
            const { per, amount, currency, sellers = ids } = one;
            if (!sellers.includes(order.seller)) return Number.NEGATIVE_INFINITY;
            const counted = [...spent, order].filter(
              ({ seller }) => sellers.includes(seller) && (per !== "seller" || seller === order.seller),
            );
            const rate = currency === "USD" ? dollars : 1;
            return counted.reduce((sum, { euros }) => sum + euros * 100 * rate, 0) - amount * 100;
          });
          // Each amount is rounded up to a cent of the other currency.
          if (isBought) expect(Math.max(0, ...over), JSON.stringify(caps)).toBe(0);
          else expect(Math.max(...over), JSON.stringify(caps)).toBeGreaterThan(-6);
          expect(await desk.bound(id)).toBe(isBought ? order.euros * 100 : 0);
          if (!isBought)
            expect(desk.step(id).reason).toMatch(
              /the cap per .* is .*; .* of it is bound, and this step needs/,
            );
          if (isBought) spent.push(order);
        }
        expect(await desk.ledger.verify()).toEqual([]);
        await desk.ledger.close();
      }),
      { numRuns: times(60, 3_000) },
    );
  });

  it.each<[string, readonly Cap[]]>([
    ["lowered under what is spent", [{ per: "brand", amount: 100, currency: "EUR" }]],
    ["in another currency, under what is spent", [{ per: "brand", amount: 124, currency: "USD" }]],
    ["per another thing, under what is spent", [{ per: "plan", amount: 299, currency: "EUR" }]],
    [
      "on this seller and another, under what is spent",
      [{ per: "brand", amount: 299, currency: "EUR", sellers: ids }],
    ],
  ])("are kept to where they are %s: what stands stays, nothing more is bought", async (_, lowered) => {
    const desk = await open([
      { seller: "one.example", euros: 250 },
      { seller: "two.example", euros: 50 },
      { seller: "two.example", euros: 50 },
    ]);
    const buy = (id: string, caps: readonly Cap[]) =>
      perform(id, { ...desk.ports, policies: policiesWith(caps) });
    await buy("buy/one.example/1", [{ per: "brand", amount: 250, currency: "EUR" }]);
    await buy("buy/two.example/2", lowered);
    expect([desk.step("buy/one.example/1").status, await desk.bound("buy/one.example/1")]).toEqual([
      "done",
      25_000,
    ]);
    expect([desk.step("buy/two.example/2").status, await desk.bound("buy/two.example/2")]).toEqual([
      "refused",
      0,
    ]);
    // Raised again, what fits now is bought.
    await buy("buy/two.example/3", [{ per: "brand", amount: 300, currency: "EUR" }]);
    expect([desk.step("buy/two.example/3").status, await desk.bound("buy/two.example/3")]).toEqual([
      "done",
      5_000,
    ]);
    await desk.ledger.close();
  });

  it("in a currency without a rate buys nothing", async () => {
    const desk = await open([{ seller: "one.example", euros: 1 }]);
    const policies = policiesWith([{ per: "brand", amount: 1_000_000, currency: "SEK" }]);
    await perform("buy/one.example/1", { ...desk.ports, policies });
    expect(desk.step("buy/one.example/1")).toMatchObject({
      status: "refused",
      reason: expect.stringMatching(
        /the cap is in SEK, the call in EUR, and there is no dated exchange rate/,
      ),
    });
    await desk.ledger.close();
  });
});

describe("what changes between a person's yes and the call", () => {
  const asks =
    'rules:\n  - { id: ask, on: [create_media_buy], when: { amount: { over: "1 EUR" } }, then: ask_human }';
  const denies =
    'rules:\n  - { id: no, on: [create_media_buy], when: { amount: { over: "1 EUR" } }, then: deny }';
  const id = "buy/one.example/1";

  it.each<[string, ReturnType<typeof policiesWith>, RegExp]>([
    [
      "a cap that is lowered",
      policiesWith([{ per: "brand", amount: 99, currency: "EUR" }], asks),
      /the cap per brand/,
    ],
    [
      "a cap that is new",
      policiesWith([{ per: "seller", amount: 10, currency: "USD" }], asks),
      /the cap per seller/,
    ],
    ["a rule that says no by now", policiesWith([], denies), /caps\.yaml/],
  ])("counts: %s stops it", async (_, after, says) => {
    const seller = lyingSeller("one.example", []);
    const desk = await openDesk({ sellers: [seller], orders: [{ seller: "one.example", budgets: [100] }] });
    await perform(id, { ...desk.ports, policies: policiesWith([], asks) });
    expect(desk.step(id).status).toBe("escalated");
    await desk.approve(id);
    await perform(id, { ...desk.ports, policies: after });
    expect(desk.step(id)).toMatchObject({ status: "refused", reason: expect.stringMatching(says) });
    expect(seller.books).toEqual([]);
    expect(await desk.bound(id)).toBe(0);
    // Neither does the former file bring it back.
    await perform(id, { ...desk.ports, policies: policiesWith([], asks) });
    expect(seller.books).toEqual([]);
    await desk.ledger.close();
  });

  it("lets it go out where nothing has changed", async () => {
    const seller = lyingSeller("one.example", []);
    const desk = await openDesk({ sellers: [seller], orders: [{ seller: "one.example", budgets: [100] }] });
    await perform(id, { ...desk.ports, policies: policiesWith([], asks) });
    await desk.approve(id);
    await perform(id, { ...desk.ports, policies: policiesWith([], asks) });
    expect([desk.step(id).status, seller.books.length, await desk.bound(id)]).toEqual(["done", 1, 10_000]);
    await desk.ledger.close();
  });
});
