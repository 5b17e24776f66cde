import { expect, it } from "vitest";
import { unreported } from "../../../src/campaign/audit/ahead.ts";
import { emptyState, type StepState } from "../../../src/campaign/model/state/state.ts";
import { money } from "../../../src/lib/money.ts";

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
