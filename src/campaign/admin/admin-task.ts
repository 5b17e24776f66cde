import { digest } from "../../lib/digest.ts";
import { money } from "../../lib/money.ts";
import type { MutationName } from "../../protocol/tasks/index.ts";
import { recordsOf } from "../model/policy/policy.ts";
import type { Seller } from "../model/sellers/seller.ts";
import type { Ports } from "../model/state/ports.ts";
import type { Step } from "../model/step/step.ts";
import { cameToNothing } from "../model/step/step-status.ts";

/** One change at one agent without a brief: a campaign of a single step that costs nothing. */
export interface AdminTask {
  readonly task: MutationName;
  readonly agent: Seller;
  /** What is sent, without the idempotency key. */
  readonly request: Readonly<Record<string, unknown>>;
  /** One sentence for people. */
  readonly purpose: string;
}

/** The same task with the same request at the same agent is the same adminTask, and is done once. */
export function adminTaskId({ task, agent, request }: AdminTask): string {
  const name = agent.id
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 40);
  // Campaigns of a brief have no dot in their ids.
  return `admin.${task}.${name}.${digestOf({ task, agent, request }).slice(0, 16)}`;
}

export function isAdminTaskId(campaignId: string): boolean {
  // Earlier ledgers have them as errands.
  return /^(admin|errand)\./.test(campaignId);
}

/**
 * Records what is to be done, for `advance` to do. An admin task that is done or under way stays what it is; one that was refused
 * or failed is tried again as another step. `plan` is the governance agent's plan that it is checked against.
 */
export async function beginAdminTask(
  adminTask: AdminTask,
  options: {
    readonly plan?: string;
    readonly currency: string;
    /** Names of whoever asks for it; they may not approve it where approvers are named. */
    readonly requestedBy?: readonly string[];
  },
  { journal, policies }: Pick<Ports, "journal" | "policies">,
): Promise<void> {
  const { id, steps, governancePlanId, requestedBy = [], sequence } = journal.state();
  const begun = {
    type: "admin-task-begun" as const,
    purpose: adminTask.purpose,
    currency: options.currency,
    // Without a plan the governance agent is asked about one that it does not know, and says so.
    governancePlanId: options.plan ?? governancePlanId ?? id,
    // Whoever asked for it once stays one of those who asked.
    requestedBy: [...new Set([...requestedBy, ...(options.requestedBy ?? [])])],
    policies: recordsOf(policies),
  };
  const last = steps.at(-1);
  if (last !== undefined && !cameToNothing(last)) {
    const moves = options.plan !== undefined && options.plan !== governancePlanId;
    if (moves && last.status !== "done") await journal.record(begun, `begun/${sequence}`);
    return;
  }
  const attempt = steps.length + 1;
  await journal.record(begun, `begun/${sequence}`);
  await journal.record(
    { type: "sellers-discovered", sellers: [adminTask.agent], creativeAgents: [] },
    `agent/${attempt}`,
  );
  await journal.record(
    { type: "step-proposed", step: stepOf(adminTask, attempt, options.currency) },
    `step/${attempt}`,
  );
}

function stepOf(adminTask: AdminTask, attempt: number, currency: string): Step {
  const { task, agent, request, purpose } = adminTask;
  const free = money(0, currency);
  const id = `${task}/${agent.id}/${digestOf(adminTask).slice(0, 8)}`;
  return {
    id: attempt === 1 ? id : `${id}/${attempt}`,
    task,
    agentId: agent.id,
    agentUrl: agent.agentUrl,
    arguments: request,
    amount: free,
    planAmount: free,
    purpose,
    lineIds: [],
  };
}

function digestOf({ task, agent, request }: Pick<AdminTask, "task" | "agent" | "request">): string {
  return digest([agent.agentUrl, task, request]);
}
