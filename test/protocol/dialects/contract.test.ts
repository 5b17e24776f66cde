import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { simulatedClock, systemClock } from "../../../src/lib/clock.ts";
import { Secret } from "../../../src/lib/secret.ts";
import { freeze } from "../../../src/protocol/client/call-permit.ts";
import { type Client, createClient } from "../../../src/protocol/client/client.ts";
import { issuePermit } from "../../../src/protocol/client/issue-permit.ts";
import { oneDialect, openDialectBook, pinsInMemory } from "../../../src/protocol/dialects/book.ts";
import { svc } from "../../../src/protocol/dialects/svc.ts";
import { svcOlder } from "../../../src/protocol/dialects/svc-older.ts";
import { bearerFor } from "../../../src/protocol/messages/credentials.ts";
import {
  isMutation,
  type MutationName,
  type ReadName,
  type RequestOf,
  type TaskName,
} from "../../../src/protocol/tasks/index.ts";
import { mcpTransport } from "../../../src/protocol/transports/mcp.ts";
import { type Sandbox, startSandbox } from "../../../src/sandbox/sandbox.ts";

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ clock: simulatedClock("2027-01-04T08:00:00Z") });
});
afterAll(() => sandbox.close());

const contractDialects = ["svc", "svc-older"] as const;
type ContractDialect = (typeof contractDialects)[number];

interface Row {
  readonly field: string;
  readonly agent: string;
  readonly task: TaskName;
  /** As it is written inside, apart from the idempotency key. */
  readonly request: (url: string) => Record<string, unknown>;
  /** What must be on the wire in its place. */
  readonly wire: (url: string) => Record<ContractDialect, Record<string, unknown>>;
}

const brand = { domain: "acme.example" };
const manifest = { url: "https://acme.example" };
const packages = [{ product_id: "hb_display_ros", pricing_option_id: "cpm_eur", budget: 5000 }];
const end_time = "2027-01-18T00:00:00Z";
const banner = (url: string) => ({ agent_url: `${url}/creative/mcp`, id: "display_300x250" });
const dsp = { type: "platform", platform: "northbeam-dsp" };

const rows: readonly Row[] = [
  {
    field: "the brand of a search",
    agent: "/sales/mcp",
    task: "get_products",
    request: () => ({ brief: "winter", brand }),
    wire: () => ({ svc: { brand }, "svc-older": { brand_manifest: manifest } }),
  },
  {
    field: "the brand of a buy",
    agent: "/sales/mcp",
    task: "create_media_buy",
    request: () => ({ brand, packages, end_time }),
    wire: () => ({ svc: { brand }, "svc-older": { brand_manifest: manifest } }),
  },
  {
    field: "a start as soon as possible",
    agent: "/sales/mcp",
    task: "create_media_buy",
    request: () => ({ packages, start_time: "asap", end_time }),
    wire: () => ({ svc: { start_time: "asap" }, "svc-older": { start_time: { type: "asap" } } }),
  },
  {
    field: "a start at an instant",
    agent: "/sales/mcp",
    task: "create_media_buy",
    request: () => ({ packages, start_time: "2027-01-11T00:00:00Z", end_time }),
    wire: () => ({
      svc: { start_time: "2027-01-11T00:00:00Z" },
      "svc-older": { start_time: { type: "scheduled", datetime: "2027-01-11T00:00:00Z" } },
    }),
  },
  {
    field: "one format to build",
    agent: "/creative-builder/mcp",
    task: "build_creative",
    request: (url) => ({ message: "Out early", target_format_ids: [banner(url)], brand }),
    wire: (url) => ({
      svc: { target_format_ids: [banner(url)], brand },
      "svc-older": { target_format_id: banner(url), brand_manifest: manifest },
    }),
  },
  {
    field: "several formats to build, which the older shape cannot say",
    agent: "/creative-builder/mcp",
    task: "build_creative",
    request: (url) => ({ message: "Out early", target_format_ids: [banner(url), banner(url)] }),
    wire: (url) => ({
      svc: { target_format_ids: [banner(url), banner(url)] },
      "svc-older": { target_format_ids: [banner(url), banner(url)] },
    }),
  },
  {
    field: "where a signal goes",
    agent: "/signals/mcp",
    task: "activate_signal",
    request: () => ({ signal_agent_segment_id: "hz_home_movers", destinations: [dsp] }),
    wire: () => ({ svc: { destinations: [dsp] }, "svc-older": { deployments: [dsp] } }),
  },
  {
    field: "the type of a format",
    agent: "/creative/mcp",
    task: "list_creative_formats",
    request: () => ({ type: "audio" }),
    wire: () => ({ svc: { type: "audio" }, "svc-older": { format_types: ["audio"] } }),
  },
];

