import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { simulatedClock } from "../../src/lib/clock.ts";
import { capabilitiesTask } from "../../src/protocol/tasks/names.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/sandbox.ts";
import { atLength } from "../depth.ts";

const tenants = { "token-of-ada": "ada", "token-of-bela": "bela" } as const;
type Token = keyof typeof tenants;
const ada = "token-of-ada" satisfies Token;

/** A call as it goes out; `<origin>` stands for the deployment's address. */
interface Request {
  readonly agent: string;
  readonly task: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** `ids`: every id in any answer to anybody. */
type Make = (pick: number, ids: readonly string[], key: string) => Request;

const account = { brand: { domain: "acme.example" }, operator: "agency.example" };
const banner = {
  banner_image: { asset_type: "image", url: "https://cdn.example.com/a.jpg", width: 300, height: 250 },
  click_url: { asset_type: "url", url: "https://acme.example/" },
};
const creative = (n: number) => ({
  creative_id: `creative-${n % 2}`,
  name: "Spring",
  format_id: { agent_url: "<origin>/creative/mcp", id: "display_300x250" },
  assets: banner,
});
const order = (n: number) => ({
  buyer_ref: `campaign-${n % 2}`,
  packages: [{ product_id: "hb_display_ros", pricing_option_id: "cpm_eur", budget: 4000 + 500 * (n % 3) }],
  start_time: "asap",
  end_time: "2027-03-01T00:00:00Z",
});
const plan = (n: number) => ({
  plan_id: `plan-${n % 2}`,
  brand: { domain: "acme.example" },
  objectives: "Awareness",
  budget: { total: 10_000 + n, currency: "EUR", reallocation_threshold: 9_000 },
  flight: { start: "2027-01-01T00:00:00Z", end: "2027-04-01T00:00:00Z" },
});
const dsp = { type: "platform", platform: "northbeam-dsp" };
const sales = (task: string, request: Readonly<Record<string, unknown>>): Request => ({
  agent: "/sales/mcp",
  task,
  arguments: request,
});
const one = (ids: readonly string[], pick: number) => ids[pick % ids.length] ?? "mb_sales_1";

const verbs: Readonly<Record<string, Make>> = {
  buys: (n, _, idempotency_key) => sales("create_media_buy", { ...order(n), idempotency_key }),
  orders: (n, _, idempotency_key) => ({
    agent: "/sellers/nordlicht/mcp",
    task: "create_media_buy",
    arguments: {
      ...order(n),
      packages: [{ product_id: "nl_ctv_premium", pricing_option_id: "cpm_eur", budget: 50_000 }],
      idempotency_key,
    },
  }),
  asksForATask: (n, ids) => ({
    agent: "/sellers/nordlicht/mcp",
    task: "get_task_status",
    arguments: { task_id: one(ids, n) },
  }),
  changes: (n, ids, idempotency_key) =>
    sales("update_media_buy", {
      media_buy_id: one(ids, n),
      revision: 1,
      updates: { status: "paused" },
      idempotency_key,
    }),
  listsBuys: (n, ids) => sales("get_media_buys", n % 2 === 0 ? {} : { media_buy_ids: [one(ids, n)] }),
  looksUp: (n) => sales("get_media_buys", { buyer_ref: `campaign-${n % 2}` }),
  readsDelivery: (n, ids) => sales("get_media_buy_delivery", { media_buy_id: one(ids, n) }),
  givesFeedback: (n, ids, idempotency_key) =>
    sales("provide_performance_feedback", {
      media_buy_id: one(ids, n),
      measurement_period: { start: "2027-01-04T00:00:00Z", end: "2027-01-05T00:00:00Z" },
      performance_index: 1.1,
      idempotency_key,
    }),
  shelvesCreatives: (n, _, idempotency_key) =>
    sales("sync_creatives", { creatives: [creative(n)], delete_missing: n % 3 === 0, idempotency_key }),
  listsCreatives: () => sales("list_creatives", {}),
  opensAnAccount: (n, _, idempotency_key) =>
    sales("sync_accounts", {
      accounts: [{ ...account, operator: `agency-${n % 2}.example`, billing: "operator" }],
      idempotency_key,
    }),
  listsAccounts: () => sales("list_accounts", {}),
  usesAnAccount: (n, ids, idempotency_key) =>
    sales("sync_audiences", {
      account: { account_id: one(ids, n) },
      audiences: [
        { audience_id: "a", name: "A", add: [{ external_id: "p", hashed_email: "ab".repeat(32) }] },
      ],
      idempotency_key,
    }),
  tellsOfACatalogue: (_n, _ids, idempotency_key) =>
    sales("sync_catalogs", {
      account,
      catalogs: [
        {
          catalog_id: "shoes",
          type: "product",
          url: "https://acme.example/f.xml",
          feed_format: "google_merchant_center",
        },
      ],
      idempotency_key,
    }),
  logsAnEvent: (n, _, idempotency_key) =>
    sales("log_event", {
      event_source_id: `shop-${n % 2}`,
      events: [{ event_id: `e${n % 3}`, event_type: "purchase", event_time: "2027-01-04T07:00:00Z" }],
      idempotency_key,
    }),
  activates: (_n, _ids, idempotency_key) => ({
    agent: "/signals/mcp",
    task: "activate_signal",
    arguments: { signal_agent_segment_id: "hz_home_movers", destinations: [dsp], idempotency_key },
  }),
  seesSignals: () => ({
    agent: "/signals/mcp",
    task: "get_signals",
    arguments: { signal_spec: "people who move home", deliver_to: { deployments: [dsp], countries: ["DE"] } },
  }),
  syncsAPlan: (n, _, idempotency_key) => ({
    agent: "/governance/mcp",
    task: "sync_plans",
    arguments: { plans: [plan(n)], idempotency_key },
  }),
  asksGovernance: (n, ids, idempotency_key) => ({
    agent: "/governance/mcp",
    task: "check_governance",
    arguments: {
      plan_id: "plan-1",
      caller: "https://agency.example/agent",
      tool: "update_media_buy",
      payload: {
        idempotency_key,
        media_buy_id: one(ids, n),
        updates: { packages: [{ package_id: `${one(ids, n)}_p1`, budget: 9_500 }] },
      },
      target_agent: "<origin>/sales/mcp",
    },
  }),
  reportsAnOutcome: (n, ids, idempotency_key) => ({
    agent: "/governance/mcp",
    task: "report_plan_outcome",
    arguments: { plan_id: `plan-${n % 2}`, check_id: one(ids, n), outcome: "completed", idempotency_key },
  }),
  readsTheAudit: (n) => ({
    agent: "/governance/mcp",
    task: "get_plan_audit_logs",
    arguments: { plan_id: `plan-${n % 2}` },
  }),
  asksWhatItCanDo: () => sales(capabilitiesTask, {}),
};

const prying = [
  "readsDelivery",
  "asksForATask",
  "changes",
  "asksGovernance",
  "reportsAnOutcome",
  "usesAnAccount",
];

const tokens = Object.keys(tenants) as Token[];

/** What both do in every sequence, in any order: each then has something that the other could see. */
const opening = tokens.flatMap((token) =>
  ["buys", "orders", "opensAnAccount", "shelvesCreatives", "activates", "syncsAPlan", "asksGovernance"].map(
    (verb, key) => ({ token, verb, pick: key, key, days: 0 }),
  ),
);

const openings = fc.shuffledSubarray(opening, { minLength: opening.length });
const turn = fc.record({
  token: fc.constantFrom(...tokens),
  verb: fc.constantFrom(...Object.keys(verbs)),
  pick: fc.nat(40),
  /** Few keys, so that both tenants use the same ones. */
  key: fc.nat(9),
  days: fc.constantFrom(0, 0, 0, 0.5, 1),
});

it.runIf(atLength)(
  "gives a tenant the answers that it would get if there were no other",
  { timeout: 300_000 },
  async () => {
    const told = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(openings, fc.array(turn, { minLength: 6, maxLength: 20 }), async (first, then) => {
        await using together = await open();
        await using alone = await open();
        const ids: string[] = [];
        const step = async (token: Token, verb: string, pick: number, key: string) => {
          const request = verbs[verb]?.(pick, ids, key);
          if (request === undefined) throw new Error(`no verb ${verb}`);
          const answer = await ask(together, token, request);
          if (token === ada) {
            expect(answer, `${request.task} ${JSON.stringify(request.arguments)}`).toEqual(
              await ask(alone, token, request),
            );
            told.set(verb, (told.get(verb) ?? 0) + Number(answer["isError"] !== true));
          }
          return idsIn(answer);
        };
        for (const { token, verb, pick, key, days } of [...first, ...then]) {
          together.advance(days);
          alone.advance(days);
          ids.push(
            ...unknownTo(ids, await step(token, verb, pick, `00000000-0000-4000-8000-00000000000${key}`)),
          );
        }
        // In the end she tries every id that anybody ever got.
        for (const [pick] of ids.entries())
          for (const verb of prying) await step(ada, verb, pick, randomUUID());
      }),
      { numRuns: 10 },
    );
    // The sequences must have got somewhere: what is always refused tells nothing.
    const answered = [...told].filter(([, times]) => times > 0).map(([verb]) => verb);
    expect(answered.length).toBeGreaterThan(Object.keys(verbs).length / 2);
  },
);

