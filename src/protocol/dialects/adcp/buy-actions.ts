import { type JsonObject, objectsIn } from "../../../lib/json-object.ts";
import type { BuyAction } from "../../records/media-buy.ts";
import { reading } from "./codec.ts";

/** Since 3.1 agents name what may be done more finely than inside; each finer action with the one that it is part of. */
const parts: Readonly<Record<string, BuyAction>> = {
  extend_flight: "update_dates",
  shorten_flight: "update_dates",
  update_flight_dates: "update_dates",
  increase_budget: "update_budget",
  decrease_budget: "update_budget",
  reallocate_budget: "update_budget",
  update_targeting: "update_packages",
  update_pacing: "update_packages",
  update_frequency_caps: "update_packages",
  replace_creative: "sync_creatives",
  update_creative_assignments: "sync_creatives",
  remove_creative: "sync_creatives",
  remove_packages: "update_packages",
};

/** What may be done with a buy. `available_actions` comes before `valid_actions` where an agent gives both. */
export const buyActions = reading((wire) => {
  const { available_actions, valid_actions } = wire;
  const named: readonly unknown[] | undefined = Array.isArray(available_actions)
    ? objectsIn(available_actions).flatMap(actionsOf)
    : Array.isArray(valid_actions)
      ? valid_actions
      : undefined;
  if (named === undefined) return wire;
  const texts = named.filter((action) => typeof action === "string");
  return {
    ...wire,
    valid_actions: [...new Set(texts.flatMap((action) => [action, parts[action] ?? action]))],
  };
});

/** What an entry of `available_actions` lets be done by a change. What takes another proposal is no change. */
function actionsOf({ task, action }: JsonObject): readonly unknown[] {
  if (task === "refine_proposals") return [];
  // A compact change switches a package by the same right as the whole buy.
  const isSwitch = task === "control_media_buy" && (action === "pause" || action === "resume");
  return isSwitch ? [action, "update_packages"] : [action];
}
