import { z } from "zod";
import type { Described } from "../../lib/described.ts";
import { olderShapes } from "../../protocol/dialects/older-shapes.ts";
import { type TaskName, tasks as table } from "../../protocol/tasks/index.ts";
import { accesses, agentKinds, type Task } from "../../protocol/tasks/task.ts";
import { operation } from "../operation.ts";

const taskRowSchema = z.strictObject({
  task: z.string().describe("its name on the wire"),
  agents: z.array(z.enum(agentKinds)).readonly(),
  access: z.enum(accesses),
  mutates: z.boolean(),
  timeLimitSeconds: z.number(),
  olderShapes: z.array(z.string()).readonly().describe("how `svc-older` spells its request"),
  summary: z.string(),
});

/** Every task of the contract, reads first. */
export const tasks = operation({
  input: z.strictObject({}),
  output: z.strictObject({ command: z.literal("tasks"), tasks: z.array(taskRowSchema) }),
  run: async () => ({ command: "tasks" as const, tasks: taskRows() }),
});

export function taskRows(): Described<typeof taskRowSchema>[] {
  // The table's own keys are the task names.
  return (Object.keys(table) as TaskName[]).filter(isInContract).map((key) => {
    const { name, servedBy, access, mutates, timeoutMs, summary } = table[key];
    return {
      task: name,
      agents: servedBy,
      access,
      mutates,
      timeLimitSeconds: timeoutMs / 1000,
      olderShapes: olderShapes
        .filter((shape) => shape.tasks.includes(key))
        .map(({ newer, older }) => (newer === older ? `${newer} as an object` : `${older} for ${newer}`)),
      summary,
    };
  });
}

function isInContract(key: TaskName): boolean {
  const { only }: Task = table[key];
  return only === undefined || only === "svc";
}
