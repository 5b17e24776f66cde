import { z } from "zod";
import type { Wire } from "../protocol/messages/transport.ts";
import type { AgentKind, Task } from "../protocol/tasks/task.ts";
import { parseArguments } from "./arguments.ts";
import { newerShape } from "./newer-shape.ts";
import type { Payload } from "./payload.ts";
import { Refusal } from "./refusal.ts";

/** What a tool knows of the call beside its arguments. */
export interface Call {
  /** The authenticated principal, or `anonymous`. */
  readonly principal: string;
  readonly authenticated: boolean;
  readonly signal: AbortSignal;
  /** Accepts an update and changes nothing but the revision. */
  readonly ignoresUpdates?: boolean;
  /** Its feed is published anew before it reads an order, at prices times this. */
  readonly republishes?: number;
  /** How it lies about a proposal. */
  readonly lies?: readonly ("changed-terms" | "broken-constraint" | "short-hold")[];
  /** Takes an order without its targeting, or without one field of it. */
  readonly dropsTargeting?: { readonly field?: string };
}

/** One task of one agent, its answer bound to its schema. */
export interface Tool {
  readonly task: Task;
  /** Throws a `Refusal` where the agent says no. */
  readonly answer: (received: Payload, call: Call) => Promise<Payload>;
}

export interface Agent {
  readonly slug: string;
  readonly kind: AgentKind;
  readonly name: string;
  readonly domain: string;
  /** `/sales/mcp`: what the registry lists. */
  readonly path: string;
  readonly url: string;
  readonly channels: readonly string[];
  /** What a seller's orders can be targeted by, named as in them. */
  readonly targeting?: Readonly<Record<string, unknown>>;
  /** Whether it keeps idempotency keys. */
  readonly idempotent: boolean;
  /** Whether it verifies signed requests, and takes changes without. */
  readonly requestSigning?: "supported" | "required";
  /** Asks the governance agent that the call's account answers to: why it may not be made, undefined where it may. */
  readonly consult?: (call: Asking) => Promise<string | undefined>;
  readonly tools: readonly Tool[];
}

/** An agent's address or its path, over another wire than the one that is listed. */
export function addressOver(wire: Wire, listed: string): string {
  return listed.replace(/\/(mcp|a2a)$/, `/${wire}`);
}

/** A call that a seller asks about before it does it. */
export interface Asking {
  readonly task: string;
  readonly principal: string;
  /** As they were sent. */
  readonly arguments: Payload;
  /** The same in the agents' shape. */
  readonly request: Payload;
}

/** What each seller may decide is decided here: changes and audiences are for known callers. */
export function isProtected({ task }: Tool): boolean {
  return task.access === "authenticated" || (task.access === "per-seller" && task.mutates);
}

/** Binds a task to what answers it: it gets parsed arguments and returns the task's response. */
export function tool<Request extends z.ZodType<Payload>, Response extends z.ZodType<Payload>>(
  task: Task<string, boolean, Request, Response>,
  answer: (request: z.output<Request>, call: Call) => z.input<Response> | Promise<z.input<Response>>,
): Tool {
  return {
    task,
    answer: async (received, call) => {
      const { request, asSent } = newerShape(task, received);
      try {
        return task.response.parse(await answer(parseArguments(task.request, request), call));
      } catch (error) {
        if (!(error instanceof Refusal) || error.field === undefined) throw error;
        throw new Refusal(error.code, error.message, asSent(error.field), error.details);
      }
    },
  };
}

const testControl = z.looseObject({
  /** Older suites name none. */
  account: z.looseObject({ sandbox: z.literal(true) }).optional(),
  scenario: z.string(),
  params: z.record(z.string(), z.unknown()).optional(),
});

/** The public standard's way for test suites to prepare what they are going to ask; the contract has no such task. */
export const comply_test_controller: Task<string, false, typeof testControl, z.ZodType<Payload>> = {
  name: "comply_test_controller",
  servedBy: ["sales"],
  access: "authenticated",
  mutates: false,
  timeoutMs: 10_000,
  summary:
    "For test suites: puts things here, moves them on and delivers what was never shown. Sandbox accounts only.",
  request: testControl,
  response: z.looseObject({}),
};

/** Whether a seller takes orders from test suites: such a one is for nothing else. */
export function isForTests({ tools }: Agent): boolean {
  return tools.some(({ task }) => task.name === comply_test_controller.name);
}
