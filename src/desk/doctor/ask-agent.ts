import type { App } from "../../app.ts";
import { cleanText } from "../../lib/clean-text.ts";
import type { Answer } from "../../protocol/client/calls.ts";
import { asksWhoCalls } from "../../protocol/messages/errors.ts";
import { type ReadName, type RequestOf, type TaskName, tasks } from "../../protocol/tasks/index.ts";
import { type AgentFacts, type Declared, declaredSchema, type Probe } from "./facts.ts";

const longestReason = 300;
const once = { tries: 1 };

/**
 * Asks an agent what a buyer has to know: its dialect, its tools, its capabilities, and a few reads to see whether they
 * work. Sends reads alone. Rejects with a TaskError where it cannot be reached or has no protocol that is known here.
 */
export async function askAgent(
  agentUrl: string,
  app: Pick<App, "dialects" | "ports">,
  known: Pick<AgentFacts, "desk" | "pinned">,
): Promise<Omit<AgentFacts, "newlyPinned">> {
  const { dialects } = app;
  const { read, negotiate } = await app.ports("doctor");
  const says = await dialects.askAnew(agentUrl);
  await negotiate(agentUrl);
  const toolName = dialects.known(agentUrl)?.toolName ?? ((task) => tasks[task].name);
  const served = servedTasks(says.tools, toolName);
  const declared = declaredIn(await read(agentUrl, "get_capabilities", {}, once));
  const probes: Probe[] = [];
  const answerTo = async <Name extends ReadName>(task: Name, request: RequestOf<Name>) => {
    if (!served.has(task)) return undefined;
    const answer = await read(agentUrl, task, request, once);
    probes.push(probeOf(task, answer));
    return answer.type === "answered" ? answer.payload : undefined;
  };
  const accounts = await answerTo("list_accounts", {});
  await answerTo("list_creatives", {});
  await answerTo("get_media_buys", { status_filter: ["active"] });
  const formats = await answerTo("list_creative_formats", {});
  return {
    agentUrl,
    says: says.dialect,
    wire: says.wire ?? "mcp",
    endpoints: await dialects.endpointsOf(agentUrl),
    set: dialects.wanted(agentUrl),
    strays: [...new Set([...(known.pinned?.strays ?? []), ...(dialects.pinOf(agentUrl)?.strays ?? [])])],
    tools: says.tools,
    served,
    ...declared,
    probes,
    activeAccounts: accounts?.accounts.filter(({ status }) => status === "active").length,
    formats: formats && { own: formats.formats.length, referred: formats.creative_agents?.length ?? 0 },
    ...known,
  };
}

function servedTasks(
  tools: readonly string[],
  toolName: (task: TaskName) => string,
): ReadonlyMap<TaskName, string> {
  // The keys of an object are strings to the compiler; these are the table's own.
  const names = Object.keys(tasks) as TaskName[];
  return new Map(
    names.filter((task) => tools.includes(toolName(task))).map((task) => [task, toolName(task)]),
  );
}

function declaredIn(answer: Answer<unknown>): {
  declared: Declared | undefined;
  silence: string | undefined;
} {
  if (answer.type === "answered")
    return { declared: declaredSchema.safeParse(answer.payload).data, silence: undefined };
  const silence = answer.type === "failed" ? answer.error.message : "it answers later";
  return { declared: undefined, silence: cleanText(silence, longestReason) };
}

function probeOf(task: TaskName, answer: Answer<unknown>): Probe {
  if (answer.type === "answered") return { task, result: "answered" };
  if (answer.type === "pending") return { task, result: "later" };
  const { code, message } = answer.error;
  const unknownCaller = asksWhoCalls(answer.error);
  return { task, result: "failed", code, reason: cleanText(message, longestReason), unknownCaller };
}
