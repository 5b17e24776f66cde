import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buyKey, isSameBuy, packageKey } from "../../src/campaign/model/step/buy-identity.ts";

/** Ids of which one may be another's beginning, or look like two. */
const id = fc.string({ unit: fc.constantFrom("a", "/", "%", "2", "F"), minLength: 1, maxLength: 6 });
const buy = fc.record({ sellerId: id, mediaBuyId: id });

describe("the key of a buy", () => {
  it("is one buy's alone, whatever sellers call their buys", () => {
    fc.assert(
      fc.property(buy, buy, (one, other) => {
        expect(buyKey(one) === buyKey(other)).toBe(isSameBuy(one, other));
      }),
    );
  });

  it("with a slash behind it begins no other buy's", () => {
    fc.assert(
      fc.property(buy, buy, id, (one, other, packageId) => {
        const begins = packageKey({ ...other, packageId }).startsWith(`${buyKey(one)}/`);
        expect(begins).toBe(isSameBuy(one, other));
      }),
    );
  });

  it("reads as both names where they are plain ones", () => {
    expect(buyKey({ sellerId: "harbour.example", mediaBuyId: "mb_1" })).toBe("harbour.example/mb_1");
  });
});
