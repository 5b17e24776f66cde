import { z } from "zod";
import { names } from "../../protocol/tasks/names.ts";
import { searchAgents } from "../registry.ts";
import type { AgentDialect } from "./dialect.ts";

const schemas = new WeakMap<z.ZodType, Readonly<Record<string, unknown>>>();

/** Made once for all agents that have the task, in every sandbox of the process. */
function schemaOf(request: z.ZodType): Readonly<Record<string, unknown>> {
  const known = schemas.get(request);
  if (known !== undefined) return known;
  const made = z.toJSONSchema(request, { io: "input" });
  schemas.set(request, made);
  return made;
}

/** The service contract, whose shape is the agents' own: nothing is rewritten. */
export const contractDialect: AgentDialect = {
  spelled: names.svc,
  hasCompactTools: false,
  turnsAway: false,
  tools: ({ tools }) =>
    tools.map(({ task }) => ({
      name: task.name,
      description: task.summary,
      inputSchema: schemaOf(task.request),
      readOnly: !task.mutates,
    })),
  taskOf: (tool) => tool,
  read: (_task, received) => received,
  fieldSent: (_task, field) => field,
  write: (payload) => payload,
  refuse: (refusal) => ({ [names.svc.errorKey]: refusal.toJSON() }),
  textOf: (structured) => JSON.stringify(structured[names.svc.errorKey] ?? structured),
  report: ({ url: _url, token: _token, operation_id: _operation, ...body }) => body,
  registry: searchAgents,
};
