import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import {
  APICallError,
  extractJsonMiddleware,
  generateText,
  JSONParseError,
  type LanguageModel,
  type LanguageModelMiddleware,
  type LanguageModelUsage,
  NoObjectGeneratedError,
  Output,
  RetryError,
  wrapLanguageModel,
} from "ai";
import { z } from "zod";
import { refusalText, wholeText } from "../lib/limited-body.ts";
import { CassetteError } from "./cassette.ts";
import { chain, type Intercept, type ModelReply } from "./intercept.ts";
import { cost, ModelBudgetError, type ModelPrices } from "./meter.ts";
import type { Model, ModelCost } from "./model.ts";
import { loadPrompt, renderPrompt } from "./prompts.ts";

export interface ProviderOptions {
  /** `openai`: the Responses API; `openai-compatible`: chat completions of any server, given by `baseUrl`. */
  readonly provider: "openai" | "openai-compatible";
  /** As the provider calls it: `gpt-5-mini`. */
  readonly name: string;
  readonly apiKey?: string;
  /** Required for `openai-compatible`. */
  readonly baseUrl?: string;
  /** Whether an openai-compatible server is asked for answers by a JSON schema, until it turns one down; it is where absent. */
  readonly structuredOutputs?: boolean;
  readonly prices?: ModelPrices;
  /** See each attempt before it is sent: a meter, a recorder. */
  readonly intercepts?: readonly Intercept[];
  /** For one question with its retry, in milliseconds. */
  readonly timeoutMs?: number;
}

/** A model at a provider. It gets a prompt and a schema: no tools, no stored conversation, no other instructions. */
export function providedModel(options: ProviderOptions): Model {
  const { timeoutMs = 60_000 } = options;
  return {
    ask: async (question, inputs, { signal } = {}) => {
      const { prompt, by, settings, abortSignal, failed } = asking(options, question.prompt, {
        timeoutMs,
        signal,
      });
      const schema = question.schema(inputs);
      const generate = (structuredOutputs: boolean) =>
        generateText({
          model: languageModel({ ...options, structuredOutputs }, "json"),
          prompt: renderPrompt(prompt, question.values(inputs)),
          output: Output.object({ schema, name: question.prompt.replace(/\W/g, "_") }),
          abortSignal,
          ...settings,
        });
      try {
        const result = await withOrWithoutSchema(options, generate);
        return {
          type: "answered",
          answer: schema.parse(result.output),
          by,
          cost: costOf(result.usage, options.prices),
        };
      } catch (error) {
        return failed(error);
      }
    },
  };
}

/** Servers that have turned a JSON schema down, with the model that they did it for: they are not asked for one again. */
const withoutSchemas = new Set<string>();

/** Asks a server for an answer by a schema, and one that cannot give it once more for any JSON. */
async function withOrWithoutSchema<Result>(
  { provider, name, baseUrl, structuredOutputs = true }: ProviderOptions,
  generate: (structuredOutputs: boolean) => Promise<Result>,
): Promise<Result> {
  const server = `${baseUrl} ${name}`;
  if (provider === "openai" || !structuredOutputs || withoutSchemas.has(server))
    return generate(structuredOutputs && !withoutSchemas.has(server));
  try {
    return await generate(true);
  } catch (error) {
    if (!turnsSchemaDown(error)) throw error;
    const result = await generate(false);
    withoutSchemas.add(server);
    return result;
  }
}

/** Some servers answer a schema with 400, and some with text that is no JSON. */
function turnsSchemaDown(error: unknown): boolean {
  if (APICallError.isInstance(error)) return error.statusCode === 400;
  return (
    NoObjectGeneratedError.isInstance(error) &&
    error.finishReason === "stop" &&
    JSONParseError.isInstance(error.cause)
  );
}

/** The provider's model, its calls intercepted; one that is to answer with JSON has the schema in its prompt too. */
export function languageModel(options: ProviderOptions, answers: "json" | "words"): LanguageModel {
  const { provider, name, apiKey, baseUrl, structuredOutputs = true } = options;
  const intercepted = interceptedCalls(`${provider}/${name}`, chain(options.intercepts ?? []));
  if (provider === "openai") {
    if (!apiKey) throw new TypeError("the provider openai needs an API key");
    const openai = createOpenAI({ apiKey, fetch: guardedFetch, ...(baseUrl ? { baseURL: baseUrl } : {}) });
    return wrapLanguageModel({ model: openai(name), middleware: intercepted });
  }
  if (!baseUrl) throw new TypeError("the provider openai-compatible needs a base URL");
  const compatible = createOpenAICompatible({
    name: "compatible",
    baseURL: baseUrl,
    fetch: guardedFetch,
    supportsStructuredOutputs: structuredOutputs,
    ...(apiKey ? { apiKey } : {}),
  })(name);
  // The last one stands next to the provider and sees what is really sent.
  const middleware = [...(answers === "json" ? [schemaInPrompt, extractJsonMiddleware()] : []), intercepted];
  return wrapLanguageModel({ model: compatible, middleware });
}

/** Bytes of a model's answer: far more than the tokens that it is paid for. */
const largestAnswer = 4 * 1024 * 1024;

/** A redirect would carry the brief to a host that nobody configured; what is sent back is read up to a limit. */
const guardedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: "manual" });
  const signal = init?.signal ?? new AbortController().signal;
  const text = await (response.ok
    ? wholeText(response, largestAnswer, signal)
    : refusalText(response, signal));
  const { status, statusText, headers } = response;
  return new Response(text === "" ? null : text, { status, statusText, headers });
};

