import type { z } from "zod";
import { get_account_financials } from "./accounts/get_account_financials.ts";
import { list_accounts } from "./accounts/list_accounts.ts";
import { sync_accounts } from "./accounts/sync_accounts.ts";
import { activate_signal } from "./activate_signal.ts";
import { build_creative } from "./build_creative.ts";
import { check_governance } from "./check_governance.ts";
import { buy_products } from "./compact/buy_products.ts";
import { control_media_buy } from "./compact/control_media_buy.ts";
import { list_products } from "./compact/list_products.ts";
import { create_media_buy } from "./create_media_buy.ts";
import { get_brand_identity } from "./get_brand_identity.ts";
import { get_capabilities } from "./get_capabilities.ts";
import { get_media_buy_delivery } from "./get_media_buy_delivery.ts";
import { get_media_buys } from "./get_media_buys.ts";
import { get_plan_audit_logs } from "./get_plan_audit_logs.ts";
import { get_products } from "./get_products.ts";
import { get_signals } from "./get_signals.ts";
import { get_task_status } from "./get_task_status.ts";
import { list_authorized_properties } from "./list_authorized_properties.ts";
import { list_creative_formats } from "./list_creative_formats.ts";
import { list_creatives } from "./list_creatives.ts";
import { log_event } from "./log_event.ts";
import { preview_creative } from "./preview_creative.ts";
import { accept_proposal } from "./proposals/accept_proposal.ts";
import { decline_proposals } from "./proposals/decline_proposals.ts";
import { refine_proposals } from "./proposals/refine_proposals.ts";
import { request_proposals } from "./proposals/request_proposals.ts";
import { provide_performance_feedback } from "./provide_performance_feedback.ts";
import { report_plan_outcome } from "./report_plan_outcome.ts";
import { sync_audiences } from "./sync_audiences.ts";
import { sync_catalogs } from "./sync_catalogs.ts";
import { sync_creatives } from "./sync_creatives.ts";
import { sync_governance } from "./sync_governance.ts";
import { sync_plans } from "./sync_plans.ts";
import { update_media_buy } from "./update_media_buy.ts";

/** Tasks that only ask. */
export const reads = {
  get_capabilities,
  get_products,
  list_products,
  list_authorized_properties,
  list_creative_formats,
  preview_creative,
  get_media_buys,
  list_creatives,
  get_media_buy_delivery,
  get_signals,
  list_accounts,
  get_account_financials,
  check_governance,
  get_plan_audit_logs,
  get_brand_identity,
  get_task_status,
};

/** Tasks that change something at an agent. */
export const mutations = {
  create_media_buy,
  update_media_buy,
  buy_products,
  control_media_buy,
  sync_creatives,
  build_creative,
  activate_signal,
  sync_accounts,
  sync_audiences,
  sync_catalogs,
  log_event,
  provide_performance_feedback,
  sync_governance,
  sync_plans,
  report_plan_outcome,
  request_proposals,
  refine_proposals,
  accept_proposal,
  decline_proposals,
};

export const tasks = { ...reads, ...mutations };

export type ReadName = keyof typeof reads;
export type MutationName = keyof typeof mutations;
export type TaskName = keyof typeof tasks;

/** What a caller passes; the idempotency key of a mutation included. */
export type RequestOf<Name extends TaskName> = z.input<(typeof tasks)[Name]["request"]>;
/** The same without the key that it is repeated under: what a change is about. */
export type ArgumentsOf<Name extends MutationName> = Omit<RequestOf<Name>, "idempotency_key">;
/** What an agent answered, parsed. */
export type ResponseOf<Name extends TaskName> = z.output<(typeof tasks)[Name]["response"]>;

export function isMutation(name: TaskName): name is MutationName {
  return name in mutations;
}
