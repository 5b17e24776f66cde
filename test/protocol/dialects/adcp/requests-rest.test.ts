import { expect, it } from "vitest";
import type { JsonObject } from "../../../../src/lib/json-object.ts";
import { adcp } from "../../../../src/protocol/dialects/adcp/adcp.ts";
import { codecOf } from "../../../../src/protocol/dialects/adcp/codecs.ts";
import { type TaskName, tasks } from "../../../../src/protocol/tasks/index.ts";
import { publicReleases } from "../../../../src/protocol/tasks/names.ts";
import { governanceCredentialMark } from "../../../../src/protocol/tasks/sync_governance.ts";
import { schemaErrors } from "./schemas.ts";

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

const brand = { domain: "acme.example" };
const account = { brand, operator: "agency.example" };
const format = { agent_url: "https://creative.example/mcp", id: "display_300x250" };
const creative = {
  creative_id: "cr_1",
  name: "Banner",
  format_id: format,
  assets: {
    banner_image: { asset_type: "image", url: "https://cdn.example/b.png", width: 300, height: 250 },
    click_url: { asset_type: "url", url: "https://acme.example/" },
  },
};
const destination = { type: "agent", agent_url: "https://sales.example/mcp" };

const rows: readonly Row[] = [
  {
    task: "get_capabilities",
    says: "nothing",
    schema: "protocol/get-adcp-capabilities-request",
    inside: {},
    wire: {},
  },
  {
    task: "sync_governance",
    says: "which governance agent stands behind an account",
    schema: "account/sync-governance-request",
    inside: {
      idempotency_key,
      accounts: [
        {
          account,
          governance_agents: [
            {
              url: "https://governance.example/mcp",
              authentication: { schemes: ["Bearer"], credentials: governanceCredentialMark },
            },
          ],
        },
      ],
    },
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
    says: "a person's approval",
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
  {
    task: "list_creative_formats",
    says: "a type and a size",
    schema: "creative/list-creative-formats-request",
    inside: { type: "video", max_width: 1920, format_ids: [format] },
  },
  {
    task: "build_creative",
    says: "one format",
    schema: "media-buy/build-creative-request",
    inside: { idempotency_key, message: "a banner", target_format_ids: [format], brand, account },
    wire: { target_format_id: format },
  },
  {
    task: "build_creative",
    says: "two formats",
    schema: "media-buy/build-creative-request",
    inside: { idempotency_key, target_format_ids: [format, { ...format, id: "display_728x90" }], brand },
  },
  {
    task: "build_creative",
    says: "offerings",
    schema: "media-buy/build-creative-request",
    inside: {
      idempotency_key,
      brand,
      target_format_ids: [format],
      creative_manifest: {
        format_id: format,
        assets: { promoted_offerings: { inline_offerings: [{ name: "Skis" }] } },
      },
    },
    wire: {
      creative_manifest: {
        format_id: format,
        assets: {
          promoted_offerings: {
            asset_type: "catalog",
            type: "offering",
            items: [{ offering_id: "offering_1", name: "Skis" }],
          },
        },
      },
    },
  },
  {
    task: "sync_creatives",
    says: "assignments",
    schema: "creative/sync-creatives-request",
    inside: { idempotency_key, account, creatives: [creative], assignments: { cr_1: ["pkg_1", "pkg_2"] } },
    wire: {
      assignments: [
        { creative_id: "cr_1", package_id: "pkg_1" },
        { creative_id: "cr_1", package_id: "pkg_2" },
      ],
    },
  },
  {
    task: "list_creatives",
    says: "those that may run",
    schema: "creative/list-creatives-request",
    inside: { filters: { status: ["active", "rejected"] }, limit: 100 },
    wire: { filters: { statuses: ["approved", "rejected"] }, pagination: { max_results: 100 } },
  },
  {
    task: "preview_creative",
    says: "one",
    schema: "creative/preview-creative-request",
    inside: {
      request_type: "single",
      format_id: format,
      creative_manifest: { format_id: format, assets: creative.assets },
      output_format: "url",
    },
  },
  {
    task: "preview_creative",
    says: "several",
    schema: "creative/preview-creative-request",
    inside: {
      request_type: "batch",
      requests: [{ creative_manifest: { format_id: format, assets: creative.assets } }],
    },
  },
  {
    task: "get_signals",
    says: "an audience",
    schema: "signals/get-signals-request",
    inside: {
      signal_spec: "people who ski",
      deliver_to: { deployments: [destination], countries: ["DE"] },
      filters: { max_cpm: 5 },
      max_results: 20,
    },
    wire: { destinations: [destination], countries: ["DE"], pagination: { max_results: 20 } },
  },
  {
    task: "activate_signal",
    says: "a seller",
    schema: "signals/activate-signal-request",
    inside: { idempotency_key, signal_agent_segment_id: "seg_1", destinations: [destination] },
  },
  {
    task: "sync_audiences",
    says: "people who come and go",
    schema: "media-buy/sync-audiences-request",
    inside: {
      idempotency_key,
      account,
      audiences: [
        {
          audience_id: "crm",
          add: [{ external_id: "p1", hashed_email: "a".repeat(64) }],
          remove: [{ external_id: "p2" }],
        },
      ],
    },
  },
  {
    task: "sync_catalogs",
    says: "a feed",
    schema: "media-buy/sync-catalogs-request",
    inside: {
      idempotency_key,
      account,
      catalogs: [{ catalog_id: "skis", type: "product", url: "https://acme.example/feed.xml" }],
    },
  },
  {
    task: "log_event",
    says: "an event of our own kind",
    schema: "media-buy/log-event-request",
    inside: {
      idempotency_key,
      event_source_id: "shop",
      events: [
        {
          event_id: "e1",
          event_type: "ski_fitting",
          event_time: "2027-01-05T10:00:00Z",
          action_source: "in_store",
          custom_data: { value: 50, currency: "EUR" },
        },
      ],
    },
  },
  {
    task: "get_brand_identity",
    says: "a brand by its id",
    schema: "brand/get-brand-identity-request",
    inside: { brand_id: "acme" },
  },
];

it.each(rows)("writes $task of $says as the standard has it", ({ task, schema, inside, wire }) => {
  expect(tasks[task].request.safeParse(inside).error).toBeUndefined();
  const written = adcp("3.0", []).encode(task, inside);
  expect(schemaErrors(schema, written)).toEqual([]);
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
