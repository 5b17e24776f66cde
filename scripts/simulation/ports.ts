import { openApprovalKeys } from "../../src/campaign/approvals/name-approvers.ts";
import { openBooks } from "../../src/campaign/audit/books.ts";
import type { ExecutePorts } from "../../src/campaign/execute/execute-ports.ts";
import type { Journal } from "../../src/campaign/model/state/journal.ts";
import type { Clock } from "../../src/lib/clock.ts";
import { sha256 } from "../../src/lib/digest.ts";
import { fromDecimal, toDecimal } from "../../src/lib/money.ts";
import type { FrozenCall } from "../../src/protocol/client/call-permit.ts";
import type { Answer, Read } from "../../src/protocol/client/calls.ts";
import { consumePermit } from "../../src/protocol/client/issue-permit.ts";
import type { Mutate } from "../../src/protocol/client/mutate.ts";
import { svc } from "../../src/protocol/dialects/svc.ts";
import { TaskError } from "../../src/protocol/messages/errors.ts";
import type { ReadName, RequestOf, TaskName } from "../../src/protocol/tasks/index.ts";
import type { Market } from "./market.ts";

export const governanceUrl = "https://governance.example/mcp";

export function sellerUrl(place: number): string {
  return `https://seller-${place + 1}.example/mcp`;
}

/** A campaign's ports on a market in memory: the loop, the gate and the ledger are the real ones. `sent` sees each change. */
export function portsOn(
  market: Market,
  {
    journal,
    clock,
    sent,
  }: { readonly journal: Journal; readonly clock: Clock; readonly sent: () => Promise<void> },
): ExecutePorts {
  const governance = governanceInMemory();
  let ids = 0;
  const answer = (agentUrl: string, task: TaskName, request: unknown): unknown => {
    if (agentUrl === governanceUrl) return governance(task, request);
    return atSeller(market, placeOf(agentUrl), task, request);
  };
  // Both answer with the task's own payloads: the compiler cannot follow a task from its name to its answer.
  const read = ((agentUrl: string, task: ReadName, request: unknown) =>
    Promise.resolve(told(() => answer(agentUrl, task, request)))) as Read;
  const mutate = (async (call: FrozenCall, permit: Parameters<typeof consumePermit>[1]) => {
    consumePermit(call, permit, clock.now());
    const result = told(() => answer(call.agentUrl, call.task, JSON.parse(call.bytes)));
    await sent();
    return result;
  }) as Mutate;
  const refuse = () => Promise.reject(new Error("the market is known already"));
  return {
    journal,
    clock,
    stopwatch: clock,
    uuid: () => uuidOf(++ids),
    runId: uuidOf(0),
    searchRegistry: refuse,
    readAdagents: refuse,
    read,
    negotiate: () => Promise.resolve(),
    negotiatedDialect: () => undefined,
    encode: (_, task, request) => svc.encode(task, request),
    toolName: (_agentUrl, task) => task,
    objections: () => [],
    fieldInside: (_, task, path) => svc.fieldInside(task, path),
    mutate,
    longestCallMs: () => 60_000,
    processes: { self: { host: "simulation", pid: 1 }, isDead: () => false },
    policies: [],
    governance: {
      agentUrl: governanceUrl,
      verifyToken: (_, { now }) => Promise.resolve({ type: "valid", expiresAt: now + 900_000 }),
    },
    approvalKeys: openApprovalKeys(undefined, undefined),
    stopOrders: async () => [],
    books: openBooks({ read, clock, deadlineMs: 1_000 }),
    inPassing: refuse,
    others: {
      campaigns: async () => [],
      states: async () => [],
      known: async () => new Set(),
      orders: () => Promise.resolve([]),
      journal: refuse,
      turns: async () => 0,
    },
    settings: {
      approvalWindowMs: 7 * 86_400_000,
      operator: "agency.example",
      caller: "https://agency.example/agent",
      finalAfterMs: 3 * 86_400_000,
      closeAfterMs: 30 * 86_400_000,
      sellerDeadlineMs: 1_000,
      quoteDeadlineMs: 1_000,
      rereadAfterMs: 5_000,
      concurrency: 12,
    },
    progress: () => undefined,
  };
}

function told(answer: () => unknown): Answer<unknown> {
  try {
    return { type: "answered", payload: answer(), replayed: false };
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    const code = cause.message.startsWith("revision") ? "CONFLICT" : "VALIDATION_ERROR";
    return { type: "failed", error: new TaskError(code, cause.message) };
  }
}

function atSeller(market: Market, place: number, task: TaskName, request: unknown): unknown {
  switch (task) {
    // The campaign's requests were parsed with the tasks' own schemas.
    case "create_media_buy":
      return market.create(place, request as RequestOf<"create_media_buy">);
    case "update_media_buy":
      return market.update(place, request as RequestOf<"update_media_buy">);
    case "get_media_buys":
      return market.buys(place);
    case "get_media_buy_delivery":
      return market.delivery(place, request as RequestOf<"get_media_buy_delivery">);
    case "provide_performance_feedback":
      return { success: true };
    default:
      throw new Error(`the market does not know ${task}`);
  }
}

/** Approves what stays inside the plan's budget by its own books, as outcomes are told to it. */
function governanceInMemory(): (task: TaskName, request: unknown) => unknown {
  const committed = new Map<string, { minor: number; sellerReference: string | undefined }>();
  let [checks, total] = [0, 0];
  return (task, request) => {
    switch (task) {
      case "get_capabilities":
        return {};
      case "sync_plans": {
        const { plans } = request as RequestOf<"sync_plans">;
        total = fromDecimal(plans[0]?.budget.total ?? 0, "EUR").minor;
        return { plans: plans.map(({ plan_id }) => ({ plan_id, status: "active" })) };
      }
      case "check_governance":
        checks += 1;
        return { check_id: `check_${checks}`, verdict: "approved", governance_context: `token_${checks}` };
      case "report_plan_outcome": {
        const { check_id, seller_response } = request as RequestOf<"report_plan_outcome">;
        const { minor } = fromDecimal(seller_response?.committed_budget ?? 0, "EUR");
        committed.set(check_id, { minor, sellerReference: seller_response?.seller_reference });
        const all = [...committed.values()].reduce((sum, outcome) => sum + outcome.minor, 0);
        if (all > total) throw new Error(`governance holds ${all} committed of ${total}`);
        return { outcome_id: check_id };
      }
      case "get_plan_audit_logs":
        return {
          entries: [...committed].map(([check_id, { minor, sellerReference }]) => ({
            action: "outcome:completed",
            details: {
              check_id,
              committed_budget: toDecimal({ minor, currency: "EUR" }),
              currency: "EUR",
              seller_reference: sellerReference,
            },
          })),
        };
      default:
        throw new Error(`the governance agent does not know ${task}`);
    }
  };
}

function placeOf(agentUrl: string): number {
  return Number(/seller-(\d+)\./.exec(agentUrl)?.[1]) - 1;
}

/** The same ids in every run. */
function uuidOf(count: number): string {
  const hex = sha256(`id ${count}`);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
