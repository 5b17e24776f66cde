import { counted } from "../../../lib/english.ts";
import type { Parts } from "../../../lib/parts.ts";
import type { DialectName } from "../../../protocol/dialects/dialect.ts";
import { tasks } from "../../../protocol/tasks/index.ts";
import { agentKinds } from "../../../protocol/tasks/task.ts";
import { dialectWords } from "../dialect-words.ts";
import type { AgentFacts } from "../facts.ts";
import { type Finding, good, toKnow, willNotWork } from "../finding.ts";

/** Its dialect, and whether that is what is set and pinned for it. */
export function checkProtocol(facts: AgentFacts): Parts<Finding> {
  const { says, set, declared, silence, strays, tools, served } = facts;
  // Names that tasks go by in capabilities are the contract's, whatever they are called on the wire.
  const names = [...served.keys()].map((task) => tasks[task].name);
  const unlisted = (declared?.supported_tasks ?? []).filter(
    (name) => !tools.includes(name) && !names.some((one) => one === name),
  );
  return [
    good("protocol", `It speaks ${dialectWords[says]} and lists ${counted(tools.length, "tool")}.`),
    set === undefined ? checkPin(facts) : checkSetting(set, says),
    checkEndpoints(facts),
    silence !== undefined &&
      willNotWork(
        "protocol",
        `Its capabilities cannot be read, so nothing of what it promises is known: ${ended(silence)}`,
        agentKinds,
      ),
    strays.map((release) =>
      toKnow(
        "protocol",
        `It answered in release ${release} too, beside the one agreed on; answers are read by the fields that they hold.`,
      ),
    ),
    unlisted.length > 0 &&
      toKnow("protocol", `It declares tasks that it does not list as tools: ${unlisted.join(", ")}.`),
  ];
}

function checkPin({ says, pinned, newlyPinned }: AgentFacts): Finding | undefined {
  if (newlyPinned) return good("protocol", `${capital(dialectWords[says])} is pinned for it now.`);
  if (pinned === undefined)
    return toKnow(
      "protocol",
      "Nothing is pinned for it yet: the first campaign pins what it declares then, or --pin now.",
    );
  if (pinned.dialect === says) return undefined;
  return toKnow(
    "protocol",
    `${capital(dialectWords[pinned.dialect])} is pinned for it since ${pinned.since.slice(0, 10)} and stays in use until --pin replaces it with what it declares now.`,
  );
}

/** What is reached over MCP alone, as most agents are, needs no word. */
function checkEndpoints({ endpoints: { mcp, a2a }, wire }: AgentFacts): Parts<Finding> {
  const used = `${wireWords[wire]} is used`;
  const shut = (
    [
      ["MCP", mcp],
      ["A2A", a2a],
    ] as const
  ).map(
    ([name, endpoint]) =>
      endpoint.type === "shut" &&
      toKnow("connection", `It cannot be reached over ${name}, ${used}: ${ended(endpoint.reason)}`),
  );
  if (a2a.type !== "open") return wire !== "a2a" && shut;
  if (mcp.type !== "open")
    return [toKnow("connection", "It is reached over A2A alone, which is used."), shut];
  const lacking = [...missing("A2A", mcp.tools, a2a.tools), ...missing("MCP", a2a.tools, mcp.tools)];
  if (lacking.length === 0)
    return good("connection", `It is reached over MCP and over A2A, with the same tasks; ${used}.`);
  return toKnow(
    "connection",
    `It is reached over MCP and over A2A, and not with the same tasks: ${lacking.join("; ")}. ${capital(used)}.`,
  );
}

const wireWords = { mcp: "MCP", a2a: "A2A" };

function missing(name: string, all: readonly string[], offered: readonly string[]): string[] {
  const without = all.filter((task) => !offered.includes(task));
  return without.length === 0 ? [] : [`over ${name} without ${without.join(", ")}`];
}

function checkSetting(set: DialectName, says: DialectName): Finding {
  if (set === says) return toKnow("protocol", "The setting `dialect` names the same for it.");
  const text = `The setting \`dialect\` makes flightdesk use ${dialectWords[set]}, which is not what the agent declares.`;
  return protocolOf(set) === protocolOf(says)
    ? toKnow("protocol", text)
    : willNotWork("protocol", text, agentKinds);
}

function protocolOf(dialect: DialectName): string {
  return dialect.startsWith("svc") ? "contract" : "public";
}

function capital(words: string): string {
  return `${words[0]?.toUpperCase()}${words.slice(1)}`;
}

function ended(sentence: string): string {
  return sentence.endsWith(".") ? sentence : `${sentence}.`;
}
