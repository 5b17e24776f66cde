import { cassettes } from "./cassette.ts";
import { createMeter, type ModelPrices, type Spending } from "./meter.ts";
import type { Converse, Model } from "./model.ts";
import type { ProviderOptions } from "./provider.ts";

export interface ModelOptions extends Omit<ProviderOptions, "intercepts"> {
  /** What all calls of this model may cost together, in whole millionths of a US dollar. */
  readonly budgetMicroUsd: number;
  readonly prices?: ModelPrices;
  /** Called with what each call cost, in whole millionths of a US dollar. */
  readonly paid?: (microUsd: number) => void;
  /** Where replies are kept, or taken from instead of a provider. */
  readonly cassettes?: { readonly folder: string; readonly mode: "record" | "replay" };
}

export interface MeteredModel extends Model {
  readonly converse: Converse;
  readonly spending: () => Spending;
}

/**
 * The model that the options describe, under its budget; its libraries are loaded with the first question. Throws a
 * TypeError where its price is not known: what nobody can count nobody can hold under a budget.
 */
export function createModel(options: ModelOptions): MeteredModel {
  const { budgetMicroUsd, cassettes: tapes, paid, ...provider } = options;
  const replays = tapes?.mode === "replay";
  if (provider.prices === undefined && !replays)
    throw new TypeError(`the price of the model ${provider.name} is not known; a model of your own costs 0`);
  const meter = createMeter(provider.prices ?? { input: 0, output: 0 }, budgetMicroUsd, paid);
  // Replies that were recorded cost nothing now: the meter sees only what goes out.
  const intercepts = [...(tapes ? [cassettes(tapes.folder, tapes.mode)] : []), meter.intercept];
  const apiKey = provider.apiKey ?? (replays ? "none" : undefined);
  const provided = { ...provider, ...(apiKey === undefined ? {} : { apiKey }), intercepts };
  return {
    spending: meter.spending,
    ask: async (question, inputs, askOptions) => {
      const { providedModel } = await import("./provider.ts");
      return providedModel(provided).ask(question, inputs, askOptions);
    },
    converse: async (talk, askOptions) => {
      const { conversation } = await import("./conversation.ts");
      return conversation(provided)(talk, askOptions);
    },
  };
}
