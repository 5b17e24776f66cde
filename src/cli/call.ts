import { existsSync, readFileSync } from "node:fs";
import { text as textOf } from "node:stream/consumers";
import { campaignsIn } from "../campaign/stop/desk.ts";
import { plainJson } from "../lib/clean-text.ts";
import type { Answer } from "../protocol/calls.ts";
import { names as protocols } from "../protocol/names.ts";
import {
  isMutation,
  type MutationName,
  type ReadName,
  type TaskName,
  tasks,
} from "../protocol/tasks/index.ts";
import { agentNamed, checkRequest, performErrands } from "./errands.ts";
import { exitCodes } from "./exit-codes.ts";
import { fieldPath } from "./read-data-file.ts";
import { openSession, type Session } from "./session.ts";
import { UsageError } from "./usage-error.ts";

type Flags = Readonly<Record<string, unknown>>;

/** `flightdesk call`: asks an agent one thing and prints its answer; changes go through governance and want `--execute`. */
export async function call(agentName: string, taskName: string, flags: Flags): Promise<void> {
  const task = taskNamed(taskName);
  if (isMutation(task) && flags["execute"] !== true)
    throw new UsageError(
      `${taskName} changes something at the agent: nothing was sent. Say --execute to have it checked and sent`,
    );
  const { source, request } = await readArguments(flags["args"]);
  if (isMutation(task)) return change(agentName, task, { source, request, flags });
  return ask(agentName, task, { source, request, flags });
}

interface Asked {
  readonly source: string;
  readonly request: Readonly<Record<string, unknown>>;
  readonly flags: Flags;
}

async function ask(agentName: string, task: ReadName, { source, request, flags }: Asked): Promise<void> {
  const parsed = tasks[task].request.safeParse(request);
  if (!parsed.success)
    throw new UsageError(
      parsed.error.issues
        .map(({ path, message }) => `${source}: ${fieldPath(path) || "the arguments"}: ${message}`)
        .join("\n"),
    );
  await using session = await openSession(flags, { ephemeral: true });
  const agent = await agentNamed(agentName, task, session);
  // Parsed by the schema of exactly this task; the compiler sees the union of all.
  const answer: Answer<Readonly<Record<string, unknown>>> = await session.app
    .ports("call")
    .read(agent.agentUrl, task, parsed.data as never);
  switch (answer.type) {
    case "answered":
      return print(flags, { agent: agent.id, task, status: "done" }, answer.payload);
    case "pending":
      process.exitCode = exitCodes.waiting;
      return print(flags, { agent: agent.id, task, status: "pending" }, { task_id: answer.taskId });
    case "failed":
      throw new Error(`${agent.id}: ${answer.error.code}: ${answer.error.message}`);
  }
}

async function change(
  agentName: string,
  task: MutationName,
  { source, request, flags }: Asked,
): Promise<void> {
  if ("idempotency_key" in request)
    throw new UsageError(
      `${source}: idempotency_key is made here, once for each change, and kept: leave it out`,
    );
  checkRequest(task, request, source);
  await using session = await openSession(flags);
  if (task === "sync_plans") keepCampaigns(request, session);
  const agent = await agentNamed(agentName, task, session);
  const plan = typeof flags["plan"] === "string" ? flags["plan"] : undefined;
  const errand = { task, agent, request, purpose: `${tasks[task].name} at ${agent.id}, called by hand` };
  const [performed] = await performErrands([errand], plan, session);
  if (performed === undefined) throw new Error(`${task} was not performed`);
  const { campaign, before, state } = performed;
  const { step, status, reason, receipt } = state;
  const told = { agent: agent.id, task, status, campaign, step: step.id, before };
  if (status === "done") return print(flags, told, receipt?.payload ?? {});
  const waits = status === "escalated" || status === "pending";
  process.exitCode = waits ? exitCodes.waiting : exitCodes.failed;
  const why = reason ?? "its answer is not known yet; run the same command again";
  if (flags["json"] === true) return print(flags, { ...told, reason: why }, receipt?.payload);
  process.stderr.write(`${step.id}: ${status}: ${why}\n`);
  if (status === "escalated") process.stderr.write(`  flightdesk approve ${step.id}\n`);
}

/** A campaign's plan is what its brief allows: it is not widened by hand. */
function keepCampaigns({ plans }: Readonly<Record<string, unknown>>, { app }: Session): void {
  const known = campaignsIn(app.ledger);
  const taken = (Array.isArray(plans) ? plans : []).flatMap((plan: unknown) =>
    typeof plan === "object" && plan !== null && "plan_id" in plan ? [String(plan.plan_id)] : [],
  );
  const own = taken.find((id) => known.includes(id));
  if (own !== undefined)
    throw new UsageError(
      `plan ${own} is a campaign's: it follows the campaign's brief and is not set by hand`,
    );
}

const capabilitiesTasks: readonly string[] = Object.values(protocols).map(
  ({ capabilitiesTask }) => capabilitiesTask,
);

function taskNamed(name: string): TaskName {
  const known = Object.keys(tasks) as TaskName[];
  const found = capabilitiesTasks.includes(name) ? "get_capabilities" : known.find((task) => task === name);
  if (found !== undefined) return found;
  const names = known.map((task) => tasks[task].name).join(", ");
  throw new UsageError(`there is no task "${name}". Known: ${names}`);
}

/** The arguments as one JSON object, from a file or from standard input (`-`); none where nothing is said. */
async function readArguments(given: unknown): Promise<Pick<Asked, "source" | "request">> {
  if (typeof given !== "string") return { source: "--args", request: {} };
  const source = given === "-" ? "standard input" : given;
  if (given !== "-" && !existsSync(given)) throw new UsageError(`${given}: there is no such file`);
  const text = given === "-" ? await textOf(process.stdin) : readFileSync(given, "utf8");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new UsageError(`${source}: this is not JSON`, { cause });
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new UsageError(`${source}: one JSON object is expected`);
  return { source, request: { ...value } };
}

/** The answer alone for people, in an envelope for programs. What could move a terminal's cursor is spelled out. */
function print(flags: Flags, told: Readonly<Record<string, unknown>>, answer: unknown): void {
  const document = flags["json"] === true ? { command: "call", ...told, answer } : answer;
  process.stdout.write(`${plainJson(JSON.stringify(document, null, 2))}\n`);
}
