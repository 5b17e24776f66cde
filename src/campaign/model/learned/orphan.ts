import { z } from "zod";
import type { Described } from "../../../lib/described.ts";
import { type Money, moneySchema } from "../../../lib/money.ts";
import type { MediaBuy } from "../../../protocol/records/media-buy.ts";
import type { RequestOf } from "../../../protocol/tasks/index.ts";

/** A buy at a seller, under our account, that the ledger does not hold as bought. */
export const orphanSchema = z.strictObject({
  sellerId: z.string(),
  agentUrl: z.string(),
  mediaBuyId: z.string(),
  reference: z.string().optional().describe("that it was ordered under, as the seller states it"),
  status: z.string().describe("the seller's word"),
  amount: moneySchema
    .optional()
    .describe("sum of its packages' budgets; absent where the seller does not state them"),
  because: z.string().describe("what the ledger knows of it"),
});
export type Orphan = Described<typeof orphanSchema>;

/** What sellers showed of our account when they were last asked. */
export interface OrphanScan {
  /** Ids of the sellers that answered. */
  readonly asked: readonly string[];
  /** Sellers that orders were made for and that did not answer. */
  readonly silent: readonly { readonly sellerId: string; readonly reason: string }[];
  readonly orphans: readonly Orphan[];
}

/** How far the world is ahead of a campaign's ledger. */
export interface Ahead {
  /** Buys that the ledger has not ordered, or not for as much, and that no step of the campaign takes over. */
  readonly buys: readonly Orphan[];
  /** What was reported to the governance agent of the campaign's plan, and not by this ledger. */
  readonly outcomes: readonly BookedOutcome[];
  /** Agents that the campaign would spend at and whose books are not known. */
  readonly silent: readonly { readonly agentId: string; readonly reason: string }[];
}

/** A buy under our account as its seller shows it. */
export interface BookedBuy {
  readonly mediaBuyId: string;
  /** That it was ordered under; absent where the seller gives none back. */
  readonly reference?: string;
  /** The seller's word. */
  readonly status: string;
  /** Sum of its packages' budgets; absent where the seller does not show it. */
  readonly amount?: Money;
}

/** Money that a governance agent holds as committed on a plan by what was reported to it. */
export interface BookedOutcome {
  readonly checkId?: string;
  /** The approval's token, where it names no check. */
  readonly context?: string;
  /** The seller's id of the buy. */
  readonly reference?: string;
  /** What the agent says of it, where that is a text. */
  readonly words?: string;
  /** In the currency that it was reported in, else the plan's; absent where the agent does not say. */
  readonly amount?: Money;
}

/** What an agent showed. `none`: it has understood and has nothing to show. `silent`: what it holds is not known. */
export type Shown<Item> =
  | {
      readonly type: "shown";
      readonly items: readonly Item[];
      /** Where it was asked for its buys, each as it stands in its books. */
      readonly buys?: readonly MediaBuy[];
    }
  | { readonly type: "none" }
  | { readonly type: "silent"; readonly reason: string };

export type Account = NonNullable<RequestOf<"get_media_buys">["account"]>;

export type When = "last" | "fresh" | "anew";

/** What agents have shown this process of their books, so that all its campaigns cost one read for each seller and account. */
export interface Books {
  /** Agents whose books this process has compared with a campaign, by address; for the caller to keep. */
  readonly seenFor: (campaignId: string) => Set<string>;
  /** Never rejects. `when` last: what was shown before, however long ago; anew: asked now; fresh: asked now or just before. */
  readonly buys: (agentUrl: string, account: Account | undefined, when: When) => Promise<Shown<BookedBuy>>;
  readonly outcomes: (
    agentUrl: string,
    plan: { readonly id: string; readonly currency: string },
    when: When,
  ) => Promise<Shown<BookedOutcome>>;
}
