import { createInterface } from "node:readline";
import { openApprovalKeys } from "../../../../src/campaign/approvals/name-approvers.ts";
import { openBooks } from "../../../../src/campaign/audit/books.ts";
import type { ExecutePorts } from "../../../../src/campaign/execute/execute-ports.ts";
import { perform } from "../../../../src/campaign/execute/perform.ts";
import { openJournal } from "../../../../src/campaign/model/state/journal.ts";
import type { StepState } from "../../../../src/campaign/model/state/state.ts";
import { type Waiting, waitingOf } from "../../../../src/campaign/run/waiting.ts";
import { openSqliteLedger } from "../../../../src/ledger/sqlite.ts";
import { systemClock } from "../../../../src/lib/clock.ts";
import { systemProcesses } from "../../../../src/lib/processes.ts";
import { createClient } from "../../../../src/protocol/client/client.ts";
import { svc } from "../../../../src/protocol/dialects/svc.ts";
import { mcpTransport } from "../../../../src/protocol/transports/mcp.ts";
import { checkGovernance, governanceUrl, verifyToken } from "../conservation/governance.ts";
import { openLuck } from "../conservation/luck.ts";

/** How a worker is set up; JSON in its first argument. */
export interface Post {
  readonly ledger: string;
  readonly sellerUrl: string;
  readonly changeTimeoutMs?: number;
  readonly secondLookMs: number;
  /** `claim`: every process is taken for dead. `patience`: what was lost is sent again at once. */
  readonly without?: "claim" | "patience";
}

/** One line on standard input: take this step as far as it goes. */
export interface Order {
  readonly campaignId: string;
  readonly stepId: string;
}

/** A line on standard output, after one that says that it is ready: how it stands then. */
export interface StepStatus extends Order {
  readonly status: string | undefined;
  readonly waiting: readonly Waiting[];
}

// The test writes the argument.
const post = JSON.parse(process.argv[2] ?? "") as Post;
const ledger = openSqliteLedger(post.ledger, systemClock.now);
const agreeing = openLuck([]);
const client = createClient({
  transport: (agentUrl) =>
    agentUrl === governanceUrl
      ? {
          call: async (_, request) => checkGovernance(request, agreeing),
          tools: () => Promise.resolve([]),
          close: () => Promise.resolve(),
        }
      : mcpTransport(agentUrl, () => undefined, { addresses: { allowLoopback: true } }),
  clock: systemClock,
  now: systemClock.now,
  changeTimeoutMs: post.changeTimeoutMs,
});

async function portsOf(campaignId: string): Promise<ExecutePorts> {
  const journal = await openJournal(ledger, campaignId);
  const { self, isDead } = systemProcesses();
  return {
    journal:
      post.without === "patience"
        ? {
            ...journal,
            state: () => {
              const state = journal.state();
              return { ...state, steps: state.steps.map(withoutPatience) };
            },
          }
        : journal,
    clock: systemClock,
    stopwatch: systemClock,
    uuid: () => crypto.randomUUID(),
    runId: `run-${process.pid}`,
    searchRegistry: notAsked,
    readAdagents: notAsked,
    read: client.read,
    mutate: client.mutate,
    longestCallMs: client.longestCallMs,
    processes: { self, isDead: post.without === "claim" ? () => true : isDead },
    negotiate: () => Promise.resolve(),
    negotiatedDialect: () => undefined,
    encode: (_, task, request) => svc.encode(task, request),
    toolName: (_agentUrl, task) => task,
    objections: () => [],
    fieldInside: (_, task, path) => svc.fieldInside(task, path),
    policies: [],
    governance: { agentUrl: governanceUrl, verifyToken },
    approvalKeys: openApprovalKeys(undefined, undefined),
    stopOrders: async () => [],
    books: openBooks({ read: client.read, clock: systemClock, deadlineMs: 5_000 }),
    inPassing: notAsked,
    others: {
      campaigns: async () => [],
      states: async () => [],
      known: async () => new Set(),
      orders: async () => [],
      journal: notAsked,
      turns: async () => 0,
    },
    settings: {
      approvalWindowMs: 86_400_000,
      operator: "flightdesk.example",
      caller: "https://flightdesk.example",
      finalAfterMs: 259_200_000,
      closeAfterMs: 2_592_000_000,
      sellerDeadlineMs: 5_000,
      quoteDeadlineMs: 5_000,
      rereadAfterMs: post.secondLookMs,
      concurrency: 4,
    },
    progress: () => undefined,
  };
}

function withoutPatience(current: StepState): StepState {
  const { resendAt: _, ...step } = current;
  return step;
}

async function obey({ campaignId, stepId }: Order): Promise<void> {
  const ports = await portsOf(campaignId);
  await perform(stepId, ports);
  const state = ports.journal.state();
  const status: StepStatus = {
    campaignId,
    stepId,
    status: state.steps.find(({ step }) => step.id === stepId)?.status,
    waiting: waitingOf(state, systemClock.now()),
  };
  process.stdout.write(`${JSON.stringify(status)}\n`);
}

function notAsked(): never {
  throw new Error("nobody asks this here");
}

createInterface({ input: process.stdin }).on("line", (line) => {
  // The test writes the lines.
  void obey(JSON.parse(line) as Order);
});
void client.read(post.sellerUrl, "get_media_buys", {}).then(() => process.stdout.write("ready\n"));
process.stdin.on("end", () => {
  void ledger.close().then(() => process.exit(0));
});
