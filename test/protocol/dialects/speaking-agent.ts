import { TaskError } from "../../../src/protocol/messages/errors.ts";
import type { CallResult, Transport, TransportFactory } from "../../../src/protocol/messages/transport.ts";

/** An agent in memory that lists some tools and answers them; `asked` is what it was asked, in order. */
export interface SpeakingAgent {
  readonly transport: TransportFactory;
  readonly asked: string[];
  readonly received: Readonly<Record<string, unknown>>[];
  answers: Readonly<Record<string, (request: Readonly<Record<string, unknown>>) => unknown>>;
}

export function speakingAgent(answers: SpeakingAgent["answers"]): SpeakingAgent {
  const agent: SpeakingAgent = {
    answers,
    asked: [],
    received: [],
    transport: (): Transport => ({
      call: (task, request): Promise<CallResult> => {
        agent.asked.push(task);
        agent.received.push(request);
        const answer = agent.answers[task];
        if (answer === undefined)
          return Promise.reject(new TaskError("INVALID_REQUEST", `Tool ${task} not found`));
        return Promise.resolve({ structuredContent: answer(request), content: [] });
      },
      tools: () => {
        agent.asked.push("tools/list");
        return Promise.resolve(Object.keys(agent.answers));
      },
      close: () => Promise.resolve(),
    }),
  };
  return agent;
}
