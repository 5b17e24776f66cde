import { text as readAll } from "node:stream/consumers";
import { UsageError } from "../../desk/usage-error.ts";
import { isObject, jsonIn } from "../../lib/json-object.ts";
import { atDesk } from "../door.ts";
import { exitCodes } from "../exit-codes.ts";
import { type Flags, textOf } from "../flags.ts";
import { Command, printingSteps, withSettings } from "../options.ts";
import { printJson } from "../print.ts";

export function callCommand(): Command {
  return withSettings(new Command("call"))
    .summary("call one task of one agent (changes need --execute)")
    .description(
      "Any agent can be asked anything that only reads. A task that changes something is checked against " +
        "the local policies and the governance agent's plan like any other change, and must cost nothing: to " +
        "spend money, write a brief.",
    )
    .argument("<agent>", "address of the agent, or its id or domain in the registry")
    .argument("<task>", "name of the task; `flightdesk tasks` lists them")
    .option("--args <file>", "JSON file with the arguments; - for standard input")
    .option("--execute", "make the change, if the task makes one")
    .option(
      "--plan <id>",
      "the governance agent's plan that a change belongs to; a campaign's plan has its id",
    )
    .option("--json", "print one JSON document instead of text")
    .addHelpText(
      "after",
      "\nExample:\n  $ flightdesk call harbour.example get_products --sandbox\n" +
        '  $ echo \'{"channels": ["ctv"]}\' | flightdesk call harbour.example get_products --args -\n',
    )
    .action(async (agent: string, task: string, flags: Flags) => {
      const changes = (await import("../../desk/outputs/task-calls.ts")).isChange(task);
      if (changes && flags["execute"] !== true)
        throw new UsageError(
          `${task} changes something at the agent: nothing was sent. Say --execute to have it checked and sent`,
        );
      const input = { agent, task, ...(await readArguments(flags["args"])) };
      await atDesk(flags, await printingSteps(), async (ask) => {
        const answer = changes
          ? await ask("call-task", { ...input, plan: textOf(flags["plan"]) })
          : await ask("read-task", input);
        const { inHand, ...rest } = answer;
        const { status, step, reason } = rest;
        process.exitCode = exitCodeOf(status, inHand);
        if (flags["json"] === true) return printJson(rest);
        if (reason === undefined) return printJson(answer.answer);
        process.stderr.write(`${step}: ${status}: ${reason}\n`);
        if (status === "escalated") process.stderr.write(`  flightdesk approve ${step}\n`);
      });
    });
}

/** The arguments as one JSON object, from a file or from standard input (`-`); none where nothing is given. */
async function readArguments(given: unknown): Promise<{ source: string; request: Record<string, unknown> }> {
  if (typeof given !== "string") return { source: "--args", request: {} };
  const source = given === "-" ? "standard input" : given;
  const text =
    given === "-"
      ? await readAll(process.stdin)
      : (await import("../../desk/files/read-text.ts")).readText(given);
  const value = jsonIn(text);
  if (value === undefined) throw new UsageError(`${source}: this is not JSON`);
  if (!isObject(value)) throw new UsageError(`${source}: one JSON object is expected`);
  return { source, request: { ...value } };
}

/** 3 where a person, a seller or another process must act first, 0 where it is done, else 1. */
function exitCodeOf(status: string, inHand = false): number {
  if (status === "done") return exitCodes.done;
  return status === "pending" || inHand ? exitCodes.waiting : exitCodes.failed;
}

export function tasksCommand(): Command {
  return new Command("tasks")
    .summary("list every protocol task that flightdesk knows")
    .description(
      "Shows who serves each task, who may call it, whether it changes anything, and where older versions " +
        "differ.",
    )
    .prints("tasks --json")
    .asking({}, async ({ ask, flags }) => {
      const { tasks } = await ask("tasks", {});
      const served = await (await import("../../sandbox/served-tasks.ts")).servedTasks();
      const rows = tasks.map(({ summary, ...row }) => ({
        ...row,
        servedBySandbox: served.has(row.task),
        summary,
      }));
      if (flags["json"] === true) return printJson({ command: "tasks", tasks: rows });
      process.stdout.write(`${(await import("../text/tasks.ts")).tasksText(rows)}\n`);
    });
}
