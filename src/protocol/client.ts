import PQueue from "p-queue";
import type { Clock } from "../lib/clock.ts";
import { thaw } from "./approval.ts";
import { type Breaker, createBreaker } from "./breaker.ts";
import type { Answer, CallOptions, MutateOptions, Read } from "./calls.ts";
import { cleanAnswer } from "./clean-answer.ts";
import { credentialPath } from "./credential-scan.ts";
import { type ChooseDialect, chooseDialect } from "./dialects/choose.ts";
import type { Dialect } from "./dialects/dialect.ts";
import { leavesOpen, TaskError, withUnknownEffect } from "./errors.ts";
import { extract } from "./extract.ts";
import { spend } from "./grant.ts";
import type { Mutate } from "./mutate.ts";
import { retrying } from "./retry.ts";
import { type ResponseOf, type TaskName, tasks } from "./tasks/index.ts";
import type { CallResult, Transport, TransportFactory } from "./transport.ts";

export interface Client {
  readonly read: Read;
  readonly mutate: Mutate;
  readonly close: () => Promise<void>;
}

/** Calls to one agent that may be under way at once. */
const callsPerAgent = 8;

/**
 * A client for any number of agents: one lasting connection and one queue for each. `clock` is the wire's own time, for
 * waits between tries; `now` is the time that approvals expire by.
 */
export function createClient(options: {
  readonly transport: TransportFactory;
  readonly clock: Clock;
  readonly now: () => number;
  /** From 0 up to 1; spreads the waits between tries. */
  readonly random?: () => number;
  /** How each agent spells requests; `svc` where absent. */
  readonly dialect?: ChooseDialect;
  /** Whether a text holds one of the desk's own secrets: such arguments are not sent. */
  readonly isSecret?: (text: string) => boolean;
}): Client {
  const { clock, random = Math.random, dialect: dialectOf = chooseDialect() } = options;
  const agents = new Map<string, { transport: Transport; queue: PQueue; breaker: Breaker }>();

  const agentAt = (url: string) => {
    let agent = agents.get(url);
    if (agent === undefined) {
      agent = {
        transport: options.transport(url),
        queue: new PQueue({ concurrency: callsPerAgent }),
        breaker: createBreaker(url, clock.now),
      };
      agents.set(url, agent);
    }
    return agent;
  };

  const send = async <Name extends TaskName>(
    agentUrl: string,
    task: Name,
    request: Readonly<Record<string, unknown>>,
    call: CallOptions & Partial<MutateOptions>,
  ): Promise<Answer<ResponseOf<Name>>> => {
    const secret = credentialPath(request, options.isSecret);
    if (secret !== undefined)
      return failed(
        new TaskError(
          "CREDENTIAL_IN_ARGS",
          `${secret} looks like a credential; credentials belong to the connection. Nothing was sent.`,
          { field: secret },
        ),
      );
    const { transport, queue, breaker } = agentAt(agentUrl);
    const dialect = dialectOf(agentUrl);
    const timeoutMs = call.timeoutMs ?? tasks[task].timeoutMs;
    const guarded = async () => {
      const refusal = breaker.refusal();
      if (refusal !== undefined) return failed(refusal);
      const answer = await once(task, dialect, () =>
        transport.call(dialect.toolName(task), request, {
          timeoutMs,
          signal: call.signal,
          onProgress: call.onProgress,
          beforeSend: () => refuseStopped(task, call.stopped?.()),
        }),
      );
      breaker.ended(answer.type === "failed" ? answer.error.code : undefined);
      return answer;
    };
    const attempt = () =>
      queue
        .add(guarded, call.signal === undefined ? {} : { signal: call.signal })
        .catch((cause: unknown) =>
          failed(new TaskError("CANCELED", `${task} was given up before it was sent`, { cause })),
        );
    // A change that may have been made is not repeated blindly: whoever ordered it looks it up first.
    const mayRepeat = (error: TaskError) => !tasks[task].mutates || error.effect === "none";
    return retrying({ clock, random, tries: call.tries ?? 3, signal: call.signal, mayRepeat }, attempt);
  };

  return {
    read: (agentUrl, task, request, call = {}) =>
      send(agentUrl, task, dialectOf(agentUrl).encode(task, request), call),
    mutate: async (call, approval, callOptions) => {
      const frozen = thaw(call);
      spend(frozen, approval, options.now());
      // `freeze` encoded these bytes for this agent; the digest proves that they are still those.
      const request = JSON.parse(frozen.bytes) as Record<string, unknown>;
      if (approval.token !== undefined) request["governance_context"] = approval.token;
      return send(frozen.agentUrl, frozen.task, request, callOptions);
    },
    close: async () => {
      await Promise.all([...agents.values()].map(({ transport }) => transport.close()));
      agents.clear();
    },
  };
}

/** One call. What goes wrong on the wire is a value, and so is what goes wrong in reading the answer: the call was made. */
async function once<Name extends TaskName>(
  task: Name,
  dialect: Dialect,
  call: () => Promise<CallResult>,
): Promise<Answer<ResponseOf<Name>>> {
  try {
    return read(task, extract(await call()), dialect);
  } catch (cause) {
    if (cause instanceof TaskError) return failed(cause);
    const why = cause instanceof Error ? cause.message : String(cause);
    const effect = tasks[task].mutates ? "unknown" : "none";
    return failed(
      new TaskError("INVALID_RESPONSE", `${task}: the answer cannot be read (${why})`, { effect, cause }),
    );
  }
}

/** Throws where a change may not be sent any more: what an earlier attempt did is for whoever ordered it to look up. */
function refuseStopped(task: TaskName, reason: string | undefined): void {
  if (reason === undefined) return;
  throw new TaskError("STOPPED", `${task} is not sent: ${reason}`, { effect: "unknown" });
}

function failed(error: TaskError): { type: "failed"; error: TaskError } {
  return { type: "failed", error };
}

/** The payload checked against the task's schema. An answer that cannot be read leaves open whether a change was made. */
function read<Name extends TaskName>(
  task: Name,
  extracted: ReturnType<typeof extract>,
  dialect: Dialect,
): Answer<ResponseOf<Name>> {
  const unclear = tasks[task].mutates ? "unknown" : "none";
  if (extracted.type === "error") {
    const { error } = extracted;
    return failed(unclear === "unknown" && leavesOpen(error) ? withUnknownEffect(error) : error);
  }
  const { payload, tried } = cleanAnswer(extracted.payload);
  const replayed = payload["replayed"] === true;
  const taskId = dialect.pendingTask(payload);
  if (taskId !== undefined && task !== "get_task_status") return { type: "pending", taskId, replayed };
  const parsed = tasks[task].response.safeParse(dialect.decode(task, payload));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue?.path.join(".") || "the answer";
    return failed(
      new TaskError(
        "INVALID_RESPONSE",
        `${task}: ${where} is not as the contract has it (${issue?.message})`,
        { effect: unclear },
      ),
    );
  }
  // The compiler loses the link between the table's entry and its own schema.
  const answer = parsed.data as ResponseOf<Name>;
  return { type: "answered", payload: answer, replayed, ...(tried.length > 0 && { tried }) };
}
