import { expect, it } from "vitest";
import { readBuy } from "../../../src/campaign/account/books/read-buy.ts";
import type { Read } from "../../../src/protocol/client/calls.ts";

const entry = { media_buy_id: "mb_1", status: "active", packages: [{ package_id: "pk_1", budget: 100 }] };

const readOf = (media_buys: readonly object[]) =>
  // Only one task is asked for here, and this is what its schema describes.
  readBuy("https://harbour.example/mcp", "mb_1", {
    read: (() =>
      Promise.resolve({ type: "answered", payload: { media_buys }, replayed: false })) as unknown as Read,
  });

it("takes an entry that stands on two pages for one buy", async () => {
  expect(await readOf([entry, structuredClone(entry)])).toEqual({ type: "value", value: entry });
});

it("knows neither of two buys that go by one id", async () => {
  const other = { ...entry, packages: [{ package_id: "pk_1", budget: 200 }] };
  expect(await readOf([entry, other])).toEqual({ type: "silent", reason: "it shows 2 buys as mb_1" });
});
