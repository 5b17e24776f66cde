import { expect, it } from "vitest";
import { errorCodes, knownCode } from "../../src/protocol/messages/error-codes.ts";
import { connect, key, order, start } from "../sandbox/connect.ts";
import { contractClient } from "./contract-client.ts";

/** The contract's codes but for those of webhooks, which no task answers with. */
const codes = Object.entries(errorCodes).flatMap(([code, { source }]) =>
  source === "contract" && !code.startsWith("webhook_") ? [code] : [],
);

it.each(codes)(
  "%s from the sandbox is read by the client as that, with what may be done about it",
  async (code) => {
    const sandbox = await start();
    sandbox.faults.set("signals", { rules: [{ do: "fail", code, task: "activate_signal" }] });
    await using client = contractClient(sandbox.url, { token: sandbox.token });
    const request = {
      signal_agent_segment_id: "mt_outdoor",
      destinations: [{ type: "platform", platform: "northbeam-dsp" }],
    };
    const answer = await client.ask(`${sandbox.url}/signals/mcp`, "activate_signal", request);
    expect(answer).toMatchObject({
      type: "failed",
      error: { code, recovery: knownCode(code)?.recovery },
    });
  },
);

it("what is another principal's is found by nobody else, whatever the payload says of whose it is", async () => {
  const sandbox = await start({ principals: { "other-token": "other" } });
  const [mine, theirs] = [
    await connect(sandbox, "/governance/mcp"),
    await connect(sandbox, "/governance/mcp", "other-token"),
  ];
  const plan = {
    plan_id: "plan-1",
    brand: { domain: "acme.example" },
    objectives: "Awareness",
    budget: { total: 10_000, currency: "EUR", reallocation_threshold: 9_000 },
    flight: { start: "2027-01-01T00:00:00Z", end: "2027-04-01T00:00:00Z" },
  };
  await mine.call("sync_plans", { idempotency_key: key(), plans: [plan] });
  const context = { tenant: "sandbox-buyer", principal: "sandbox-buyer" };
  expect(await theirs.refusal("get_plan_audit_logs", { plan_id: "plan-1", context })).toMatchObject({
    code: "PLAN_NOT_FOUND",
  });
  const check = { plan_id: "plan-1", caller: "desk", tool: "create_media_buy", payload: order(), context };
  expect(await theirs.call("check_governance", check)).toMatchObject({ verdict: "denied" });
  expect(await mine.call("check_governance", check)).toMatchObject({ verdict: "approved" });
});
