import { type ModelMessage, modelMessageSchema, stepCountIs, ToolLoopAgent } from "ai";
import { z } from "zod";
import type { Converse } from "./model.ts";
import { loadPrompt, renderPrompt } from "./prompts.ts";
import { costOf, languageModel, type ProviderOptions, unavailable } from "./provider.ts";
import { aiTools } from "./tools.ts";

/** Of one answer with all that the model asks for on the way to it. */
const mostSteps = 16;
const timeoutMs = 5 * 60_000;

/** A conversation with a model at a provider: it asks for tools, at most so often, and ends with words. */
export function conversation(options: ProviderOptions): Converse {
  const model = languageModel(options, "words");
  return async ({ prompt: name, values, tools, messages, said: words }, { signal, onCall } = {}) => {
    const prompt = loadPrompt(name);
    const deadline = AbortSignal.timeout(timeoutMs);
    const before = z.array(modelMessageSchema).parse(messages);
    const message: ModelMessage = { role: "user", content: words };
    const agent = new ToolLoopAgent({
      model,
      instructions: renderPrompt(prompt, values),
      tools: aiTools(
        tools.map((one) => ({
          ...one,
          run: (written) => {
            onCall?.(one.name);
            return one.run(written);
          },
        })),
      ),
      stopWhen: stepCountIs(mostSteps),
      maxOutputTokens: prompt.maxOutputTokens,
      maxRetries: 1,
      providerOptions: { openai: { store: false } },
      experimental_telemetry: { isEnabled: false, recordInputs: false, recordOutputs: false },
    });
    try {
      const { text, steps, response, totalUsage } = await agent.generate({
        messages: [...before, message],
        abortSignal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      });
      return {
        type: "answered",
        text,
        called: steps.flatMap(({ toolResults }) =>
          toolResults.map(({ toolName, input, output }) => ({ name: toolName, input, output })),
        ),
        messages: [...before, message, ...response.messages],
        by: `${options.name}/${prompt.name}@${prompt.sha256.slice(0, 12)}`,
        cost: costOf(totalUsage, options.prices),
      };
    } catch (error) {
      return unavailable(error, { signal, deadline, timeoutMs });
    }
  };
}
