import { publicToolName } from "../../../protocol/dialects/adcp/adcp.ts";
import type { Codec } from "../../../protocol/dialects/adcp/codec.ts";
import { codecOf } from "../../../protocol/dialects/adcp/codecs.ts";
import { type TaskName, tasks } from "../../../protocol/tasks/index.ts";
import { names, type PublicRelease, since } from "../../../protocol/tasks/names.ts";
import { list_tasks } from "../../seller-tasks.ts";

// The keys of a literal table are its names.
const taskNames = Object.keys(tasks) as TaskName[];
const byWireName: ReadonlyMap<string, TaskName> = new Map(taskNames.map((name) => [tasks[name].name, name]));

/** How the public standard spells a task of the contract; undefined for a task that the contract does not know. */
export function codecFor(task: string): Codec | undefined {
  const name = byWireName.get(task);
  return name === undefined ? undefined : codecOf(name);
}

const polling = tasks.get_task_status.name;
/** Older names for polling, which are kept beside the newer one. */
const olderPolling: readonly string[] = ["tasks/get", "tasks_get"];

/** Names under which an agent lists a task; none for what the public standard has no more. */
export function toolNames(task: string, release: PublicRelease): readonly string[] {
  if (task === polling) return since(release, "3.1") ? [polling, ...olderPolling] : olderPolling;
  if (task === tasks.list_authorized_properties.name) return [];
  if (task === list_tasks.name && !since(release, "3.1")) return [];
  const name = byWireName.get(task);
  return [name === undefined ? task : publicToolName(name, [])];
}

export function taskOf(tool: string): string {
  if (tool === names.adcp.capabilitiesTask) return tasks.get_capabilities.name;
  return olderPolling.includes(tool) ? polling : tool;
}

/** Fields that are called otherwise in the agents' shape. */
const deliveryFields: Readonly<Record<string, string>> = {
  media_buy_id: "media_buy_ids",
  "date_range.start": "start_date",
  "date_range.end": "end_date",
  granularity: "time_granularity",
};

/** A path in the agents' shape as callers spell it: an update stands flat in the request. */
export function fieldSent(task: string, field: string): string {
  if (task === tasks.get_media_buy_delivery.name) return deliveryFields[field] ?? field;
  if (task === tasks.buy_products.name) return field.replace(/^packages\b/, "purchases");
  const isChange = task === tasks.update_media_buy.name || task === tasks.control_media_buy.name;
  return isChange ? field.replace(/^updates\./, "") : field;
}
