import type { App } from "../../app.ts";
import type { Brief } from "../../brief/brief.ts";
import { authoriser } from "../../campaign/model/sellers/authorisation.ts";
import { outboundBrief } from "../../campaign/quote/outbound-brief.ts";
import { messageOf } from "../../lib/cause.ts";
import { cleanText } from "../../lib/clean-text.ts";
import { isObject } from "../../lib/json-object.ts";
import type { Answer } from "../../protocol/client/calls.ts";
import { asksWhoCalls } from "../../protocol/messages/errors.ts";
import { type RequestOf, type ResponseOf, type TaskName, tasks } from "../../protocol/tasks/index.ts";
import { type CheckedAnswer, checkedAnswers } from "./conformance/answer-schemas.ts";
import { type AgentFacts, type Declared, declaredSchema, type Probe } from "./facts.ts";
import type { RawAnswer } from "./fault.ts";
import { namedFormats, type Offered, offered, publishersWords } from "./offered.ts";
import { type ReadOnce, readOnce } from "./read-once.ts";
import { unknownBuy } from "./rules/unknown-id.ts";

const longestReason = 300;
/** Buys whose delivery is asked for. */
const mostBuys = 3;

/** What is asked for where no brief is given. It names nobody. */
const plainBrief = "All products for display, video, audio and out of home that can be bought now.";

type Read = Exclude<CheckedAnswer, "brand_file">;

/**
 * Asks an agent what a buyer has to know: its dialect, its tools, its capabilities, and each task that only reads once, to see
 * whether it works and whether its answers are as they have to be. Rejects with a TaskError where it cannot be reached or has no
 * protocol that is known here.
 */
export async function askAgent(
  agentUrl: string,
  app: Pick<App, "dialects" | "ports" | "fetchJson">,
  { brief, ...known }: Pick<AgentFacts, "desk" | "pinned"> & { readonly brief?: Brief | undefined },
): Promise<Omit<AgentFacts, "newlyPinned">> {
  const { dialects } = app;
  const { read, negotiate, readAdagents, clock, settings } = await app.ports("doctor");
  const says = await dialects.askAnew(agentUrl);
  await negotiate(agentUrl);
  const dialect = dialects.known(agentUrl);
  const toolName = dialect?.toolName ?? ((task) => tasks[task].name);
  const served = servedTasks(says.tools, toolName);
  const agreed = { read, toolName, deadlineMs: settings.sellerDeadlineMs, release: dialect?.release };
  const asked: { readonly task: Read; pages: readonly RawAnswer[]; probe?: Probe }[] = [];
  const ask = async <Name extends Read>(task: Name, request: RequestOf<Name>, ids?: readonly string[]) => {
    if (task !== "get_capabilities" && !served.has(task)) return undefined;
    const kept: (typeof asked)[number] = { task, pages: [] };
    asked.push(kept);
    const once = await readOnce(agentUrl, task, request, { ...agreed, ...(ids && { ids }) });
    kept.pages = once.pages;
    // An error is what is wanted for a buy that does not exist.
    if (!ids?.includes(unknownBuy)) kept.probe = probeOf(task, once.answer);
    return once;
  };
  const payloadOf = <Name extends Read>(once: ReadOnce<Name> | undefined): ResponseOf<Name> | undefined =>
    once?.answer.type === "answered" ? once.answer.payload : undefined;

  const declared = declaredIn((await ask("get_capabilities", {}))?.answer);
  const askProducts = async () => {
    const all: Offered[] = [];
    for (const request of productRequests(brief, declared.declared, settings.operator)) {
      const once = await ask("get_products", request);
      const products = payloadOf(once)?.products;
      if (once !== undefined && products !== undefined) all.push(...offered(once.pages, products));
    }
    return all;
  };
  const askDelivery = async () => {
    const buys = payloadOf(await ask("get_media_buys", {}))?.media_buys ?? [];
    const ids = buys.flatMap(({ media_buy_id: id }) => id ?? []).slice(0, mostBuys);
    await Promise.all(
      [...ids, unknownBuy].map((media_buy_id) =>
        ask("get_media_buy_delivery", { media_buy_id, granularity: "daily" }, [media_buy_id]),
      ),
    );
  };
  const [accounts, formats, products, endpoints, brandFile] = await Promise.all([
    ask("list_accounts", {}),
    ask("list_creative_formats", {}),
    askProducts(),
    dialects.endpointsOf(agentUrl),
    brandFileOf(agentUrl, app, dialect?.release),
    askDelivery(),
    ask("list_creatives", {}),
    ask("get_signals", {
      signal_spec: "Audiences of adults",
      deliver_to: { deployments: [{ type: "agent", agent_url: agentUrl }], countries: ["US"] },
    }),
  ]);
  const inOrder = asked.toSorted((one, other) => order.indexOf(one.task) - order.indexOf(other.task));
  const answers = [...inOrder.flatMap(({ pages }) => pages), ...brandFile];
  const authorise = authoriser({ readAdagents, countries: brief?.countries ?? [], now: clock.now() });
  const [publishers, namedIn] = await Promise.all([
    served.has("get_products") ? publishersWords(agentUrl, answers, authorise) : [],
    namedFormats(agentUrl, answers, read),
  ]);
  return {
    agentUrl,
    says: says.dialect,
    release: dialect?.release,
    wire: says.wire ?? "mcp",
    endpoints,
    set: dialects.wanted(agentUrl),
    strays: [...new Set([...(known.pinned?.strays ?? []), ...(dialects.pinOf(agentUrl)?.strays ?? [])])],
    tools: says.tools,
    served,
    ...declared,
    probes: inOrder.flatMap(({ task, probe }) => (task === "get_capabilities" || !probe ? [] : [probe])),
    answers,
    hasBrief: brief !== undefined,
    products,
    publishers,
    formatsOfProducts: namedIn,
    activeAccounts: payloadOf(accounts)?.accounts.filter(({ status }) => status === "active").length,
    formats: formatsIn(payloadOf(formats)),
    ...known,
  };
}

