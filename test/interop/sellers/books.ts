import type { MediaBuyStatus } from "@adcp/sdk/types";

/** A seller's own books: what the tests believe, rather than what was answered. */
export interface Books {
  readonly buys: Map<string, Buy>;
  /** Ids of accounts, by brand and operator. */
  readonly accounts: Map<string, string>;
  /** The library: creative ids, and what each has been called with. */
  readonly creatives: Map<string, unknown>;
  readonly feedback: Feedback[];
}

export interface Buy {
  readonly id: string;
  readonly accountId: string;
  readonly currency: string;
  /** The order's own reference, where the buyer gave one. */
  readonly context: unknown;
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
  readonly context: unknown;
  /** Major units. */
  budget: number;
  paused: boolean;
  readonly creativeIds: Set<string>;
}

export interface Feedback {
  readonly buyId: string;
  readonly packageId: string | undefined;
  readonly index: number;
}

export function openBooks(): Books {
  return { buys: new Map(), accounts: new Map(), creatives: new Map(), feedback: [] };
}

/** All that was ordered at sellers, in major units. */
export function committedAt(sellers: readonly { readonly books: Books }[]): number {
  return sellers
    .flatMap(({ books }) => [...books.buys.values()])
    .flatMap(({ packages }) => packages)
    .reduce((sum, { budget }) => sum + budget, 0);
}
