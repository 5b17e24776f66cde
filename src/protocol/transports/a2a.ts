import { randomUUID } from "node:crypto";
import { systemClock } from "../../lib/clock.ts";
import type { JsonObject } from "../../lib/json-object.ts";
import type { Fetch } from "../addresses/lean-fetch.ts";
import { type CredentialSource, NotAccepted } from "../messages/credentials.ts";
import { TaskError } from "../messages/errors.ts";
import type { CallResult, Transport, TransportOptions } from "../messages/transport.ts";
import { a2aProfile } from "../tasks/names.ts";
import { dataIn, readA2a, taskStatusOf, taskTakenOn } from "./a2a-answer.ts";
import { readCard } from "./agent-card.ts";
import { callsTo, type WireOptions } from "./calls.ts";
import { AnswerTooLarge, HttpRefused, PutOff, type RequestOptions, RpcError, rpcOver } from "./rpc.ts";

/** Milliseconds between two polls of a call that an agent still works on: the first, and the longest. */
const pollMs = { first: 250, longest: 5_000 };

/** Milliseconds for which a change that was taken on is polled in its call; from then on it is asked for like an agent's own task. */
const patienceMs: Readonly<Record<string, number>> = { submitted: 2_000, working: 30_000 };

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
        (agent, sending) => {
          const { accepted, taskOf } = calling;
          const means = { agent, sending, accepted, ...options };
          return taskOf === undefined
            ? called(agentUrl, task, request, means)
            : askedAfter(agentUrl, taskOf, String(request["task_id"]), means);
        },
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
async function openAgent(
  agentUrl: string,
  fetch: { readonly at: (endpoint: string) => Fetch; readonly bare: Fetch },
  opening: AbortSignal,
) {
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
    send: (skill: string, input: JsonObject, options: RequestOptions) => {
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
    /** A call that it works on, as it stands now. */
    poll: (id: string, options: RequestOptions) =>
      request(isNewer ? "GetTask" : "tasks/get", () => ({ id }), options),
    /** Its card as it is now. */
    card,
    close,
  };
}

interface Means extends Pick<WireOptions, "secrets">, Pick<TransportOptions, "accepted"> {
  readonly agent: Awaited<ReturnType<typeof openAgent>>;
  readonly sending: RequestOptions;
}

/** One call up to its end: an agent that answers before it has one is asked again, within the call's time and size. */
async function called(
  agentUrl: string,
  task: string,
  request: JsonObject,
  { agent, sending, secrets, accepted }: Means,
): Promise<CallResult> {
  const { signal, maximumBytes, onProgress } = sending;
  let answered = await agent.send(task, request, sending);
  const taken = taskTakenOn(answered.result);
  if (taken !== undefined) await accepted?.(taken);
  let size = answered.bytes;
  let waitedMs = 0;
  for (let waitMs = pollMs.first, polls = 1; ; waitMs = Math.min(waitMs * 1.5, pollMs.longest), polls++) {
    await secrets?.mask(answered.result);
    const answer = readA2a(agentUrl, task, answered.result);
    if (answer.type === "ended") return { ...answer.result, bytes: size };
    if (size >= maximumBytes) throw new AnswerTooLarge(maximumBytes);
    if (accepted !== undefined && waitedMs >= (patienceMs[answer.state] ?? 0)) throw leftToLater(task);
    if (answer.words !== "") onProgress?.({ progress: polls, message: answer.words });
    await systemClock.sleep(waitMs, signal);
    waitedMs += waitMs;
    const polling = { ...sending, maximumBytes: maximumBytes - size };
    answered = await agent.poll(answer.taskId, polling).catch((cause: unknown) => {
      // A change that was taken on is not sent again for a credential; a question may be.
      const isOver = signal.aborted || (accepted === undefined && cause instanceof NotAccepted);
      throw isOver ? cause : pollFailed(task, cause);
    });
    refuseOther(agentUrl, answered.result, answer.taskId);
    size += answered.bytes;
  }
}

/** How a task of A2A's own stands, as `get_task_status` reports an agent's. */
async function askedAfter(agentUrl: string, tool: string, taskId: string, means: Means): Promise<CallResult> {
  const { agent, sending, secrets } = means;
  const { result, bytes } = await agent.poll(taskId, sending);
  await secrets?.mask(result);
  refuseOther(agentUrl, result, taskId);
  return { structuredContent: { ...taskStatusOf(result), task_id: taskId, task_type: tool }, bytes };
}

function leftToLater(task: string): TaskError {
  return new TaskError("CANCELED", `${task} was taken on, and its agent still works on it`, {
    effect: "unknown",
  });
}

/** What goes wrong in asking after a call says nothing of the call itself, whatever its own words are. */
function pollFailed(task: string, cause: unknown): TaskError {
  return new TaskError(
    "CONNECTION_LOST",
    `${task} was taken on; its task cannot be asked for: ${codeOf(cause)}`,
    {
      effect: "unknown",
      retryAfterSeconds: cause instanceof PutOff ? cause.seconds : undefined,
      cause,
    },
  );
}

function codeOf(cause: unknown): string {
  if (cause instanceof RpcError) return String(cause.code);
  if (cause instanceof TaskError) return cause.code;
  const status = cause instanceof HttpRefused ? cause.status : undefined;
  return status === undefined ? "no answer that can be read" : `HTTP ${status}`;
}

/** What an agent answers of another task, or of none, says nothing of the one that was asked for. */
function refuseOther(agentUrl: string, answer: unknown, wanted: string): void {
  const { taskId } = dataIn(answer);
  if (taskId !== wanted)
    throw new TaskError("INVALID_RESPONSE", `${agentUrl} was asked for the task ${wanted} and got another`, {
      effect: "unknown",
    });
}
