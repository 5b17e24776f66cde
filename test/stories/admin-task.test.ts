import { expect, it } from "vitest";
import { type AdminTask, adminTaskId, beginAdminTask } from "../../src/campaign/admin/admin-task.ts";
import { giveApproval } from "../../src/campaign/approvals/approve.ts";
import { findAgent } from "../../src/campaign/discover/find-agent.ts";
import { authoriser } from "../../src/campaign/model/sellers/authorisation.ts";
import { advance } from "../../src/campaign/run/advance.ts";
import { renderMarkdown } from "../../src/report/renderers/markdown.ts";
import { makeReport } from "../../src/report/report.ts";
import { openStory, type Story } from "./story.ts";

const currency = "EUR";

const plan = "desk-2027";

async function agentAt(story: Story, name: string, task: AdminTask["task"]) {
  const ports = await story.app.ports("admin");
  const authorise = authoriser({ ...ports, countries: [], now: ports.clock.now() });
  const found = await findAgent(name, task, { ...ports, authorise });
  if (found.type !== "agent") throw new Error(`no agent ${name}`);
  return found.agent;
}

async function errandAt(story: Story, name: string): Promise<AdminTask> {
  const account = { brand: { domain: "acme.example" }, operator: "agency.example", billing: "operator" };
  return {
    task: "sync_accounts",
    agent: await agentAt(story, name, "sync_accounts"),
    request: { accounts: [account] },
    purpose: "open an account",
  };
}

/** An admin task too: it tells the governance agent the plan that the others are held against. */
async function leavePlan(story: Story): Promise<void> {
  const adminTask: AdminTask = {
    task: "sync_plans",
    agent: await agentAt(story, "governance.example", "sync_plans"),
    request: {
      plans: [
        {
          plan_id: plan,
          brand: { domain: "acme.example" },
          objectives: "keep accounts in order",
          budget: { total: 1, currency, reallocation_threshold: 1 },
          flight: { start: "2027-01-01T00:00:00Z", end: "2027-12-31T00:00:00Z" },
        },
      ],
    },
    purpose: "leave a plan",
  };
  const ports = await story.app.ports(adminTaskId(adminTask));
  await beginAdminTask(adminTask, { currency }, ports);
  await advance(ports, "end");
  expect(ports.journal.state().steps).toMatchObject([{ status: "done" }]);
}

it("waits for a person where governance asks for one, and goes on after the approval", async () => {
  await using story = await openStory({
    sandbox: {
      governance: {
        decide: ({ tool, human_approval }) =>
          tool === "sync_accounts" && human_approval === undefined
            ? { verdict: "escalated", explanation: "a person opens accounts" }
            : undefined,
      },
    },
  });
  await leavePlan(story);
  const adminTask = await errandAt(story, "harbour.example");
  const ports = await story.app.ports(adminTaskId(adminTask));
  const callsBefore = story.sandbox.calls.filter(({ task }) => task === "sync_accounts").length;
  await beginAdminTask(adminTask, { plan, currency }, ports);
  const waiting = await advance(ports, "end");
  expect(waiting).toMatchObject([{ type: "person", reason: "a person opens accounts" }]);
  expect(story.sandbox.calls.filter(({ task }) => task === "sync_accounts")).toHaveLength(callsBefore);

  const [step] = ports.journal.state().steps;
  await giveApproval(ports, step?.step.id ?? "", "kim");
  expect(await advance(ports, "end")).toEqual([]);
  expect(ports.journal.state()).toMatchObject({
    steps: [{ status: "done" }],
    ended: "done: open an account",
  });
  expect(renderMarkdown(makeReport(ports.journal.state()))).toContain("Agreed to by kim");
});

it("sends nothing to a seller that promises no idempotency", async () => {
  await using story = await openStory();
  await leavePlan(story);
  const adminTask = await errandAt(story, "northgate-network.example");
  const ports = await story.app.ports(adminTaskId(adminTask));
  await beginAdminTask(adminTask, { plan, currency }, ports);
  await advance(ports, "end");
  expect(ports.journal.state().steps[0]).toMatchObject({
    status: "refused",
    reason: expect.stringContaining("declares no replay window"),
  });
});

it("goes on with the same key after its answer was lost", async () => {
  await using story = await openStory();
  await leavePlan(story);
  const adminTask = await errandAt(story, "kiosk-exchange.example");
  const begun = story.sandbox.calls.length;
  story.sandbox.faults.set("kiosk", {
    rules: [{ do: "drop", task: "sync_accounts", when: "after", times: 1 }],
  });
  const ports = await story.app.ports(adminTaskId(adminTask));
  await beginAdminTask(adminTask, { plan, currency }, ports);
  await advance(ports, "end");
  story.sandbox.faults.delete("kiosk");
  const another = await story.anotherApp().ports(adminTaskId(adminTask));
  await beginAdminTask(adminTask, { plan, currency }, another);
  await advance(another, "end");
  const [step, ...others] = another.journal.state().steps;
  expect(others).toEqual([]);
  expect(step?.status).toBe("done");
  const keys = story.sandbox.calls
    .slice(begun)
    .filter(({ task, agent }) => task === "sync_accounts" && agent === "/sellers/kiosk/mcp")
    .map(({ arguments: request }) => request["idempotency_key"]);
  expect(keys.length).toBeGreaterThan(1);
  expect(new Set(keys).size).toBe(1);
});
