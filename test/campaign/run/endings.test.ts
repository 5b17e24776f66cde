import { describe, expect, it } from "vitest";
import type { Quote } from "../../../src/campaign/model/offers/offer.ts";
import type { Seller } from "../../../src/campaign/model/sellers/seller.ts";
import type { Journal } from "../../../src/campaign/model/state/journal.ts";
import type { Ports } from "../../../src/campaign/model/state/ports.ts";
import { type CampaignState, emptyState, type StepState } from "../../../src/campaign/model/state/state.ts";
import { reopenMarket, standstillOf } from "../../../src/campaign/run/standstill.ts";
import { waitingOf } from "../../../src/campaign/run/waiting.ts";
import { exitCodeFor } from "../../../src/cli/exit-codes.ts";
import { money } from "../../../src/lib/money.ts";
import { brief } from "../../stories/story.ts";

const now = Date.parse("2027-01-05T08:00:00Z");
const begunAt = "2027-01-05T07:00:00.000Z";

/** What the next run does with a campaign that stands so. */
type Next = "asks the market anew" | "goes on with its steps" | "measures" | "nothing";

interface Ending {
  readonly cause: string;
  readonly state: Partial<CampaignState>;
  /** Of what is waited for, or of the end. */
  readonly words: RegExp;
  readonly code: 0 | 1 | 3 | 4;
  readonly next: Next;
}

const seller = (id: string, change: Partial<Seller> = {}): Seller => ({
  id,
  domain: id,
  agentUrl: `https://${id}/mcp`,
  channels: ["olv"],
  tasks: ["get_products", "create_media_buy"],
  replayWindowSeconds: 86_400,
  eligible: true,
  reasons: [],
  ...change,
});
const unfit = (id: string, reason: string) => seller(id, { eligible: false, reasons: [reason] });
const silent = (id: string, reason: string) =>
  seller(id, { eligible: false, silent: true, reasons: [`does not say what it can do: ${reason}`] });
const quote = (sellerId: string, change: Partial<Quote> = {}): Quote => ({
  sellerId,
  result: "answered",
  elapsedMs: 5,
  products: 1,
  ...change,
});
const failed = (sellerId: string, reason: string) =>
  quote(sellerId, { result: "failed", reason, products: 0 });
const late = (sellerId: string) =>
  quote(sellerId, { result: "late", reason: "no answer within 60 s", products: 0 });
const row = (reason: string) => ({
  offerId: `a/${reason}`,
  gate: "fail" as const,
  gateReasons: [reason],
  score: 0,
  parts: [],
});

const emptyPlan: NonNullable<CampaignState["plan"]> = {
  id: "c",
  total: money(0, "EUR"),
  unallocated: brief.budget,
  lines: [],
  leftOut: [],
  binding: [],
};
const conflict = { wishes: [{ text: "at least half on DOOH", dropping: "more" }] };
const plan: NonNullable<CampaignState["plan"]> = {
  ...emptyPlan,
  lines: ["a", "b"].map((sellerId) => ({
    lineId: `${sellerId}-1`,
    offerId: `${sellerId}/p/o`,
    sellerId,
    productId: "p",
    pricingOptionId: "o",
    channels: ["olv"],
    amount: money(1_000_000, "EUR"),
    budget: money(1_000_000, "EUR"),
    reason: "",
  })),
};

const step = (
  id: string,
  status: StepState["status"],
  { task = "create_media_buy", ...change }: Partial<StepState> & { task?: StepState["step"]["task"] } = {},
): StepState => ({
  step: {
    id,
    task,
    agentId: id.split("/")[1] ?? "governance",
    agentUrl: "https://a/mcp",
    arguments: {},
    amount: money(1_000_000, "EUR"),
    planAmount: money(1_000_000, "EUR"),
    purpose: "",
    lineIds: [],
  },
  status,
  verdicts: [],
  times: {},
  ...change,
});
const denied = (id: string, reason: string) => step(id, "refused", { reason });
const said = (id: string, by: string) =>
  step(id, "refused", {
    reason: `rejected by ${by}: no`,
    rejection: { by, at: begunAt, reason: "no" },
  });
