import { names, type PublicRelease } from "../../../protocol/names.ts";
import { tasks } from "../../../protocol/tasks/index.ts";
import type { Payload } from "../../payload.ts";
import type { Tool } from "../../tool.ts";
import type { Face, ListedTool } from "../face.ts";
import { publicCapabilities } from "./capabilities.ts";
import { complete } from "./complete.ts";
import { envelope, failed } from "./envelope.ts";
import { readRequest } from "./read-request.ts";
import { publicRegistry } from "./registry.ts";
import { sentence } from "./sentence.ts";
import { codecFor, fieldSent, taskOf, toolNames } from "./spelling.ts";
import { webhookBody } from "./webhook-body.ts";

/** The public standard in one of its releases. */
export function publicFace(release: PublicRelease): Face {
  const written = (task: string, payload: Payload, received: Payload): Payload => ({
    ...(codecFor(task)?.answer.write(payload, { release, request: received }) ?? payload),
  });
  return {
    spelled: names.adcp,
    tools: ({ tools }) => tools.flatMap((tool) => listed(tool, release)),
    taskOf,
    read: (task, received) => readRequest(task, received, release),
    fieldSent,
    write: (payload, { agent, task, received }) => {
      const answer =
        task === tasks.get_capabilities.name
          ? publicCapabilities(agent, payload, release)
          : complete(task, written(task, payload, received), received);
      return envelope(answer, { task, received, release });
    },
    refuse: (refusal, { task, received }) => failed(refusal, { task, received, release }),
    textOf: sentence,
    report: (report) =>
      webhookBody({ ...report, result: written(report.task_type, { ...report.result }, {}) }),
    registry: publicRegistry,
  };
}

/** Sellers of the public standard publish no arguments with their tools: its schemas are the place for that. */
function listed({ task }: Tool, release: PublicRelease): ListedTool[] {
  const { summary: description, mutates } = task;
  return toolNames(task.name, release).map((name) => ({
    name,
    description,
    inputSchema: { type: "object" },
    readOnly: !mutates,
  }));
}
