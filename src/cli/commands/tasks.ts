import { Command } from "commander";

export function tasksCommand(): Command {
  return new Command("tasks")
    .summary("every task of the service contract that flightdesk knows")
    .description(
      "Who serves each task, who may call it, whether it changes anything, and how its shapes differ.",
    )
    .option("--json", "one JSON document on standard output")
    .addHelpText("after", "\nExample:\n  $ flightdesk tasks --json\n")
    .action(async (flags: Record<string, unknown>) => {
      const { printTasks } = await import("../tasks.ts");
      await printTasks(flags["json"] === true);
    });
}