for (const name of contractDialects)
  it.each(rows)(`${name} spells $field, and the sandbox takes it`, async ({ agent, task, request, wire }) => {
    const agentUrl = `${sandbox.url}${agent}`;
    await using client = opened(name);
    const answer = await send(client, name, agentUrl, task, request(sandbox.url));
    expect(answer).toMatchObject({ type: "answered" });
    const { idempotency_key: _key, ...sent } = sandbox.calls.at(-1)?.arguments ?? {};
    const untouched = Object.entries(request(sandbox.url)).filter(
      ([field]) => !["brand", "start_time", "target_format_ids", "destinations", "type"].includes(field),
    );
    expect(sent).toEqual({ ...Object.fromEntries(untouched), ...wire(sandbox.url)[name] });
  });

it("is chosen for each agent", () => {
  const book = openDialectBook({ "https://one.example/mcp": "svc-older" }, pinsInMemory());
  expect(book.known("https://one.example/mcp")?.name).toBe("svc-older");
  expect(book.known("https://two.example/mcp")).toBeUndefined();
});

it("reads the older name of a fixed price", () => {
  const decode = (task: TaskName, payload: Record<string, unknown>) => svcOlder.decode(task, payload, {});
  const priced = (option: Record<string, unknown>) => ({ products: [{ pricing_options: [option] }, "odd"] });
  expect(decode("get_products", priced({ price: 12 }))).toEqual(priced({ fixed_price: 12 }));
  expect(decode("get_products", priced({ price: 12, fixed_price: 11 }))).toEqual(
    priced({ price: 12, fixed_price: 11 }),
  );
});

function opened(name: ContractDialect): Client & AsyncDisposable {
  const client = createClient({
    transport: (url) =>
      mcpTransport(url, bearerFor(new Secret(sandbox.token), [sandbox.url]), {
        addresses: { allowLoopback: true },
      }),
    clock: systemClock,
    now: () => 0,
    dialects: oneDialect(name),
  });
  return { ...client, [Symbol.asyncDispose]: () => client.close() };
}

function send(
  client: Client,
  name: ContractDialect,
  agentUrl: string,
  task: TaskName,
  request: Record<string, unknown>,
) {
  // The rows hold requests of many tasks: `freeze` and the sandbox parse each by its own schema.
  if (!isMutation(task)) return client.read(agentUrl, task, request as RequestOf<ReadName>);
  const keyed = { ...request, idempotency_key: randomUUID() } as RequestOf<MutationName>;
  const call = freeze(task, agentUrl, keyed, name === "svc" ? svc.encode : svcOlder.encode);
  return client.mutate(call, issuePermit(call, { expiresAt: 1 }), { stopped: async () => undefined });
}

it.each([svc, svcOlder])("tells $name agents nothing that the contract has no field for", ({ encode }) => {
  const activation = { signal_agent_segment_id: "hikers", pricing_option_id: "hikers-cpm" };
  expect(encode("activate_signal", activation)).not.toHaveProperty("pricing_option_id");
  expect(activation).toHaveProperty("pricing_option_id");
  expect(encode("get_products", { brief: "winter", account: { account_id: "a" } })).not.toHaveProperty(
    "account",
  );
});
