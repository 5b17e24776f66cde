import { canonicalJson } from "../lib/canonical-json.ts";
import type { Intercept, ModelCall, ModelReply } from "./intercept.ts";

/** Whole millionths of a US dollar for a million tokens: 250,000 is 0.25 USD. */
export interface ModelPrices {
  readonly input: number;
  readonly output: number;
}

/** Whole millionths of a US dollar. */
export interface Spending {
  readonly calls: number;
  readonly microUsd: number;
  readonly budgetMicroUsd: number;
}

export interface Meter {
  /** Throws `ModelBudgetError`, before anything is sent, where the call could cost more than is left. */
  readonly intercept: Intercept;
  readonly spending: () => Spending;
}

/** A call was not sent: it could have cost more than is left of the budget. */
export class ModelBudgetError extends Error {
  override readonly name = "ModelBudgetError";
}

/**
 * Counts what a model costs and keeps it within a budget. The most that a call can cost is set aside before it is sent, so calls
 * at the same time cannot overshoot together. A call that fails or reports no usage counts in full: it may be billed. `paid` is
 * called with the cost of each call.
 */
export function createMeter(
  prices: ModelPrices,
  budgetMicroUsd: number,
  paid: (microUsd: number) => void = () => undefined,
): Meter {
  for (const amount of [prices.input, prices.output, budgetMicroUsd])
    if (!Number.isSafeInteger(amount) || amount < 0)
      throw new RangeError(`${amount} is not a whole number of millionths of a US dollar`);
  let calls = 0;
  let spent = 0;
  let setAside = 0;

  return {
    spending: () => ({ calls, microUsd: spent, budgetMicroUsd }),
    intercept: async (call, send) => {
      const most = cost(prices, { inputTokens: mostInputTokens(call), outputTokens: call.maxOutputTokens });
      if (spent + setAside + most > budgetMicroUsd)
        throw new ModelBudgetError(
          `the model budget of ${formatMicroUsd(budgetMicroUsd)} has no room for another call: ` +
            `${formatMicroUsd(spent)} is spent, and one call may cost ${formatMicroUsd(most)}`,
        );
      setAside += most;
      calls += 1;
      let actual = most;
      try {
        const reply = await send();
        actual = billed(prices, reply.usage) ?? most;
        return reply;
      } finally {
        setAside -= most;
        spent += actual;
        paid(actual);
      }
    },
  };
}

/** `0.0021 USD` */
export function formatMicroUsd(microUsd: number): string {
  const digits = microUsd % 10_000 === 0 ? 2 : microUsd % 100 === 0 ? 4 : 6;
  return `${(microUsd / 1_000_000).toFixed(digits)} USD`;
}

/** In whole millionths of a US dollar, rounded up. */
export function cost(
  prices: ModelPrices,
  { inputTokens, outputTokens }: { readonly inputTokens: number; readonly outputTokens: number },
): number {
  return Math.ceil((inputTokens * prices.input + outputTokens * prices.output) / 1_000_000);
}

function billed(prices: ModelPrices, { inputTokens, outputTokens }: ModelReply["usage"]): number | undefined {
  if (inputTokens === null || outputTokens === null) return undefined;
  return cost(prices, { inputTokens, outputTokens });
}

/** No tokenizer makes more tokens than a text has bytes; the JSON around the prompt pays for the provider's own words. */
function mostInputTokens({ parameters }: ModelCall): number {
  return Buffer.byteLength(canonicalJson(parameters), "utf8");
}
