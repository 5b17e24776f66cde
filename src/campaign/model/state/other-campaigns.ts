import type { Money } from "../../../lib/money.ts";
import type { Kept } from "../step/buy-change.ts";
import type { Journal } from "./journal.ts";
import type { CampaignState } from "./state.ts";

/** What is known of the other campaigns of a desk. */
export interface OtherCampaigns {
  /** Those of one brand. */
  readonly campaigns: (brandDomain: string) => Promise<readonly OtherCampaign[]>;
  /** All of them, whole: each is opened for it, so it is for what a campaign asks once. */
  readonly states: () => Promise<readonly CampaignState[]>;
  /** Those of the ids that the ledger holds a campaign for, of whatever brand. */
  readonly known: (campaignIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Orders of all campaigns that bind money at a seller, of whatever brand. */
  readonly orders: (agentUrl: string) => Promise<readonly BoundOrder[]>;
  /** Where what one of them binds is recorded. */
  readonly journal: (campaignId: string) => Promise<Journal>;
  /** How many turns of a brand are taken. To be asked before `campaigns`: who then takes the next turn has seen all before it. */
  readonly turns: (brandDomain: string) => Promise<number>;
}

/** The ledger's mark of one turn: of two processes that have seen the same campaigns, one can raise it. */
export function turnMark(brandDomain: string, turn: number): string {
  return `${turnMarks(brandDomain)}${turn}`;
}

/** What the marks of a brand's turns begin with. */
export function turnMarks(brandDomain: string): string {
  return `preflight/${brandDomain.toLowerCase()}/`;
}

/** What other campaigns of the brand need to know of one: little, so that all of them can be kept in memory. */
export interface OtherCampaign {
  readonly campaign: EarlierCampaign;
  /** In small letters. */
  readonly brandDomain: string;
  /** UTC, ISO 8601. */
  readonly begunAt: string;
  /** When its plan was checked, by the brand's count; 0 where it was not. */
  readonly turn: number;
  /** Addresses of the sellers that it found. */
  readonly sellers: ReadonlySet<string>;
  /** Questions about the ledger that people have agreed to. */
  readonly acknowledged: readonly string[];
}

/** An order that was sent and not refused, with what it and its increases bind together. */
export interface BoundOrder {
  readonly campaignId: string;
  readonly stepId: string;
  readonly agentUrl: string;
  readonly reference?: string;
  /** Absent before its seller has confirmed it. */
  readonly mediaBuyId?: string;
  readonly bound: readonly Kept[];
}

/** Another campaign of the same brand that was checked before this one. */
export interface EarlierCampaign {
  readonly id: string;
  readonly name: string;
  readonly briefDigest: string;
  readonly budget: Money;
  readonly flight: { readonly start: string; readonly end: string };
  /** It has bought, or may go on to. */
  readonly live: boolean;
  /** Something of it was ordered. */
  readonly bought: boolean;
  readonly products: readonly string[];
}
