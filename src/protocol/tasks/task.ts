import { z } from "zod";
import type { ProtocolName } from "./names.ts";

export const agentKinds = ["sales", "creative", "signals", "governance", "brand"] as const;
export type AgentKind = (typeof agentKinds)[number];

/** Who may call: anybody, anybody with a reduced answer, credentials only, or as each seller decides. */
export const accesses = ["public", "limited", "authenticated", "per-seller"] as const;
export type Access = (typeof accesses)[number];

/** A task of the service contract: its wire name, who serves it, whether it changes anything, and both its shapes. */
export interface Task<
  Name extends string = string,
  Mutates extends boolean = boolean,
  Request extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> {
  readonly name: Name;
  /** The protocol that has it, where one alone does. */
  readonly only?: ProtocolName;
  readonly servedBy: readonly AgentKind[];
  readonly access: Access;
  readonly mutates: Mutates;
  /** Longest time to wait for an answer, in milliseconds; from the contract's table of response times. */
  readonly timeoutMs: number;
  /** The list that its answer is, where it may be a very long one: it is read in pieces, each as an answer of its own. */
  readonly list?: string;
  /** One sentence for people and for `tools/list`. */
  readonly summary: string;
  /** Strict: a field that the contract does not know is our mistake. */
  readonly request: Request;
  /** Loose: unknown fields of an agent are kept. */
  readonly response: Response;
}

/** Fields that any request may carry beside its own. `governance_context` is the governance agent's approval token. */
const envelope = {
  context: z.record(z.string(), z.unknown()).optional(),
  ext: z.record(z.string(), z.unknown()).optional(),
  governance_context: z.string().max(4096).optional(),
};

const idempotency = { idempotency_key: z.uuidv4() };
const replay = { replayed: z.boolean().optional() };

/** What a task's file need not write: sellers serve it, to callers with credentials. */
const usual = { servedBy: ["sales"] as readonly AgentKind[], access: "authenticated" as Access };

/** A task as its file writes it: without what is usual, and both shapes without what all tasks share. */
interface Definition<Name extends string, Request extends z.ZodRawShape, Response extends z.ZodRawShape>
  extends Omit<Task<Name>, "mutates" | "request" | "response" | keyof typeof usual>,
    Partial<typeof usual> {
  readonly request: Request;
  readonly response: Response;
}

/** A read: never changes anything at the agent, however often it is sent. */
export function defineRead<
  const Name extends string,
  Request extends z.ZodRawShape,
  Response extends z.ZodRawShape,
>(task: Definition<Name, Request, Response>) {
  return {
    ...usual,
    ...task,
    mutates: false as const,
    request: z.strictObject({ ...task.request, ...envelope }),
    response: z.looseObject(task.response),
  };
}

/**
 * A change: carries an idempotency key (UUID v4) made once per change and kept over every retry; an answer that is given to one
 * again says so.
 */
export function defineMutation<
  const Name extends string,
  Request extends z.ZodRawShape,
  Response extends z.ZodRawShape,
>(task: Definition<Name, Request, Response>) {
  return {
    ...usual,
    ...task,
    mutates: true as const,
    request: z.strictObject({ ...task.request, ...idempotency, ...envelope }),
    response: z.looseObject({ ...task.response, ...replay }),
  };
}
