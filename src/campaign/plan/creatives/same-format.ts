import type { FormatId } from "../../../protocol/records/creative.ts";

type FormatReference = Pick<FormatId, "agent_url" | "id">;

/** Formats are the same where both the agent that defines them and the id there are. */
export function sameFormat(a: FormatReference, b: FormatReference): boolean {
  return a.id === b.id && a.agent_url === b.agent_url;
}
