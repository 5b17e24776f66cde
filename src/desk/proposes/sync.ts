import { z } from "zod";
import { accountsFile } from "../../campaign/admin/files/accounts-file.ts";
import { audiencesFile } from "../../campaign/admin/files/audiences-file.ts";
import { catalogsFile } from "../../campaign/admin/files/catalogs-file.ts";
import type { DataFile } from "../../campaign/admin/files/data-file.ts";
import { eventsFile } from "../../campaign/admin/files/events-file.ts";
import { itemsOf } from "../../campaign/admin/item-results.ts";
import { operatorOf, unnamedOperator } from "../../protocol/addresses/operator.ts";
import type { MutationName } from "../../protocol/tasks/index.ts";
import { agentNamed, checkRequest, performAdminTasks, plannedAdminTasks } from "../admin-tasks.ts";
import type { Caller } from "../caller.ts";
import type { Desk } from "../desk.ts";
import { operation } from "../operation.ts";
import {
  type AdminTaskOutput,
  adminTaskOutputSchema,
  plannedResult,
  resultOf,
} from "../outputs/admin-task-output.ts";
import { UsageError } from "../usage-error.ts";

const inputSchema = z.strictObject({
  what: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("accounts"), content: accountsFile.schema }),
    z.strictObject({ kind: z.literal("audiences"), content: audiencesFile.schema }),
    z.strictObject({ kind: z.literal("catalogs"), content: catalogsFile.schema }),
    z.strictObject({ kind: z.literal("events"), content: eventsFile.schema }),
  ]),
  name: z.string().default("the content").describe("of the file, for what is wrong with it"),
  sellers: z.array(z.string()).default([]).describe("ids or domains; those in the file where empty"),
  plan: z.string().optional().describe("the governance agent's plan that it belongs to"),
  execute: z.boolean().default(false),
});
type Input = z.output<typeof inputSchema>;

/** Sends accounts, audiences, catalogs or events to every seller that they are for; a dry run unless `execute`. */
export const sync = operation({
  input: inputSchema,
  output: adminTaskOutputSchema,
  carriesOut: ({ execute }) => execute,
  run: (desk, input, caller): Promise<AdminTaskOutput> => {
    const { what } = input;
    switch (what.kind) {
      case "accounts":
        return send("accounts sync", "sync_accounts", accountsFile, what.content, { desk, input, caller });
      case "audiences":
        return send("audiences sync", "sync_audiences", audiencesFile, what.content, { desk, input, caller });
      case "catalogs":
        return send("catalogs sync", "sync_catalogs", catalogsFile, what.content, { desk, input, caller });
      case "events":
        return send("events log", "log_event", eventsFile, what.content, { desk, input, caller });
    }
  },
});

async function send<Schema extends z.ZodType<{ readonly sellers?: readonly string[] }>>(
  command: AdminTaskOutput["command"],
  task: MutationName,
  { request: requestOf, purpose }: DataFile<Schema>,
  content: z.output<Schema>,
  { desk, input, caller }: { readonly desk: Desk; readonly input: Input; readonly caller: Caller },
): Promise<AdminTaskOutput> {
  const { name, sellers: named, plan, execute } = input;
  const sellers = [...new Set(named.length > 0 ? named : content.sellers)];
  if (sellers.length === 0)
    throw new UsageError(`${name} names no seller: add \`sellers: [<id>]\` to it, or say --seller <id>`);
  const request = requestOf(content, { operator: operatorOf(desk.settings) ?? unnamedOperator });
  checkRequest(task, request, name);
  const app = execute ? desk.app : desk.dry;
  const agents = await Promise.all(sellers.map((seller) => agentNamed(seller, task, app)));
  const adminTasks = agents.map((agent) => ({
    task,
    agent,
    request,
    purpose: `${purpose(content)} at ${agent.id}`,
  }));
  const results = execute
    ? (await performAdminTasks(adminTasks, plan, desk, caller)).map(({ campaign, state, before }) =>
        resultOf(campaign, state, before),
      )
    : (await plannedAdminTasks(adminTasks, desk)).map(({ campaign, call, step }) =>
        plannedResult(campaign, call, itemsOf(step)),
      );
  return { command, executed: execute, results };
}
