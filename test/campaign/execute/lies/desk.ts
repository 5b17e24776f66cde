import { giveApproval, refuse } from "../../../../src/campaign/approvals/approve.ts";
import { openApprovalKeys } from "../../../../src/campaign/approvals/name-approvers.ts";
import { openBooks } from "../../../../src/campaign/audit/books.ts";
import { checkBuys } from "../../../../src/campaign/change/check-buys.ts";
import type { ExecutePorts } from "../../../../src/campaign/execute/execute-ports.ts";
import { perform } from "../../../../src/campaign/execute/perform.ts";
import { readPolicyFile } from "../../../../src/campaign/govern/files/policy-file.ts";
import { openJournal } from "../../../../src/campaign/model/state/journal.ts";
import { type CampaignState, type StepState, stepOf } from "../../../../src/campaign/model/state/state.ts";
import type { Step } from "../../../../src/campaign/model/step/step.ts";
import { otherCampaigns } from "../../../../src/campaign/run/other-campaigns.ts";
import { holdSteps } from "../../../../src/campaign/steps/hold-steps.ts";
import { outcomeSteps } from "../../../../src/campaign/steps/outcome-steps.ts";
import type { Ledger } from "../../../../src/ledger/ledger.ts";
import { inMemory, openSqliteLedger } from "../../../../src/ledger/sqlite.ts";
import { type SimulatedClock, simulatedClock } from "../../../../src/lib/clock.ts";
import { digest } from "../../../../src/lib/digest.ts";
import { money } from "../../../../src/lib/money.ts";
import { createClient } from "../../../../src/protocol/client/client.ts";
import { svc } from "../../../../src/protocol/dialects/svc.ts";
import type { CallResult, TransportFactory } from "../../../../src/protocol/messages/transport.ts";
import type { LyingSeller } from "./seller.ts";

const governanceUrl = "https://governance.example/mcp";

/** An order: the budgets of its packages, in euros. */
export interface Order {
  readonly seller: string;
  readonly budgets: readonly number[];
}

export interface Desk {
  readonly ledger: Ledger;
  readonly clock: SimulatedClock;
  readonly ports: ExecutePorts;
  readonly state: () => CampaignState;
  readonly step: (id: string) => StepState;
  /** Everything that can be done now; what was ordered before is read again. */
  readonly turn: () => Promise<void>;
  readonly approve: (stepId: string) => Promise<unknown>;
  readonly reject: (stepId: string) => Promise<void>;
  /** What was reported to the governance agent, the last of each check. */
  readonly outcomes: ReadonlyMap<unknown, Readonly<Record<string, unknown>>>;
  /** Minor units that the step holds of the budget. */
  readonly bound: (stepId: string) => Promise<number>;
}

export type CapPer = "brand" | "seller";

export interface DeskOptions {
  readonly sellers: readonly Pick<LyingSeller, "id" | "agentUrl" | "call">[];
  readonly orders: readonly Order[];
  /** Of the brief, in euros. */
  readonly budget?: number;
  /** What the client has signed for, in euros. */
  readonly signed?: number;
  /** Whether the governance agent says no to a task now. */
  readonly denies?: (task: unknown) => boolean;
  /** What its clock says at first. */
  readonly start?: string;
  /** In euros; per brand where nothing else is said. */
  readonly cap?: number;
  readonly capPer?: CapPer;
  readonly campaignId?: string;
  readonly shared?: { readonly ledger: Ledger; readonly clock: SimulatedClock };
  /** The wire to an agent that is no seller in memory. */
  readonly wire?: TransportFactory;
  /** Called after each entry of the ledger. */
  readonly written?: (desk: Desk) => void;
}