function open(): Promise<Sandbox> {
  return startSandbox({ clock: simulatedClock("2027-01-04T08:00:00Z"), principals: tenants });
}

/** One call without a session, its answer without what differs between any two deployments: address and signatures. */
async function ask(sandbox: Sandbox, token: Token, request: Request): Promise<Record<string, unknown>> {
  const params = { name: request.task, arguments: request.arguments };
  const response = await fetch(`${sandbox.url}${request.agent}`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${token}`,
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }).replaceAll(
      "<origin>",
      sandbox.url,
    ),
  });
  const [, data = "null"] = /^data: (.*)$/m.exec(await response.text()) ?? [];
  const text = data.replaceAll(sandbox.url, "<origin>").replace(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, "<signed>");
  const answer: { result?: Record<string, unknown> } | null = JSON.parse(text);
  if (answer?.result === undefined) throw new Error(`${request.task}: HTTP ${response.status} ${text}`);
  return answer.result;
}

function unknownTo(ids: readonly string[], told: readonly string[]): string[] {
  return [...new Set(told)].filter((id) => !ids.includes(id));
}

function idsIn(answer: unknown): string[] {
  return [...JSON.stringify(answer).matchAll(/"((?:mb|task|acc|chk|out)_[^"\\]+)/g)].map(([, id = ""]) => id);
}
