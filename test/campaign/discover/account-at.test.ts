import { expect, it } from "vitest";
import type { Brief } from "../../../src/brief/brief.ts";
import { accountAt } from "../../../src/campaign/discover/account-at.ts";
import { money } from "../../../src/lib/money.ts";
import type { Answer, Read } from "../../../src/protocol/client/calls.ts";
import { TaskError } from "../../../src/protocol/messages/errors.ts";
import { type ReadName, type ResponseOf, tasks } from "../../../src/protocol/tasks/index.ts";

const brief: Brief = {
  name: "Winter",
  brand: { domain: "acme.example" },
  objective: "awareness",
  budget: money(100_000, "EUR"),
  flight: { start: "2027-02-01", end: "2027-02-28" },
  countries: ["DE"],
  channels: ["ctv"],
  limits: { excludedSellers: [] },
  creatives: [],
  questions: [],
};

function find(accounts: readonly unknown[], wanted?: string) {
  return accountAt("https://a.example/mcp", { brief, wanted }, answering({ accounts }));
}

/** Whatever is asked, this is the answer. */
function answering(payload: unknown): Read {
  return <Name extends ReadName>(_agentUrl: string, task: Name) =>
    Promise.resolve<Answer<ResponseOf<Name>>>({
      type: "answered",
      // The compiler loses the link between a task and its own schema.
      payload: tasks[task].response.parse(payload) as ResponseOf<Name>,
      replayed: false,
    });
}

const account = (account_id: string, more: object = {}) => ({ account_id, status: "active", ...more });

it("takes the only active account of the brand", async () => {
  const found = await find([
    account("a_1", { brand: { domain: "other.example" } }),
    account("a_2", { brand: { domain: "acme.example" } }),
    account("a_3", { status: "suspended" }),
  ]);
  expect(found).toEqual({ type: "one", account: { account_id: "a_2" } });
});

it("chooses none of several, and says how a person does", async () => {
  expect(await find([account("a_1", { name: "Acme" }), account("a_2")])).toEqual({
    type: "none",
    reason:
      'has 2 accounts for acme.example (a_1 "Acme", active; a_2, active): set which one is bought under, as `accounts` in flightdesk.yaml',
  });
});

it("takes the one that a person has set, where it can be bought under", async () => {
  const held = [account("a_1"), account("a_2"), account("a_3", { status: "suspended" })];
  expect(await find(held, "a_2")).toEqual({ type: "one", account: { account_id: "a_2" } });
  expect(await find(held, "a_3")).toEqual({ type: "none", reason: "account a_3 is suspended" });
  expect(await find(held, "a_9")).toEqual({
    type: "none",
    reason: "account a_9 is not among those that it lists",
  });
});

it("says what there is where nothing can be bought under", async () => {
  expect(await find([account("a_1", { status: "pending_approval" })])).toEqual({
    type: "none",
    reason:
      "has no active account for acme.example, and opens accounts itself: ask it for one; of those there, a_1, pending_approval",
  });
});

it("says so where a seller does not list them", async () => {
  const failing: Read = () =>
    Promise.resolve({ type: "failed", error: new TaskError("AUTH_REQUIRED", "who are you?") });
  expect(await accountAt("https://a.example/mcp", { brief, wanted: undefined }, failing)).toEqual({
    type: "none",
    reason: "buys only under accounts that it opened, and does not list them: who are you?",
  });
});
