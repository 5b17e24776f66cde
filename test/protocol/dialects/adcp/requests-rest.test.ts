import { expect, it } from "vitest";
import { adcp } from "../../../../src/protocol/dialects/adcp/adcp.ts";
import { codecOf } from "../../../../src/protocol/dialects/adcp/codecs.ts";
import type { JsonObject } from "../../../../src/protocol/dialects/dialect.ts";
import { publicReleases } from "../../../../src/protocol/names.ts";
import { type TaskName, tasks } from "../../../../src/protocol/tasks/index.ts";
import { objections } from "./rest-schemas.ts";

interface Row {
  readonly task: TaskName;
  readonly says: string;
  readonly schema: string;
  readonly inside: JsonObject;
  /** In 3.0, where the test looks closer than the schema does. */
  readonly wire?: JsonObject;
}

const idempotency_key = "8f3c1a52-7b0e-4f0b-9d53-0d4f4a9c6e11";
const governance_context = "eyJhbGciOiJFZERTQSJ9.e30.c2ln";
const plan = {
  plan_id: "winter-1",
  brand: { domain: "acme.example" },
  objectives: "more skis sold",
  budget: { total: 50_000, currency: "EUR", reallocation_threshold: 5_000, per_seller_max_pct: 50 },
  flight: { start: "2027-01-04T00:00:00Z", end: "2027-01-18T00:00:00Z" },
  countries: ["DE"],
  channels: { allowed: ["ctv", "olv"] },
};
const check = {
  plan_id: "winter-1",
  caller: "https://buyer.example/agent",
  tool: "create_media_buy",
  payload: { packages: [] },
};

const rows: readonly Row[] = [
  {
    task: "get_capabilities",
    says: "nothing",
    schema: "protocol/get-adcp-capabilities-request",
    inside: {},
    wire: {},
  },
  {
    task: "sync_plans",
    says: "a plan",
    schema: "governance/sync-plans-request",
    inside: { idempotency_key, plans: [plan] },
    wire: { idempotency_key, plans: [plan] },
  },
  {
    task: "check_governance",
    says: "a buy at one agent",
    schema: "governance/check-governance-request",
    inside: { ...check, target_agent: "https://sales.example/mcp" },
    wire: { ...check, ext: { flightdesk: { target_agent: "https://sales.example/mcp" } } },
  },
  {
    task: "check_governance",
    says: "a person's consent",
    schema: "governance/check-governance-request",
    inside: {
      ...check,
      ext: { theirs: 1 },
      human_approval: { approver: "mara", approved_at: "2027-01-04T00:00:00Z" },
    },
  },
  {
    task: "check_governance",
    says: "a signal",
    schema: "governance/check-governance-request",
    inside: { ...check, tool: "activate_signal" },
    wire: { ...check, tool: "activate_signal", purchase_type: "signal_activation" },
  },
  {
    task: "report_plan_outcome",
    says: "a buy",
    schema: "governance/report-plan-outcome-request",
    inside: {
      idempotency_key,
      plan_id: "winter-1",
      check_id: "chk_1",
      outcome: "completed",
      governance_context,
      seller_response: { seller_reference: "mb_1", committed_budget: 5_000 },
    },
  },
  {
    task: "report_plan_outcome",
    says: "a failure",
    schema: "governance/report-plan-outcome-request",
    inside: {
      idempotency_key,
      plan_id: "winter-1",
      check_id: "chk_1",
      outcome: "failed",
      governance_context,
      error: { code: "GIVEN_UP", message: "the buy was given up" },
    },
  },
  {
    task: "get_plan_audit_logs",
    says: "one plan",
    schema: "governance/get-plan-audit-logs-request",
    inside: { plan_id: "winter-1" },
    wire: { plan_ids: ["winter-1"], include_entries: true },
  },
];

it.each(rows)("writes $task of $says as the standard has it", ({ task, schema, inside, wire }) => {
  expect(tasks[task].request.safeParse(inside).error).toBeUndefined();
  const written = adcp("3.0", []).encode(task, inside);
  expect(objections(schema, written)).toEqual([]);
  if (wire !== undefined) expect(written).toEqual({ ...written, ...wire });
});

it.each(rows.flatMap((row) => publicReleases.map((release) => ({ ...row, release }))))(
  "reads back what it wrote: $task of $says in $release",
  ({ task, inside, release }) => {
    const { request } = codecOf(task);
    const at = { release, request: {} };
    expect(request.read(request.write(inside, at), at)).toEqual(inside);
  },
);
