import type { MediaBuy } from "../../protocol/records/media-buy.ts";
import { tasks } from "../../protocol/tasks/index.ts";
import type { Step } from "../plan/step.ts";

/** What an update asked for and the buy, read back, does not show: one sentence each. Sellers may ignore what they do not know. */
export function changesNotMade(step: Step, buy: MediaBuy): string[] {
  const asked = tasks.update_media_buy.request.safeParse(step.arguments).data?.updates;
  if (asked === undefined) return [];
  const notes: string[] = [];
  const compare = (what: string, wanted: unknown, has: unknown) => {
    if (wanted === undefined || has === undefined || wanted === has) return;
    notes.push(
      `${step.agentId} accepted the update, but ${what} is ${JSON.stringify(has)} and not ${JSON.stringify(wanted)}`,
    );
  };
  // A buy that is told to run before its flight waits for its start.
  if (asked.status !== "active" || buy.status !== "pending_start")
    compare("the buy's status", asked.status, buy.status);
  for (const change of asked.packages ?? []) {
    const now = buy.packages?.find(({ package_id }) => package_id === change.package_id);
    if (now === undefined) continue;
    compare(`the budget of ${change.package_id}`, change.budget, now.budget);
    compare(`the bid of ${change.package_id}`, change.bid_price, now["bid_price"]);
    compare(`whether ${change.package_id} is paused`, change.paused, now["paused"]);
  }
  compare("the end", instant(asked.end_time), instant(buy["end_time"]));
  compare("the start", instant(asked.start_time), instant(buy["start_time"]));
  return notes;
}

function instant(value: unknown): string | undefined {
  const at = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}
