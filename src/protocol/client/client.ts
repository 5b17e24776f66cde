import { AsyncResource } from "node:async_hooks";
import PQueue from "p-queue";
import { messageOf } from "../../lib/cause.ts";
import type { Clock } from "../../lib/clock.ts";
import { deadline } from "../../lib/deadline.ts";
import type { JsonObject } from "../../lib/json-object.ts";
import { JsonRefused } from "../../lib/parse-json.ts";
import { inSpan } from "../../lib/spans.ts";
import { type DialectBook, oneDialect, type Pin } from "../dialects/book.ts";
import type { Dialect } from "../dialects/dialect.ts";
import { negotiate } from "../dialects/negotiate.ts";
import { countedCode } from "../messages/error-codes.ts";
import { TaskError } from "../messages/errors.ts";
import {
  type CallResult,
  longestStretch,
  type Transport,
  type TransportFactory,
} from "../messages/transport.ts";
import { versionsIn, wantsPadding } from "../signing/signing-policy.ts";
import { type MutationName, type ResponseOf, type TaskName, tasks } from "../tasks/index.ts";
import { type Breaker, createBreaker } from "./breaker.ts";
import { type CallPermit, thaw } from "./call-permit.ts";
import type { Answer, CallOptions, EndedCall, MutateOptions, Read } from "./calls.ts";
import { credentialPath } from "./credential-scan.ts";
import { withFieldInside } from "./failure.ts";
import { type GovernanceCredentials, withGovernanceCredential } from "./governance-credential.ts";
import { consumePermit } from "./issue-permit.ts";
import type { Mutate } from "./mutate.ts";
import { type Allowance, readPages } from "./pages.ts";
import { effectOf, failed, readAnswer } from "./read-answer.ts";
import { retrying } from "./retry.ts";

export interface Client {
  readonly read: Read;
  readonly mutate: Mutate;
  /** How long a change is under way at most, in milliseconds, where its caller does not say. */
  readonly longestCallMs: (task: MutationName) => number;
  /** Which dialect an agent speaks: as it is known, or asked of it. Rejects with a TaskError where it does not say. */
  readonly dialectOf: (agentUrl: string) => Promise<Dialect>;
  /** What an agent lists now, whatever is set or pinned; pins nothing. Rejects as `dialectOf` does. */
  readonly askAnew: (agentUrl: string) => Promise<Omit<Pin, "since">>;
  /** How many agents are left alone now, as they failed again and again. */
  readonly leftAlone: () => number;
  readonly close: () => Promise<void>;
}

