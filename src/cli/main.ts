#!/usr/bin/env node
import { Command, CommanderError } from "commander";
import { askCommand } from "./commands/ask.ts";
import { auditCommand } from "./commands/audit.ts";
import { briefCommand } from "./commands/brief.ts";
import { buysCommand } from "./commands/buys.ts";
import { callCommand } from "./commands/call.ts";
import { claimsCommand } from "./commands/claims.ts";
import { compareCommand, planCommand } from "./commands/compare.ts";
import { approveCommand, rejectCommand } from "./commands/decide.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { inboxCommand } from "./commands/inbox.ts";
import { keysCommand } from "./commands/keys.ts";
import { loginCommand, logoutCommand } from "./commands/login.ts";
import { loopCommand } from "./commands/loop.ts";
import { policyCommand } from "./commands/policy.ts";
import { reallocationsCommand } from "./commands/reallocations.ts";
import { reportCommand } from "./commands/report.ts";
import { resultsCommand } from "./commands/results.ts";
import { resumeCommand } from "./commands/resume.ts";
import { runCommand } from "./commands/run.ts";
import { sandboxCommand } from "./commands/sandbox.ts";
import { sellersCommand } from "./commands/sellers.ts";
import { serveCommand } from "./commands/serve.ts";
import { statementCommand } from "./commands/statement.ts";
import { statusCommand } from "./commands/status.ts";
import { goCommand, stopCommand } from "./commands/stop.ts";
import { accountsCommand, audiencesCommand, catalogsCommand, eventsCommand } from "./commands/sync.ts";
import { tasksCommand } from "./commands/tasks.ts";
import { whatifCommand } from "./commands/whatif.ts";
import { exitCodes } from "./exit-codes.ts";
import { UsageError } from "./usage-error.ts";

const program = new Command("flightdesk")
  .description("One campaign brief becomes compared offers, a governed plan and media buys at many sellers.")
  .addHelpText(
    "after",
    "\nExample:\n  $ flightdesk run examples/brief-to-campaign/brief.yaml --sandbox --execute\n" +
      "\nExit codes: 0 done, 1 failed, 2 usage, 3 waiting for a person or a seller.\n",
  )
  .showSuggestionAfterError()
  .configureHelp({ showGlobalOptions: false });

for (const command of [
  briefCommand(),
  compareCommand(),
  planCommand(),
  whatifCommand(),
  runCommand(),
  statusCommand(),
  inboxCommand(),
  approveCommand(),
  rejectCommand(),
  resumeCommand(),
  loopCommand(),
  serveCommand(),
  buysCommand(),
  reallocationsCommand(),
  stopCommand(),
  goCommand(),
  reportCommand(),
  claimsCommand(),
  sellersCommand(),
  doctorCommand(),
  statementCommand(),
  askCommand(),
  auditCommand(),
  keysCommand(),
  loginCommand(),
  logoutCommand(),
  policyCommand(),
  callCommand(),
  accountsCommand(),
  audiencesCommand(),
  catalogsCommand(),
  eventsCommand(),
  resultsCommand(),
  sandboxCommand(),
  tasksCommand(),
])
  program.addCommand(command);

for (const command of [program, ...program.commands, ...program.commands.flatMap((inner) => inner.commands)])
  command.exitOverride();

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = told(error);
}

/** Says what went wrong on standard error and returns the exit code. */
function told(error: unknown): number {
  // Commander has already printed its own message.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`error: ${message}\n`);
  return error instanceof UsageError ? exitCodes.usage : exitCodes.failed;
}
