import { randomUUID } from "node:crypto";
import { simulatedClock } from "../../../src/lib/clock.ts";
import { type TaskName, tasks } from "../../../src/protocol/tasks/index.ts";
import { type Sandbox, startSandbox } from "../../../src/sandbox/sandbox.ts";
import { connect } from "../connect.ts";

/** Tasks that the contract and this deployment have; the public standard has more. */
export type ContractTask = Exclude<
  TaskName,
  | "sync_governance"
  | "get_account_financials"
  | "list_products"
  | "buy_products"
  | "control_media_buy"
  | "request_proposals"
  | "refine_proposals"
  | "accept_proposal"
  | "decline_proposals"
>;

export interface Valid {
  readonly agent: string;
  /** A request that is answered; each time with a key of its own. */
  readonly request: () => Record<string, unknown>;
}

export interface World {
  readonly sandbox: Sandbox;
  readonly valid: Readonly<Record<ContractTask, Valid>>;
}

/** A sandbox where a buy runs, another waits for approval, and a plan has been checked: every task has something to find. */
export async function openWorld(): Promise<World> {
  const sandbox = await startSandbox({ clock: simulatedClock("2027-01-04T08:00:00Z") });
  const sales = await connect(sandbox, "/sales/mcp");
  const waiting = await connect(sandbox, "/sellers/nordlicht/mcp");
  const governance = await connect(sandbox, "/governance/mcp");

  const account = { brand: { domain: "acme.example" }, operator: "agency.example" };
  const format = { agent_url: `${sandbox.url}/creative/mcp`, id: "display_300x250" };
  const assets = {
    banner_image: { asset_type: "image", url: "https://cdn.example.com/a.jpg", width: 300, height: 250 },
    click_url: { asset_type: "url", url: "https://acme.example/" },
  };
  const creative = { creative_id: "spring", name: "Spring", format_id: format, assets };
  const manifest = { format_id: format, assets };
  const dsp = { type: "platform", platform: "northbeam-dsp" };
  const buy = (change: Record<string, unknown> = {}) => ({
    idempotency_key: randomUUID(),
    account,
    brand: { domain: "acme.example" },
    buyer_ref: "campaign-1",
    packages: [
      { product_id: "hb_display_ros", pricing_option_id: "cpm_eur", budget: 5000, buyer_ref: "slot-1" },
      { product_id: "hb_display_ros", pricing_option_id: "cpm_eur", budget: 4000, creatives: [creative] },
    ],
    start_time: "asap",
    end_time: "2027-03-01T00:00:00Z",
    ...change,
  });
  const bought = await sales.call("create_media_buy", buy());
  const [product] = (await waiting.call("get_products", { brief: "tv" })).products as {
    product_id: string;
    pricing_options: { pricing_option_id: string }[];
  }[];
  const ordered = await waiting.raw("create_media_buy", {
    ...buy(),
    packages: [
      {
        product_id: product?.product_id,
        pricing_option_id: product?.pricing_options[0]?.pricing_option_id,
        budget: 50_000,
      },
    ],
  });
  const plan = {
    plan_id: "plan-1",
    brand: { domain: "acme.example" },
    objectives: "Awareness",
    budget: { total: 100_000, currency: "EUR", reallocation_threshold: 90_000 },
    flight: { start: "2027-01-01T00:00:00Z", end: "2027-04-01T00:00:00Z" },
    countries: ["DE", "AT", "CH", "NL", "BE"],
  };
  await governance.call("sync_plans", { idempotency_key: randomUUID(), plans: [plan] });
  const check = {
    plan_id: "plan-1",
    caller: "https://agency.example/agent",
    tool: "create_media_buy",
    payload: buy(),
    target_agent: `${sandbox.url}/sales/mcp`,
  };
  const checked = await governance.call("check_governance", check);

  const keyed = (request: Record<string, unknown>) => () => ({ ...request, idempotency_key: randomUUID() });
  const at = (agent: string, request: () => Record<string, unknown>): Valid => ({ agent, request });
  const valid: Record<ContractTask, Valid> = {
    get_capabilities: at("/brand/mcp", () => ({})),
    list_authorized_properties: at("/sales/mcp", () => ({})),
    list_creative_formats: at("/creative/mcp", () => ({
      type: "display",
      format_ids: [format],
      asset_types: ["image"],
      max_width: 400,
      max_height: 400,
      is_responsive: false,
      name_search: "rectangle",
    })),
    get_products: at("/sales/mcp", () => ({
      brief: "display in Germany",
      buying_mode: "refine",
      refine: [
        { scope: "product", product_id: "hb_display_ros", action: "include" },
        { scope: "request", ask: "more banners" },
      ],
      brand: { domain: "acme.example" },
      filters: {
        channels: ["display"],
        budget_range: { min: 1000, max: 50_000 },
        delivery_type: "guaranteed",
        format_types: ["display"],
      },
    })),
    create_media_buy: at("/sales/mcp", () =>
      buy({
        push_notification_config: {
          url: "https://buyer.example/webhooks/1",
          authentication: { schemes: ["HTTP_MESSAGE_SIGNATURES"] },
        },
      }),
    ),
    update_media_buy: at(
      "/sales/mcp",
      keyed({
        media_buy_id: bought.media_buy_id,
        updates: {
          budget_change: 90,
          end_time: "2027-03-02T00:00:00Z",
          targeting: { geo_countries: ["DE"] },
          packages: [{ package_id: bought.packages?.[0]?.package_id, creative_ids: ["spring"] }],
        },
      }),
    ),
    sync_creatives: at(
      "/sales/mcp",
      keyed({
        account,
        creatives: [creative],
        assignments: { spring: [bought.packages?.[0]?.package_id] },
        dry_run: true,
        delete_missing: false,
      }),
    ),
    list_creatives: at("/sales/mcp", () => ({
      filters: { status: ["active"], format_types: ["display"] },
      limit: 10,
    })),
    get_media_buys: at("/sales/mcp", () => ({ buyer_ref: "campaign-1" })),
    get_media_buy_delivery: at("/sales/mcp", () => ({
      media_buy_id: bought.media_buy_id,
      granularity: "daily",
      date_range: { start: "2027-01-01", end: "2027-02-01" },
    })),
    provide_performance_feedback: at(
      "/sales/mcp",
      keyed({
        media_buy_id: bought.media_buy_id,
        measurement_period: { start: "2027-01-04", end: "2027-01-10" },
        performance_index: 1.2,
      }),
    ),
    get_task_status: at("/sellers/nordlicht/mcp", () => ({
      task_id: ordered.structuredContent?.["task_id"],
    })),
    sync_accounts: at(
      "/sales/mcp",
      keyed({
        accounts: [{ brand: { domain: "acme.example" }, operator: "agency.example", billing: "operator" }],
      }),
    ),
    list_accounts: at("/sales/mcp", () => ({})),
    sync_audiences: at(
      "/sales/mcp",
      keyed({
        account,
        audiences: [
          {
            audience_id: "customers",
            name: "Customers",
            audience_type: "suppression",
            add: [{ external_id: "p1", hashed_email: "ab".repeat(32) }],
          },
        ],
      }),
    ),
    sync_catalogs: at(
      "/sales/mcp",
      keyed({
        account,
        catalogs: [
          {
            catalog_id: "shoes",
            name: "Shoes",
            type: "product",
            url: "https://acme.example/feed.xml",
            feed_format: "google_merchant_center",
            update_frequency: "daily",
          },
        ],
      }),
    ),
    log_event: at(
      "/sales/mcp",
      keyed({
        event_source_id: "web-shop",
        events: [
          {
            event_id: "e1",
            event_type: "purchase",
            event_time: "2027-01-04T07:00:00Z",
            action_source: "website",
            custom_data: { value: 80, currency: "EUR" },
          },
        ],
      }),
    ),
    build_creative: at(
      "/creative-builder/mcp",
      keyed({
        message: "Out early",
        creative_manifest: manifest,
        target_format_ids: [format],
        brand: { domain: "acme.example" },
      }),
    ),
    preview_creative: at("/creative/mcp", () => ({
      request_type: "single",
      format_id: format,
      creative_manifest: manifest,
      inputs: [{ name: "phone", macros: { DEVICE: "phone" } }],
      output_format: "url",
    })),
    get_signals: at("/signals/mcp", () => ({
      signal_spec: "people who buy electric cars",
      deliver_to: { deployments: [dsp], countries: ["DE"] },
      filters: {
        catalog_types: ["marketplace"],
        data_providers: ["Horizon Data"],
        max_cpm: 5,
        min_coverage_percentage: 1,
      },
      max_results: 3,
    })),
    activate_signal: at(
      "/signals/mcp",
      keyed({ signal_agent_segment_id: "hz_home_movers", destinations: [dsp] }),
    ),
    check_governance: at("/governance/mcp", () => check),
    get_plan_audit_logs: at("/governance/mcp", () => ({ plan_id: "plan-1" })),
    sync_plans: at("/governance/mcp", keyed({ plans: [plan] })),
    report_plan_outcome: at(
      "/governance/mcp",
      keyed({
        plan_id: "plan-1",
        check_id: checked.check_id,
        outcome: "completed",
        seller_response: { seller_reference: bought.media_buy_id, committed_budget: 9000, currency: "EUR" },
      }),
    ),
    get_brand_identity: at("/brand/mcp", () => ({ brand: { domain: "acme.example" } })),
  };
  return { sandbox, valid };
}

export function wireName(task: ContractTask): string {
  return tasks[task].name;
}
