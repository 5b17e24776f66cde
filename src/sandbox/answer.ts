import { systemClock } from "../lib/clock.ts";
import { credentialPath } from "../protocol/client/credential-scan.ts";
import type { ErrorCode } from "../protocol/messages/error-codes.ts";
import type { Wire } from "../protocol/messages/transport.ts";
import type { AgentDialect } from "./dialects/dialect.ts";
import type { activeFaults } from "./faults/active-faults.ts";
import { distort, padding } from "./faults/distort.ts";
import { type Fault, Prose } from "./faults/fault.ts";
import { type ActiveFault, faultOf } from "./faults/rule.ts";
import type { AnswerTurns } from "./faults/turns.ts";
import type { ApprovalTokens } from "./governance/tokens.ts";
import type { Idempotency, Once } from "./idempotency.ts";
import type { Payload } from "./payload.ts";
import type { CallRecorder } from "./record-call.ts";
import { Refusal } from "./refusal.ts";
import { type Agent, type Call, isProtected, type Tool } from "./tool.ts";

/** Puts other words into an agent's answer. */
export type RewriteAnswer = (answer: {
  /** Its slug. */
  readonly agent: string;
  readonly task: string;
  readonly payload: Payload;
}) => Payload | Promise<Payload>;

/** What the agents of one deployment share. */
export interface Deployment {
  readonly dialect: AgentDialect;
  readonly faults: ReadonlyMap<string, Fault>;
  readonly activeFaults: ReturnType<typeof activeFaults>;
  readonly once: Idempotency;
  readonly turns: AnswerTurns;
  readonly tokens: ApprovalTokens;
  readonly recorder: CallRecorder;
  /** Refuses changes that carry no approval token. */
  readonly requireGovernance: boolean;
  /** What an agent says instead of its answer. */
  readonly rewriteAnswer?: RewriteAnswer;
}

export interface Incoming extends Call {
  readonly wire: Wire;
  /** The contract's name of it, where it has one. */
  readonly task: string;
  /** As they were sent. */
  readonly arguments: Payload;
  /** What goes wrong with this call. */
  readonly active: readonly ActiveFault[];
  /** Cuts the connection without an answer. */
  readonly drop: () => void;
}

