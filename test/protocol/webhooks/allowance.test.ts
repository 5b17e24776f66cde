import fc from "fast-check";
import { expect, it } from "vitest";
import { senderAllowance } from "../../../src/protocol/webhooks/allowance.ts";

it("no sender is taken more often than its allowance, whatever the others send", () => {
  const sending = fc.record({
    sender: fc.constantFrom("a", "b"),
    after: fc.integer({ min: -500, max: 4_000 }),
  });
  fc.assert(
    fc.property(fc.array(sending, { maxLength: 200 }), (sendings) => {
      let at = 0;
      let gained = 0;
      const allowance = senderAllowance({ atOnce: 3, perSecond: 2, now: () => at });
      const taken = new Map<string, number>();
      for (const { sender, after } of sendings) {
        at += after;
        gained += Math.max(0, after) / 500;
        if (allowance(sender) === 0) taken.set(sender, (taken.get(sender) ?? 0) + 1);
      }
      for (const count of taken.values()) expect(count).toBeLessThanOrEqual(3 + gained);
    }),
  );
});

it("whoever waits as long as asked is taken", () => {
  let at = 0;
  const allowance = senderAllowance({ atOnce: 1, perSecond: 3, now: () => at });
  expect(allowance("a")).toBe(0);
  const wait = allowance("a");
  expect(wait).toBe(334);
  expect(allowance("b")).toBe(0);
  at = wait - 1;
  expect(allowance("a")).toBe(1);
  at = wait;
  expect(allowance("a")).toBe(0);
});
