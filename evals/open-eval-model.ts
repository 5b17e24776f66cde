import { conversation } from "../src/llm/conversation.ts";
import type { Converse, Model } from "../src/llm/model.ts";
import { type ProviderOptions, providedModel } from "../src/llm/provider.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The model that `EVAL_MODEL` names, or none: `openai:gpt-5-mini`, or `llama3@http://127.0.0.1:11434/v1` for any server with
 * chat completions. Its key is `EVAL_MODEL_KEY`. Throws where the name is neither.
 */
export function openEvalModel({
  EVAL_MODEL: named,
  EVAL_MODEL_KEY: apiKey,
}: Environment): (Model & { readonly converse: Converse }) | undefined {
  if (!named) return undefined;
  const key = apiKey === undefined ? {} : { apiKey };
  const atOpenai = /^openai:(?<name>\S+)$/.exec(named)?.groups?.["name"];
  if (atOpenai !== undefined) return asked({ provider: "openai", name: atOpenai, ...key });
  const { name, baseUrl } = /^(?<name>[^@\s]+)@(?<baseUrl>https?:\/\/\S+)$/.exec(named)?.groups ?? {};
  if (name === undefined || baseUrl === undefined)
    throw new TypeError(`EVAL_MODEL is "${named}"; write openai:<model> or <model>@<base URL of the API>`);
  return asked({ provider: "openai-compatible", name, baseUrl, ...key });
}

function asked(options: ProviderOptions) {
  return { ...providedModel(options), converse: conversation(options) };
}
