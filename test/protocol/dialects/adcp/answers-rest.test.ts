import { expect, it } from "vitest";
import type { JsonObject } from "../../../../src/lib/json-object.ts";
import { adcp } from "../../../../src/protocol/dialects/adcp/adcp.ts";
import { codecOf } from "../../../../src/protocol/dialects/adcp/codecs.ts";
import { type TaskName, tasks } from "../../../../src/protocol/tasks/index.ts";
import { publicReleases } from "../../../../src/protocol/tasks/names.ts";
import { schemaErrors } from "./schemas.ts";

interface Row {
  readonly task: TaskName;
  readonly says: string;
  readonly schema: string;
  readonly inside: JsonObject;
  /** As on the wire, where the answer repeats some of it. */
  readonly request?: JsonObject;
}

const format_id = { agent_url: "https://creative.example/mcp", id: "display_300x250" };
const banner = { asset_type: "image", url: "https://cdn.example/b.png", width: 300, height: 250 };
const expires_at = "2027-01-04T08:15:00Z";

const rows: readonly Row[] = [
  {
    task: "get_capabilities",
    says: "a seller",
    schema: "protocol/get-adcp-capabilities-response",
    inside: {
      idempotency: { supported: true, replay_ttl_seconds: 86_400 },
      publisher_domains: ["north.example"],
      supported_protocols: ["media_buy"],
      account: { supported_billing: ["operator"], require_operator_auth: true },
    },
  },
  {
    task: "sync_plans",
    says: "a plan that is taken",
    schema: "governance/sync-plans-response",
    inside: { plans: [{ plan_id: "winter-1", status: "active", version: 1 }] },
  },
  {
    task: "check_governance",
    says: "an approval",
    schema: "governance/check-governance-response",
    request: { plan_id: "winter-1" },
    inside: {
      check_id: "chk_1",
      verdict: "approved",
      plan_id: "winter-1",
      explanation: "inside the plan",
      expires_at,
      governance_context: "opaque",
    },
  },
  {
    task: "check_governance",
    says: "conditions",
    schema: "governance/check-governance-response",
    inside: {
      check_id: "chk_1",
      verdict: "conditions",
      plan_id: "winter-1",
      explanation: "one seller may have half",
      expires_at,
      conditions: [{ field: "packages[0].budget", required_value: 4000, reason: "half" }],
    },
  },
  {
    task: "report_plan_outcome",
    says: "an outcome that is taken",
    schema: "governance/report-plan-outcome-response",
    inside: {
      outcome_id: "out_1",
      outcome_state: "accepted",
      plan_summary: { total_committed: 5000, budget_remaining: 45_000 },
    },
  },
  {
    task: "list_creative_formats",
    says: "a format",
    schema: "creative/list-creative-formats-response",
    inside: {
      formats: [
        {
          format_id,
          name: "Rectangle",
          type: "display",
          assets_required: [{ asset_id: "banner_image", asset_type: "image", required: true }],
          renders: [{ role: "primary", dimensions: { width: 300, height: 250 } }],
        },
      ],
    },
  },
  {
    task: "sync_creatives",
    says: "one taken, one refused and one archived",
    schema: "creative/sync-creatives-response",
    inside: {
      creatives: [
        { creative_id: "cr_1", action: "created", status: "active", assigned_to: ["pkg_1"] },
        {
          creative_id: "cr_2",
          action: "failed",
          errors: [{ code: "CREATIVE_REJECTED", message: "too big" }],
        },
        { creative_id: "cr_3", action: "archived", status: "archived" },
      ],
    },
  },
  {
    task: "build_creative",
    says: "a creative",
    schema: "media-buy/build-creative-response",
    inside: { creative_manifest: { format_id, assets: { banner_image: banner } }, expires_at },
  },
  {
    task: "get_signals",
    says: "a signal",
    schema: "signals/get-signals-response",
    inside: {
      signals: [
        {
          signal_id: { source: "agent", agent_url: "https://signals.example/mcp", id: "ski" },
          signal_agent_segment_id: "ski",
          name: "Skiers",
          description: "people who ski",
          signal_type: "marketplace",
          data_provider: "Slope",
          coverage_percentage: 12,
          deployments: [{ type: "agent", agent_url: "https://sales.example/mcp", is_live: false }],
          pricing: { pricing_option_id: "ski_cpm", cpm: 2, currency: "EUR" },
        },
      ],
    },
  },
  {
    task: "activate_signal",
    says: "a signal that is on its way",
    schema: "signals/activate-signal-response",
    inside: {
      deployments: [
        {
          type: "agent",
          agent_url: "https://sales.example/mcp",
          is_live: false,
          estimated_activation_duration_minutes: 60,
        },
      ],
    },
  },
];

