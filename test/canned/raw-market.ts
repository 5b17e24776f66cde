import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/**
 * Agents on bare HTTP that speak every byte of the wire by hand and share nothing with the desk: not a schema, not a signature, not
 * a digest. What holds against them holds by what the wire says.
 */

export type Json = Readonly<Record<string, unknown>>;

/** What stands in front of an agent says of a call. */
type Refused =
  | { readonly http: number; readonly headers?: Readonly<Record<string, string>> }
  | { readonly rpc: number }
  | "silence";

/** What an agent does with a call: a payload, a task of the wire's own, or what stands in front of it answers. */
export type Said =
  | { readonly payload: Json }
  | { readonly task: string; readonly state: string; readonly data?: Json }
  | { readonly refuses: Json }
  | Refused;

/** The answer to the `n`th call of a task, counted from 1. */
export type Answer = (request: Json, n: number) => Said | Promise<Said>;

export interface RawAgent {
  /** Its path and its domain, `<slug>.example`. */
  readonly slug: string;
  readonly speaks: "mcp" | "a2a-0.3" | "a2a-1.0";
  readonly channels: readonly string[];
  readonly answers: Readonly<Record<string, Answer>>;
}

export interface RawCall {
  readonly slug: string;
  readonly task: string;
  readonly request: Json;
}

export interface Key {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly entry: Json;
}

export interface RawMarket extends AsyncDisposable {
  readonly url: string;
  readonly calls: readonly RawCall[];
  readonly callsOf: (task: string, slug?: string) => readonly RawCall[];
  readonly urlOf: (slug: string) => string;
  /** The keys that an agent publishes now; what is put into them is published from now on. */
  readonly keysOf: (slug: string) => Key[];
  /** What is answered under other paths, such as a registry's list; a document, or what takes the response. */
  readonly pages: Map<string, Json | ((response: ServerResponse) => void)>;
  /** How often each path was asked for by GET. */
  readonly fetched: ReadonlyMap<string, number>;
  /** Paths at which somebody was called who is nobody, and how many of those calls were under way at once at most. */
  readonly nobody: { readonly paths: string[]; atOnce: number };
}

const json = { "content-type": "application/json" };

