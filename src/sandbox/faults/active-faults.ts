import { capabilitiesTask } from "../../protocol/tasks/names.ts";
import type { Fault } from "./fault.ts";
import { type ActiveFault, type FaultRule, faultRuleSchema } from "./rule.ts";

/** Counts the calls that each rule has seen, and says which rules hold for the next one. */
export function activeFaults() {
  const seen = new WeakMap<FaultRule, number>();

  return function forCall(fault: Fault | undefined, task: string): readonly ActiveFault[] {
    return (fault?.rules ?? []).flatMap((rule) => {
      if (!concerns(rule, task)) return [];
      const count = (seen.get(rule) ?? 0) + 1;
      seen.set(rule, count);
      return holds(rule, count) ? [faultRuleSchema.parse(rule)] : [];
    });
  };
}

function concerns({ task }: FaultRule, called: string): boolean {
  if (task === undefined) return called !== capabilitiesTask;
  return (task === "get_capabilities" ? capabilitiesTask : task) === called;
}

function holds({ call, times = "always" }: FaultRule, count: number): boolean {
  if (call !== undefined) return count === call;
  return times === "always" || count <= times;
}
