#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { Command, CommanderError, Option } from "commander";
import { UsageError } from "../desk/usage-error.ts";
import { messageOf } from "../lib/cause.ts";
import { keepToColumns } from "../report/blocks/terminal-text.ts";
import { askCommand } from "./commands/ask.ts";
import { auditCommand } from "./commands/audit.ts";
import { briefCommand } from "./commands/brief.ts";
import { buysCommand } from "./commands/buys.ts";
import { callCommand, tasksCommand } from "./commands/call.ts";
import { chatCommand } from "./commands/chat.ts";
import { claimsCommand } from "./commands/claims.ts";
import { compareCommand, planCommand } from "./commands/compare.ts";
import { completionCommand } from "./commands/completion.ts";
import { approveCommand, endCommand, inboxCommand, rejectCommand } from "./commands/decide.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { initCommand } from "./commands/init.ts";
import { keysCommand } from "./commands/keys.ts";
import { ledgerCommand } from "./commands/ledger.ts";
import { loginCommand, logoutCommand } from "./commands/login.ts";
import { matchCommand } from "./commands/match.ts";
import { mcpCommand } from "./commands/mcp.ts";
import { policyCommand } from "./commands/policy.ts";
import { reallocationsCommand } from "./commands/reallocations.ts";
import { reportCommand } from "./commands/report.ts";
import { resultsCommand } from "./commands/results.ts";
import { resumeCommand, runCommand } from "./commands/run.ts";
import { demoCommand, sandboxCommand } from "./commands/sandbox.ts";
import { sellersCommand } from "./commands/sellers.ts";
import { loopCommand, serveCommand } from "./commands/serve.ts";
import { statementCommand } from "./commands/statement.ts";
import { statusCommand, todayCommand } from "./commands/status.ts";
import { releaseCommand, stopCommand } from "./commands/stop.ts";
import { accountsCommand, audiencesCommand, catalogsCommand, eventsCommand } from "./commands/sync.ts";
import { whatifCommand } from "./commands/whatif.ts";
import { exitCodes } from "./exit-codes.ts";
import { keepPrivate } from "./files/write-file.ts";

outliveReaders();
if (process.stdout.isTTY) keepToColumns(process.stdout.columns);
keepPrivate();

const program = new Command("flightdesk")
  .description("Plans, buys and measures a campaign at many sellers, from one brief.")
  .addHelpText("after", "Exit codes: 0 done, 1 failed, 2 usage, 3 waiting, 4 done in part")
  .version(ownVersion(), "-V, --version", "print the version")
  .enablePositionalOptions()
  .hook("preAction", async () => (await import("./plain-issues.ts")).speakPlainly())
  .showSuggestionAfterError()
  .configureHelp({
    showGlobalOptions: false,
    visibleOptions: () => [],
    subcommandTerm: (command) => command.name(),
  });

const groups: readonly (readonly [string, readonly Command[]])[] = [
  [
    "Begin with:",
    [initCommand(), briefCommand(), compareCommand(), runCommand(), statusCommand(), reportCommand()],
  ],
  [
    "Plan, buy and run:",
    [
      planCommand(),
      whatifCommand(),
      resumeCommand(),
      loopCommand(),
      serveCommand(ownVersion()),
      buysCommand(),
      reallocationsCommand(),
      matchCommand(),
    ],
  ],
  [
    "Decide:",
    [
      todayCommand(),
      inboxCommand(),
      approveCommand(),
      rejectCommand(),
      endCommand(),
      stopCommand(),
      releaseCommand(),
    ],
  ],
  ["Measure and report:", [askCommand(), resultsCommand(), claimsCommand(), statementCommand()]],
  [
    "Sellers:",
    [
      doctorCommand(),
      sellersCommand(),
      loginCommand(),
      logoutCommand(),
      accountsCommand(),
      audiencesCommand(),
      catalogsCommand(),
      eventsCommand(),
    ],
  ],
  [
    "Check and set up:",
    [
      policyCommand(),
      keysCommand(),
      auditCommand(),
      callCommand(),
      tasksCommand(),
      demoCommand(),
      sandboxCommand(),
      chatCommand(),
      mcpCommand(ownVersion()),
      completionCommand(program),
    ],
  ],
];

for (const [heading, commands] of groups) {
  program.commandsGroup(heading);
  for (const command of commands) program.addCommand(command);
}

// Given once in a desk's life: docs/operations.md describes it.
program.addCommand(ledgerCommand(), { hidden: true });

program.helpCommand("help", "show the help of a command; each also has --help");

for (const command of program.commands) {
  beginWithSummary(command);
  takeSandbox(command);
}

for (const command of [program, ...program.commands, ...program.commands.flatMap((inner) => inner.commands)])
  command.exitOverride();

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = printError(error);
}

/** As the package has it. */
function ownVersion(): string {
  const file = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return /"version": "([^"]+)"/.exec(file)?.[1] ?? "unknown";
}

/** Each command's help begins with what the list of commands says of it. */
function beginWithSummary(command: Command): void {
  const summary = command.summary();
  command.description(
    `${summary.charAt(0).toUpperCase()}${summary.slice(1)}. ${command.description()}`.trim(),
  );
  for (const inner of command.commands) beginWithSummary(inner);
}

/** Whoever tries a campaign out says so with each command; where it changes nothing, it is not worth a line of help. */
function takeSandbox(command: Command): void {
  if (command.commands.length === 0 && !command.options.some(({ long }) => long === "--sandbox"))
    command.addOption(new Option("--sandbox").hideHelp());
  command.commands.forEach(takeSandbox);
}

/** Says what went wrong on standard error and returns the exit code. */
function printError(error: unknown): number {
  // Commander has already printed its own message.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  process.stderr.write(`error: ${messageOf(error)}\n`);
  return error instanceof UsageError ? exitCodes.usage : exitCodes.failed;
}

/**
 * A reader that leaves (`| head -1`) ends nothing: what is written after that is for nobody, and the work goes on with the exit
 * code that it has. Where a stream cannot be written for another reason, a full disk, the work goes on too and the command
 * fails at its end.
 */
function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) {
    let isPrinted = false;
    stream.on("error", (cause: NodeJS.ErrnoException) => {
      if (cause.code === "EPIPE" || isPrinted) return;
      isPrinted = true;
      const name = stream === process.stdout ? "output" : "error";
      process.stderr.write(`error: what goes to standard ${name} cannot be written (${cause.message})\n`);
      process.once("exit", () => {
        process.exitCode = exitCodes.failed;
      });
    });
  }
}
