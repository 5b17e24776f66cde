import { type AgentKind, agentKinds } from "../../protocol/task.ts";
import type { TaskName } from "../../protocol/tasks/index.ts";
import type { AgentFacts } from "./facts.ts";

const markers: Readonly<Record<AgentKind, readonly TaskName[]>> = {
  sales: ["get_products", "create_media_buy"],
  creative: ["build_creative", "preview_creative"],
  signals: ["get_signals"],
  governance: ["check_governance"],
  brand: ["get_brand_identity"],
};

/** What an agent can be used as, going by the tasks that it serves. */
export function kindsOf(served: AgentFacts["served"]): AgentKind[] {
  const kinds = agentKinds.filter((kind) => markers[kind].some((task) => served.has(task)));
  // A seller that describes formats is none that makes creatives.
  return kinds.length === 0 && served.has("list_creative_formats") ? ["creative"] : kinds;
}