/** A server that follows a schema need not show it to its model, and one that follows none only gets "json": the fields are in the prompt. */
const schemaInPrompt: LanguageModelMiddleware = {
  specificationVersion: "v3",
  transformParams: async ({ params }) => {
    if (params.responseFormat?.type !== "json" || params.responseFormat.schema === undefined) return params;
    const schema = JSON.stringify(params.responseFormat.schema);
    const content = `Answer with one JSON object that follows this JSON Schema, and with nothing else:\n${schema}`;
    return { ...params, prompt: [{ role: "system", content }, ...params.prompt] };
  },
};

function interceptedCalls(model: string, intercept: Intercept): LanguageModelMiddleware {
  return {
    specificationVersion: "v3",
    wrapGenerate: async ({ doGenerate, params }) => {
      const { prompt, responseFormat, maxOutputTokens, providerOptions, tools } = params;
      if (maxOutputTokens === undefined) throw new TypeError("a call without a limit has no highest price");
      const parameters = {
        prompt,
        responseFormat,
        maxOutputTokens,
        providerOptions,
        ...(tools && { tools }),
      };
      const reply = await intercept({ model, parameters, maxOutputTokens }, async () =>
        replyOf(await doGenerate()),
      );
      return resultOf(reply);
    },
  };
}

type Generated = Awaited<ReturnType<NonNullable<LanguageModelMiddleware["wrapGenerate"]>>>;

function replyOf({ content, finishReason, usage }: Generated): ModelReply {
  const calls = content.flatMap((part) =>
    part.type === "tool-call" ? [{ id: part.toolCallId, name: part.toolName, input: part.input }] : [],
  );
  return {
    text: content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join(""),
    ...(calls.length > 0 && { calls }),
    finish: finishReason.unified,
    usage: { inputTokens: usage.inputTokens.total ?? null, outputTokens: usage.outputTokens.total ?? null },
  };
}

function resultOf({ text, calls = [], finish, usage }: ModelReply): Generated {
  const inputTokens = usage.inputTokens ?? undefined;
  const outputTokens = usage.outputTokens ?? undefined;
  return {
    content: [
      { type: "text", text },
      ...calls.map(({ id, name, input }) => ({
        type: "tool-call" as const,
        toolCallId: id,
        toolName: name,
        input,
      })),
    ],
    finishReason: { unified: finish, raw: undefined },
    usage: {
      inputTokens: { total: inputTokens, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: outputTokens, text: undefined, reasoning: undefined },
    },
    warnings: [],
  };
}

export function costOf(usage: LanguageModelUsage, prices: ProviderOptions["prices"]): ModelCost {
  const inputTokens = usage.inputTokens ?? 0;
  const outputTokens = usage.outputTokens ?? 0;
  if (prices === undefined) return { inputTokens, outputTokens };
  return { inputTokens, outputTokens, microUsd: cost(prices, { inputTokens, outputTokens }) };
}

/** What every call of a model goes out with, and what is reported instead of an answer. */
export function asking(
  { name }: Pick<ProviderOptions, "name">,
  promptName: string,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal | undefined },
) {
  const prompt = loadPrompt(promptName);
  const deadline = AbortSignal.timeout(timeoutMs);
  return {
    prompt,
    by: `${name}/${prompt.name}@${prompt.sha256.slice(0, 12)}`,
    abortSignal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    settings: {
      maxOutputTokens: prompt.maxOutputTokens,
      maxRetries: 1,
      providerOptions: { openai: { store: false } },
      experimental_telemetry: { isEnabled: false, recordInputs: false, recordOutputs: false },
    },
    failed: (error: unknown) => {
      // A recording that is missing is a fault of the set-up, not an answer of the model.
      if (error instanceof CassetteError) throw error;
      const reason = signal?.aborted
        ? "the question was cancelled"
        : deadline.aborted
          ? `the model gave no answer within ${timeoutMs} ms`
          : reasonOf(error);
      return { type: "unavailable" as const, reason };
    },
  };
}

/** Own words only: what a provider writes may quote the key, and what a model writes may quote the brief. */
function reasonOf(error: unknown): string {
  if (error instanceof ModelBudgetError) return error.message;
  if (RetryError.isInstance(error) && error.lastError instanceof ModelBudgetError)
    return error.lastError.message;
  if (RetryError.isInstance(error)) return `${reasonOf(error.lastError)}, twice`;
  if (APICallError.isInstance(error))
    return error.statusCode === undefined
      ? "the provider could not be reached"
      : `the provider answered with status ${error.statusCode}`;
  if (NoObjectGeneratedError.isInstance(error)) {
    if (error.finishReason === "content-filter") return "the model refused to answer";
    if (error.finishReason === "length") return "the answer was cut off";
    return brokenRule(error.cause) ?? "the answer does not follow the schema";
  }
  return "the model gave no valid answer";
}

/** What a question's own rule says of the answer; the library's other messages may quote the answer itself. */
function brokenRule(cause: unknown): string | undefined {
  if (cause instanceof z.core.$ZodError) {
    const broken = cause.issues.find(({ code }) => code === "custom");
    return broken === undefined ? undefined : `the answer was refused: ${broken.message}`;
  }
  return cause instanceof Error ? brokenRule(cause.cause) : undefined;
}
