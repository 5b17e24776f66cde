import { Command } from "commander";
import { callOperation } from "../../desk/operations.ts";
import { atDesk, atTerminal } from "../door.ts";
import type { Flags } from "../flags.ts";
import { printJson } from "../print.ts";

export function tasksCommand(): Command {
  return new Command("tasks")
    .summary("list every protocol task that flightdesk knows")
    .description(
      "Shows who serves each task, who may call it, whether it changes anything, and where older versions " +
        "differ.",
    )
    .option("--json", "print one JSON document instead of text")
    .addHelpText("after", "\nExample:\n  $ flightdesk tasks --json\n")
    .action(async (flags: Flags) => {
      await atDesk(flags, {}, async (session) => {
        const { tasks } = await callOperation("tasks", session, {}, atTerminal(flags));
        const served = await (await import("../../sandbox/served-tasks.ts")).servedTasks();
        const rows = tasks.map(({ summary, ...row }) => ({
          ...row,
          servedBySandbox: served.has(row.task),
          summary,
        }));
        if (flags["json"] === true) return printJson({ command: "tasks", tasks: rows });
        process.stdout.write(`${(await import("../text/tasks.ts")).tasksText(rows)}\n`);
      });
    });
}
