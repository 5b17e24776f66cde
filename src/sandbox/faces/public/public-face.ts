import { names, type PublicRelease } from "../../../protocol/names.ts";
import { tasks } from "../../../protocol/tasks/index.ts";
import type { Report } from "../../media-buys/book.ts";
import { isPayload, type Payload } from "../../payload.ts";
import type { Tool } from "../../tool.ts";
import type { Face, ListedTool } from "../face.ts";
import { publicCapabilities } from "./capabilities.ts";
import { complete } from "./complete.ts";
import { envelope, failed } from "./envelope.ts";
import { readRequest } from "./read-request.ts";
import { publicRegistry } from "./registry.ts";
import { codecFor, fieldSent, taskOf, toolNames } from "./spelling.ts";

/** The public standard in one of its releases. `brandFile` is where agents' keys are found from, over https. */
export function publicFace(release: PublicRelease, brandFile?: string): Face {
  const written = (task: string, payload: Payload, received: Payload): Payload => ({
    ...(codecFor(task)?.answer.write(payload, { release, request: received }) ?? payload),
  });
  return {
    spelled: names.adcp,
    turnsAway: true,
    tools: ({ tools }) => tools.flatMap((tool) => listed(tool, release)),
    taskOf,
    read: (task, received) => readRequest(task, received, release),
    fieldSent,
    write: (payload, { agent, task, received }) => {
      const answer =
        task === tasks.get_capabilities.name
          ? publicCapabilities(agent, payload, { release, brandFile })
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

/** What an answer says to a person who reads along; an error is repeated as it is. */
export function sentence(structured: Payload): string {
  const error = structured[names.adcp.errorKey];
  if (isPayload(error)) return JSON.stringify({ [names.adcp.errorKey]: error });
  const { media_buy_id, task_id } = structured;
  if (typeof media_buy_id === "string") return `Media buy ${media_buy_id}`;
  if (typeof task_id === "string") return `Task ${task_id}: ${String(structured["status"])}`;
  const [list] = Object.entries(structured).filter(([, value]) => Array.isArray(value));
  if (list === undefined) return "Done";
  const [name, items] = list;
  return `Found ${Array.isArray(items) ? items.length : 0} ${name.replaceAll("_", " ")}`;
}

/** A report as the public standard's webhooks carry it; `result` is spelled already. */
export function webhookBody({ url: _url, ...report }: Report): Payload {
  return { ...report, protocol: "media-buy" };
}
