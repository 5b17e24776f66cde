/** Settings that nobody buys without, each with how it is asked for. */
export const firstSettings = {
  registry_url: "Registry that sellers are found in (https://…)",
  governance_url: "Your governance agent; without one nothing is bought (https://…)",
  operator: "Domain that your accounts at sellers are run by (agency.example)",
  approvers: "File that names who may approve; empty for whoever works here (approvers.yaml)",
  exchange: "File with dated exchange rates; empty where you buy in one currency (exchange.yaml)",
} as const;
