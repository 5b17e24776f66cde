import PQueue from "p-queue";
import type { App } from "../app.ts";
import { type AdminTask, adminTaskId, beginAdminTask } from "../campaign/admin/admin-task.ts";
import { cleartextPath } from "../campaign/admin/files/identity.ts";
import { findAgent } from "../campaign/discover/find-agent.ts";
import { authoriser } from "../campaign/model/sellers/authorisation.ts";
import type { Seller } from "../campaign/model/sellers/seller.ts";
import type { StepState } from "../campaign/model/state/state.ts";
import { advance } from "../campaign/run/advance.ts";
import { credentialPath } from "../protocol/client/credential-scan.ts";
import { type MutationName, type TaskName, tasks } from "../protocol/tasks/index.ts";
import { wrongArguments } from "./as-usage-error.ts";
import { askersOf, type Caller } from "./caller.ts";
import type { Desk } from "./desk.ts";
import { plannedCall } from "./outputs/planned-calls.ts";
import { UsageError } from "./usage-error.ts";

/** What "costs nothing" is counted in where there is no brief to say. */
const currency = "EUR";
/** Stands where the step's own key will stand, while a request is checked against its schema. */
const anyKey = "00000000-0000-4000-8000-000000000000";
/** Agents that are changed at once. */
const agentsAtOnce = 8;

/** The agent that is meant, by address, id or domain. Throws a UsageError that lists who could be. */
export async function agentNamed(name: string, task: TaskName, app: App): Promise<Seller> {
  const ports = await app.ports("admin");
  const authorise = authoriser({ ...ports, countries: [], now: ports.clock.now() });
  const found = await findAgent(name, task, { ...ports, authorise });
  if (found.type === "agent") return found.agent;
  throw new UsageError(
    `"${name}" is not one agent of the registry that serves ${tasks[task].name}. ` +
      (found.known.length > 0 ? `There are: ${found.known.join(", ")}` : "There is none."),
  );
}

/** Holds a request against its task's schema and what must never be written down. Throws a UsageError by field. */
export function checkRequest(task: MutationName, request: Readonly<Record<string, unknown>>, source: string) {
  const fault = (text: string) => new UsageError(`${source}: ${text}`);
  const secret = credentialPath(request);
  if (secret !== undefined) throw fault(`${secret} looks like a credential; those belong to the connection`);
  if ("governance_context" in request)
    throw fault("governance_context is not given by hand: governance adds it to what it has approved");
  if (task === "sync_audiences" || task === "log_event") {
    const address = cleartextPath(request);
    if (address !== undefined)
      throw fault(`${address} looks like an e-mail address or a phone number; people are named by hashes`);
  }
  const parsed = tasks[task].request.safeParse({ idempotency_key: anyKey, ...request });
  if (!parsed.success) throw wrongArguments(parsed.error, source);
}

/** An admin task that was performed; `before`: it had been done by an earlier call. */
export interface Performed {
  readonly campaign: string;
  readonly state: StepState;
  readonly before: boolean;
}

/** Performs admin tasks through the one door, each as a campaign of its own. */
export async function performAdminTasks(
  adminTasks: readonly AdminTask[],
  plan: string | undefined,
  { app, observe, note }: Desk,
  caller: Caller,
): Promise<Performed[]> {
  const queue = new PQueue({ concurrency: agentsAtOnce });
  return Promise.all(
    adminTasks.map((adminTask) =>
      queue.add(async (): Promise<Performed> => {
        const campaign = adminTaskId(adminTask);
        const ports = await app.ports(campaign, observe);
        const before = ports.journal.state().steps.at(-1)?.status === "done";
        await beginAdminTask(adminTask, { plan, currency, requestedBy: askersOf(caller) }, ports);
        await advance(ports, "end");
        const state = ports.journal.state().steps.at(-1);
        if (plan === undefined && state?.status === "refused")
          note("no plan was named: say --plan <id>; the plan of a campaign has the campaign's id");
        if (state === undefined) throw new Error(`${campaign} has no step`);
        return { campaign, state, before };
      }),
    ),
  );
}

/** What performing them would send, with the local policies' word. Nothing is sent, and nothing is kept. */
export async function plannedAdminTasks(adminTasks: readonly AdminTask[], { dry: app }: Desk) {
  const planned = await Promise.all(
    adminTasks.map(async (adminTask) => {
      const campaign = adminTaskId(adminTask);
      const ports = await app.ports(campaign);
      await beginAdminTask(adminTask, { currency }, ports);
      const state = ports.journal.state();
      return Promise.all(
        state.steps.map(async ({ step }) => ({
          campaign,
          step,
          call: await plannedCall(step, state, ports),
        })),
      );
    }),
  );
  return planned.flat();
}
