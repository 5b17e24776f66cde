import { describe, expect, it } from "vitest";
import { freeze, thaw } from "../../src/protocol/client/call-permit.ts";
import { consumePermit, issuePermit } from "../../src/protocol/client/issue-permit.ts";
import type { Mutate } from "../../src/protocol/client/mutate.ts";

const key = "8f3c1a52-7b0e-4f0b-9d53-0d4f4a9c6e11";
const agentUrl = "https://seller.example/mcp";
const buy = (budget: number) =>
  freeze("create_media_buy", agentUrl, {
    idempotency_key: key,
    packages: [{ product_id: "p", pricing_option_id: "o", budget }],
  });

describe("a permit", () => {
  it("lets exactly its call through, once", () => {
    const call = buy(5000);
    const permit = issuePermit(call, { expiresAt: 2000 });
    consumePermit(call, permit, 1000);
    expect(() => consumePermit(call, permit, 1000)).toThrow(/used before/);
  });

  it("does not cover other arguments", () => {
    const permit = issuePermit(buy(5000), { expiresAt: 2000 });
    expect(() => consumePermit(buy(999_999), permit, 1000)).toThrow(/other arguments/);
  });

  it("does not cover another agent or another task", () => {
    const call = buy(5000);
    const elsewhere = { ...call, agentUrl: "https://other.example/mcp" };
    expect(() => consumePermit(elsewhere, issuePermit(call, { expiresAt: 2000 }), 1000)).toThrow(
      /is for https:\/\/seller/,
    );
    const otherTask = { ...call, task: "update_media_buy" as const };
    expect(() => consumePermit(otherTask, issuePermit(call, { expiresAt: 2000 }), 1000)).toThrow(
      /is for create_media_buy/,
    );
  });

  it("ends at its expiry", () => {
    const call = buy(5000);
    expect(() => consumePermit(call, issuePermit(call, { expiresAt: 2000 }), 2000)).toThrow(
      /expired at 1970/,
    );
  });

  it("cannot be made by hand", () => {
    const call = buy(5000);
    const forged = { ...issuePermit(call, { expiresAt: 2000 }) };
    expect(() => consumePermit(call, forged, 1000)).toThrow(/was not issued/);
  });
});

describe("frozen arguments", () => {
  it("are refused when their stored text was changed", () => {
    const call = buy(5000);
    expect(() => thaw({ ...call, bytes: call.bytes.replace("5000", "9999") })).toThrow(
      /do not match their digest/,
    );
  });

  it("must be what the task's schema allows", () => {
    expect(() => buy(-1)).toThrow();
    expect(() =>
      freeze("create_media_buy", agentUrl, { idempotency_key: "not-a-uuid", packages: [] }),
    ).toThrow();
  });
});

describe("the type of mutate", () => {
  // Never called: what matters is what the compiler says of each call.
  const attempts = async (mutate: Mutate) => {
    const call = buy(5000);
    const permit = issuePermit(call, { expiresAt: 1 });
    const options = { stopped: async () => undefined };
    await mutate(call, permit, options);
    // @ts-expect-error: nothing is sent without asking whether it may still go
    await mutate(call, permit);
    // @ts-expect-error: without a permit there is no call
    await mutate(call);
    // @ts-expect-error: an object of the same shape is no permit
    await mutate(call, { task: "create_media_buy", agentUrl, digest: call.digest, expiresAt: 1 }, options);
    const feedback = freeze("provide_performance_feedback", agentUrl, {
      idempotency_key: key,
      media_buy_id: "m",
      measurement_period: { start: "2027-01-01", end: "2027-01-02" },
      performance_index: 1,
    });
    // @ts-expect-error: a permit for one task does not open another
    await mutate(feedback, permit, options);
    // @ts-expect-error: a read is not a change
    await mutate({ ...call, task: "get_products" }, permit, options);
  };

  it("is checked by the compiler", () => {
    expect(attempts).toBeTypeOf("function");
  });
});
