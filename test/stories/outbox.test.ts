import { expect, it } from "vitest";
import { undelivered } from "../../src/campaign/execute/outbox.ts";
import { advance } from "../../src/campaign/run/advance.ts";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import { connect } from "../sandbox/connect.ts";
import { openStory, type Story } from "./story.ts";

const albion = { type: "seller", id: "albion-audio.example" } as const;

function reports(sandbox: Sandbox) {
  return sandbox.calls.filter(({ task }) => task === "report_plan_outcome");
}

/** What the governance agent has taken: the check and the outcome of each entry of its log. */
async function taken({ sandbox, campaignId }: Story): Promise<string[]> {
  const governance = await connect(sandbox, "/governance/mcp");
  const { entries } = await governance.call("get_plan_audit_logs", { plan_id: campaignId });
  return entries
    .filter(({ action }) => action.startsWith("outcome:"))
    .map(({ action, details }) => `${String((details as Record<string, unknown>)["check_id"])} ${action}`);
}

function groupKeys(sandbox: Sandbox): Map<string, Set<string>> {
  const keys = new Map<string, Set<string>>();
  for (const { arguments: request } of reports(sandbox)) {
    const check = String(request["check_id"]);
    keys.set(check, (keys.get(check) ?? new Set()).add(JSON.stringify(request)));
  }
  return keys;
}

it("tells what became of every buy once, failures and refusals too, however long governance is away", async () => {
  let stopped = false;
  await using story = await openStory({
    sandbox: {
      governance: {
        decide: async ({ tool, target_agent }) => {
          if (tool !== "create_media_buy" || target_agent?.includes("albion") !== true) return undefined;
          // What it allows is stopped before it is sent; when it is asked again it says no.
          if (stopped) return { verdict: "denied", explanation: "not any more" };
          stopped = true;
          await story.app.stopOrders.stop(albion, { by: "kim", reason: "wait" });
          return undefined;
        },
      },
    },
  });
  const { sandbox } = story;
  sandbox.faults.set("metropol", {
    rules: [{ task: "create_media_buy", do: "fail", code: "PRODUCT_UNAVAILABLE", recovery: "terminal" }],
  });
  const report = { task: "report_plan_outcome", do: "drop" } as const;
  // The first report is taken and its answer lost, the others find nobody.
  const away = Array.from({ length: 500 }, (_, i) => ({ ...report, when: "before", call: i + 2 }) as const);
  sandbox.faults.set("governance", { rules: [{ ...report, when: "after", call: 1 }, ...away] });
  await story.run();
  await story.app.stopOrders.lift(albion, "kim");
  sandbox.advance(0.3);
  await story.run();
  // An agent that failed so often is left alone for a moment: what waits for its word is asked about after it, then told.
  for (let turn = 0; turn < 4; turn++) await story.run();
  // Orders for the money that came free wait for governance's word.
  const settled = async () =>
    (await story.state()).steps.filter(
      ({ step, status }) =>
        step.task === "create_media_buy" && ["done", "failed", "refused"].includes(status),
    );
  expect(new Set((await settled()).map(({ status }) => status))).toEqual(
    new Set(["done", "failed", "refused"]),
  );
  const left = undelivered(await story.state());
  expect(left).toHaveLength((await settled()).length);
  expect(left[0]).toMatchObject({ agent: "governance", status: "begun", nextTryAt: expect.any(String) });

  const before = reports(sandbox).length;
  await story.run();
  expect(reports(sandbox).length, "asked again before its time").toBe(before);
  for (let day = 0; day < 3; day++) {
    sandbox.advance(1);
    story.wire.advance(60_000);
    await advance(await story.anotherApp().ports(story.campaignId), "end");
  }
  expect(reports(sandbox).length).toBeGreaterThan(before);
  for (const [check, sent] of groupKeys(sandbox)) expect(sent.size, check).toBe(1);

  sandbox.faults.set("governance", {});
  sandbox.advance(1);
  story.wire.advance(60_000);
  const waiting = await advance(await story.anotherApp().ports(story.campaignId), "end");
  expect(waiting.filter(({ type }) => type === "person")).toEqual([]);
  expect(undelivered(await story.state())).toEqual([]);
  const log = await taken(story);
  const buys = await settled();
  expect(log).toHaveLength(buys.length);
  expect(new Set(log).size).toBe(buys.length);
  expect(log.filter((entry) => entry.endsWith("outcome:failed"))).toHaveLength(
    buys.filter(({ status }) => status !== "done").length,
  );
});

it("asks a person only where the agent has understood a message and says no", async () => {
  await using story = await openStory();
  const rule = { task: "report_plan_outcome", do: "fail", code: "REFERENCE_NOT_FOUND" } as const;
  story.sandbox.faults.set("governance", { rules: [rule] });
  const waiting = await story.run();
  expect(waiting).toContainEqual(
    expect.objectContaining({
      type: "person",
      stepId: expect.stringMatching(/^outcome\//),
      reason: expect.stringMatching(
        /does not take the message.*approve to send it again, reject to give it up/i,
      ),
    }),
  );
});
