import { openApprovalKeys } from "../../../../src/campaign/approvals/name-approvers.ts";
import { openBooks } from "../../../../src/campaign/audit/books.ts";
import type { ExecutePorts } from "../../../../src/campaign/execute/execute-ports.ts";
import type { CampaignEvent } from "../../../../src/campaign/model/state/events.ts";
import { type Journal, openJournal } from "../../../../src/campaign/model/state/journal.ts";
import type { Step } from "../../../../src/campaign/model/step/step.ts";
import type { Appended, Ledger } from "../../../../src/ledger/ledger.ts";
import { inMemory, openSqliteLedger } from "../../../../src/ledger/sqlite.ts";
import { type SimulatedClock, simulatedClock } from "../../../../src/lib/clock.ts";
import { money } from "../../../../src/lib/money.ts";
import { createClient } from "../../../../src/protocol/client/client.ts";
import { svc } from "../../../../src/protocol/dialects/svc.ts";
import type { CallResult } from "../../../../src/protocol/messages/transport.ts";
import { type Caps, policiesWith } from "./caps.ts";
import { checkGovernance, governanceUrl, verifyToken } from "./governance.ts";
import { type Luck, openLuck } from "./luck.ts";
import { type ScriptedSeller, scriptedSeller } from "./seller.ts";

export const dayMs = 86_400_000;
/** Seconds for which a seller keeps keys. */
const replayWindowSeconds = 3 * 3600;
export const brand = "acme.example";

/** Thrown where a process is killed: nothing of it goes on after it. */
export class Died extends Error {}

/** A process at work on all campaigns, with its own view of each and connections of its own. */
export interface Process {
  readonly runId: string;
  readonly ports: (campaignId: string) => Promise<ExecutePorts>;
  /** It dies at its `n`th entry from now, before or after the entry is in the ledger. */
  readonly dieAt: (n: number, when: "before" | "after") => void;
  readonly isDead: () => boolean;
}

/** What was written down of a call when it was sent for the first time. */
export interface Intent {
  readonly campaignId: string;
  readonly stepId: string;
  readonly day: string;
  readonly runId: string;
}

export interface World {
  readonly clock: SimulatedClock;
  readonly ledger: Ledger;
  readonly sellers: readonly ScriptedSeller[];
  readonly caps: Caps;
  readonly budget: number;
  readonly campaigns: readonly string[];
  readonly planOf: (campaignId: string) => string;
  /** By idempotency key. */
  readonly intents: ReadonlyMap<string, Intent>;
  readonly luck: Luck;
  readonly startProcess: () => Process;
  readonly close: () => Promise<void>;
}

export interface Setting {
  readonly caps: Caps;
  /** For each campaign the costs of its steps, in euros: the first at the first seller, and so on. */
  readonly campaigns: readonly (readonly number[])[];
  /** Of each campaign, in euros. */
  readonly budget: number;
  readonly luck: readonly number[];
}

export interface Watch {
  /** Called after each entry. */
  readonly written: (world: World) => Promise<void>;
  /** Called while somebody is asked: what others do in the meantime. */
  readonly meanwhile: () => Promise<void>;
}

const approvals = openApprovalKeys(undefined, undefined);

