import type { CreateMediaBuyRequest, MediaBuyStatus } from "@adcp/sdk/types";

type PackageRequest = NonNullable<CreateMediaBuyRequest["packages"]>[number];

/** A seller's own books: what the tests believe, rather than what was answered. */
export interface Books {
  readonly buys: Map<string, Buy>;
  /** Ids of accounts, by brand and operator. */
  readonly accounts: Map<string, string>;
  /** Ids of the creatives in the library. */
  readonly creatives: Set<string>;
  readonly feedback: Feedback[];
}

export interface Buy {
  readonly id: string;
  readonly accountId: string;
  readonly currency: string;
  status: MediaBuyStatus;
  revision: number;
  start: string;
  end: string;
  readonly packages: readonly BoughtPackage[];
}

export interface BoughtPackage {
  readonly id: string;
  readonly productId: string;
  readonly pricingOptionId: string;
  readonly bid: number | undefined;
  /** What a thousand impressions cost, in major units. */
  readonly cpm: number;
  /** Major units. */
  budget: number;
  /** Those that it had before, each until when: UTC milliseconds. */
  readonly earlier: { readonly budget: number; readonly until: number }[];
  paused: boolean;
  readonly targeting: PackageRequest["targeting_overlay"];
}

export interface Feedback {
  readonly buyId: string;
  readonly packageId: string | undefined;
  readonly index: number;
}

export function openBooks(): Books {
  return { buys: new Map(), accounts: new Map(), creatives: new Set(), feedback: [] };
}

/** The buys as they stand now: with creatives they wait for their flight, then they run, and then they are over. */
export function presentBuys({ buys, creatives }: Books, now: number): readonly Buy[] {
  for (const buy of buys.values()) {
    if (buy.status === "pending_creatives" && creatives.size > 0) buy.status = "pending_start";
    if (buy.status === "pending_start" && Date.parse(buy.start) <= now) buy.status = "active";
    if (buy.status === "active" && Date.parse(buy.end) <= now) buy.status = "completed";
  }
  return [...buys.values()];
}

/** All that was ordered at sellers, in major units. */
export function committedAt(sellers: readonly { readonly books: Books }[]): number {
  return sellers
    .flatMap(({ books }) => [...books.buys.values()])
    .flatMap(({ packages }) => packages)
    .reduce((sum, { budget }) => sum + budget, 0);
}