/** One campaign that orders of sellers in memory, under a governance agent that approves everything. */
export async function openDesk({
  sellers,
  orders,
  budget = 10_000,
  signed,
  denies = () => false,
  start = "2027-01-04T08:00:00Z",
  cap = 100_000,
  capPer = "brand",
  campaignId = "c1",
  shared,
  wire,
  written,
}: DeskOptions): Promise<Desk> {
  const clock = shared?.clock ?? simulatedClock(start);
  const ledger = shared?.ledger ?? openSqliteLedger(inMemory, clock.now);
  const own: Ledger = {
    ...ledger,
    append: async (id, entry) => {
      const appended = await ledger.append(id, entry);
      if (appended.type === "appended") written?.(desk);
      return appended;
    },
  };
  const uuid = uuids(campaignId);
  const outcomes = new Map<unknown, Readonly<Record<string, unknown>>>();
  let checks = 0;
  const govern = (task: string, request: Readonly<Record<string, unknown>>): CallResult => {
    if (task === "report_plan_outcome") {
      outcomes.set(request["check_id"], request);
      return { structuredContent: { outcome_id: "out" } };
    }
    if (task === "sync_plans")
      return { structuredContent: { plans: [{ plan_id: "plan", status: "active", version: 1 }] } };
    checks += 1;
    if (denies(request["tool"]))
      return { structuredContent: { check_id: `chk-${checks}`, verdict: "denied", findings: [] } };
    const token = digest(request["payload"]);
    return {
      structuredContent: { check_id: `chk-${checks}`, verdict: "approved", governance_context: token },
    };
  };
  const client = createClient({
    transport: (agentUrl) => {
      if (wire !== undefined && agentUrl !== governanceUrl) return wire(agentUrl);
      const seller = sellers.find((one) => one.agentUrl === agentUrl);
      return {
        call: (task, request) =>
          Promise.resolve(seller === undefined ? govern(task, request) : seller.call(task, request)),
        tools: () => Promise.resolve([]),
        close: () => Promise.resolve(),
      };
    },
    clock: simulatedClock(0),
    now: clock.now,
    random: () => 0,
  });
  const journal = await openJournal(own, campaignId);
  const ports: ExecutePorts = {
    journal,
    clock,
    stopwatch: simulatedClock(0),
    uuid,
    runId: "run",
    searchRegistry: notAsked,
    readAdagents: notAsked,
    read: client.read,
    mutate: client.mutate,
    longestCallMs: client.longestCallMs,
    processes: { self: { host: "desk", pid: 1 }, isDead: () => false },
    negotiate: () => Promise.resolve(),
    negotiatedDialect: () => undefined,
    encode: (_agentUrl, task, request) => svc.encode(task, request),
    toolName: (_agentUrl, task) => task,
    objections: () => [],
    fieldInside: (_agentUrl, task, path) => svc.fieldInside(task, path),
    policies: [policyWith(cap, capPer)],
    governance: {
      agentUrl: governanceUrl,
      verifyToken: (token, { digest: wanted, now }) =>
        Promise.resolve(
          token === wanted
            ? { type: "valid", expiresAt: now + 900_000 }
            : { type: "invalid", reason: "is for other arguments" },
        ),
    },
    approvalKeys: approvals,
    stopOrders: async () => [],
    books: openBooks({ read: client.read, clock, deadlineMs: 1_000 }),
    inPassing: notAsked,
    others: otherCampaigns(ledger),
    settings: {
      approvalWindowMs: 86_400_000,
      operator: "flightdesk.example",
      caller: "https://flightdesk.example",
      finalAfterMs: 259_200_000,
      closeAfterMs: 30 * 86_400_000,
      sellerDeadlineMs: 1000,
      quoteDeadlineMs: 1000,
      rereadAfterMs: 5_000,
      concurrency: 4,
    },
    progress: () => undefined,
  };
  const state = journal.state;
  const context = () => ({ settings: ports.settings, governanceUrl, now: clock.now() });
  const turn = async () => {
    await checkBuys(ports, new Set(state().steps.map(({ step }) => step.id)));
    const tried = new Set<string>();
    for (;;) {
      const known = new Set(state().steps.map(({ step }) => step.id));
      for (const step of [...holdSteps(state(), clock.now()), ...outcomeSteps(state(), context())])
        if (!known.has(step.id)) await journal.record({ type: "step-proposed", step }, `step/${step.id}`);
      const next = state().steps.find(({ step, status }) => open.has(status) && !tried.has(step.id));
      if (next === undefined) return;
      tried.add(next.step.id);
      await perform(next.step.id, ports);
    }
  };
  const desk: Desk = {
    ledger,
    clock,
    ports,
    state,
    turn,
    outcomes,
    step: (id) => {
      const found = stepOf(state(), id);
      if (found === undefined) throw new Error(`there is no step ${id}`);
      return found;
    },
    approve: (stepId) => giveApproval(ports, stepId, "kim"),
    reject: async (stepId) => {
      await refuse(ports, stepId, { by: "kim", reason: "no" });
    },
    bound: async (stepId) =>
      (await ledger.reservations(campaignId))
        .filter((one) => one.stepId === stepId && one.claim.scope === "budget")
        .reduce((sum, { claim }) => sum + claim.minor, 0),
  };
  await begin(ports, { sellers, orders, budget, signed, campaignId });
  return desk;
}

