import { lifecycleTools } from "../../../protocol/dialects/adcp/compact/lifecycle.ts";
import { tasks } from "../../../protocol/tasks/index.ts";
import {
  names,
  type PublicRelease,
  publicMajor,
  publicReleases,
  since,
} from "../../../protocol/tasks/names.ts";
import type { Report } from "../../media-buys/book.ts";
import { isPayload, type Payload } from "../../payload.ts";
import { Refusal } from "../../refusal.ts";
import { searchAgents } from "../../registry.ts";
import { type Agent, isForTests, type Tool } from "../../tool.ts";
import type { AgentDialect, ListedTool } from "../dialect.ts";
import { publicCapabilities } from "./capabilities.ts";
import { complete } from "./complete.ts";
import { closed, envelope, failed } from "./envelope.ts";
import { readRequest } from "./read-request.ts";
import { codecFor, fieldSent, taskOf, toolNames } from "./spelling.ts";

/**
 * The public standard in one of its releases, and in those before that agents serve beside it. `brandFile` is where agents' keys
 * are found from, over https.
 */
export function publicDialect(newest: PublicRelease, brandFile?: string): AgentDialect {
  const releases = releasesAt(newest);
  const written = (task: string, payload: Payload, received: Payload): Payload => ({
    ...(codecFor(task)?.answer.write(payload, {
      release: servedIn(received, releases) ?? newest,
      request: received,
    }) ?? payload),
  });
  return {
    spelled: names.adcp,
    hasCompactTools: since(newest, "3.2"),
    turnsAway: true,
    tools: ({ tools }) => tools.flatMap((tool) => listed(tool, newest)),
    taskOf,
    read: (task, received) => readRequest(task, received, agreedRelease(received, releases)),
    fieldSent,
    write: (payload, { agent, task, received }) => {
      const release = servedIn(received, releases) ?? newest;
      const answer =
        task === tasks.get_capabilities.name
          ? publicCapabilities(agent, payload, { releases, release, brandFile })
          : complete(task, written(task, payload, received), received);
      // Answers of the compact lifecycle have no place for what others carry.
      return lifecycleTools.includes(task)
        ? closed(answer, received)
        : envelope(answer, { task, received, release });
    },
    refuse: (refusal, { task, received }) =>
      failed(refusal, { task, received, release: servedIn(received, releases) ?? newest }),
    textOf: sentence,
    report: (report) =>
      webhookBody({ ...report, result: written(report.task_type, { ...report.result }, {}) }),
    registry: publicRegistry,
  };
}

/** Sellers of the public standard publish no arguments with their tools: its schemas are the place for that. */
function listed({ task }: Tool, release: PublicRelease): ListedTool[] {
  const { summary: description, mutates } = task;
  return toolNames(task.name, release).map((name) => ({
    name,
    description,
    inputSchema: { type: "object" },
    readOnly: !mutates,
  }));
}

/** What an answer says to a person who reads along; an error is repeated as it is. */
export function sentence(structured: Payload): string {
  const error = structured[names.adcp.errorKey];
  if (isPayload(error)) return JSON.stringify({ [names.adcp.errorKey]: error });
  const { media_buy_id, task_id } = structured;
  if (typeof media_buy_id === "string") return `Media buy ${media_buy_id}`;
  if (typeof task_id === "string") return `Task ${task_id}: ${String(structured["status"])}`;
  const [list] = Object.entries(structured).filter(([, value]) => Array.isArray(value));
  if (list === undefined) return "Done";
  const [name, items] = list;
  return `Found ${Array.isArray(items) ? items.length : 0} ${name.replaceAll("_", " ")}`;
}

/** A report as the public standard's webhooks carry it; `result` is spelled already. */
export function webhookBody({ url: _url, ...report }: Report): Payload {
  return { ...report, protocol: "media-buy" };
}

/**
 * The public registry lists every agent, by type at most, with a name and a URL; what it can do stands in `capabilities`.
 * A search by task and channel is answered all the same: it is what the contract's registry takes. A seller for test suites
 * is in none.
 */
const publicRegistry: AgentDialect["registry"] = (agents, search) => {
  const found = new Set(searchAgents(agents, search).agents.map(({ agent_url }) => agent_url));
  const listed = agents.filter((agent) => found.has(agent.url) && !isForTests(agent)).map(entry);
  return { agents: listed, count: listed.length };
};

function entry({ url, name, kind, domain, channels, tools }: Agent) {
  return {
    url,
    // No field of the public registry; but these agents share a host, which is what identifies agents elsewhere.
    domain,
    name,
    type: kind,
    ...(url.endsWith("/a2a") ? { protocol: "a2a" } : { protocol: "mcp", mcp_endpoint: url }),
    publisher_domains: kind === "sales" ? [domain] : [],
    capabilities: {
      tools: tools.map(({ task }) => task.name).filter((task) => task !== tasks.get_capabilities.name),
      ...(kind === "sales" && { media_buy: { portfolio: { primary_channels: channels } } }),
    },
  };
}

/** What agents serve whose newest release this is: since 3.2 the one before it as well. The newest stands last. */
function releasesAt(newest: PublicRelease): readonly PublicRelease[] {
  return since(newest, "3.2")
    ? publicReleases.filter((one) => since(one, "3.1") && since(newest, one))
    : [newest];
}

/**
 * The release that a request is served in: the newest at or below the one that it names, and the newest of all where it names
 * none. Undefined where no such release is served: a prerelease is matched by itself alone.
 */
function servedIn(received: Payload, releases: readonly PublicRelease[]): PublicRelease | undefined {
  const { versionField, majorVersionField } = names.adcp;
  const { [versionField]: wanted, [majorVersionField]: major } = received;
  if (major !== undefined && major !== publicMajor) return undefined;
  if (wanted === undefined) return releases.at(-1);
  const [, wantedMajor, minor] = (typeof wanted === "string" && /^(\d+)\.(\d+)$/.exec(wanted)) || [];
  if (Number(wantedMajor) !== publicMajor) return undefined;
  return releases.findLast((one) => Number(one.split(".")[1]) <= Number(minor));
}

/** The same; throws a `Refusal` that names what is served where there is none. */
function agreedRelease(received: Payload, releases: readonly PublicRelease[]): PublicRelease {
  const release = servedIn(received, releases);
  if (release !== undefined) return release;
  const { versionField, majorVersionField } = names.adcp;
  const { [majorVersionField]: major = publicMajor } = received;
  const field = major === publicMajor ? versionField : majorVersionField;
  throw new Refusal(
    "VERSION_UNSUPPORTED",
    `${JSON.stringify(received[field])} is not supported; ${releases.join(" and ")} ${releases.length === 1 ? "is" : "are"}`,
    field,
    { details: { supported_versions: [...releases], supported_majors: [publicMajor] } },
  );
}
