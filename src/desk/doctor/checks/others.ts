import { listed } from "../../../lib/english.ts";
import type { Parts } from "../../../lib/parts.ts";
import type { TaskName } from "../../../protocol/tasks/index.ts";
import type { AgentFacts } from "../facts.ts";
import { type Finding, good, toKnow, willNotWork } from "../finding.ts";

/** What a buyer needs of an agent that makes or describes creatives. */
export function checkCreative({ served, formats }: AgentFacts): Parts<Finding> {
  const described = formats?.own ?? 0;
  return [
    served.has("build_creative")
      ? good("creatives", "Creatives can be built here.")
      : toKnow("creatives", "It builds no creatives; it describes formats."),
    served.has("preview_creative") && good("creatives", "Creatives can be previewed."),
    described > 0
      ? good("formats", `It describes ${described} creative format${described === 1 ? "" : "s"}.`)
      : willNotWork(
          "formats",
          "It describes no creative format: what it makes fits no package that is known.",
          ["creative"],
        ),
  ];
}

/** What a buyer needs of an agent that offers audience signals. */
export function checkSignals({ served }: AgentFacts): Finding {
  return served.has("activate_signal")
    ? good("signals", "Signals can be asked for and activated.")
    : willNotWork("signals", "It lists no activate_signal: its signals can be seen and not used.", [
        "signals",
      ]);
}

/** What a buyer needs of the agent that its plans are governed by. */
export function checkGovernance({ served, declared }: AgentFacts): Finding[] {
  const needed: readonly TaskName[] = ["sync_plans", "report_plan_outcome"];
  const missing = needed.filter((task) => !served.has(task));
  const days = declared?.governance?.aggregation_window_days;
  return [
    missing.length === 0
      ? good("governance", "Plans can be brought to it, changes checked, and outcomes reported to it.")
      : willNotWork(
          "governance",
          `It lists no ${missing.join(" and no ")}: its books would not show what is bought.`,
          ["governance"],
        ),
    days === undefined
      ? toKnow(
          "governance",
          "It does not say that it adds up what a plan commits: it may check each change alone.",
        )
      : good("governance", `It adds up what a plan commits over ${days} days.`),
  ];
}

export const dataTasks = ["sync_audiences", "sync_catalogs", "log_event"] as const;

const broughtBy: Readonly<Record<(typeof dataTasks)[number], string>> = {
  sync_audiences: "audiences (`flightdesk audiences sync`)",
  sync_catalogs: "catalogs (`flightdesk catalogs sync`)",
  log_event: "events (`flightdesk events log`)",
};

/** What a buyer can bring to an agent that sells nothing over the wire. */
export function checkData({ served }: AgentFacts): Finding[] {
  const accepted = dataTasks.filter((task) => served.has(task)).map((task) => broughtBy[task]);
  return [
    good("data", `It takes ${listed(accepted)}.`),
    toKnow("buying", "It lists no get_products and no create_media_buy: what it runs is bought elsewhere."),
  ];
}