const nine = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];
const market = (sellers: readonly Seller[], quotes: readonly Quote[] = [], rows: readonly string[] = []) => ({
  sellers,
  quotes,
  ranking: { rows: rows.map(row) },
  plan: emptyPlan,
});
const ordered = (...steps: readonly StepState[]) => ({
  sellers: [seller("a"), seller("b")],
  quotes: [quote("a"), quote("b")],
  plan,
  steps,
});
const blocked = (where: string, what: string) => ({
  preflight: {
    planDigest: "",
    turn: 1,
    agreed: [],
    findings: [{ check: "currency" as const, result: "block" as const, where, what, todo: "Give a table." }],
  },
});
const intent = { stepId: "s", bytes: "{}", digest: "d", idempotencyKey: "k" };
const sending = {
  by: { host: "h", pid: 1, startedAt: begunAt },
  until: "2027-01-05T08:02:00.000Z",
  since: begunAt,
};

const endings: readonly Ending[] = [
  // Nobody to buy from.
  {
    cause: "an empty registry",
    state: market([]),
    words: /the registry lists no seller/,
    code: 1,
    next: "asks the market anew",
  },
  {
    cause: "one seller, of another channel",
    state: market([unfit("a", "sells dooh; the brief asks for olv")]),
    words: /none of 1 seller can be bought from: a: sells dooh/,
    code: 1,
    next: "asks the market anew",
  },
  {
    cause: "no seller eligible",
    state: market([unfit("a", "x"), unfit("b", "y"), unfit("c", "z")]),
    words: /none of 3 sellers can be bought from/,
    code: 1,
    next: "asks the market anew",
  },
  {
    cause: "sellers without idempotency",
    state: market([unfit("a", "promises no idempotency")]),
    words: /promises no idempotency/,
    code: 1,
    next: "asks the market anew",
  },
  {
    cause: "five unfit sellers",
    state: market(["a", "b", "c", "d", "e"].map((id) => unfit(id, "no"))),
    words: /and 2 more/,
    code: 1,
    next: "asks the market anew",
  },
  {
    cause: "every seller excluded",
    state: market([unfit("a", "excluded by the brief")]),
    words: /excluded by the brief/,
    code: 1,
    next: "asks the market anew",
  },
  // Nobody answers.
  {
    cause: "capabilities refused",
    state: market([silent("a", "AUTH_REQUIRED")]),
    words: /1 of 1 seller failed: a: .*AUTH_REQUIRED/,
    code: 1,
    next: "asks the market anew",
  },
  {
    cause: "all ports closed",
    state: market(["a", "b", "c"].map((id) => silent(id, "connection refused"))),
    words: /3 of 3 sellers failed/,
    code: 1,
    next: "asks the market anew",
  },
  {
    cause: "some silent, the others unfit",
    state: market([silent("a", "no"), unfit("b", "sells dooh")]),
    words: /1 of 1 seller failed/,
    code: 1,
    next: "asks the market anew",
  },
  {
    cause: "every quote fails",
    state: market([seller("a"), seller("b")], [failed("a", "HTTP 503"), failed("b", "HTTP 503")]),
    words: /2 of 2 sellers failed: a: HTTP 503/,
    code: 1,
    next: "asks the market anew",
  },
  {
    cause: "nine of nine",
    state: market(
      nine.map((id) => seller(id)),
      nine.map((id) => failed(id, "down")),
    ),
    words: /9 of 9 sellers failed/,
    code: 1,
    next: "asks the market anew",
  },
  {
    cause: "every seller late",
    state: market([seller("a")], [late("a")]),
    words: /1 of 1 seller failed: a: no answer within 60 s/,
    code: 1,
    next: "asks the market anew",
  },
  {
    cause: "the token missing",
    state: market([seller("a")], [failed("a", "AUTH_REQUIRED: who are you")]),
    words: /AUTH_REQUIRED/,
    code: 1,
    next: "asks the market anew",
  },
  {
    cause: "one late, one failed, one silent",
    state: market([seller("a"), seller("b"), silent("c", "x")], [late("a"), failed("b", "y")]),
    words: /3 of 3 sellers failed/,
    code: 1,
    next: "asks the market anew",
  },
  // Nothing fits.
  {
    cause: "one has nothing, the other failed",
    state: market([seller("a"), seller("b")], [quote("a", { products: 0 }), failed("b", "down")]),
    words: /no offer of 1 seller fits the brief; 1 of 2 sellers failed: b: down/,
    code: 1,
    next: "asks the market anew",
  },
  {
    cause: "nobody has a product",
    state: market([seller("a")], [quote("a", { products: 0 })]),
    words: /no offer of 1 seller fits the brief$/,
    code: 1,
    next: "asks the market anew",
  },
  {
    cause: "every price over the limit",
    state: market([seller("a")], [quote("a")], ["EUR 50.00 CPM is over the limit"]),
    words: /fits the brief: EUR 50.00/,
    code: 1,
    next: "asks the market anew",
  },
  {
    cause: "no exchange rate",
    state: market([seller("a")], [quote("a")], ["no CPM; missing: exchange rate USD"]),
    words: /exchange rate USD/,
    code: 1,
    next: "asks the market anew",
  },
  {
    cause: "prices for known callers alone",
    state: market([seller("a")], [quote("a", { unpriced: 3 })], ["no price"]),
    words: /no price/,
    code: 1,
    next: "asks the market anew",
  },
  {
    cause: "other countries",
    state: market([seller("a")], [quote("a")], ["does not deliver in DE"]),
    words: /does not deliver in DE/,
    code: 1,
    next: "asks the market anew",
  },
  {
    cause: "requirements in conflict, all answered",
    state: { ...market([seller("a")], [quote("a")]), plan: { ...emptyPlan, conflict } },
    words: /requirements cannot be met together: nothing was bought/,
    code: 1,
    next: "nothing",
  },
  {
    cause: "requirements in conflict, one failed",
    state: {
      ...market([seller("a"), seller("b")], [quote("a"), failed("b", "down")]),
      plan: { ...emptyPlan, conflict },
    },
    words: /those that answered; 1 of 2 sellers failed/,
    code: 1,
    next: "asks the market anew",
  },
  {
    cause: "requirements in conflict, one silent",
    state: { ...market([seller("a"), silent("b", "x")], [quote("a")]), plan: { ...emptyPlan, conflict } },
    words: /1 of 2 sellers failed/,
    code: 1,
    next: "asks the market anew",
  },
  // Nothing may be bought.
  {
    cause: "policies deny every order",
    state: ordered(denied("buy/a/EUR", "spread-the-risk"), denied("buy/b/EUR", "spread-the-risk")),
    words: /2 of 2 orders refused by policy or governance: buy\/a\/EUR: spread-the-risk/,
    code: 1,
    next: "asks the market anew",
  },
  {
    cause: "a market of one seller, denied",
    state: ordered(denied("buy/a/EUR", "spread-the-risk")),
    words: /^1 order refused by policy or governance/,
    code: 1,
    next: "asks the market anew",
  },
  {
    cause: "governance denies the plan",
    state: ordered(step("plan", "refused", { task: "sync_plans", reason: "no authority" })),
    words: /1 step refused by policy or governance: plan/,
    code: 1,
    next: "asks the market anew",
  },
  {
    cause: "sellers refuse every order",
    state: ordered(
      step("buy/a/EUR", "failed", { reason: "BUDGET_TOO_LOW: more" }),
      step("buy/b/EUR", "failed", { reason: "X: y" }),
    ),
    words: /2 of 2 orders refused: buy\/a\/EUR: BUDGET_TOO_LOW/,
    code: 1,
    next: "asks the market anew",
  },
  {
    cause: "one refused here, one there",
    state: ordered(denied("buy/a/EUR", "policy"), step("buy/b/EUR", "failed", { reason: "X: y" })),
    words: /2 of 2 orders refused: /,
    code: 1,
    next: "asks the market anew",
  },
  {
    cause: "no account is opened",
    state: ordered(step("account/a", "failed", { task: "sync_accounts", reason: "X: no" })),
    words: /1 step refused: account\/a: X: no/,
    code: 1,
    next: "asks the market anew",
  },
  {
    cause: "no exchange rate for an order",
    state: {
      ...ordered(said("buy/a/EUR", "the pre-flight checks")),
      ...blocked("a-1", "There is no dated exchange rate"),
    },
    words: /block it with 1 finding: a-1: There is no dated exchange rate/,
    code: 1,
    next: "asks the market anew",
  },
  {
    cause: "a person says no",
    state: ordered(said("buy/a/EUR", "kim"), said("buy/b/EUR", "kim")),
    words: /kim said no: nothing was bought/,
    code: 1,
    next: "nothing",
  },
  {
    cause: "nobody decides in time",
    state: ordered(said("buy/a/EUR", "the approval window")),
    words: /the approval window said no/,
    code: 1,
    next: "nothing",
  },
  {
    cause: "a no to a pre-flight question",
    state: {
      ...ordered(),
      preflight: { planDigest: "", turn: 1, agreed: [], findings: [], refusedBy: "kim" },
    },
    words: /kim said no/,
    code: 1,
    next: "nothing",
  },
  // Somebody has it in hand.
  {
    cause: "governance is away",
    state: ordered(step("buy/a/EUR", "held", { reason: "it does not answer" })),
    words: /it does not answer/,
    code: 1,
    next: "goes on with its steps",
  },
  {
    cause: "governance's people review",
    state: ordered(
      step("buy/a/EUR", "held", {
        reason: "its people review it",
        verdicts: [
          {
            at: begunAt,
            digest: "d",
            verdict: { type: "held", by: "governance", reasons: ["r"], reviewTask: "t1" },
          },
        ],
      }),
    ),
    words: /its people review it/,
    code: 3,
    next: "goes on with its steps",
  },
  {
    cause: "a person must approve",
    state: ordered(step("buy/a/EUR", "escalated", { reason: "ask-above-100k" })),
    words: /ask-above-100k/,
    code: 3,
    next: "goes on with its steps",
  },
  {
    cause: "an order was sent twice",
    state: ordered(
      step("buy/a/EUR", "done", {
        check: { made: true, findings: [], again: true, at: begunAt, count: 1, since: 0 },
      }),
    ),
    words: /it is bought; the books of a are read once more/,
    code: 3,
    next: "goes on with its steps",
  },
  {
    cause: "a seller's people must agree",
    state: ordered(step("buy/a/EUR", "pending")),
    words: /works on it/,
    code: 3,
    next: "goes on with its steps",
  },
  {
    cause: "the answer to an order is lost",
    state: ordered(step("buy/a/EUR", "begun", { intent, reason: "TIMEOUT: no answer" })),
    words: /TIMEOUT/,
    code: 1,
    next: "goes on with its steps",
  },
  {
    cause: "another process sends it",
    state: ordered(step("buy/a/EUR", "begun", { intent, sending })),
    words: /h, pid 1/,
    code: 3,
    next: "goes on with its steps",
  },
  {
    cause: "one bought, one held",
    state: ordered(step("buy/a/EUR", "done"), step("buy/b/EUR", "held", { reason: "away" })),
    words: /away/,
    code: 1,
    next: "goes on with its steps",
  },
  {
    cause: "one bought, one before a person",
    state: ordered(step("buy/a/EUR", "done"), step("buy/b/EUR", "escalated", { reason: "ask" })),
    words: /ask/,
    code: 3,
    next: "goes on with its steps",
  },
  {
    cause: "governance was not told of a refusal yet",
    state: ordered(
      denied("buy/a/EUR", "no"),
      step("outcome/buy/a/EUR", "held", { task: "report_plan_outcome", reason: "away" }),
    ),
    words: /away/,
    code: 1,
    next: "goes on with its steps",
  },
  // Bought.
  {
    cause: "everything is bought",
    state: ordered(step("buy/a/EUR", "done"), step("buy/b/EUR", "done")),
    words: /the flight has not begun/,
    code: 0,
    next: "measures",
  },
  {
    cause: "one bought, one refused",
    state: ordered(step("buy/a/EUR", "done"), denied("buy/b/EUR", "no")),
    words: /the flight has not begun/,
    code: 4,
    next: "measures",
  },
  {
    cause: "one bought, one refused by its seller",
    state: ordered(step("buy/a/EUR", "done"), step("buy/b/EUR", "failed", { reason: "X" })),
    words: /the flight has not begun/,
    code: 4,
    next: "measures",
  },
  {
    cause: "one bought, after conditions",
    state: ordered(step("buy/a/EUR", "replaced", { replacedBy: "buy/a/EUR~2" }), step("buy/a/EUR~2", "done")),
    words: /the flight has not begun/,
    code: 0,
    next: "measures",
  },
  // Ended.
  {
    cause: "its flight is measured",
    state: { ...ordered(step("buy/a/EUR", "done")), ended: "flight over, measured on 2027-03-05" },
    words: /flight over, measured/,
    code: 0,
    next: "nothing",
  },
  {
    cause: "its flight is over, and nothing was bought",
    state: { ...market([]), ended: "the pre-flight checks block it: nothing was bought" },
    words: /nothing was bought/,
    code: 1,
    next: "nothing",
  },
  {
    cause: "a person ended it before anything was bought",
    state: { ...market([]), ended: "kim ended it: off" },
    words: /kim ended it/,
    code: 1,
    next: "nothing",
  },
];

