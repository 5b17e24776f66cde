import { systemClock } from "../lib/clock.ts";
import { capabilitiesTask } from "../protocol/names.ts";
import { credentialIn } from "./credentials.ts";
import { type Fault, Prose } from "./faults.ts";
import type { ApprovalTokens } from "./governance/tokens.ts";
import type { Idempotency, Once } from "./idempotency.ts";
import type { Payload } from "./payload.ts";
import type { CallRecorder } from "./record-call.ts";
import { Refusal } from "./refusal.ts";
import type { Agent, Call, Tool } from "./tool.ts";

/** What the agents of one deployment share. */
export interface House {
  readonly faults: ReadonlyMap<string, Fault>;
  readonly once: Idempotency;
  readonly tokens: ApprovalTokens;
  readonly recorder: CallRecorder;
  /** Refuses changes that carry no approval token. */
  readonly requireGovernance: boolean;
}

export interface Incoming extends Call {
  readonly task: string;
  readonly arguments: Payload;
  /** Cuts the connection without an answer. */
  readonly drop: () => void;
}

/** Answers one task call. Throws a `Refusal` or `Prose` for the agent's "no", the signal's reason when cancelled. */
export async function answer(agent: Agent, call: Incoming, house: House): Promise<Payload> {
  const { path, domain } = agent;
  const end = house.recorder.begin({
    agent: path,
    agentId: domain,
    task: call.task,
    arguments: call.arguments,
  });
  try {
    const tool = admit(agent, call);
    const fault = house.faults.get(agent.slug) ?? {};
    await misbehave(fault, call);
    if (!tool.task.mutates) {
      const payload = await tool.answer(call.arguments, call);
      end("answered");
      return { ...payload, sandbox: true };
    }
    const { payload, replayed } = await change(agent, tool, call, house);
    const lost = !replayed && (await loseAnswer(fault, call));
    end(replayed ? "replayed" : lost ? "dropped" : "answered");
    return { ...payload, sandbox: true, ...(replayed && { replayed }) };
  } catch (error) {
    end(call.signal.aborted ? "cancelled" : error instanceof Refusal ? error.code : "error");
    throw error;
  }
}

/** The tool that is called, where this caller may call it with such arguments. */
function admit(agent: Agent, call: Incoming): Tool {
  const tool = agent.tools.find((one) => one.task.name === call.task);
  if (tool === undefined)
    throw new Refusal("INVALID_REQUEST", `${agent.name} has no task "${call.task}"`, undefined, {
      supported_tasks: agent.tools.map((one) => one.task.name),
    });
  const secret = credentialIn(call.arguments);
  if (secret !== undefined)
    throw new Refusal(
      "CREDENTIAL_IN_ARGS",
      "credentials belong in the transport, never in arguments",
      secret,
    );
  if (!call.authenticated && needsToken(tool))
    throw new Refusal("UNAUTHORIZED", `${call.task} needs a token in the Authorization header`);
  return tool;
}

function change(agent: Agent, tool: Tool, call: Incoming, house: House): Promise<Once> {
  if (!uuid4.test(String(call.arguments["idempotency_key"])))
    throw new Refusal("INVALID_REQUEST", "idempotency_key must be a UUID v4", "idempotency_key");
  const run = async () => {
    await checkApproval(agent, tool, call, house);
    call.signal.throwIfAborted();
    return tool.answer(call.arguments, call);
  };
  if (!agent.idempotent) return run().then((payload) => ({ payload, replayed: false }));
  return house.once({ agent: agent.path, principal: call.principal, arguments: call.arguments }, run);
}

const uuid4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** What each seller may decide is decided here: changes and audiences are for known callers. */
function needsToken({ task }: Tool): boolean {
  return task.access === "authenticated" || (task.access === "per-seller" && task.mutates);
}

/** The governance agent's own books are not under its approval. */
async function checkApproval(agent: Agent, tool: Tool, call: Incoming, house: House): Promise<void> {
  if (agent.kind === "governance") return;
  const token = call.arguments["governance_context"];
  if (typeof token === "string")
    return house.tokens.verify({ token, agentUrl: agent.url, tool: tool.task.name, payload: call.arguments });
  if (house.requireGovernance)
    throw new Refusal("PERMISSION_DENIED", `${call.task} needs an approval token`, "governance_context");
}

async function misbehave(fault: Fault, call: Incoming): Promise<void> {
  if (call.task === "get_products" && fault.delayMs) await systemClock.sleep(fault.delayMs, call.signal);
  if (call.task === capabilitiesTask || fault.fail === undefined) return;
  switch (fault.fail) {
    case "error":
      throw new Refusal("INTERNAL_ERROR", "the ad server did not answer");
    case "rate-limited":
      throw new Refusal("RATE_LIMITED", "too many requests", undefined, { retry_after: 1 });
    case "prose":
      throw new Prose("We are sorry, something went wrong on our side. Please ask your account manager.");
  }
}

/** After a change is made: holds its answer back, or loses it. */
async function loseAnswer(fault: Fault, call: Incoming): Promise<boolean> {
  if (call.task === "create_media_buy" && fault.delayCreateMs)
    await systemClock.sleep(fault.delayCreateMs, call.signal);
  if (fault.dropAfterCommit) call.drop();
  return fault.dropAfterCommit ?? false;
}
