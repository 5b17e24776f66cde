import { z } from "zod";
import { names } from "../../protocol/names.ts";
import { searchAgents } from "../registry.ts";
import type { Face } from "./face.ts";

/** The service contract, whose shape is the agents' own: nothing is rewritten. */
export const contractFace: Face = {
  spelled: names.svc,
  tools: ({ tools }) =>
    tools.map(({ task }) => ({
      name: task.name,
      description: task.summary,
      inputSchema: z.toJSONSchema(task.request, { io: "input" }),
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
