import { TLSSocket } from "node:tls";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import { jsonIn } from "../lib/json-object.ts";
import { reasonCode } from "../protocol/keys/reason-codes.ts";
import type { Wire } from "../protocol/messages/transport.ts";
import { answer, apology, type Deployment, type Incoming } from "./answer.ts";
import type { Authenticator, AuthRequest } from "./authenticators.ts";
import type { AgentDialect } from "./dialects/dialect.ts";
import { Prose } from "./faults/fault.ts";
import { type ActiveFault, faultOf } from "./faults/rule.ts";
import { refusedByHttp } from "./faults/wire.ts";
import type { Payload } from "./payload.ts";
import { Refusal } from "./refusal.ts";
import type { SignedCallers } from "./signed-callers.ts";
import { type Agent, isProtected } from "./tool.ts";

export type HttpContext = Context<{ Bindings: HttpBindings }>;

export interface Authenticators {
  /** For every agent without one of its own. */
  readonly shared: Authenticator;
  /** By slug. */
  readonly own: ReadonlyMap<string, Authenticator>;
  /** Who signs, at agents that verify signatures. */
  readonly signatures: SignedCallers;
}

/** A request whose credentials are known and whose body is read. */
export interface Received {
  readonly body: unknown;
  /** Lets it in with the call that it makes, if it is one; a Response where it may not come in. */
  readonly enter: (called: Called | undefined) => Promise<Entered | Response>;
}

/** A task as the caller names it. */
export interface Called {
  readonly name: string;
  readonly arguments: Payload;
}

export interface Entered {
  readonly active: readonly ActiveFault[];
  /** Cuts the connection without an answer. */
  readonly drop: () => void;
  /** What the agent says to the call. */
  readonly say: (called: Called, signal: AbortSignal) => Promise<Respond>;
}

export interface Respond {
  /** Absent where it answers in prose. */
  readonly payload?: Payload;
  readonly isRefusal: boolean;
  readonly text: string;
}

/** One agent's endpoint over either wire: who calls, what goes wrong, what is recorded. */
export function reception(agent: Agent, deployment: Deployment, authenticators: Authenticators, wire: Wire) {
  const { dialect } = deployment;

  return async (http: HttpContext): Promise<Received | Response> => {
    const bytes = Buffer.from(await http.req.arrayBuffer());
    const own = authenticators.own.get(agent.slug);
    const authenticator = own ?? authenticators.shared;
    const byCredential = await authenticator.identify(authRequestOf(http, bytes));
    if (byCredential.type === "refused") return shut(http, authenticator, agent, true);
    const body = jsonIn(bytes.toString("utf8"));
    if (body === undefined) return http.json(parseError, 400);

    const enter: Received["enter"] = async (called) => {
      const task = called === undefined ? undefined : dialect.taskOf(called.name);
      const tool = agent.tools.find((one) => one.task.name === task);
      const changes = tool?.task.mutates === true;
      const request = http.req.raw;
      const caller = await authenticators.signatures.identify({
        request,
        bytes,
        agent,
        byCredential,
        changes,
      });
      if (caller.type === "refused") {
        http.header("WWW-Authenticate", `Signature error="${reasonCode("request", caller.fault)}"`);
        return http.body(null, caller.fault === "signature_jwks_unavailable" ? 503 : 401);
      }
      const isShut = own !== undefined || dialect.turnsAway;
      if (isShut && caller.type === "anonymous" && tool !== undefined && isProtected(tool))
        return shut(http, authenticator, agent, false);
      const active =
        task === undefined ? [] : deployment.activeFaults(deployment.faults.get(agent.slug), task);
      const drop = () => http.env.incoming.socket.destroy();
      const broken = faultOf(active, "http");
      if (broken !== undefined) return new Response("the server has a problem", { status: broken.status });
      const say: Entered["say"] = (incoming, signal) =>
        sayTo(agent, deployment, {
          wire,
          task: dialect.taskOf(incoming.name),
          arguments: incoming.arguments,
          principal: caller.type === "known" ? caller.principal : "anonymous",
          authenticated: caller.type === "known",
          signal,
          active,
          drop,
        });
      const entered = { active, drop, say };
      return called === undefined ? entered : withStatus(entered, called, request.signal, dialect);
    };
    return { body, enter };
  };
}

/** Where refusals are to have an HTTP status, the call is answered first: the status comes before the answer. */
async function withStatus(entered: Entered, called: Called, signal: AbortSignal, { spelled }: AgentDialect) {
  if (faultOf(entered.active, "http-errors") === undefined) return entered;
  const said = await entered.say(called, signal);
  return said.isRefusal
    ? refusedByHttp(said.payload?.[spelled.errorKey])
    : { ...entered, say: () => Promise.resolve(said) };
}

async function sayTo(agent: Agent, deployment: Deployment, call: Incoming): Promise<Respond> {
  const { dialect, recorder } = deployment;
  const incoming = { agent, task: call.task, received: call.arguments };
  const respond = (payload: Payload, isRefusal: boolean): Respond => ({
    payload,
    isRefusal,
    text: dialect.textOf(payload),
  });
  const reply = await answer(agent, call, deployment)
    .then((payload) =>
      faultOf(call.active, "prose") === undefined
        ? respond(dialect.write(payload, incoming), false)
        : { isRefusal: false, text: apology },
    )
    .catch((error: unknown): Respond => {
      if (error instanceof Prose) return { isRefusal: true, text: error.message };
      // Anything else is a bug of the sandbox: whoever tests against it should see which.
      const refusal =
        error instanceof Refusal ? error : new Refusal("INTERNAL_ERROR", `sandbox: ${String(error)}`);
      return respond(dialect.refuse(refusal, incoming), true);
    });
  const { payload, isRefusal } = reply;
  if (payload !== undefined && faultOf(call.active, "text-only") === undefined)
    recorder.answered({ task: incoming.task, payload, isRefusal });
  return reply;
}

function authRequestOf(http: HttpContext, body: Uint8Array): AuthRequest {
  const { socket } = http.env.incoming;
  const { method, url, headers } = http.req.raw;
  const certificate =
    socket instanceof TLSSocket && socket.authorized ? socket.getPeerX509Certificate() : undefined;
  return { method, url, headers, body, certificate };
}

/** HTTP 401 with what the authenticator asks for. */
function shut(http: HttpContext, authenticator: Authenticator, { domain }: Agent, refused: boolean) {
  http.header("WWW-Authenticate", authenticator.challenge(domain, refused));
  const message = refused ? "the credential is not known here" : "this needs a credential";
  return http.json({ error: { code: "UNAUTHORIZED", message } }, 401);
}

const parseError = { jsonrpc: "2.0", id: null, error: { code: -32700, message: "the body is not JSON" } };
