import type { CampaignSettings } from "../model/state/ports.ts";

/** What a step needs beside the campaign's state. */
export interface StepContext {
  readonly settings: Pick<CampaignSettings, "operator" | "hasGovernanceCredential">;
  readonly governanceUrl?: string;
  /** UTC milliseconds: what has expired is not used. */
  readonly now: number;
}

/** The agent id under which the buyer's own governance agent stands in steps. */
export const governanceAgentId = "governance";
