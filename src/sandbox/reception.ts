import { TLSSocket } from "node:tls";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import { jsonIn } from "../lib/json-object.ts";
import { reasonCode } from "../protocol/signing/reason-codes.ts";
import type { Wire } from "../protocol/transport.ts";
import { answer, apology, type House, type Incoming } from "./answer.ts";
import type { Door, Knock } from "./doors.ts";
import { Prose } from "./faults/fault.ts";
import { type ActiveFault, faultOf } from "./faults/rule.ts";
import type { Payload } from "./payload.ts";
import { Refusal } from "./refusal.ts";
import type { SignedCallers } from "./signed-callers.ts";
import { type Agent, isProtected } from "./tool.ts";

export type HttpContext = Context<{ Bindings: HttpBindings }>;

/** How agents tell their callers apart. */
export interface Doors {
  /** For every agent without one of its own. */
  readonly shared: Door;
  /** By slug. */
  readonly own: ReadonlyMap<string, Door>;
  /** Who signs, at agents that verify signatures. */
  readonly signatures: SignedCallers;
}

/** A request whose credentials are known and whose body is read. */
export interface Knocked {
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
  readonly say: (called: Called, signal: AbortSignal) => Promise<Said>;
}

export interface Said {
  /** Absent where it speaks in prose. */
  readonly payload?: Payload;
  readonly isRefusal: boolean;
  readonly text: string;
}

/** One agent's door, whatever is spoken behind it: who calls, what goes wrong, what is recorded. */
export function reception(agent: Agent, house: House, doors: Doors, wire: Wire) {
  const { face } = house;

  return async (http: HttpContext): Promise<Knocked | Response> => {
    const bytes = Buffer.from(await http.req.arrayBuffer());
    const own = doors.own.get(agent.slug);
    const door = own ?? doors.shared;
    const byCredential = await door.identify(knockOf(http, bytes));
    if (byCredential.type === "refused") return shut(http, door, agent, true);
    const body = jsonIn(bytes.toString("utf8"));
    if (body === undefined) return http.json(parseError, 400);

    const enter: Knocked["enter"] = async (called) => {
      const task = called === undefined ? undefined : face.taskOf(called.name);
      const tool = agent.tools.find((one) => one.task.name === task);
      const changes = tool?.task.mutates === true;
      const request = http.req.raw;
      const caller = await doors.signatures.identify({ request, bytes, agent, byCredential, changes });
      if (caller.type === "refused") {
        http.header("WWW-Authenticate", `Signature error="${reasonCode("request", caller.fault)}"`);
        return http.body(null, caller.fault === "signature_jwks_unavailable" ? 503 : 401);
      }
      const isShut = own !== undefined || face.turnsAway;
      if (isShut && caller.type === "anonymous" && tool !== undefined && isProtected(tool))
        return shut(http, door, agent, false);
      const active = task === undefined ? [] : house.activeFaults(house.faults.get(agent.slug), task);
      const drop = () => http.env.incoming.socket.destroy();
      const broken = faultOf(active, "http");
      if (broken !== undefined) return new Response("the server has a problem", { status: broken.status });
      const say: Entered["say"] = (asked, signal) =>
        sayTo(agent, house, {
          wire,
          task: face.taskOf(asked.name),
          arguments: asked.arguments,
          principal: caller.type === "known" ? caller.principal : "anonymous",
          authenticated: caller.type === "known",
          signal,
          active,
          drop,
        });
      return { active, drop, say };
    };
    return { body, enter };
  };
}

async function sayTo(agent: Agent, house: House, call: Incoming): Promise<Said> {
  const { face, recorder } = house;
  const asked = { agent, task: call.task, received: call.arguments };
  const told = (payload: Payload, isRefusal: boolean): Said => ({
    payload,
    isRefusal,
    text: face.textOf(payload),
  });
  const said = await answer(agent, call, house)
    .then((payload) =>
      faultOf(call.active, "prose") === undefined
        ? told(face.write(payload, asked), false)
        : { isRefusal: false, text: apology },
    )
    .catch((error: unknown): Said => {
      if (error instanceof Prose) return { isRefusal: true, text: error.message };
      // Anything else is a bug of the sandbox: whoever tests against it should see which.
      const refusal =
        error instanceof Refusal ? error : new Refusal("INTERNAL_ERROR", `sandbox: ${String(error)}`);
      return told(face.refuse(refusal, asked), true);
    });
  const { payload, isRefusal } = said;
  if (payload !== undefined && faultOf(call.active, "text-only") === undefined)
    recorder.answered({ task: asked.task, payload, isRefusal });
  return said;
}

function knockOf(http: HttpContext, body: Uint8Array): Knock {
  const { socket } = http.env.incoming;
  const { method, url, headers } = http.req.raw;
  const certificate =
    socket instanceof TLSSocket && socket.authorized ? socket.getPeerX509Certificate() : undefined;
  return { method, url, headers, body, certificate };
}

/** HTTP 401 with what the door asks for. */
function shut(http: HttpContext, door: Door, { domain }: Agent, refused: boolean): Response {
  http.header("WWW-Authenticate", door.challenge(domain, refused));
  const message = refused ? "the credential is not known here" : "this needs a credential";
  return http.json({ error: { code: "UNAUTHORIZED", message } }, 401);
}

const parseError = { jsonrpc: "2.0", id: null, error: { code: -32700, message: "the body is not JSON" } };
