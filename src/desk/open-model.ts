import type { Secrets, Settings } from "../config.ts";
import { createModel, type MeteredModel, type ModelOptions } from "../llm/create-model.ts";
import { noModel } from "../llm/model.ts";
import { UsageError } from "./usage-error.ts";

const usualBudgetMicroUsd = 1_000_000;

/** The model that the settings name, or none. Throws a UsageError that names the setting that is missing. */
export function openModel(settings: Settings, secrets: Secrets, paid?: ModelOptions["paid"]): MeteredModel {
  const { model_provider: provider = "none", model_name: name, model_url: baseUrl } = settings;
  const budgetMicroUsd = settings.model_budget ?? usualBudgetMicroUsd;
  if (provider === "none") return { ...noModel, spending: () => ({ calls: 0, microUsd: 0, budgetMicroUsd }) };
  if (name === undefined) throw new UsageError(`model_name: say which model of ${provider} is asked`);
  if (provider === "openai-compatible" && baseUrl === undefined)
    throw new UsageError("model_url: an openai-compatible model needs the base URL of its API");
  const cassettes = cassettesOf(settings);
  const live = cassettes?.mode !== "replay";
  if (live && provider === "openai" && secrets.modelKey === undefined)
    throw new UsageError("FLIGHTDESK_MODEL_KEY: the provider openai needs an API key");
  const prices = pricesOf(settings, name);
  if (live && prices === undefined)
    throw new UsageError(
      `model_prices: say what a million tokens of ${name} cost in US dollars, read / written, for example "0.25 / 2.00"; a model of your own costs "0 / 0"`,
    );
  return createModel({
    provider,
    name,
    budgetMicroUsd,
    paid,
    structuredOutputs: settings.model_schemas !== "prompt",
    baseUrl,
    ...(secrets.modelKey === undefined ? {} : { apiKey: secrets.modelKey.reveal() }),
    prices,
    cassettes,
  });
}

function pricesOf({ model_prices: prices }: Settings, name: string): ModelOptions["prices"] {
  if (prices === undefined || isPrice(prices)) return prices;
  return prices[name];
}

function isPrice(
  prices: NonNullable<Settings["model_prices"]>,
): prices is NonNullable<ModelOptions["prices"]> {
  return typeof prices["input"] === "number";
}

function cassettesOf({ model_mode: mode = "live", model_cassettes: folder }: Settings) {
  if (mode === "live") return undefined;
  if (folder === undefined) throw new UsageError(`model_cassettes: name the folder to ${mode} answers`);
  return { folder, mode };
}
