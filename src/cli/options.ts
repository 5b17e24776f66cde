import type { Command } from "commander";

/** The settings that every command takes as flags; environment and `flightdesk.yaml` have the same names. */
export function withSettings(command: Command): Command {
  return command
    .option("--registry-url <url>", "registry that sellers are found in")
    .option("--governance-url <url>", "the buyer's governance agent; without one nothing is bought")
    .option(
      "--well-known-url <template>",
      "where a sandbox keeps its publishers' adagents.json, with {domain}",
    )
    .option("--home <folder>", "folder of the ledger and the reports (default .flightdesk)")
    .option("--policies <folder>", "folder of the local policy files (default policies/)")
    .option("--exchange <file>", "dated exchange table (default exchange.yaml)")
    .option("--approvers <file>", "who may approve (default approvers.yaml, else whoever works here)")
    .option("--credentials <file>", "the sellers' credentials (default credentials.yaml in the home folder)")
    .option("--approval-window <time>", 'how long a step waits for a person (default "7 days")')
    .option("--operator <domain>", "domain that operates the accounts at sellers")
    .option(
      "--dialect <name>",
      "what every agent speaks: svc, svc-older, adcp-3.0 or adcp-3.1 (default: each is asked)",
    )
    .option("--seller-deadline <time>", 'longest wait for one seller\'s offers, for example "30 s"')
    .option("--quote-deadline <time>", "longest wait for all sellers' offers together")
    .option("--model-budget <dollars>", 'what the model may cost in this run, for example "0.50"')
    .option("--config <file>", "settings file (default flightdesk.yaml)");
}