export async function openRawMarket(agents: readonly RawAgent[]): Promise<RawMarket> {
  const calls: RawCall[] = [];
  const fetched = new Map<string, number>();
  const pages: RawMarket["pages"] = new Map();
  const nobody: RawMarket["nobody"] = { paths: [], atOnce: 0 };
  let underWay = 0;
  const keys = new Map(agents.map(({ slug }) => [slug, [newKey(`${slug}-1`)]]));
  const of = (slug: string) => {
    const agent = agents.find((one) => one.slug === slug);
    if (agent === undefined) throw new Error(`nobody is called ${slug}`);
    return agent;
  };
  const urlOf = (slug: string) => `${base}/${slug}/${of(slug).speaks === "mcp" ? "mcp" : "a2a"}`;
  const keysOf = (slug: string) => keys.get(slug) ?? [];
  const callsOf = (task: string, slug?: string) =>
    calls.filter((call) => call.task === task && (slug === undefined || call.slug === slug));

  const documents = (path: string, query: URLSearchParams): unknown => {
    if (path === "/api/registry/agents") return { agents: listed(query) };
    if (path === "/.well-known/brand.json")
      return {
        agents: agents.map(({ slug }) => ({ url: urlOf(slug), jwks_uri: `${base}/${slug}/keys.json` })),
      };
    if (/^\/domains\/[^/]+\/\.well-known\/adagents\.json$/.test(path))
      return { authorized_agents: agents.map(({ slug }) => ({ url: urlOf(slug) })) };
    const [, slug = "", rest] = /^\/([^/]+)\/(.*)$/.exec(path) ?? [];
    const agent = agents.find((one) => one.slug === slug);
    if (agent === undefined) return undefined;
    if (rest === "keys.json") return { keys: keysOf(slug).map(({ entry }) => entry) };
    return rest === ".well-known/agent-card.json" && agent.speaks !== "mcp"
      ? cardOf(agent, urlOf(slug))
      : undefined;
  };
  const listed = (query: URLSearchParams) => {
    const [task, channel] = [query.get("capability"), query.get("channel")];
    return agents
      .filter(({ answers }) => task === null || task in answers)
      .filter(({ channels }) => channel === null || channels.includes(channel))
      .map(({ slug, channels, answers, speaks }) => ({
        domain: `${slug}.example`,
        agent_url: urlOf(slug),
        capabilities: Object.keys(answers),
        channels,
        ...(speaks !== "mcp" && { protocol: "a2a" }),
      }));
  };
  const answerOf = async (agent: RawAgent, task: string, request: Json): Promise<Said> => {
    calls.push({ slug: agent.slug, task, request });
    const said = await agent.answers[task]?.(request, callsOf(task, agent.slug).length);
    return said ?? { refuses: { code: "UNSUPPORTED_FEATURE", message: task } };
  };

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", base);
    const page = pages.get(pathname);
    if (typeof page === "function") return page(response);
    if (request.method === "GET") {
      fetched.set(pathname, (fetched.get(pathname) ?? 0) + 1);
      const document = page ?? documents(pathname, searchParams);
      return document === undefined ? response.writeHead(404).end() : write(response, document);
    }
    const agent = agents.find(({ slug }) => pathname.startsWith(`/${slug}/`));
    void text(request).then(async (body) => {
      if (agent === undefined || request.method !== "POST") {
        nobody.paths.push(pathname);
        nobody.atOnce = Math.max(nobody.atOnce, ++underWay);
        return setTimeout(() => {
          underWay -= 1;
          response.writeHead(404).end();
        }, 2);
      }
      const message: Message = JSON.parse(body);
      if (message.id === undefined) return response.writeHead(202).end();
      return agent.speaks === "mcp"
        ? overMcp(response, message, agent, answerOf)
        : overA2a(response, message, agent, answerOf);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A TCP server's address is never a pipe name.
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: base,
    calls,
    callsOf,
    urlOf,
    keysOf,
    pages,
    fetched,
    nobody,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Message {
  readonly id?: unknown;
  readonly method: string;
  // What the desk has written: it is read and not checked.
  // biome-ignore lint/suspicious/noExplicitAny: a raw server reads raw messages
  readonly params?: any;
}

type Answers = (agent: RawAgent, task: string, request: Json) => Promise<Said>;

function write(response: ServerResponse, value: unknown) {
  return response.writeHead(200, json).end(JSON.stringify(value));
}

/** True where what stands in front of the agent has answered. */
function isRefused(response: ServerResponse, id: unknown, said: Said): said is Refused {
  if (said === "silence") response.destroy();
  else if ("http" in said) response.writeHead(said.http, said.headers ?? {}).end();
  else if ("rpc" in said)
    write(response, { jsonrpc: "2.0", id, error: { code: said.rpc, message: "not here" } });
  else return false;
  return true;
}

async function overMcp(
  response: ServerResponse,
  { id, method, params }: Message,
  agent: RawAgent,
  ask: Answers,
) {
  const reply = (result: Json) => write(response, { jsonrpc: "2.0", id, result });
  if (method === "initialize")
    return reply({
      protocolVersion: "2025-06-18",
      capabilities: { tools: {} },
      serverInfo: { name: agent.slug, version: "1" },
    });
  if (method === "tools/list")
    return reply({
      tools: Object.keys(agent.answers).map((name) => ({ name, inputSchema: { type: "object" } })),
    });
  const said = await ask(agent, params.name, params.arguments ?? {});
  if (isRefused(response, id, said)) return undefined;
  const payload =
    "payload" in said
      ? said.payload
      : "refuses" in said
        ? { error: said.refuses }
        : { status: said.state, task_id: said.task, ...(said.data && { result: said.data }) };
  return reply({
    ...("refuses" in said && { isError: true }),
    content: [{ type: "text", text: JSON.stringify(payload) }],
    structuredContent: payload,
  });
}

async function overA2a(
  response: ServerResponse,
  { id, method, params }: Message,
  agent: RawAgent,
  ask: Answers,
) {
  const isNewer = agent.speaks === "a2a-1.0";
  const reply = (result: Json) => write(response, { jsonrpc: "2.0", id, result });
  const taskOf = (taskId: string, state: string, data?: Json) => ({
    ...(isNewer ? {} : { kind: "task" }),
    id: taskId,
    contextId: "c",
    status: { state: isNewer ? `TASK_STATE_${state.toUpperCase().replaceAll("-", "_")}` : state },
    ...(data && {
      artifacts: [{ artifactId: "a", parts: [{ ...(isNewer ? {} : { kind: "data" }), data }] }],
    }),
  });
  const isPoll = method === "GetTask" || method === "tasks/get";
  if (!isPoll && method !== "SendMessage" && method !== "message/send")
    return write(response, { jsonrpc: "2.0", id, error: { code: -32_601, message: method } });
  const data = isPoll ? undefined : params.message.parts[0].data;
  const said = isPoll
    ? await ask(agent, "get_task_status", { task_id: params.id })
    : await ask(agent, data.skill, data.input ?? data.parameters);
  if (isRefused(response, id, said)) return undefined;
  const task =
    "payload" in said
      ? taskOf(randomBytes(6).toString("hex"), "completed", said.payload)
      : "refuses" in said
        ? taskOf(randomBytes(6).toString("hex"), "failed", { error: said.refuses })
        : taskOf(said.task, said.state, said.data);
  return reply(isNewer && !isPoll ? { task } : task);
}

function cardOf({ slug, speaks, answers }: RawAgent, url: string): Json {
  const skills = Object.keys(answers).map((name) => ({ id: name }));
  const capabilities = { extensions: [{ uri: "https://adcontextprotocol.org/extensions/adcp/v3" }] };
  return speaks === "a2a-1.0"
    ? {
        name: slug,
        supportedInterfaces: [{ url, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
        capabilities,
        skills,
      }
    : { name: slug, url, preferredTransport: "JSONRPC", protocolVersion: "0.3.0", capabilities, skills };
}

export function newKey(kid: string): Key {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const uses = { use: "sig", key_ops: ["verify"], svc_use: "request-signing" };
  return { kid, privateKey, entry: { ...publicKey.export({ format: "jwk" }), kid, alg: "EdDSA", ...uses } };
}

/** SHA-256 of a value's JSON with sorted keys. */
export function hashOf(value: unknown): string {
  return createHash("sha256").update(sorted(value)).digest("hex");
}

function sorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sorted).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([name, item]) => `${JSON.stringify(name)}:${sorted(item)}`).join(",")}}`;
}

/** A compact JWS, signed as the key has it; without a key the signature is empty. */
export function jws(header: Json, claims: Json, privateKey?: KeyObject): string {
  const [head, body] = [header, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString("base64url"),
  );
  const signature =
    privateKey && sign(null, Buffer.from(`${head}.${body}`), privateKey).toString("base64url");
  return `${head}.${body}.${signature ?? ""}`;
}

/** A report as it goes over the wire. */
export interface Report {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A report that is signed as RFC 9421 has it, with the components and the tag of the contract. `at`: UTC milliseconds. */
export function signedReport(url: string, told: Json, { kid, privateKey }: Key, at: number): Report {
  const body = JSON.stringify(told);
  const digest = `sha-256=:${createHash("sha256").update(body).digest("base64")}:`;
  const created = Math.floor(at / 1000);
  const covered = ["@method", "@target-uri", "@authority", "content-type", "content-digest"];
  const nonce = randomBytes(16).toString("base64url");
  const parameters = `(${covered.map((name) => `"${name}"`).join(" ")});created=${created};expires=${created + 60};nonce="${nonce}";keyid="${kid}";alg="ed25519";tag="svc/webhook-signing/v1"`;
  const values = ["POST", url, new URL(url).host, "application/json", digest];
  const lines = covered.map((name, at_) => `"${name}": ${values[at_]}`);
  const signature = sign(
    null,
    Buffer.from([...lines, `"@signature-params": ${parameters}`].join("\n")),
    privateKey,
  );
  return {
    url,
    body,
    headers: {
      "Content-Type": "application/json",
      "Content-Digest": digest,
      "Signature-Input": `sig1=${parameters}`,
      Signature: `sig1=:${signature.toString("base64")}:`,
    },
  };
}
