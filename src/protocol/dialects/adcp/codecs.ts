import type { TaskName } from "../../tasks/index.ts";
import { type Codec, same } from "./codec.ts";
import { check_governance } from "./tasks/check_governance.ts";
import { get_capabilities } from "./tasks/get_capabilities.ts";
import { get_plan_audit_logs } from "./tasks/get_plan_audit_logs.ts";
import { report_plan_outcome } from "./tasks/report_plan_outcome.ts";
import { sync_plans } from "./tasks/sync_plans.ts";

/** Every task in the public standard's spelling. What is not listed is spelled the same in both. */
const listed: Partial<Readonly<Record<TaskName, Codec>>> = {
  check_governance,
  get_capabilities,
  get_plan_audit_logs,
  report_plan_outcome,
  sync_plans,
};

const plain: Codec = { request: same, answer: same };

export function codecOf(task: TaskName): Codec {
  return listed[task] ?? plain;
}
