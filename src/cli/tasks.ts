import { type OlderShape, olderShapes } from "../protocol/dialects/older-shapes.ts";
import type { Access, AgentKind, Task } from "../protocol/task.ts";
import { type TaskName, tasks } from "../protocol/tasks/index.ts";
import { servedTasks } from "../sandbox/served-tasks.ts";
import { printJson } from "./output.ts";

/** One task as `flightdesk tasks` tells it. */
export interface TaskRow {
  /** Wire name. */
  readonly task: string;
  readonly agents: readonly AgentKind[];
  readonly access: Access;
  readonly mutates: boolean;
  readonly timeLimitSeconds: number;
  /** How `svc-older` spells its request. */
  readonly olderShapes: readonly string[];
  readonly servedBySandbox: boolean;
  readonly summary: string;
}

export async function printTasks(json: boolean): Promise<void> {
  const rows = await taskRows();
  if (json) printJson({ command: "tasks", tasks: rows });
  else process.stdout.write(`${tasksText(rows)}\n`);
}

/** Every task of the contract, reads first, with whether all agents that should serve it do so in the sandbox. */
export async function taskRows(): Promise<TaskRow[]> {
  const served = await servedTasks();
  // The table's own keys are the task names.
  return (Object.keys(tasks) as TaskName[]).filter(isInContract).map((key) => {
    const { name, servedBy, access, mutates, timeoutMs, summary } = tasks[key];
    return {
      task: name,
      agents: servedBy,
      access,
      mutates,
      timeLimitSeconds: timeoutMs / 1000,
      olderShapes: olderShapes.filter((shape) => shape.tasks.includes(key)).map(difference),
      servedBySandbox: served.has(name),
      summary,
    };
  });
}

function isInContract(key: TaskName): boolean {
  const { only }: Task = tasks[key];
  return only === undefined || only === "svc";
}

function difference({ newer, older }: OlderShape): string {
  return newer === older ? `${newer} as an object` : `${older} for ${newer}`;
}

const headings = ["task", "agents", "access", "changes", "limit", "svc-older", "sandbox"];

function tasksText(rows: readonly TaskRow[]): string {
  const cells = rows.map((row) => [
    row.task,
    row.agents.join(", "),
    row.access,
    row.mutates ? "yes" : "no",
    `${row.timeLimitSeconds} s`,
    row.olderShapes.join(", "),
    row.servedBySandbox ? "yes" : "no",
  ]);
  const lines = [headings, ...cells];
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? "").length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
