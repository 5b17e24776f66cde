import { isObject, type JsonObject } from "../../../lib/json-object.ts";
import { type TaskName, tasks } from "../../tasks/index.ts";
import { names, type PublicRelease, publicMajor, since } from "../../tasks/names.ts";
import { type Dialect, pendingTask } from "../dialect.ts";
import { codecOf } from "./codecs.ts";
import { carriedCompactly } from "./compact/lifecycle.ts";
import { compactObjections } from "./compact/objections.ts";
import { orderObjections } from "./order-objections.ts";
import { mostPerPage } from "./page.ts";

/** The public standard in one of its releases, at an agent that lists `tools`. */
export function adcp(release: PublicRelease, tools: readonly string[]): Dialect {
  const none = { release, request: {} };
  const carried = carriedCompactly(release, tools);
  const codecFor = (task: TaskName) => carried.get(task)?.codec ?? codecOf(task);
  const own = [...carried.keys()];
  return {
    name: `adcp-${release}`,
    protocol: "adcp",
    release,
    toolName: (task) => carried.get(task)?.tool ?? publicToolName(task, tools),
    encode: (task, request) => ({
      ...codecFor(task).request.write(request, none),
      ...versionFields(task, release),
    }),
    objections: (task, sent) => {
      const tool = carried.get(task)?.tool;
      if (tool === "buy_products" || tool === "control_media_buy")
        return compactObjections(tool, release, sent);
      return task === "create_media_buy" ? orderObjections(release, sent) : [];
    },
    decode: (task, payload, request) => ({
      ...codecFor(task).answer.read(payload, { release, request }),
      ...(task === "get_capabilities" && {
        supported_tasks: [...tools.map(contractToolName), ...own],
        takes_briefs: !carried.has("get_products"),
        // Its first release has no field for them.
        orders_signals: since(release, "3.1"),
      }),
    }),
    fieldInside: (task, path) => {
      const field = withBrackets(path);
      return codecFor(task).fieldInside?.(field) ?? field;
    },
    pendingTask,
    strayRelease: (payload) => strayRelease(payload, release),
    nextPage: (task, request, payload) => {
      const { next_cursor: cursor } = payload;
      if (carried.get(task)?.tool === "list_products")
        return typeof cursor === "string" ? { ...request, cursor } : undefined;
      return paged.has(task) && !(limited.has(task) && asksForLess(request))
        ? nextPage(request, payload)
        : undefined;
    },
  };
}

/** A path in either way of writing one: `/packages/0/budget` is `packages[0].budget`. */
function withBrackets(path: string): string {
  if (!path.startsWith("/")) return path;
  return path
    .slice(1)
    .replaceAll(/\/(\d+)(?=\/|$)/g, "[$1]")
    .replaceAll("/", ".");
}

/** Reads that answer in pages. */
const paged: ReadonlySet<TaskName> = new Set([
  "get_media_buys",
  "get_products",
  "get_signals",
  "list_accounts",
  "list_creative_formats",
  "list_creatives",
]);

/** Reads for which a caller may say how much they want. Buys are always read to the end: half a list is a buy made twice. */
const limited: ReadonlySet<TaskName> = new Set(["get_signals", "list_creatives"]);

/** Whoever asks for less than a page holds wants no more. */
function asksForLess({ pagination }: JsonObject): boolean {
  return isObject(pagination) && Number(pagination["max_results"] ?? mostPerPage) < mostPerPage;
}

function nextPage(request: JsonObject, payload: JsonObject): JsonObject | undefined {
  const { has_more, cursor } = isObject(payload["pagination"]) ? payload["pagination"] : {};
  if (has_more !== true || typeof cursor !== "string") return undefined;
  const pagination = isObject(request["pagination"]) ? request["pagination"] : {};
  return { ...request, pagination: { ...pagination, cursor } };
}

/** Names under which agents let a task be asked after, the one to prefer first. */
const pollingTools = ["get_task_status", "tasks/get", "tasks_get"];

/** A task's name on the wire. Where an agent lists none of the names for polling, the oldest is tried. */
export function publicToolName(task: TaskName, tools: readonly string[]): string {
  switch (task) {
    case "get_capabilities":
      return names.adcp.capabilitiesTask;
    case "get_task_status":
      return pollingTools.find((name) => tools.includes(name)) ?? "tasks/get";
    default:
      return tasks[task].name;
  }
}

/** A listed tool as the contract names it. */
function contractToolName(tool: string): string {
  if (tool === names.adcp.capabilitiesTask) return names.svc.capabilitiesTask;
  return pollingTools.includes(tool) ? tasks.get_task_status.name : tool;
}

/** Patch releases and builds are of the release that they begin with. */
function strayRelease(payload: JsonObject, agreed: PublicRelease): string | undefined {
  const stated = payload[names.adcp.versionField];
  if (typeof stated !== "string") return undefined;
  const release = /^\d+\.\d+/.exec(stated)?.[0] ?? stated.slice(0, 20);
  return release === agreed ? undefined : release;
}

/** Tasks whose requests are closed in 3.0: a field that they do not list is refused. */
const closedTasks: ReadonlySet<TaskName> = new Set([
  "check_governance",
  "get_plan_audit_logs",
  "report_plan_outcome",
  "sync_plans",
]);

function versionFields(task: TaskName, release: PublicRelease): JsonObject {
  const { versionField, majorVersionField } = names.adcp;
  if (task === "get_capabilities" || (!since(release, "3.1") && closedTasks.has(task))) return {};
  return {
    [majorVersionField]: publicMajor,
    ...(since(release, "3.1") && { [versionField]: release }),
  };
}
