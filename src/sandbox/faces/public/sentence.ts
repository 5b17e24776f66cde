import { names } from "../../../protocol/names.ts";
import { isPayload, type Payload } from "../../payload.ts";

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
