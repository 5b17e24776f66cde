import { fileURLToPath } from "node:url";
import { openDesk } from "../../src/desk/open-desk.ts";
import { simulatedClock } from "../../src/lib/clock.ts";
import { conversation } from "../../src/llm/conversation.ts";
import type { ModelCall } from "../../src/llm/intercept.ts";
import { type Converse, noModel } from "../../src/llm/model.ts";
import { startSandbox } from "../../src/sandbox/sandbox.ts";
import { temporaryFolder } from "../cli/flightdesk.ts";

export const brief = fileURLToPath(new URL("../../examples/brief-to-campaign/brief.yaml", import.meta.url));

/** What a scripted model does in one step: asks for tools, or says something. */
export type Turn = { readonly ask: readonly { name: string; input: unknown }[] } | { readonly say: string };

/** A model that goes by what it is told to do next, from all that it has been sent so far. */
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

/** A desk on a sandbox of its own, and a model that talks as it is told. */
export async function openTalkingDesk() {
  const sandbox = await startSandbox({ clock: simulatedClock("2027-01-04T08:00:00Z"), slowSellerMs: 1 });
  const home = temporaryFolder();
  const opened = openDesk({ settings: { home: home.path }, secrets: {}, sandbox });
  return {
    sandbox,
    /** The same desk, whose model is this one. */
    with: (converse: Converse) =>
      Object.create(opened, {
        model: {
          value: () => ({
            ...noModel,
            converse,
            spending: () => ({ calls: 0, microUsd: 0, budgetMicroUsd: 0 }),
          }),
        },
      }) as typeof opened,
    desk: opened,
    home: opened.home,
    [Symbol.asyncDispose]: async () => {
      await opened[Symbol.asyncDispose]();
      await sandbox.close();
      home[Symbol.dispose]();
    },
  };
}

/** Everything that the model has been told by tools, the newest last. */
export function toldIn({ parameters }: ModelCall): unknown[] {
  const { prompt } = parameters as {
    prompt: { role: string; content: { type: string; output?: { value?: unknown } }[] }[];
  };
  return prompt
    .filter(({ role }) => role === "tool")
    .flatMap(({ content }) => content.flatMap(({ output }) => output?.value ?? []));
}
