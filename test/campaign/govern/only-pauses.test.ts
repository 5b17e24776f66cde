import fc from "fast-check";
import { expect, it } from "vitest";
import { onlyPauses } from "../../../src/campaign/govern/only-pauses.ts";

const pause = { media_buy_id: "mb_1", updates: { status: "paused" } };
const isPause = (request: Readonly<Record<string, unknown>>) =>
  onlyPauses({ task: "update_media_buy", arguments: request });

it("lets a bare pause pass, with or without its account and the revision that it was decided on", () => {
  expect(isPause(pause)).toBe(true);
  expect(isPause({ ...pause, revision: 3 })).toBe(true);
  expect(isPause({ ...pause, account: { account_id: "a_1" } })).toBe(true);
  expect(isPause({ ...pause, idempotency_key: "of an older ledger" })).toBe(true);
});

it("lets no other task and no other status pass", () => {
  expect(onlyPauses({ task: "create_media_buy", arguments: pause })).toBe(false);
  for (const status of ["active", "canceled", undefined])
    expect(isPause({ ...pause, updates: { status } })).toBe(false);
});

it("lets no pause pass that carries anything beside it", () => {
  const field = fc
    .string({ minLength: 1 })
    .filter(
      (name) =>
        !["idempotency_key", "account", "media_buy_id", "revision", "updates", "status"].includes(name),
    )
    // Not an own field once it is written as a literal.
    .filter((name) => name !== "__proto__");
  fc.assert(
    fc.property(field, fc.jsonValue(), (name, value) => {
      expect(isPause({ ...pause, [name]: value })).toBe(false);
      expect(isPause({ ...pause, updates: { ...pause.updates, [name]: value } })).toBe(false);
      const account = { account_id: "a_1", [name]: value };
      expect(isPause({ ...pause, account })).toBe(false);
    }),
  );
});
