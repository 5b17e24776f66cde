import type { CampaignState } from "../state.ts";
import type { OtherCampaign } from "./earlier.ts";

/** What is known of the other campaigns of a desk. */
export interface OtherCampaigns {
  /** Those of one brand. */
  readonly campaigns: (brandDomain: string) => readonly OtherCampaign[];
  /** All of them, whole: each is opened for it, so it is for what a campaign asks once. */
  readonly states: () => readonly CampaignState[];
  /** How many turns of a brand are taken. To be asked before `campaigns`: who then takes the next turn has seen all before it. */
  readonly turns: (brandDomain: string) => number;
}

/** The ledger's mark of one turn: of two processes that have seen the same campaigns, one can raise it. */
export function turnMark(brandDomain: string, turn: number): string {
  return `${turnMarks(brandDomain)}${turn}`;
}

/** What the marks of a brand's turns begin with. */
export function turnMarks(brandDomain: string): string {
  return `preflight/${brandDomain.toLowerCase()}/`;
}
