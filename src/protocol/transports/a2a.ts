import { randomUUID } from "node:crypto";
import { systemClock } from "../../lib/clock.ts";
import type { JsonObject } from "../../lib/json-object.ts";
import type { Fetch } from "../addresses/lean-fetch.ts";
import type { CredentialSource } from "../credentials.ts";
import { TaskError } from "../errors.ts";
import { a2aProfile } from "../names.ts";
import type { CallResult, Transport } from "../transport.ts";
import { dataIn, readA2a } from "./a2a-answer.ts";
import { type AgentCard, readCard } from "./agent-card.ts";
import { callsTo, type WireOptions } from "./calls.ts";
import { AnswerTooLarge, type RequestOptions, type Rpc, rpcOver } from "./rpc.ts";

/** Milliseconds between two looks at a call that an agent still works on: the first, and the longest. */
const lookMs = { first: 250, longest: 5_000 };

/**
 * A2A over JSON-RPC: one message for each call, which waits for its answer. Everything is sent and read as over MCP; the A2A
 * SDK's client is not used, because it reads whole bodies before anybody can say how large they may be.
 */
export function a2aTransport(
  agentUrl: string,
  credentials: CredentialSource,
  options: WireOptions,
): Transport {
  const calls = callsTo(agentUrl, credentials, options, {
    wire: "a2a",
    open: (fetch, { signal }) => openAgent(agentUrl, fetch, signal),
  });
  return {
    call: (task, request, calling) =>
      calls.attempt(
        task,
        (agent, sending) => called(agentUrl, task, request, { agent, sending, ...options }),
        calling,
      ),
    tools: async (calling) =>
      calls.masked(
        await calls.attempt(
          "the agent card",
          async (agent, { signal }) => (await agent.card(signal)).skills,
          calling,
        ),
      ),
    close: calls.close,
  };
}

/** An agent whose card is known. */
interface OpenAgent {
  readonly send: (task: string, request: JsonObject, options: RequestOptions) => ReturnType<Rpc["request"]>;
  /** A call that it works on, as it stands now. */
  readonly look: (taskId: string, options: RequestOptions) => ReturnType<Rpc["request"]>;
  /** Its card as it is now. */
  readonly card: (signal: AbortSignal) => Promise<AgentCard>;
  readonly close: () => void;
}

async function openAgent(
  agentUrl: string,
  fetch: { readonly at: (endpoint: string) => Fetch; readonly bare: Fetch },
  opening: AbortSignal,
): Promise<OpenAgent> {
  const card = (signal: AbortSignal) => readCard(agentUrl, fetch.bare, signal);
  const { endpoint, spelling, profile } = await card(opening);
  const isNewer = spelling === "1.0";
  const { request, close } = rpcOver(endpoint, fetch.at(endpoint), {
    headers: () => ({
      Accept: "application/json",
      ...(isNewer && { "A2A-Version": spelling }),
      ...(profile && { "A2A-Extensions": a2aProfile }),
    }),
  });
  return {
    send: (skill, input, options) => {
      const data = profile ? { skill, input } : { skill, parameters: input };
      const messageId = randomUUID();
      const params = isNewer
        ? { message: { messageId, role: "ROLE_USER", parts: [{ data }] } }
        : {
            message: { kind: "message", messageId, role: "user", parts: [{ kind: "data", data }] },
            configuration: { blocking: true },
          };
      return request(isNewer ? "SendMessage" : "message/send", () => params, options);
    },
    look: (id, options) => request(isNewer ? "GetTask" : "tasks/get", () => ({ id }), options),
    card,
    close,
  };
}

/** One call up to its end: an agent that answers before it has one is asked again, within the call's time and size. */
async function called(
  agentUrl: string,
  task: string,
  request: JsonObject,
  {
    agent,
    sending,
    secrets,
  }: { readonly agent: OpenAgent; readonly sending: RequestOptions } & Pick<WireOptions, "secrets">,
): Promise<CallResult> {
  const { signal, maximumBytes, onProgress } = sending;
  let answered = await agent.send(task, request, sending);
  let size = answered.bytes;
  for (let waitMs = lookMs.first, looks = 1; ; waitMs = Math.min(waitMs * 1.5, lookMs.longest), looks++) {
    await secrets?.mask(answered.result);
    const answer = readA2a(agentUrl, task, answered.result);
    if (answer.type === "ended") return { ...answer.result, bytes: size };
    if (size >= maximumBytes) throw new AnswerTooLarge(maximumBytes);
    if (answer.words !== "") onProgress?.({ progress: looks, message: answer.words });
    await systemClock.sleep(waitMs, signal);
    answered = await agent.look(answer.taskId, { ...sending, maximumBytes: maximumBytes - size });
    refuseOther(agentUrl, answered.result, answer.taskId);
    size += answered.bytes;
  }
}

/** What an agent tells of another task says nothing of the one that was asked for. */
function refuseOther(agentUrl: string, answer: unknown, wanted: string): void {
  const { taskId } = dataIn(answer);
  if (taskId !== undefined && taskId !== wanted)
    throw new TaskError("INVALID_RESPONSE", `${agentUrl} was asked for the task ${wanted} and told another`, {
      effect: "unknown",
    });
}
