import type { ContractTask } from "./world.ts";

/** Set `path` of a valid request to `to` (undefined: leave it out), and the answer is `code` at `field`, the path itself where absent. */
export interface Bad {
  readonly path: string;
  readonly to: unknown;
  readonly code: string;
  readonly field?: string;
}

function bad(path: string, to: unknown, code = "VALIDATION_ERROR", field?: string): Bad {
  return { path, to, code, ...(field === undefined ? {} : { field }) };
}

/** Where a request has no fields of its own, those that every request may carry can still be wrong. */
const envelope = [
  bad("context", "text"),
  bad("ext", 5),
  bad("api_key", "x", "CREDENTIAL_IN_ARGS"),
  bad("context", { nested: [{ access_token: "x" }] }, "CREDENTIAL_IN_ARGS", "context.nested[0].access_token"),
];
const noKey = bad("idempotency_key", undefined, "INVALID_REQUEST");
const oddKey = bad("idempotency_key", "once", "INVALID_REQUEST");
const strangeFormat = { agent_url: "https://other.example", id: "x" };

/** Per task at least three requests that must be refused, each for its own reason. */
export const refusals: Readonly<Record<ContractTask, readonly Bad[]>> = {
  get_capabilities: envelope,
  list_authorized_properties: envelope,
  list_accounts: envelope,
  list_creative_formats: [
    bad("type", "print"),
    bad("max_width", 0),
    bad("max_height", 1.5),
    bad("format_ids", ["display_300x250"], "INVALID_FORMAT_ID", "format_ids[0]"),
    bad("is_responsive", "yes"),
    bad("name_search", 5),
  ],
  get_products: [
    bad("buying_mode", "browse"),
    bad("refine[0].scope", "proposal"),
    bad("refine[0].product_id", "none", "PRODUCT_NOT_FOUND"),
    bad("refine[1].ask", undefined),
    bad("brand.domain", "https://acme.example/"),
    bad("filters.budget_range", { min: 5, max: 1 }, "VALIDATION_ERROR", "filters.budget_range.max"),
    bad("filters.channels", "ctv"),
  ],
  create_media_buy: [
    noKey,
    oddKey,
    bad("packages", undefined),
    bad("packages", []),
    bad("packages[0].budget", 0),
    bad("packages[1].budget", -5),
    bad("packages[0].budget", 1, "BUDGET_TOO_LOW"),
    bad("packages[0].product_id", "none", "PRODUCT_NOT_FOUND"),
    bad("packages[0].pricing_option_id", "none"),
    bad("packages[0].creative_ids", ["none"], "CREATIVE_NOT_FOUND", "packages[0].creative_ids[0]"),
    bad("packages[1].creatives[0].format_id", "x", "INVALID_FORMAT_ID"),
    bad("packages[1].creatives[0].assets", {}, "CREATIVE_REJECTED", "packages[1].creatives[0]"),
    bad("start_time", "tomorrow"),
    bad("start_time", { type: "later" }),
    bad("end_time", "2027-03-01"),
    bad("end_time", "2026-03-01T00:00:00Z"),
    bad("account", { account_id: "none" }, "ACCOUNT_NOT_FOUND", "account.account_id"),
    bad("brand_manifest", { url: "https://acme.example" }, "INVALID_REQUEST"),
    bad("push_notification_config.url", "nowhere"),
    bad("push_notification_config.api_key", "x", "CREDENTIAL_IN_ARGS"),
  ],
  update_media_buy: [
    noKey,
    bad("media_buy_id", undefined),
    bad("media_buy_id", "none", "MEDIA_BUY_NOT_FOUND"),
    bad("revision", 99, "CONFLICT"),
    bad("updates", {}),
    bad("updates.status", "sleeping"),
    bad("updates.end_time", "soon"),
    bad("updates.end_time", "2027-01-01T00:00:00Z"),
    bad("updates.packages[0].package_id", "none", "PACKAGE_NOT_FOUND"),
    bad("updates.packages[0].budget", 0),
    bad(
      "updates.packages[0].creative_ids",
      ["none"],
      "CREATIVE_NOT_FOUND",
      "updates.packages[0].creative_ids[0]",
    ),
    bad(
      "updates.new_packages",
      [{ product_id: "none", pricing_option_id: "x", budget: 5 }],
      "PRODUCT_NOT_FOUND",
      "updates.new_packages[0].product_id",
    ),
  ],
  get_media_buys: [
    bad("media_buy_ids", "mb"),
    bad("status_filter", [5], "VALIDATION_ERROR", "status_filter[0]"),
    bad("buyer_ref", 5),
  ],
  sync_creatives: [
    noKey,
    bad("creatives", undefined),
    bad("creatives[0].creative_id", ""),
    bad("creatives[0].format_id", { agent_url: "x" }, "INVALID_FORMAT_ID", "creatives[0].format_id.id"),
    bad("creatives[0].assets.banner_image.asset_type", "smell"),
    bad("creatives[0].assets.banner_image.width", 1.5),
    bad("assignments", ["spring"]),
    bad("dry_run", "yes"),
    bad("account", { account_id: "none" }, "ACCOUNT_NOT_FOUND", "account.account_id"),
  ],
  list_creatives: [
    bad("limit", 0),
    bad("limit", "ten"),
    bad("filters.status", "active"),
    bad("filters.format_types[0]", 5),
  ],
  get_media_buy_delivery: [
    bad("media_buy_id", undefined),
    bad("media_buy_id", "none", "MEDIA_BUY_NOT_FOUND"),
    bad("granularity", "yearly"),
    bad("granularity", "hourly", "UNSUPPORTED_GRANULARITY"),
    bad("date_range.start", "2027-01-01T00:00:00Z"),
    bad("date_range.end", "2026-01-01"),
  ],
  provide_performance_feedback: [
    noKey,
    bad("media_buy_id", "none", "MEDIA_BUY_NOT_FOUND"),
    bad("performance_index", -1),
    bad("performance_index", "good"),
    bad("measurement_period", undefined),
    bad("measurement_period.end", "2026-01-01"),
    bad("package_id", "none", "PACKAGE_NOT_FOUND"),
  ],
  get_task_status: [
    bad("task_id", undefined),
    bad("task_id", ""),
    bad("task_id", "none", "REFERENCE_NOT_FOUND"),
  ],
  sync_accounts: [
    noKey,
    bad("accounts", []),
    bad("accounts[0].operator", ""),
    bad("accounts[0].billing", "nobody"),
    bad("accounts[0].brand.domain", "ACME"),
  ],
  sync_audiences: [
    noKey,
    bad("audiences", undefined),
    bad("audiences[0].audience_type", "friends"),
    bad("audiences[0].add[0].hashed_email", "kim@acme.example"),
    bad("account", undefined),
    bad("account", { account_id: "none" }, "ACCOUNT_NOT_FOUND", "account.account_id"),
  ],
  sync_catalogs: [
    noKey,
    bad("catalogs[0].type", "menu"),
    bad("catalogs[0].url", "feed"),
    bad("catalogs[0].update_frequency", "sometimes"),
    bad("account", { account_id: "none" }, "ACCOUNT_NOT_FOUND", "account.account_id"),
  ],
  log_event: [
    noKey,
    bad("event_source_id", ""),
    bad("events", []),
    bad("events[0].event_id", undefined),
    bad("events[0].event_time", "yesterday"),
    bad("events[0].custom_data", "eighty"),
  ],
  build_creative: [
    noKey,
    bad("target_format_ids", undefined, "INVALID_FORMAT_ID"),
    bad("target_format_ids[0]", "display_300x250", "INVALID_FORMAT_ID"),
    bad("target_format_ids[0]", strangeFormat, "FORMAT_NOT_SUPPORTED"),
    bad("target_format_id", strangeFormat, "INVALID_REQUEST"),
    bad("creative_manifest.assets.banner_image.url", "https://cdn.example.com/a.gif"),
    bad("creative_manifest.assets.promoted_offerings", { inline_offerings: [{ name: "" }] }),
    bad("message", "x".repeat(10_001)),
  ],
  preview_creative: [
    bad("request_type", undefined),
    bad("request_type", "batch", "INVALID_REQUEST", "requests"),
    bad("format_id", undefined, "INVALID_REQUEST"),
    bad("format_id", "display_300x250", "INVALID_FORMAT_ID"),
    bad("format_id", strangeFormat, "FORMAT_NOT_SUPPORTED"),
    bad("creative_manifest", undefined, "INVALID_REQUEST"),
    bad("inputs[0].macros", ["phone"]),
    bad("output_format", "pdf"),
  ],
  get_signals: [
    bad("signal_spec", ""),
    bad("deliver_to", undefined),
    bad("deliver_to.countries", ["Germany"], "VALIDATION_ERROR", "deliver_to.countries[0]"),
    bad("deliver_to.deployments[0].platform", "none", "DEPLOYMENT_UNAUTHORIZED"),
    bad(
      "deliver_to.deployments[0]",
      { type: "agent", agent_url: "https://x.example" },
      "AGENT_NOT_FOUND",
      "deliver_to.deployments[0].agent_url",
    ),
    bad("filters.min_coverage_percentage", 101),
    bad("max_results", 0),
  ],
  activate_signal: [
    noKey,
    bad("signal_agent_segment_id", "none", "SIGNAL_AGENT_SEGMENT_NOT_FOUND"),
    bad("signal_agent_segment_id", "sb_ferry_panel", "ACTIVATION_FAILED"),
    bad("destinations", []),
    bad("destinations[0].platform", "none", "DEPLOYMENT_UNAUTHORIZED"),
    bad("deployments", [], "INVALID_REQUEST"),
  ],
  check_governance: [
    bad("plan_id", undefined),
    bad("tool", ""),
    bad("payload", "text"),
    bad("human_approval", { approver: "kim" }, "VALIDATION_ERROR", "human_approval.approved_at"),
  ],
  get_plan_audit_logs: [bad("plan_id", ""), bad("plan_id", "none", "PLAN_NOT_FOUND"), bad("limit", 0)],
  sync_plans: [
    noKey,
    bad("plans", []),
    bad("plans[0].budget.total", -5),
    bad("plans[0].budget.currency", "euro"),
    bad("plans[0].flight.start", "soon"),
  ],
  report_plan_outcome: [
    noKey,
    bad("outcome", "perhaps"),
    bad("check_id", "none", "REFERENCE_NOT_FOUND"),
    bad("plan_id", "none", "PLAN_NOT_FOUND"),
  ],
  get_brand_identity: [
    bad("brand", undefined, "INVALID_REQUEST"),
    bad("brand.domain", "none.example", "REFERENCE_NOT_FOUND", "brand"),
    bad("brand.domain", "Not A Host"),
    bad("brand_id", 5),
  ],
};