describe("how a campaign stands after a run", () => {
  it("covers forty endings and more", () => {
    expect(endings.length).toBeGreaterThanOrEqual(40);
    expect(new Set(endings.map(({ cause }) => cause)).size).toBe(endings.length);
  });

  it.each(endings)(
    "$cause: exit code $code, and the next run: $next",
    async ({ state: change, words, code, next }) => {
      const state = settled({ ...emptyState("c"), brief, begunAt, ...change });
      const waiting = waitingOf(state, now);
      expect([state.ended ?? "", ...waiting.map(({ reason }) => reason)].join("\n")).toMatch(
        new RegExp(words.source, "m"),
      );
      expect(exitCodeFor(waiting, state)).toBe(code);
      expect(await nextOf(state)).toBe(next);
    },
  );
});

/** The state after what stands still was written down. */
function settled(state: CampaignState): CampaignState {
  const standstill = standstillOf(state);
  if (standstill === undefined) return state;
  if (standstill.type === "over") return { ...state, ended: standstill.reason };
  return { ...state, stalled: { ...standstill, at: begunAt } };
}

async function nextOf(state: CampaignState): Promise<Next> {
  if (state.ended !== undefined) return "nothing";
  if (await isReopened(state)) return "asks the market anew";
  if (state.stalled !== undefined) return "nothing";
  const open = waitingOf(state, now).some(({ type }) => type !== "date");
  return open ? "goes on with its steps" : "measures";
}

/** Whether the next run that a person asks for begins another round. */
async function isReopened(state: CampaignState): Promise<boolean> {
  let isRecorded = false;
  const journal: Pick<Journal, "state" | "record"> = {
    state: () => state,
    record: async ({ type }, key, still) => {
      isRecorded = type === "market-reopened" && key === "market/2" && still?.(state) === true;
      return isRecorded;
    },
  };
  // All that it reads.
  const ports = { journal, clock: { now: () => now }, policies: [] } as unknown as Ports;
  await reopenMarket(ports, false);
  return isRecorded;
}
