import { expect, it } from "vitest";
import { unreported } from "../../../src/campaign/audit/ahead.ts";
import { askForOutcomes } from "../../../src/campaign/audit/booked.ts";
import { emptyState, type StepState } from "../../../src/campaign/model/state/state.ts";
import { money } from "../../../src/lib/money.ts";
import { get_plan_audit_logs } from "../../../src/protocol/tasks/get_plan_audit_logs.ts";

const free = money(0, "EUR");
const euros = (amount: number) => money(amount * 100, "EUR");

/** A message on an outcome that was sent, and whose answer was lost as often. */
function told(committed_budget: number, tries: number): StepState {
  return {
    step: {
      id: `outcome/${committed_budget}`,
      task: "report_plan_outcome",
      agentId: "governance",
      agentUrl: "https://governance.example/mcp",
      arguments: { seller_response: { committed_budget, currency: "EUR" } },
      amount: free,
      planAmount: free,
      purpose: "tell",
      lineIds: [],
    },
    status: "done",
    verdicts: [
      {
        at: "2027-01-04T08:00:00Z",
        digest: "",
        verdict: { type: "approved", by: "governance", checkId: "chk_1", token: "t-1", notes: [] },
      },
    ],
    intent: { stepId: "outcome", bytes: "{}", digest: "", idempotencyKey: "k" },
    tries,
    times: {},
  };
}

it("knows outcomes that are told in words by the checks in them, else by how many there are", () => {
  const state = { ...emptyState("c"), steps: [told(50, 1), told(70, 0)] };
  const held = [
    { words: "committed 900 EUR under chk_1" },
    ...Array.from({ length: 3 }, () => ({ words: "money was committed" })),
  ];
  expect(unreported(held, state)).toEqual([]);
  const more = { words: "money was committed" };
  expect(unreported([...held, more], state)).toEqual([more]);
});

it.each([
  ["fields", { check_id: "chk_1", committed_budget: 50, currency: "EUR" }],
  ["JSON", JSON.stringify({ check_id: "chk_1", committed_budget: 50, currency: "EUR" })],
  ["a text that names them", "check_id=chk_1; committed_budget: 50, currency: EUR"],
])("reads an agent's log in any shape: %s", async (_, details) => {
  const entries = [
    { action: "check:approved", details: "by the plan" },
    { action: "outcome:completed", details },
  ];
  const request = get_plan_audit_logs.response.parse({ entries });
  const read = () => Promise.resolve({ type: "answered", payload: request, replayed: false });
  const shown = await askForOutcomes(read as never, "https://governance.example/mcp", {
    id: "p",
    currency: "EUR",
  });
  expect(shown).toMatchObject({ type: "shown", items: [{ checkId: "chk_1", amount: euros(50) }] });
});

it("knows an outcome by its check, else by its token, else by its amount for as often as it was sent", () => {
  const state = { ...emptyState("c"), steps: [told(50, 1), told(70, 0)] };
  const held = [
    { checkId: "chk_1", amount: euros(900) },
    { context: "t-1", amount: euros(900) },
    { amount: euros(50) },
    { amount: euros(50) },
    { amount: euros(70) },
  ];
  expect(unreported(held, state)).toEqual([]);
  const more = [{ checkId: "chk_2", amount: euros(50) }, { amount: euros(70) }, { amount: euros(80) }, {}];
  expect(unreported([...held, ...more], state)).toEqual(more);
});