it.each(rows)(
  "writes an answer to $task with $says as the standard has it",
  ({ task, schema, inside, request = {} }) => {
    expect(schemaErrors(schema, codecOf(task).answer.write(inside, { release: "3.0", request }))).toEqual([]);
  },
);

it.each(rows.flatMap((row) => publicReleases.map((release) => ({ ...row, release }))))(
  "reads back the answer to $task with $says in $release",
  ({ task, inside, release, request = {} }) => {
    const { answer } = codecOf(task);
    const at = { release, request };
    const back = answer.read(answer.write(inside, at), at);
    expect(back).toMatchObject(inside);
    expect(tasks[task].response.safeParse(back).error).toBeUndefined();
  },
);

const read = (task: TaskName, payload: JsonObject) => adcp("3.1", []).decode(task, payload, {});

it("finds the verdict where each release has it, and never takes a task's state for one", () => {
  expect(read("check_governance", { status: "denied" })).toMatchObject({ verdict: "denied" });
  expect(read("check_governance", { status: "completed", verdict: "denied" })).toMatchObject({
    verdict: "denied",
  });
  expect(read("check_governance", { status: "completed" })).toMatchObject({ verdict: "completed" });
});

it.each(["/packages/0/budget", "packages.0.budget", "packages[0].budget"])(
  "knows the field of a condition that is written %s",
  (field) => {
    const answer = read("check_governance", { verdict: "conditions", conditions: [{ field, reason: "r" }] });
    expect(answer["conditions"]).toMatchObject([{ field: "packages[0].budget" }]);
  },
);

it("shows the first piece of a preview, and what became of each of a batch", () => {
  const previews = [{ preview_id: "p", renders: [{ role: "primary", preview_url: "https://c.example/p" }] }];
  expect(read("preview_creative", { response_type: "single", previews })["previews"]).toMatchObject([
    { preview_url: "https://c.example/p" },
  ]);
  const results = [
    { success: true, creative_id: "a", response: { previews, expires_at } },
    { success: false, creative_id: "b", errors: [{ code: "FORMAT_NOT_SUPPORTED", message: "no" }] },
  ];
  const answer = read("preview_creative", { response_type: "batch", results });
  expect(tasks.preview_creative.response.parse(answer).results).toMatchObject([
    { success: true, previews: [{ preview_url: "https://c.example/p" }] },
    { success: false, error: { code: "FORMAT_NOT_SUPPORTED" } },
  ]);
});

it("lets a signal or a format that makes no sense cost no other", () => {
  const signal = { signal_agent_segment_id: "s", name: "S" };
  expect(read("get_signals", { signals: [{ name: 7 }, signal] })["signals"]).toHaveLength(1);
  const formats = [
    { format_id: "display", name: "D" },
    { format_id, name: "D", type: "universal" },
  ];
  expect(read("list_creative_formats", { formats })["formats"]).toEqual([{ format_id, name: "D" }]);
});

it("takes the recommended variant of what was built", () => {
  const variant = (id: string) => ({
    build_variant_id: id,
    creative_manifest: { format_id, assets: {}, id },
  });
  const creatives = [{ variants: [variant("a"), { ...variant("b"), recommended: true }] }];
  expect(read("build_creative", { creatives })["creative_manifests"]).toMatchObject([{ id: "b" }]);
});

it("tells the entries of a plan's log with who did what", () => {
  const entries = [
    {
      id: "1",
      type: "check",
      timestamp: expires_at,
      caller: "https://b.example",
      tool: "create_media_buy",
      verdict: "denied",
      explanation: "no",
    },
    { id: "2", type: "outcome", timestamp: expires_at, outcome: "completed" },
  ];
  const answer = read("get_plan_audit_logs", { plans: [{ plan_id: "winter-1", entries }] });
  expect(tasks.get_plan_audit_logs.response.parse(answer).entries).toMatchObject([
    { actor: "https://b.example", action: "check:denied", reason: "no" },
    { actor: "unknown", action: "outcome:completed" },
  ]);
});
