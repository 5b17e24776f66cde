import { afterAll, beforeAll, expect, it } from "vitest";
import { tasks } from "../../../src/protocol/tasks/index.ts";
import { connect } from "../connect.ts";
import { valueAt } from "./paths.ts";
import { type ContractTask, openWorld, type World, wireName } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.sandbox.close());

/** Fields that the contract names for each answer; those of lists in their first item. */
const fields: Readonly<Record<ContractTask, readonly string[]>> = {
  get_capabilities: [
    "request_signing.supported",
    "idempotency.supported",
    "idempotency.replay_ttl_seconds",
    "supported_tasks[0]",
  ],
  list_authorized_properties: ["publisher_domains[0]"],
  list_creative_formats: [
    "formats[0].format_id.agent_url",
    "formats[0].format_id.id",
    "formats[0].name",
    "formats[0].type",
    "formats[0].assets_required[0]",
    "formats[0].renders[0]",
    "creative_agents[0].agent_url",
  ],
  get_products: [
    "products[0].product_id",
    "products[0].name",
    "products[0].description",
    "products[0].channels[0]",
    "products[0].pricing_options[0].pricing_option_id",
    "products[0].pricing_options[0].pricing_model",
    "products[0].pricing_options[0].currency",
    "products[0].format_ids[0].agent_url",
    "products[0].targeting",
    "products[0].delivery_type",
    "products[0].forecast.impressions.min",
    "products[0].forecast.impressions.max",
    "products[0].sandbox",
  ],
  create_media_buy: [
    "media_buy_id",
    "status",
    "revision",
    "packages[0].package_id",
    "packages[0].product_id",
    "packages[0].budget",
    "packages[0].pricing_option_id",
    "valid_actions[0]",
    "buyer_ref",
  ],
  update_media_buy: ["media_buy_id", "status", "revision", "packages[0].package_id", "valid_actions[0]"],
  get_media_buys: ["media_buys[0].media_buy_id", "media_buys[0].status", "media_buys[0].revision"],
  sync_creatives: ["creatives[0].creative_id", "creatives[0].action", "creatives[0].status", "dry_run"],
  list_creatives: [
    "creatives[0].creative_id",
    "creatives[0].name",
    "creatives[0].format_id.id",
    "creatives[0].assets.banner_image.url",
  ],
  get_media_buy_delivery: [
    "delivery.impressions",
    "delivery.clicks",
    "delivery.spend.amount",
    "delivery.spend.currency",
    "by_package[0].product_id",
    "by_package[0].impressions",
    "timeseries",
  ],
  provide_performance_feedback: ["acknowledged"],
  get_task_status: ["task_id", "task_type", "status"],
  sync_accounts: ["accounts[0].status", "accounts[0].account_id"],
  list_accounts: ["accounts"],
  sync_audiences: ["audiences[0].audience_id", "audiences[0].action"],
  sync_catalogs: ["catalogs[0].catalog_id", "catalogs[0].action", "catalogs[0].item_count"],
  log_event: ["events_received", "events_processed", "partial_failures"],
  build_creative: ["creative_manifest.format_id.id", "creative_manifest.assets.banner_image.url"],
  preview_creative: ["previews[0].preview_url", "expires_at"],
  get_signals: [
    "signals[0].signal_agent_segment_id",
    "signals[0].name",
    "signals[0].description",
    "signals[0].data_provider",
    "signals[0].coverage_percentage",
    "signals[0].deployments[0].is_live",
    "signals[0].pricing.cpm",
    "signals[0].pricing.currency",
  ],
  activate_signal: [
    "deployments[0].is_live",
    "deployments[0].platform",
    "deployments[0].estimated_activation_duration_minutes",
  ],
  check_governance: ["check_id", "verdict", "explanation", "expires_at", "governance_context"],
  get_plan_audit_logs: [
    "entries[0].timestamp",
    "entries[0].actor",
    "entries[0].action",
    "entries[0].details",
    "entries[1].reason",
  ],
  sync_plans: ["plans[0].plan_id", "plans[0].status"],
  report_plan_outcome: ["outcome_id", "outcome_state", "plan_summary.budget_remaining"],
  get_brand_identity: ["colors", "logos[0].url", "tone", "visual_guidelines"],
};

it.each(Object.keys(fields) as ContractTask[])("%s answers what the contract says", async (task) => {
  const { agent, request } = world.valid[task];
  const { raw } = await connect(world.sandbox, agent);
  const given = request();
  const result = await raw(wireName(task), given);
  expect(result.isError, JSON.stringify(result.content)).toBeFalsy();
  expect(tasks[task].response.safeParse(result.structuredContent).error).toBeUndefined();
  for (const field of fields[task])
    expect(valueAt(result.structuredContent, field), `${task}: ${field}`).toBeDefined();
  expect(result.structuredContent?.["sandbox"]).toBe(true);
  // The text holds the same answer, for clients that read only that.
  const [text] = result.content;
  expect(JSON.parse(text?.type === "text" ? text.text : "")).toEqual(result.structuredContent);
  if (!tasks[task].mutates) return;
  expect((await raw(wireName(task), given)).structuredContent).toMatchObject({ replayed: true });
});
