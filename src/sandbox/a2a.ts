import { randomUUID } from "node:crypto";
import { z } from "zod";
import { isoTime, systemClock } from "../lib/clock.ts";
import { a2aProfile, protocolVersion } from "../protocol/tasks/names.ts";
import type { Deployment } from "./answer.ts";
import type { Authenticator } from "./authenticators.ts";
import { type ActiveFault, faultOf } from "./faults/rule.ts";
import { misshaped } from "./faults/wire.ts";
import type { Payload } from "./payload.ts";
import { type Authenticators, type Called, type HttpContext, type Respond, reception } from "./reception.ts";
import { type Agent, addressOver } from "./tool.ts";

/** How a version of A2A spells a message, its task and their parts. */
interface Wording {
  readonly version: string;
  /** Whether a request must name the profile. */
  readonly activates: boolean;
  readonly role: string;
  readonly completed: string;
  readonly failed: string;
  readonly part: (part: Payload) => Payload;
  readonly result: (task: Payload) => Payload;
}

/** By the method that sends a message. The older one is what most agents in the field still speak. */
const wordings: ReadonlyMap<string, Wording> = new Map([
  [
    "SendMessage",
    {
      version: "1.0",
      activates: true,
      role: "ROLE_USER",
      completed: "TASK_STATE_COMPLETED",
      failed: "TASK_STATE_FAILED",
      part: (part) => part,
      result: (task) => ({ task }),
    },
  ],
  [
    "message/send",
    {
      version: "0.3",
      activates: false,
      role: "user",
      completed: "completed",
      failed: "failed",
      part: (part) => ({ kind: "text" in part ? "text" : "data", ...part }),
      result: (task) => ({ kind: "task", ...task }),
    },
  ],
]);

/** Where an agent's card lies: beside its addresses. */
export function cardPath({ path }: Agent): string {
  return path.replace(/[^/]+$/, ".well-known/agent-card.json");
}

/** One agent over A2A 1.0 and 0.3, after the public profile: each message is one call, and nothing is kept between them. */
export function a2aEndpoint(agent: Agent, deployment: Deployment, authenticators: Authenticators) {
  const receive = reception(agent, deployment, authenticators, "a2a");

  const handle = async (http: HttpContext): Promise<Response> => {
    if (http.req.method !== "POST") return http.text("A2A answers POST", 405, { Allow: "POST" });
    const received = await receive(http);
    if (received instanceof Response) return received;
    const read = calledBy(received.body, http.req.raw.headers);
    const entered = await received.enter("called" in read ? read.called : undefined);
    if (entered instanceof Response) return entered;
    const { id } = read;
    if (!("called" in read)) return http.json({ jsonrpc: "2.0", id, error: read.error });
    const { active, drop, say } = entered;
    const result = await say(read.called, http.req.raw.signal);
    const response = Response.json(
      { jsonrpc: "2.0", id, result: read.wording.result(taskOf(result, active, read.wording)) },
      { headers: { "A2A-Extensions": a2aProfile } },
    );
    return (await misshaped(response, active, drop)) ?? response;
  };

  return {
    handle,
    card: () => cardOf(agent, deployment, authenticators.own.get(agent.slug) ?? authenticators.shared),
  };
}

const rpcSchema = z.looseObject({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.string(), z.number()]),
  method: z.string(),
  params: z.unknown(),
});
const messageSchema = z.looseObject({
  message: z.looseObject({
    messageId: z.string().min(1),
    role: z.string(),
    parts: z.array(z.looseObject({})),
  }),
});
const invocationSchema = z.strictObject({
  skill: z.string().min(1),
  input: z.record(z.string(), z.unknown()),
});

type Read = { readonly id: string | number | null } & (
  | { readonly called: Called; readonly wording: Wording }
  | { readonly error: { readonly code: number; readonly message: string } }
);

