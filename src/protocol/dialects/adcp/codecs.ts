import { type TaskName, tasks } from "../../tasks/index.ts";
import { type Codec, same } from "./codec.ts";
import { buyProducts } from "./compact/buy-products.ts";
import { controlMediaBuy } from "./compact/control-media-buy.ts";
import { accept_proposal } from "./tasks/accept_proposal.ts";
import { activate_signal } from "./tasks/activate_signal.ts";
import { build_creative } from "./tasks/build_creative.ts";
import { check_governance } from "./tasks/check_governance.ts";
import { create_media_buy } from "./tasks/create_media_buy.ts";
import { get_brand_identity } from "./tasks/get_brand_identity.ts";
import { get_capabilities } from "./tasks/get_capabilities.ts";
import { get_media_buy_delivery } from "./tasks/get_media_buy_delivery.ts";
import { get_media_buys } from "./tasks/get_media_buys.ts";
import { get_plan_audit_logs } from "./tasks/get_plan_audit_logs.ts";
import { get_products } from "./tasks/get_products.ts";
import { get_signals } from "./tasks/get_signals.ts";
import { taskStatus } from "./tasks/get_task_status.ts";
import { list_accounts } from "./tasks/list_accounts.ts";
import { list_creative_formats } from "./tasks/list_creative_formats.ts";
import { list_creatives } from "./tasks/list_creatives.ts";
import { log_event } from "./tasks/log_event.ts";
import { preview_creative } from "./tasks/preview_creative.ts";
import { provide_performance_feedback } from "./tasks/provide_performance_feedback.ts";
import { report_plan_outcome } from "./tasks/report_plan_outcome.ts";
import { sync_accounts } from "./tasks/sync_accounts.ts";
import { sync_audiences } from "./tasks/sync_audiences.ts";
import { sync_catalogs } from "./tasks/sync_catalogs.ts";
import { sync_creatives } from "./tasks/sync_creatives.ts";
import { sync_plans } from "./tasks/sync_plans.ts";
import { update_media_buy } from "./tasks/update_media_buy.ts";

/** Every task in the public standard's spelling. What is not listed is spelled the same in both. */
const listed: Partial<Readonly<Record<TaskName, Codec>>> = {
  accept_proposal,
  activate_signal,
  build_creative,
  check_governance,
  create_media_buy,
  get_brand_identity,
  get_capabilities,
  get_media_buy_delivery,
  get_media_buys,
  get_plan_audit_logs,
  get_products,
  get_signals,
  get_task_status: taskStatus(resultOf),
  list_accounts,
  list_creative_formats,
  list_creatives,
  log_event,
  preview_creative,
  provide_performance_feedback,
  report_plan_outcome,
  sync_accounts,
  sync_audiences,
  sync_catalogs,
  sync_creatives,
  sync_plans,
  update_media_buy,
};

/** How the result of a task is spelled that was waited for. */
function resultOf(task: unknown): Codec | undefined {
  if (task === "buy_products") return buyProducts;
  if (task === "control_media_buy") return controlMediaBuy;
  return isTask(task) ? codecOf(task) : undefined;
}

const plain: Codec = { request: same, answer: same };

export function codecOf(task: TaskName): Codec {
  return listed[task] ?? plain;
}

function isTask(name: unknown): name is TaskName {
  return typeof name === "string" && Object.hasOwn(tasks, name);
}
