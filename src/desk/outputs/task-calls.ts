import { z } from "zod";
import type { Described } from "../../lib/described.ts";
import { isMutation, type TaskName, tasks } from "../../protocol/tasks/index.ts";
import { names as protocols } from "../../protocol/tasks/names.ts";
import { UsageError } from "../usage-error.ts";

/** One task of one agent, as it is asked for by hand. */
export const taskCallInput = {
  agent: z.string().describe("address of the agent, or its id or domain in the registry"),
  task: z.string().describe("its name, as `tasks` shows it"),
  request: z.record(z.string(), z.unknown()).default({}),
  source: z.string().default("the arguments").describe("where they stand, for what is wrong with them"),
};

/** What `call` prints with `--json`. */
export const taskCallOutputSchema = z.strictObject({
  command: z.literal("call"),
  agent: z.string(),
  task: z.string(),
  status: z.string(),
  campaign: z.string().optional(),
  step: z.string().optional(),
  before: z.boolean().optional().describe("true where an earlier call had done it and nothing was sent now"),
  reason: z.string().optional(),
  inHand: z.boolean().optional().describe("a person, a seller or another process must act first"),
  answer: z.unknown().optional(),
});
export type TaskCallOutput = Described<typeof taskCallOutputSchema>;

/** Whether a task changes something at its agent. Throws a UsageError where there is no such task. */
export function isChange(name: string): boolean {
  return isMutation(taskNamed(name));
}

const capabilitiesTasks: readonly string[] = Object.values(protocols).map(
  ({ capabilitiesTask }) => capabilitiesTask,
);

export function taskNamed(name: string): TaskName {
  const known = Object.keys(tasks) as TaskName[];
  const found = capabilitiesTasks.includes(name) ? "get_capabilities" : known.find((task) => task === name);
  if (found !== undefined) return found;
  const names = known.map((task) => tasks[task].name).join(", ");
  throw new UsageError(`there is no task "${name}". Known: ${names}`);
}