export async function openWorld(setting: Setting, watch: Watch): Promise<World> {
  const clock = simulatedClock("2027-01-04T08:00:00Z");
  const ledger = openSqliteLedger(inMemory, clock.now);
  const luck = openLuck(setting.luck);
  const sellers = ["one.example", "two.example", "three.example"].map((id) => scriptedSeller(id, luck));
  const intents = new Map<string, Intent>();
  const uuid = uuids();
  let runs = 0;
  const gone = new Set<number>();
  const campaigns = setting.campaigns.map((_, n) => `campaign-${n}`);
  const planOf = (campaignId: string) =>
    campaignId === "campaign-1" ? "plan-0" : campaignId.replace("campaign", "plan");

  const startProcess = (): Process => {
    runs += 1;
    const runId = `run-${runs}`;
    const pid = runs;
    let dead = false;
    let end: { left: number; when: "before" | "after" } | undefined;
    const die = (): never => {
      dead = true;
      gone.add(pid);
      throw new Died();
    };
    const alive = () => {
      if (dead) throw new Died();
    };
    const append: Ledger["append"] = async (campaignId, entry): Promise<Appended> => {
      alive();
      if (end !== undefined) end.left -= 1;
      if (end?.left === 0 && end.when === "before") return die();
      const appended = await ledger.append(campaignId, entry);
      // Entries of a campaign are its events.
      const event = entry.event as CampaignEvent;
      if (appended.type === "appended" && event.type === "step-begun")
        intents.set(event.idempotencyKey, {
          campaignId,
          stepId: event.stepId,
          day: new Date(clock.now()).toISOString().slice(0, 10),
          runId,
        });
      if (appended.type === "appended") await watch.written(world);
      if (end?.left === 0) return die();
      return appended;
    };
    const own: Ledger = { ...ledger, append };
    const call = async (
      agentUrl: string,
      task: string,
      request: Readonly<Record<string, unknown>>,
    ): Promise<CallResult> => {
      alive();
      await watch.meanwhile();
      alive();
      if (agentUrl === governanceUrl) return checkGovernance(request, luck);
      const seller = sellers.find((one) => one.agentUrl === agentUrl);
      if (seller === undefined) throw new Error(`there is no agent at ${agentUrl}`);
      const result = seller.call(task, request, die);
      await watch.written(world);
      return result;
    };
    const client = createClient({
      transport: (agentUrl) => ({
        call: (task, request) => call(agentUrl, task, request),
        tools: () => Promise.resolve([]),
        close: () => Promise.resolve(),
      }),
      clock: simulatedClock(clock.now()),
      now: clock.now,
      random: () => 0,
    });
    const journals = new Map<string, Journal>();
    const journalOf = async (campaignId: string) => {
      const journal = journals.get(campaignId) ?? (await openJournal(own, campaignId));
      journals.set(campaignId, journal);
      return journal;
    };
    return {
      runId,
      isDead: () => dead,
      dieAt: (left, when) => {
        end = { left, when };
      },
      ports: async (campaignId) => ({
        journal: await journalOf(campaignId),
        clock,
        stopwatch: simulatedClock(0),
        uuid,
        runId,
        searchRegistry: notAsked,
        readAdagents: notAsked,
        read: client.read,
        mutate: client.mutate,
        longestCallMs: client.longestCallMs,
        processes: { self: { host: "here", pid }, isDead: ({ pid }) => gone.has(pid) },
        negotiate: () => Promise.resolve(),
        negotiatedDialect: () => undefined,
        encode: (_agentUrl, task, request) => svc.encode(task, request),
        toolName: (_agentUrl, task) => task,
        objections: () => [],
        fieldInside: (_agentUrl, task, path) => svc.fieldInside(task, path),
        policies: policiesWith(setting.caps),
        governance: { agentUrl: governanceUrl, verifyToken },
        approvalKeys: approvals,
        stopOrders: async () => [],
        books: openBooks({ read: client.read, clock, deadlineMs: 1_000 }),
        inPassing: () => Promise.reject(new Error("nothing is stopped here")),
        others: {
          campaigns: async () => [],
          states: async () => [],
          known: async () => new Set(),
          orders: async () => [],
          journal: notAsked,
          turns: async () => 0,
        },
        settings: {
          approvalWindowMs: dayMs,
          operator: "flightdesk.example",
          caller: "https://flightdesk.example",
          finalAfterMs: 259_200_000,
          closeAfterMs: 30 * dayMs,
          sellerDeadlineMs: 1000,
          quoteDeadlineMs: 1000,
          rereadAfterMs: 5000,
          concurrency: 4,
        },
        progress: () => undefined,
      }),
    };
  };

  const world: World = {
    clock,
    ledger,
    sellers,
    caps: setting.caps,
    budget: setting.budget * 100,
    campaigns,
    planOf,
    intents,
    luck,
    startProcess,
    close: ledger.close,
  };
  for (const [n, costs] of setting.campaigns.entries()) {
    const campaignId = campaigns[n] ?? "";
    await begin(await openJournal(ledger, campaignId), { campaignId, costs, world });
  }
  return world;
}

async function begin(
  journal: Journal,
  {
    campaignId,
    costs,
    world: { budget, sellers, planOf },
  }: { campaignId: string; costs: readonly number[]; world: World },
): Promise<void> {
  await journal.record(
    {
      type: "campaign-begun",
      brief: {
        name: campaignId,
        brand: { domain: brand },
        objective: "awareness",
        budget: money(budget, "EUR"),
        flight: { start: "2027-02-01", end: "2027-02-28" },
        countries: ["DE"],
        channels: ["display"],
        limits: { excludedSellers: [] },
        creatives: [],
        questions: [],
      },
      governancePlanId: planOf(campaignId),
      policies: [],
    },
    "begun",
  );
  await journal.record(
    {
      type: "sellers-discovered",
      sellers: sellers.map(({ id, agentUrl }) => ({
        id,
        domain: id,
        agentUrl,
        channels: [],
        tasks: [],
        replayWindowSeconds,
        eligible: true,
        reasons: [],
      })),
      creativeAgents: [],
    },
    "stage/discover",
  );
  for (const [n, cost] of costs.entries()) {
    const seller = sellers[n];
    if (seller === undefined) continue;
    const amount = money(cost * 100, "EUR");
    const id = `buy/${seller.id}/EUR`;
    const step: Step = {
      id,
      task: "create_media_buy",
      agentId: seller.id,
      agentUrl: seller.agentUrl,
      arguments: {
        buyer_ref: `${campaignId}/${id}`,
        packages: [{ product_id: "p", pricing_option_id: "cpm", budget: cost }],
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
function uuids(): () => string {
  let last = 0;
  return () => {
    last += 1;
    return `00000000-0000-4000-8000-${String(last).padStart(12, "0")}`;
  };
}
