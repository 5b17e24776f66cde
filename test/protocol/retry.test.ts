import fc from "fast-check";
import { expect, it } from "vitest";
import { simulatedClock } from "../../src/lib/clock.ts";
import { createBreaker } from "../../src/protocol/client/breaker.ts";
import { retrying } from "../../src/protocol/client/retry.ts";
import { TaskError } from "../../src/protocol/messages/errors.ts";

const failing = (code: string, retryAfterSeconds?: number) =>
  ({ type: "failed", error: new TaskError(code, "no", { retryAfterSeconds }) }) as const;

/** The instants of all tries, in milliseconds from the first. */
async function instants(options: {
  readonly code: string;
  readonly retryAfter?: number | undefined;
  readonly random?: number;
  readonly tries?: number;
}): Promise<number[]> {
  const clock = simulatedClock(0);
  const tried: number[] = [];
  await retrying({ clock, random: () => options.random ?? 0, tries: options.tries ?? 3 }, () => {
    tried.push(clock.now());
    return Promise.resolve(failing(options.code, options.retryAfter));
  });
  return tried;
}

it("never tries more than three times, for longer than 300 s, or before retry_after", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.option(fc.double({ noNaN: false }), { nil: undefined }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      async (retryAfter, random) => {
        const tried = await instants({ code: "RATE_LIMITED", retryAfter, random });
        expect(tried.length).toBeLessThanOrEqual(3);
        expect(tried.at(-1)).toBeLessThanOrEqual(300_000);
        const asked = Number.isFinite(retryAfter)
          ? Math.min(3600, Math.max(1, Number(retryAfter))) * 1000
          : 500;
        for (const [i, at] of tried.entries())
          if (i > 0) expect(at - (tried[i - 1] ?? 0)).toBeGreaterThanOrEqual(asked);
      },
    ),
  );
});

it("waits longer each time, and chance only adds", async () => {
  expect(await instants({ code: "TIMEOUT" })).toEqual([0, 500, 1500]);
  expect(await instants({ code: "TIMEOUT", random: 0.5 })).toEqual([0, 562.5, 1687.5]);
});

it.each(["INVALID_REQUEST", "CONFLICT", "CIRCUIT_OPEN", "X_UNKNOWN"])("tries %s once", async (code) => {
  expect(await instants({ code })).toHaveLength(1);
});

it("leaves an agent alone after six failures in a row, then lets one call try it", () => {
  const clock = simulatedClock(0);
  const breaker = createBreaker("https://seller.example/mcp", clock.now);
  for (let i = 0; i < 6; i++) {
    expect(breaker.refusal()).toBeUndefined();
    breaker.ended("TIMEOUT");
  }
  expect(breaker.refusal()).toMatchObject({ code: "CIRCUIT_OPEN", effect: "none", recovery: "transient" });
  clock.advance(30_000);
  expect(breaker.refusal()).toBeUndefined();
  expect(breaker.refusal()?.code).toBe("CIRCUIT_OPEN");
  breaker.ended("TIMEOUT");
  expect(breaker.refusal()?.code).toBe("CIRCUIT_OPEN");
  clock.advance(30_000);
  expect(breaker.refusal()).toBeUndefined();
  breaker.ended(undefined);
  expect(breaker.refusal()).toBeUndefined();
});

it("does not count answers that say no, nor calls that were given up", () => {
  const breaker = createBreaker("https://seller.example/mcp", () => 0);
  for (const code of ["TIMEOUT", "PRODUCT_NOT_FOUND", "TIMEOUT", "CANCELED"])
    for (let i = 0; i < 5; i++) breaker.ended(code);
  expect(breaker.refusal()).toBeUndefined();
});
