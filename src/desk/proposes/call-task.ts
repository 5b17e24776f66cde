import { z } from "zod";
import { isInHand } from "../../campaign/model/state/state.ts";
import { sendingWords } from "../../campaign/model/step/sending.ts";
import { campaignsIn } from "../../campaign/stop/stop-orders.ts";
import { type JsonObject, objectsIn } from "../../lib/json-object.ts";
import { isMutation, tasks } from "../../protocol/tasks/index.ts";
import { agentNamed, checkRequest, performAdminTasks } from "../admin-tasks.ts";
import type { Desk } from "../desk.ts";
import { operation } from "../operation.ts";
import {
  type TaskCallOutput,
  taskCallInput,
  taskCallOutputSchema,
  taskNamed,
} from "../outputs/task-calls.ts";
import { UsageError } from "../usage-error.ts";

/** Has one task of one agent carried out that changes something there and costs nothing. */
export const callTask = operation({
  input: z.strictObject({
    ...taskCallInput,
    plan: z.string().optional().describe("the governance agent's plan that it belongs to"),
  }),
  output: taskCallOutputSchema,
  run: async (
    desk,
    { agent: agentName, task: name, request, source, plan },
    caller,
  ): Promise<TaskCallOutput> => {
    const task = taskNamed(name);
    if (!isMutation(task)) throw new UsageError(`${name} changes nothing: it is read`);
    if ("idempotency_key" in request)
      throw new UsageError(
        `${source}: idempotency_key is made here, once for each change, and kept: leave it out`,
      );
    checkRequest(task, request, source);
    if (task === "sync_plans") await keepCampaigns(request, desk);
    const agent = await agentNamed(agentName, task, desk.app);
    const adminTask = { task, agent, request, purpose: `${tasks[task].name} at ${agent.id}, called by hand` };
    const [performed] = await performAdminTasks([adminTask], plan, desk, caller);
    if (performed === undefined) throw new Error(`${task} was not performed`);
    const { campaign, before, state } = performed;
    const { step, status, sending, receipt } = state;
    const reason = sending === undefined ? state.reason : sendingWords(sending);
    const head = { command: "call", agent: agent.id, task, status, campaign, step: step.id, before } as const;
    if (status === "done") return { ...head, answer: receipt?.payload ?? {} };
    const why = reason ?? "its answer is not known yet; run the same command again";
    return { ...head, reason: why, inHand: isInHand(state), answer: receipt?.payload };
  },
});

/** A campaign's plan is what its brief allows: it is not widened by hand. */
async function keepCampaigns({ plans }: JsonObject, { app }: Pick<Desk, "app">): Promise<void> {
  const known = await campaignsIn(app.ledger);
  const own = known.find((id) => objectsIn(plans).some(({ plan_id }) => plan_id === id));
  if (own !== undefined)
    throw new UsageError(
      `plan ${own} is a campaign's: it follows the campaign's brief and is not set by hand`,
    );
}
