import { attempt } from "../../../lib/cause.ts";
import { agentAt, readBrandFile, redirectOf } from "../../../protocol/well-known/brand-file.ts";
import type { Flaw, RawAnswer } from "../fault.ts";

/** Whether the file of an agent's origin names the agent: signatures are checked with the keys that it names. */
export function checkBrandFile({ task, payload }: RawAnswer, agentUrl: string): Flaw | undefined {
  if (task !== "brand_file" || redirectOf(payload) !== undefined) return undefined;
  if (attempt(() => agentAt(readBrandFile(payload, "brand.json"), agentUrl)) !== undefined) return undefined;
  return {
    rule: "agent-not-in-brand-file",
    path: "/agents",
    wanted: "an entry with exactly this address is wanted",
    follows: "reports that it signs are refused, and it is asked instead",
    isToKnow: true,
  };
}
