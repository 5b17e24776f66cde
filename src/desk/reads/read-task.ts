import { z } from "zod";
import type { Answer } from "../../protocol/client/calls.ts";
import { isMutation, tasks } from "../../protocol/tasks/index.ts";
import { agentNamed } from "../admin-tasks.ts";
import { wrongArguments } from "../as-usage-error.ts";
import { operation } from "../operation.ts";
import {
  type TaskCallOutput,
  taskCallInput,
  taskCallOutputSchema,
  taskNamed,
} from "../outputs/task-calls.ts";
import { UsageError } from "../usage-error.ts";

/** Asks an agent one thing that changes nothing, and returns its answer. */
export const readTask = operation({
  input: z.strictObject(taskCallInput),
  output: taskCallOutputSchema,
  run: async ({ dry }, { agent: agentName, task: name, request, source }): Promise<TaskCallOutput> => {
    const task = taskNamed(name);
    if (isMutation(task)) throw new UsageError(`${name} changes something at the agent: nothing was sent`);
    const parsed = tasks[task].request.safeParse(request);
    if (!parsed.success) throw wrongArguments(parsed.error, source);
    const agent = await agentNamed(agentName, task, dry);
    // Parsed by the schema of exactly this task; the compiler sees the union of all.
    const answer: Answer<Readonly<Record<string, unknown>>> = await (await dry.ports("call")).read(
      agent.agentUrl,
      task,
      parsed.data as never,
    );
    const head = { command: "call", agent: agent.id, task } as const;
    switch (answer.type) {
      case "answered":
        return { ...head, status: "done", answer: answer.payload };
      case "pending":
        return { ...head, status: "pending", answer: { task_id: answer.taskId } };
      case "failed":
        throw new Error(`${agent.id}: ${answer.error.code}: ${answer.error.message}`);
    }
  },
});
