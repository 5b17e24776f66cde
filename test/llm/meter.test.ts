import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ModelCall, ModelReply } from "../../src/llm/intercept.ts";
import { createMeter, formatMicroUsd, ModelBudgetError } from "../../src/llm/meter.ts";

const prices = { input: 250_000, output: 2_000_000 };
const call = (text = "hello", maxOutputTokens = 100): ModelCall => ({
  model: "openai/test",
  parameters: { text },
  maxOutputTokens,
});
const reply = (inputTokens: number | null, outputTokens: number | null): ModelReply => ({
  text: "{}",
  finish: "stop",
  usage: { inputTokens, outputTokens },
});

describe("a meter", () => {
  it("counts what calls cost, rounded up", async () => {
    const meter = createMeter(prices, 1_000_000);
    await meter.intercept(call(), async () => reply(120, 8));
    await meter.intercept(call(), async () => reply(1, 0));
    expect(meter.spending()).toEqual({ calls: 2, microUsd: 46 + 1, budgetMicroUsd: 1_000_000 });
  });

  it("sends nothing that could cost more than is left", async () => {
    const meter = createMeter(prices, 200);
    let sent = 0;
    const send = async () => {
      sent += 1;
      return reply(1, 1);
    };
    await expect(meter.intercept(call("hello", 100), send)).rejects.toThrow(
      "the model budget of 0.0002 USD has no room for another call: 0.00 USD is spent",
    );
    expect(sent).toBe(0);
  });

  it("sets aside what calls under way could cost", async () => {
    const meter = createMeter(prices, 300);
    let answer: (value: ModelReply) => void = () => undefined;
    const first = meter.intercept(
      call(),
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    await expect(meter.intercept(call(), async () => reply(1, 1))).rejects.toThrow(ModelBudgetError);
    answer(reply(4, 2));
    await first;
    await expect(meter.intercept(call(), async () => reply(4, 2))).resolves.toMatchObject({ finish: "stop" });
  });

  it.each([
    ["fails", () => Promise.reject(new Error("reset"))],
    ["does not tell its usage", () => Promise.resolve(reply(null, null))],
  ])("counts a call in full that %s", async (_, send) => {
    const meter = createMeter({ input: 0, output: 1_000_000 }, 1_000);
    await meter.intercept(call("", 100), send).catch(() => undefined);
    expect(meter.spending().microUsd).toBe(100);
  });

  it("refuses prices and budgets that are not whole", () => {
    expect(() => createMeter({ input: 0.5, output: 1 }, 1)).toThrow("0.5 is not a whole number");
    expect(() => createMeter(prices, Number.NaN)).toThrow("NaN is not a whole number");
  });

  it("never spends more than its budget, whatever is asked at once, while providers keep to their limits", async () => {
    const question = fc.record({
      text: fc.string({ maxLength: 200 }),
      maxOutputTokens: fc.nat(500),
      used: fc.float({ min: 0, max: 1, noNaN: true }),
      fails: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(question, { maxLength: 30 }), fc.nat(5_000), async (questions, budget) => {
        const meter = createMeter(prices, budget);
        await Promise.allSettled(
          questions.map(({ text, maxOutputTokens, used, fails }) =>
            meter.intercept(call(text, maxOutputTokens), async () => {
              await Promise.resolve();
              if (fails) throw new Error("reset");
              return reply(Math.floor(text.length * used), Math.floor(maxOutputTokens * used));
            }),
          ),
        );
        expect(meter.spending().microUsd).toBeLessThanOrEqual(budget);
      }),
    );
  });

  it("writes millionths of a dollar without losing one", () => {
    expect([0, 10_000, 2_100, 46].map(formatMicroUsd)).toEqual([
      "0.00 USD",
      "0.01 USD",
      "0.0021 USD",
      "0.000046 USD",
    ]);
  });
});