/** The call in a message: its one data part. Text beside it is for people; files are no part of a call. */
function calledBy(body: unknown, headers: Headers): Read {
  const rpc = rpcSchema.safeParse(body).data;
  if (rpc === undefined) return refused(null, -32_600, "this is not a request of JSON-RPC 2.0");
  const { id, method, params } = rpc;
  const wording = wordings.get(method);
  if (wording === undefined) return refused(id, -32_601, `${method.slice(0, 80)} is not served here`);
  const version = headers.get("a2a-version") ?? wording.version;
  if (version !== wording.version)
    return refused(id, -32_009, `${method} is of A2A ${wording.version}, not ${version.slice(0, 20)}`);
  const extensions = (headers.get("a2a-extensions") ?? "").split(",").map((uri) => uri.trim());
  if (wording.activates && !extensions.includes(a2aProfile))
    return refused(id, -32_008, `a request must activate ${a2aProfile}`);
  const message = messageSchema.safeParse(params).data?.message;
  if (message?.role !== wording.role)
    return refused(id, -32_602, `params hold no message of A2A ${wording.version}`);
  const others = message.parts.filter((part) => !("text" in part));
  const [only, ...more] = others;
  const invocation = more.length > 0 ? undefined : invocationSchema.safeParse(only?.["data"]).data;
  if (invocation === undefined)
    return refused(id, -32_602, "a message holds exactly one data part, {skill, input}, and no file");
  return { id, wording, called: { name: invocation.skill, arguments: invocation.input } };
}

function refused(id: Read["id"], code: number, message: string): Read {
  return { id, error: { code, message } };
}

function taskOf(response: Respond, active: readonly ActiveFault[], wording: Wording): Payload {
  const { payload, isRefusal, text } = response;
  const [asText, isBare] = [faultOf(active, "text-only"), faultOf(active, "structured-only")];
  const parts =
    payload === undefined
      ? [{ text }]
      : asText !== undefined && !isRefusal
        ? [{ text: JSON.stringify(payload) }]
        : [...(isBare === undefined ? [{ text }] : []), { data: payload }];
  return {
    id: randomUUID(),
    contextId: randomUUID(),
    status: {
      state: isRefusal ? wording.failed : wording.completed,
      timestamp: isoTime(systemClock.now()),
    },
    artifacts: [{ artifactId: "result", parts: parts.map(wording.part) }],
  };
}

function cardOf(agent: Agent, { dialect }: Deployment, authenticator: Authenticator): Payload {
  const url = addressOver("a2a", agent.url);
  return {
    name: agent.name,
    description: `${agent.name} of the sandbox`,
    version: protocolVersion,
    supportedInterfaces: [...wordings.values()].map(({ version }) => ({
      url,
      protocolBinding: "JSONRPC",
      protocolVersion: version,
    })),
    // Where callers of 0.3 read them.
    url,
    preferredTransport: "JSONRPC",
    protocolVersion: "0.3.0",
    capabilities: {
      streaming: false,
      pushNotifications: false,
      extensions: [{ uri: a2aProfile, description: "tasks of the protocol as typed calls", required: true }],
    },
    defaultInputModes: ["application/json"],
    defaultOutputModes: ["application/json"],
    skills: dialect
      .tools(agent)
      .map(({ name, description }) => ({ id: name, name, description, tags: [agent.kind] })),
    ...securityOf(authenticator),
  };
}

/** How callers prove who they are, as A2A cards list it. */
function securityOf({ kind }: Authenticator): Payload {
  const schemes = {
    bearer: { bearerAuth: { httpAuthSecurityScheme: { scheme: "Bearer" } } },
    oauth: { bearerAuth: { httpAuthSecurityScheme: { scheme: "Bearer" } } },
    basic: { basicAuth: { httpAuthSecurityScheme: { scheme: "Basic" } } },
    certificate: { certificate: { mtlsSecurityScheme: {} } },
  }[kind];
  const [name = ""] = Object.keys(schemes);
  return { securitySchemes: schemes, securityRequirements: [{ schemes: { [name]: { list: [] } } }] };
}