/** Bytes of an answer: as many as are read in one go without keeping anybody waiting, or of a list that is read in pieces. */
const largestAnswer = 8 * 1024 * 1024;
const largestList = 16 * 1024 * 1024;

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
  /** How each agent spells requests; the contract's own way where absent. */
  readonly dialects?: DialectBook;
  /** Whether a text holds one of the desk's own secrets: such arguments are not sent. */
  readonly isSecret?: (text: string) => boolean;
  /** What sellers present to the buyer's governance agent; without it none is set up for it. */
  readonly governance?: GovernanceCredentials;
  /** Longest silence of an agent that is to change something, in milliseconds; each task's own where absent. */
  readonly changeTimeoutMs?: number;
  /** Called for each call when it has ended. */
  readonly ended?: (call: EndedCall) => void;
}): Client {
  const { clock, random = Math.random, dialects = oneDialect() } = options;
  const agents = new Map<string, { transport: Transport; queue: PQueue; breaker: Breaker }>();
  const negotiations = new Map<string, Promise<Dialect>>();

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

  const timeoutOf = (task: TaskName) =>
    (tasks[task].mutates ? options.changeTimeoutMs : undefined) ?? tasks[task].timeoutMs;
  const longestCallMs = (task: MutationName) => timeoutOf(task) * longestStretch;

  /** What breaks off is asked again once, whatever kind of agent it is. Who keeps silent has had its time. */
  const firstWord = async (agentUrl: string) => {
    const mayRepeat = ({ code }: TaskError) => code !== "TIMEOUT";
    const outcome = await retrying({ clock, random, tries: 2, mayRepeat }, () =>
      negotiate(agentUrl, agentAt(agentUrl).transport, dialects.wanted(agentUrl)).then(
        (found) => ({ type: "said" as const, found }),
        (cause: unknown) => failed(asTaskError(cause)),
      ),
    );
    if (outcome.type === "failed") throw outcome.error;
    return outcome.found;
  };

  const dialectOf = async (agentUrl: string): Promise<Dialect> => {
    const known = dialects.known(agentUrl);
    if (known !== undefined) return known;
    const ask = async () => {
      await dialects.refresh();
      const since = new Date(options.now()).toISOString();
      return dialects.known(agentUrl) ?? dialects.pin(agentUrl, { ...(await firstWord(agentUrl)), since });
    };
    const negotiation = negotiations.get(agentUrl) ?? ask().finally(() => negotiations.delete(agentUrl));
    negotiations.set(agentUrl, negotiation);
    return negotiation;
  };

  const send = async <Name extends TaskName>(
    agentUrl: string,
    task: Name,
    request: JsonObject,
    dialect: Dialect,
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
    // The one secret that goes into arguments, past the scan and everything that keeps what was sent.
    const filled = (page: JsonObject) =>
      task === "sync_governance" ? withGovernanceCredential(page, agentUrl, options.governance) : page;
    const { transport, queue, breaker } = agentAt(agentUrl);
    const timeoutMs = call.timeoutMs ?? timeoutOf(task);
    let isSent = false;
    const toAgent = async (): Promise<Answer<ResponseOf<Name>>> => {
      const refusal = breaker.refusal();
      if (refusal !== undefined) return failed(refusal);
      const answer = await once(task, dialect, request, {
        now: clock.now,
        timeoutMs,
        call: async (page, left) => {
          const arrived = await transport.call(dialect.toolName(task), filled(page), {
            ...left,
            signal: call.signal,
            onProgress: call.onProgress,
            accepted: call.accepted,
            taskOf: call.taskOf && dialect.toolName(call.taskOf),
            beforeSend: async () => {
              const reason = await call.stopped?.();
              if (reason !== undefined) throw notSent(task, reason);
              // A process that was stopped for a while wakes up before its timers do.
              if (call.signal?.aborted || options.now() >= (call.until ?? Infinity)) throw unsent(task);
              isSent = true;
            },
          });
          call.arrived?.(arrived);
          return arrived;
        },
        answeredIn: (release) => dialects.answeredIn(agentUrl, release),
        lists: (versions) => dialects.lists(agentUrl, wantsPadding(versions)),
      });
      breaker.ended(answer.type === "failed" ? answer.error.code : undefined);
      return answer;
    };
    const toolName = dialect.toolName(task);
    const attributes = {
      "mcp.method.name": "tools/call",
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": toolName,
      "server.address": new URL(agentUrl).hostname,
    };
    const guarded = () =>
      inSpan(`tools/call ${toolName}`, { attributes, isCall: true }, async (span) => {
        const begun = clock.now();
        const answer = await toAgent();
        const code = answer.type === "failed" ? countedCode(answer.error.code) : undefined;
        if (code !== undefined) span.failed(code);
        options.ended?.({ agentUrl, task, ...(code && { code }), milliseconds: clock.now() - begun });
        return answer;
      });
    const attempt = () =>
      queue
        .add(AsyncResource.bind(guarded), call.signal === undefined ? {} : { signal: call.signal })
        .catch((cause: unknown) =>
          failed(
            isSent
              ? new TaskError("CANCELED", `${task} was given up`, { effect: effectOf(task), cause })
              : unsent(task, cause),
          ),
        );
    // A change that may have been made is not repeated blindly: whoever ordered it looks up its effect first.
    const mayRepeat = (error: TaskError) => !tasks[task].mutates || error.effect === "none";
    return retrying({ clock, random, tries: call.tries ?? 3, signal: call.signal, mayRepeat }, attempt);
  };

  return {
    read: async (agentUrl, task, request, call = {}) => {
      const dialect = await dialectOf(agentUrl).catch(asTaskError);
      if (dialect instanceof TaskError) return failed(dialect);
      const ask = (inDialect: Dialect) =>
        send(agentUrl, task, inDialect.encode(task, request), inDialect, call);
      const answer = await ask(dialect);
      if (task !== "get_capabilities" || answer.type !== "failed" || answer.error.code !== "INVALID_REQUEST")
        return answer;
      // What was pinned is not known there any more: another agent may have moved in at this address.
      dialects.forget(agentUrl);
      const present = await dialectOf(agentUrl).catch(asTaskError);
      return present instanceof TaskError || present.name === dialect.name ? answer : ask(present);
    },
    mutate: async (call, permit, callOptions) => {
      const frozen = thaw(call);
      const stopped = async () => (await callOptions.stopped()) ?? ifOver(permit, options.now());
      const reason = await stopped();
      if (reason !== undefined) return failed(notSent(frozen.task, reason));
      consumePermit(frozen, permit, options.now());
      // `freeze` encoded these bytes for this agent; the digest proves that they are still those.
      const request = JSON.parse(frozen.bytes) as Record<string, unknown>;
      if (permit.token !== undefined) request["governance_context"] = permit.token;
      const until = callOptions.until ?? options.now() + longestCallMs(frozen.task);
      return endedBy(until - options.now(), callOptions.signal, async (signal) => {
        const dialect = await dialectOf(frozen.agentUrl).catch(asTaskError);
        if (dialect instanceof TaskError) return failed(dialect);
        return send(frozen.agentUrl, frozen.task, request, dialect, {
          ...callOptions,
          stopped,
          signal,
          until,
        });
      });
    },
    longestCallMs,
    dialectOf,
    leftAlone: () => [...agents.values()].filter(({ breaker }) => breaker.isOpen()).length,
    askAnew: (agentUrl) => negotiate(agentUrl, agentAt(agentUrl).transport, undefined),
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
  request: JsonObject,
  sending: {
    readonly call: (request: JsonObject, left: Allowance) => Promise<CallResult>;
    readonly now: () => number;
    readonly timeoutMs: number;
    readonly answeredIn: (release: string) => void;
    readonly lists: (versions: readonly string[]) => void;
  },
): Promise<Answer<ResponseOf<Name>>> {
  const { call, now, timeoutMs, answeredIn, lists } = sending;
  try {
    const next = (sent: JsonObject, page: JsonObject) => dialect.nextPage(task, sent, page);
    const maximumBytes = tasks[task].list === undefined ? largestAnswer : largestList;
    const extracted = await readPages(request, { call, next, now, allowance: { timeoutMs, maximumBytes } });
    const release = extracted.type === "payload" ? dialect.strayRelease(extracted.payload) : undefined;
    if (release !== undefined) answeredIn(release);
    if (task === "get_capabilities" && extracted.type === "payload") lists(versionsIn(extracted.payload));
    return await readAnswer(task, extracted, dialect, request);
  } catch (cause) {
    if (cause instanceof TaskError) return failed(withFieldInside(cause, task, dialect));
    const outcome = messageOf(cause);
    const why = cause instanceof JsonRefused ? `it ${outcome}` : outcome;
    return failed(
      new TaskError("INVALID_RESPONSE", `${dialect.toolName(task)}: the answer cannot be read (${why})`, {
        effect: effectOf(task),
        cause,
      }),
    );
  }
}

/** Ends a call at its limit, whoever still waits for what: what is given up then ends as `TIMEOUT`. */
async function endedBy<Result extends { readonly type: string }>(
  leftMs: number,
  signal: AbortSignal | undefined,
  call: (signal: AbortSignal) => Promise<Result | { readonly type: "failed"; readonly error: TaskError }>,
): Promise<Result | { readonly type: "failed"; readonly error: TaskError }> {
  using time = deadline(leftMs, [signal], () => new Error("its time is over"));
  const answer = await call(time.signal);
  if (!time.isOver() || answer.type !== "failed" || !("error" in answer)) return answer;
  const { code, message, effect } = answer.error;
  return code === "CANCELED"
    ? failed(new TaskError("TIMEOUT", `${message}: its time is over`, { effect }))
    : answer;
}

function unsent(task: TaskName, cause?: unknown): TaskError {
  return new TaskError("CANCELED", `${task} was given up before it was sent`, { cause });
}

/** What an earlier attempt did is for whoever ordered the change to look up. */
function notSent(task: TaskName, reason: string): TaskError {
  return new TaskError("STOPPED", `${task} is not sent: ${reason}`, { effect: "unknown" });
}

/** Between two tries, and while a connection is made, a permit can come to its end. */
function ifOver({ expiresAt }: Pick<CallPermit, "expiresAt">, now: number): string | undefined {
  return expiresAt <= now ? `its permit was over at ${new Date(expiresAt).toISOString()}` : undefined;
}

function asTaskError(cause: unknown): TaskError {
  if (cause instanceof TaskError) return cause;
  return new TaskError("INVALID_RESPONSE", messageOf(cause), { cause });
}
