import { type ModelMessage, modelMessageSchema, stepCountIs, ToolLoopAgent } from "ai";
import { z } from "zod";
import type { Converse } from "./model.ts";
import { renderPrompt } from "./prompts.ts";
import { asking, costOf, languageModel, type ProviderOptions } from "./provider.ts";
import { aiTools } from "./tools.ts";

/** Of one answer with all that the model asks for on the way to it. */
const mostSteps = 16;
const timeoutMs = 5 * 60_000;

/** A conversation with a model at a provider: it asks for tools, at most so often, and ends with words. */
export function conversation(options: ProviderOptions): Converse {
  const model = languageModel(options, "words");
  return async ({ prompt: name, values, tools, messages, said: words }, { signal, onCall } = {}) => {
    const { prompt, by, settings, abortSignal, failed } = asking(options, name, { timeoutMs, signal });
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
      ...settings,
    });
    try {
      const { text, steps, response, totalUsage } = await agent.generate({
        messages: [...before, message],
        abortSignal,
      });
      return {
        type: "answered",
        text,
        called: steps.flatMap(({ toolResults }) =>
          toolResults.map(({ toolName, input, output }) => ({ name: toolName, input, output })),
        ),
        messages: [...before, message, ...response.messages],
        by,
        cost: costOf(totalUsage, options.prices),
      };
    } catch (error) {
      return failed(error);
    }
  };
}