/** Answers one task call. Throws a `Refusal` or `Prose` for the agent's "no", the signal's reason when cancelled. */
export async function answer(agent: Agent, call: Incoming, deployment: Deployment): Promise<Payload> {
  const { path, domain } = agent;
  const end = await deployment.recorder.begin({
    agent: path,
    agentId: domain,
    wire: call.wire,
    task: call.task,
    arguments: call.arguments,
  });
  try {
    const tool = admit(agent, call);
    await failBefore(call);
    const request = deployment.dialect.read(call.task, call.arguments);
    const { payload, replayed } = tool.task.mutates
      ? await change(agent, tool, { ...call, request }, deployment)
      : { payload: await tool.answer(request, call), replayed: false };
    const outOfOrder = faultOf(call.active, "out-of-order");
    if (outOfOrder !== undefined) await deployment.turns.next(agent.slug, outOfOrder.ms);
    deployment.turns.answered(agent.slug);
    const lost = await failAfter(call);
    end(lost ? "dropped" : replayed ? "replayed" : "answered");
    const distorted = distort(payload, call.active);
    return {
      ...((await deployment.rewriteAnswer?.({ agent: agent.slug, task: call.task, payload: distorted })) ??
        distorted),
      ...padding(call.active),
      sandbox: true,
      ...(replayed && { replayed }),
    };
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
  const secret = credentialPath(call.arguments);
  if (secret !== undefined)
    throw new Refusal(
      "CREDENTIAL_IN_ARGS",
      "credentials belong in the transport, never in arguments",
      secret,
    );
  if (!call.authenticated && isProtected(tool))
    throw new Refusal("UNAUTHORIZED", `${call.task} needs a token in the Authorization header`);
  return tool;
}

/** A call with its arguments in the agents' shape beside those that were sent. */
interface Read extends Incoming {
  readonly request: Payload;
}

function change(agent: Agent, tool: Tool, call: Read, deployment: Deployment): Promise<Once> {
  if (!uuid4.test(String(call.request["idempotency_key"])))
    throw new Refusal("INVALID_REQUEST", "idempotency_key must be a UUID v4", "idempotency_key");
  const run = async () => {
    await checkApproval(agent, tool, call, deployment);
    call.signal.throwIfAborted();
    return tool.answer(call.request, {
      ...call,
      ignoresUpdates: faultOf(call.active, "ignore-updates") !== undefined,
      dropsTargeting: faultOf(call.active, "drop-targeting"),
      ...compactFaults(call),
    });
  };
  const forgets = !agent.idempotent || faultOf(call.active, "forget-keys") !== undefined;
  if (forgets) return run().then((payload) => ({ payload, replayed: false }));
  return deployment.once({ agent: agent.path, principal: call.principal, arguments: call.arguments }, run);
}

/** What a compact tool does otherwise than it says. */
function compactFaults({ active }: Incoming): Pick<Call, "republishes" | "lies"> {
  const republish = faultOf(active, "republish");
  const lies = (["changed-terms", "broken-constraint", "short-hold"] as const).filter(
    (lie) => faultOf(active, lie) !== undefined,
  );
  return { lies, ...(republish !== undefined && { republishes: republish.factor }) };
}

const uuid4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** The governance agent's own books are not under its approval. What brings none is asked about where its account says whom. */
async function checkApproval(agent: Agent, tool: Tool, call: Read, deployment: Deployment): Promise<void> {
  if (agent.kind === "governance") return;
  const token = call.arguments["governance_context"];
  if (typeof token === "string")
    return deployment.tokens.verify({
      token,
      agentUrl: agent.url,
      tool: tool.task.name,
      payload: call.arguments,
    });
  if (deployment.requireGovernance)
    throw new Refusal("PERMISSION_DENIED", `${call.task} needs an approval token`, "governance_context");
  const no = await agent.consult?.(call);
  if (no !== undefined)
    throw new Refusal("GOVERNANCE_DENIED", `the account's governance agent denies it: ${no}`);
}

/** What a rule makes of a call before the agent has done anything. */
async function failBefore(call: Incoming): Promise<void> {
  for (const fault of call.active) {
    if (fault.do === "slow" && fault.when === "before") await systemClock.sleep(fault.ms, call.signal);
    if (fault.do === "drop" && fault.when === "before") {
      call.drop();
      throw new Refusal("CONNECTION_LOST", "the connection was cut");
    }
    if (fault.do === "fail" && fault.when === "before") throw refusalOf(fault);
    if (fault.do === "prose" && fault.as === "error") throw new Prose(apology);
  }
}

/** What a rule makes of a call when the agent has done its work; true where the answer is lost. */
async function failAfter(call: Incoming): Promise<boolean> {
  let lost = false;
  for (const fault of call.active) {
    if (fault.do === "slow" && fault.when === "after") await systemClock.sleep(fault.ms, call.signal);
    if (fault.do === "fail" && fault.when === "after") throw refusalOf(fault);
    if (fault.do === "cut" || fault.do === "malformed") lost = true;
    if (fault.do === "drop" && fault.when === "after") {
      call.drop();
      lost = true;
    }
  }
  return lost;
}

/** A fault may send a code that no table knows: that is what it is for. */
function refusalOf(fault: Extract<ActiveFault, { do: "fail" }>): Refusal {
  const { code, message = "this agent was set to fail", recovery, retry_after } = fault;
  return new Refusal(code as ErrorCode, message, undefined, {
    recovery,
    ...(retry_after === undefined ? {} : { retry_after }),
  });
}

export const apology = "We are sorry, something went wrong on our side. Please ask your account manager.";
