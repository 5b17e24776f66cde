import { expect, it } from "vitest";
import { taskRows } from "../../src/desk/reads/tasks.ts";
import { servedTasks } from "../../src/sandbox/served-tasks.ts";
import { flightdesk } from "./flightdesk.ts";

/** The service contract's table of tasks: who may call each. */
const contract: Readonly<Record<string, string>> = {
  get_svc_capabilities: "public",
  list_authorized_properties: "public",
  list_creative_formats: "public",
  get_products: "limited",
  create_media_buy: "authenticated",
  update_media_buy: "authenticated",
  sync_creatives: "authenticated",
  list_creatives: "authenticated",
  get_media_buy_delivery: "authenticated",
  provide_performance_feedback: "authenticated",
  build_creative: "per-seller",
  preview_creative: "per-seller",
  get_signals: "per-seller",
  activate_signal: "authenticated",
  sync_accounts: "authenticated",
  list_accounts: "authenticated",
  sync_audiences: "authenticated",
  sync_catalogs: "authenticated",
  log_event: "authenticated",
  check_governance: "authenticated",
  get_plan_audit_logs: "authenticated",
  get_brand_identity: "authenticated",
};

/** Tasks beyond the contract, and what they are needed for. */
const extra: Readonly<Record<string, string>> = {
  get_media_buys: "reads a buy back, and looks it up after a crash",
  get_task_status: "polls a task_id",
  sync_plans: "tells the governance agent the plan",
  report_plan_outcome: "commits budget in the governance agent's books",
};

it("knows every task of the contract and no other without a reason", () => {
  const rows = taskRows();
  expect(rows.map(({ task }) => task).sort()).toEqual(
    [...Object.keys(contract), ...Object.keys(extra)].sort(),
  );
  for (const { task, access } of rows)
    expect([task, access]).toEqual([task, contract[task] ?? "authenticated"]);
});

it("asks for an idempotency key exactly where the contract does", () => {
  const rows = taskRows();
  expect(
    rows
      .filter(({ mutates }) => mutates)
      .map(({ task }) => task)
      .sort(),
  ).toEqual([
    "activate_signal",
    "build_creative",
    "create_media_buy",
    "log_event",
    "provide_performance_feedback",
    "report_plan_outcome",
    "sync_accounts",
    "sync_audiences",
    "sync_catalogs",
    "sync_creatives",
    "sync_plans",
    "update_media_buy",
  ]);
});

it("has every task served by the sandbox", async () => {
  const served = await servedTasks();
  const missing = taskRows().filter(({ task }) => !served.has(task));
  expect(missing).toEqual([]);
});

it("prints a table for people and one JSON document for programs", async () => {
  const table = await flightdesk(["tasks"]);
  expect(table).toMatchObject({ code: 0, stderr: "" });
  expect(table.stdout).toMatch(/^create_media_buy .*brand_manifest for brand, start_time as an object/m);
  const { stdout } = await flightdesk(["tasks", "--json"]);
  expect(JSON.parse(stdout)).toEqual({
    command: "tasks",
    tasks: taskRows().map((row) => ({ ...row, servedBySandbox: true })),
  });
});