/** Answers are checked in this order, whichever came first: what is found is the same each time. */
const order = Object.keys(checkedAnswers);

function servedTasks(tools: readonly string[], toolName: (task: TaskName) => string) {
  // The keys of an object are strings to the compiler; these are the table's own.
  const names = Object.keys(tasks) as TaskName[];
  return new Map(
    names.filter((task) => tools.includes(toolName(task))).map((task) => [task, toolName(task)]),
  );
}

/** As `compare` asks with the brief, else in plain words; and for all there is, where the agent says that it answers that. */
function productRequests(
  brief: Brief | undefined,
  declared: Declared | undefined,
  operator: string | undefined,
): readonly RequestOf<"get_products">[] {
  const { buying_modes: modes = ["brief"] } = declared?.media_buy ?? {};
  const words: RequestOf<"get_products"> =
    brief === undefined
      ? { buying_mode: "brief", brief: plainBrief }
      : outboundBrief(brief, { account: undefined }, operator);
  return [words, ...(modes.includes("wholesale") ? [{}] : [])];
}

function formatsIn(listed: ResponseOf<"list_creative_formats"> | undefined): AgentFacts["formats"] {
  return listed && { own: listed.formats.length, referred: listed.creative_agents?.length ?? 0 };
}

/** What the agent's own origin publishes of it; nothing where there is no such file. */
async function brandFileOf(
  agentUrl: string,
  { fetchJson }: Pick<App, "fetchJson">,
  release: RawAnswer["release"],
): Promise<readonly RawAnswer[]> {
  const file = await fetchJson(new URL("/.well-known/brand.json", agentUrl).href).catch(messageOf);
  return isObject(file) ? [{ task: "brand_file", payload: file, ...(release && { release }) }] : [];
}

function declaredIn(answer: Answer<unknown> | undefined) {
  if (answer?.type === "answered")
    return { declared: declaredSchema.safeParse(answer.payload).data, silence: undefined };
  const silence = answer?.type === "failed" ? answer.error.message : "it answers later";
  return { declared: undefined, silence: cleanText(silence, longestReason) };
}

function probeOf(task: Probe["task"], answer: Answer<unknown>): Probe {
  if (answer.type === "answered") return { task, result: "answered" };
  if (answer.type === "pending") return { task, result: "later" };
  const { code, message } = answer.error;
  const unknownCaller = asksWhoCalls(answer.error);
  return { task, result: "failed", code, reason: cleanText(message, longestReason), unknownCaller };
}
