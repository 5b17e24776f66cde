import type { OpenDesk } from "../../src/desk/open-desk.ts";
import { conversation } from "../../src/llm/conversation.ts";
import type { ModelCall } from "../../src/llm/intercept.ts";
import { type Converse, noModel } from "../../src/llm/model.ts";

/** What a scripted model does in one step: asks for tools, or says something. */
export type Turn = { readonly ask: readonly { name: string; input: unknown }[] } | { readonly say: string };

/** A model that does what its script asks next, from all that it has been sent so far. */
export function scripted(next: (step: number, call: ModelCall) => Turn): Converse {
  let step = 0;
  return conversation({
    provider: "openai",
    name: "scripted",
    apiKey: "none",
    intercepts: [
      async (call) => {
        const turn = next(step++, call);
        const calls =
          "ask" in turn
            ? turn.ask.map(({ name, input }, i) => ({
                id: `call-${step}-${i}`,
                name,
                input: JSON.stringify(input),
              }))
            : [];
        return {
          text: "say" in turn ? turn.say : "",
          ...(calls.length > 0 && { calls }),
          finish: calls.length > 0 ? "tool-calls" : "stop",
          usage: { inputTokens: 10, outputTokens: 10 },
        };
      },
    ],
  });
}

/** The same desk, whose model is this one. */
export function talkingDesk(desk: OpenDesk, converse: Converse): OpenDesk {
  const spending = () => ({ calls: 0, microUsd: 0, budgetMicroUsd: 0 });
  // What the desk opens is opened at the desk itself.
  return Object.create(desk, { model: { value: () => ({ ...noModel, converse, spending }) } }) as OpenDesk;
}

/** Everything that tools have returned to the model, the newest last. */
export function toldIn({ parameters }: ModelCall): unknown[] {
  const { prompt } = parameters as {
    prompt: { role: string; content: { type: string; output?: { value?: unknown } }[] }[];
  };
  return prompt
    .filter(({ role }) => role === "tool")
    .flatMap(({ content }) => content.flatMap(({ output }) => output?.value ?? []));
}