const open = new Set<StepState["status"]>(["proposed", "held", "escalated", "begun", "pending"]);
const approvals = openApprovalKeys(undefined, undefined);
const policies = new Map<string, ExecutePorts["policies"][number]>();

function policyWith(cap: number, per: CapPer) {
  const text = `version: 1\nname: Caps\nrules: []\ncaps:\n  - { per: ${per}, amount: "${cap} EUR" }`;
  const reading = readPolicyFile(text, "caps.yaml");
  if (reading.type === "invalid") throw new Error(reading.problems.join("\n"));
  const policy = policies.get(text) ?? reading.policy;
  policies.set(text, policy);
  return policy;
}

async function begin(
  { journal, uuid }: ExecutePorts,
  {
    sellers,
    orders,
    budget,
    signed,
    campaignId,
  }: Required<Pick<DeskOptions, "sellers" | "orders" | "budget" | "campaignId">> &
    Pick<DeskOptions, "signed">,
): Promise<void> {
  await journal.record(
    {
      type: "campaign-begun",
      brief: {
        name: campaignId,
        brand: { domain: "acme.example" },
        objective: "awareness",
        budget: money(budget * 100, "EUR"),
        ...(signed !== undefined && { insertionOrderTotal: money(signed * 100, "EUR") }),
        flight: { start: "2027-02-01", end: "2027-02-28" },
        countries: ["DE"],
        channels: ["display"],
        limits: { excludedSellers: [] },
        creatives: [],
        questions: [],
      },
      exchange: { date: "2027-01-04", source: "a table", base: "EUR", rates: { USD: 0.5 } },
      governancePlanId: "plan",
      policies: [],
    },
    "begun",
  );
  const discovered = sellers.map(({ id, agentUrl }) => ({
    id,
    domain: id,
    agentUrl,
    channels: [],
    tasks: [],
    replayWindowSeconds: 86_400,
    eligible: true,
    reasons: [],
  }));
  await journal.record(
    { type: "sellers-discovered", sellers: discovered, creativeAgents: [] },
    "stage/discover",
  );
  for (const [at, { seller, budgets }] of orders.entries()) {
    const id = `buy/${seller}/${at + 1}`;
    const amount = money(
      budgets.reduce((sum, one) => sum + one * 100, 0),
      "EUR",
    );
    const step: Step = {
      id,
      task: "create_media_buy",
      agentId: seller,
      agentUrl: sellers.find((one) => one.id === seller)?.agentUrl ?? "",
      arguments: {
        idempotency_key: uuid(),
        buyer_ref: `${campaignId}/${id}`,
        packages: budgets.map((one, n) => ({
          product_id: `product-${n + 1}`,
          pricing_option_id: "cpm",
          budget: one,
          buyer_ref: `${id}/${n + 1}`,
        })),
        start_time: "2027-02-01T00:00:00Z",
        end_time: "2027-03-01T00:00:00Z",
      },
      amount,
      planAmount: amount,
      purpose: "buy",
      lineIds: [],
    };
    await journal.record({ type: "step-proposed", step }, `step/${id}`);
  }
}

function notAsked(): never {
  throw new Error("nobody asks this here");
}

/** Ids in the shape of a UUID v4, each once. */
function uuids(campaignId: string): () => string {
  let last = 0;
  const tail = Buffer.from(campaignId).toString("hex").slice(-4).padStart(4, "0");
  return () => {
    last += 1;
    return `00000000-0000-4000-8${tail.slice(1)}-${String(last).padStart(12, "0")}`;
  };
}
