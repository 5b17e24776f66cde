import type { z } from "zod";
import { accountsFile } from "../campaign/errand/files/accounts-file.ts";
import { audiencesFile } from "../campaign/errand/files/audiences-file.ts";
import { catalogsFile } from "../campaign/errand/files/catalogs-file.ts";
import type { DataFile } from "../campaign/errand/files/data-file.ts";
import { eventsFile } from "../campaign/errand/files/events-file.ts";
import { itemsOf } from "../campaign/errand/item-results.ts";
import type { MutationName } from "../protocol/tasks/index.ts";
import { type ErrandOutput, errandExitCode, errandText, plannedResult, resultOf } from "./errand-output.ts";
import { agentNamed, checkRequest, performErrands, plannedErrands } from "./errands.ts";
import { printJson } from "./output.ts";
import { readDataFile } from "./read-data-file.ts";
import { openSession } from "./session.ts";
import { UsageError } from "./usage-error.ts";

type Flags = Readonly<Record<string, unknown>>;

export function syncAccounts(file: string, flags: Flags): Promise<void> {
  return syncFile("accounts sync", "sync_accounts", accountsFile, { file, flags });
}

export function syncAudiences(file: string, flags: Flags): Promise<void> {
  return syncFile("audiences sync", "sync_audiences", audiencesFile, { file, flags });
}

export function syncCatalogs(file: string, flags: Flags): Promise<void> {
  return syncFile("catalogs sync", "sync_catalogs", catalogsFile, { file, flags });
}

export function logEvents(file: string, flags: Flags): Promise<void> {
  return syncFile("events log", "log_event", eventsFile, { file, flags });
}

/** Sends a file's content to every seller that it is for: a dry run unless `--execute`. */
async function syncFile<Schema extends z.ZodType<{ readonly sellers?: readonly string[] | undefined }>>(
  command: ErrandOutput["command"],
  task: MutationName,
  { schema, request: requestOf, purpose }: DataFile<Schema>,
  { file, flags }: { readonly file: string; readonly flags: Flags },
): Promise<void> {
  const execute = flags["execute"] === true;
  const content = readDataFile(file, schema);
  const named = Array.isArray(flags["seller"]) ? flags["seller"].map(String) : [];
  const sellers = [...new Set(named.length > 0 ? named : content.sellers)];
  if (sellers.length === 0)
    throw new UsageError(`${file} names no seller: add \`sellers: [<id>]\` to it, or say --seller <id>`);
  await using session = await openSession(flags, { ephemeral: !execute });
  const request = requestOf(content, { operator: session.settings.operator ?? "flightdesk.example" });
  checkRequest(task, request, file);
  const agents = await Promise.all(sellers.map((name) => agentNamed(name, task, session)));
  const errands = agents.map((agent) => ({
    task,
    agent,
    request,
    purpose: `${purpose(content)} at ${agent.id}`,
  }));
  const plan = typeof flags["plan"] === "string" ? flags["plan"] : undefined;
  const results = execute
    ? (await performErrands(errands, plan, session)).map(({ campaign, state, before }) =>
        resultOf(campaign, state, before),
      )
    : (await plannedErrands(errands, session)).map(({ campaign, call, step }) =>
        plannedResult(campaign, call, itemsOf(step)),
      );
  const output: ErrandOutput = { command, executed: execute, results };
  process.exitCode = errandExitCode(output);
  if (flags["json"] === true) printJson(output);
  else process.stdout.write(`${errandText(output, process.stdout.isTTY)}\n`);
}
