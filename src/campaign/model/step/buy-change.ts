import type { Money } from "../../../lib/money.ts";
import type { Creative } from "../../../protocol/records/creative.ts";
import type { MediaBuy } from "../../../protocol/records/media-buy.ts";
import type { RequestedByModel } from "./requested-by-model.ts";

/** What a person wants of a running buy. Amounts are a line's new budget, never a difference: asking twice asks for one thing. */
export type ChangeRequest =
  | { readonly verb: "pause" | "unpause" | "cancel" }
  | { readonly verb: "decrease" | "increase"; readonly to: Money }
  /** `until` is the new last day, in UTC; `to` the line's new budget, where more days cost more. */
  | { readonly verb: "extend"; readonly until: string; readonly to?: Money }
  | { readonly verb: "swap-creative"; readonly creatives: readonly Creative[] };

/** One field of a buy as its seller shows it, and as it is to become. Absent where the seller does not show it. */
export type Difference =
  | { readonly field: "status"; readonly before: string; readonly after: "active" | "paused" | "canceled" }
  /** The first instant after the flight, UTC, ISO 8601. */
  | { readonly field: "end"; readonly before?: string; readonly after: string }
  | {
      readonly field: "budget";
      readonly packageId: string;
      readonly before: Money;
      readonly after: Money;
    }
  | {
      readonly field: "paused";
      readonly packageId: string;
      readonly before?: boolean;
      readonly after: boolean;
    }
  /** Ids of the creatives that the package runs. */
  | {
      readonly field: "creatives";
      readonly packageId: string;
      readonly before?: readonly string[];
      readonly after: readonly string[];
    };

/** The buy that is changed, or one package of it. */
export interface Subject {
  readonly mediaBuyId: string;
  /** Set where one package was named. */
  readonly packageId?: string;
  /** What the buy was bought for, in the seller's currency and in the brief's: what more of it costs follows from these. */
  readonly bought: { readonly amount: Money; readonly planAmount: Money };
}

/** Why a step changes a buy: what was asked for, by whom, and what it makes of the buy that the decision was made on. */
export interface BuyChange extends RequestedByModel {
  readonly requested: ChangeRequest;
  readonly subject: Subject;
  readonly askedBy: readonly string[];
  /** UTC, ISO 8601. */
  readonly askedAt: string;
  readonly reason?: string;
  /** A form of the console asked for it: being logged in there shows no person. */
  readonly askedInForm?: true;
  /** The reallocation that it is a part of. */
  readonly reallocation?: string;
  readonly differences: readonly Difference[];
  /** Shares of the brief that it goes past, a sentence each: a person must agree. */
  readonly beyond?: readonly string[];
}

/** Whether it makes a buy cost more or less. */
export function movesMoney({ differences }: BuyChange): boolean {
  return differences.some(
    ({ field, after }) => field === "budget" || (field === "status" && after === "canceled"),
  );
}

/** Whether it only keeps money from flowing. */
export function onlySaves({ requested: { verb } }: Pick<BuyChange, "requested">): boolean {
  return verb === "pause" || verb === "decrease" || verb === "cancel";
}

/** What a buy, as its seller confirmed it and read back from its books, shows of an order or a change that it agreed to. */
export interface BuyCheck {
  /** Whether its books show all of it, as far as they go. */
  readonly made: boolean;
  /** What is not as it was asked for, one sentence each. */
  readonly findings: readonly string[];
  /** Why its books were not read; an order is looked up again in the next turn where `again` is set. */
  readonly unread?: string;
  readonly again?: true;
  /** Its seller lets it run, although we had it paused or ended. */
  readonly runsOn?: true;
  /** Not made yet, and on its way until then, as its seller said or as it usually does: UTC, ISO 8601. */
  readonly until?: string;
  /** What people are asked to take as it stands. */
  readonly question?: BuyQuestion;
  /** Who took it as it stands. */
  readonly accepted?: readonly string[];
  /** The buy as its seller had it then: what is ordered from then on. */
  readonly asBooked?: MediaBuy;
  /** Steps that bind less from now on, where the buy became smaller. */
  readonly kept?: readonly Kept[];
  /** Steps that bind more from now on, where its seller has booked more than was ordered. */
  readonly grown?: readonly Kept[];
  /** The step whose amount is not known: what is booked is in another currency, or no amount. It fills its caps. */
  readonly filled?: string;
  /** What the seller reported as spent when that was computed, in its currency. */
  readonly spent?: Money;
}

/** How a buy stands at its seller otherwise than it was ordered. */
export interface BuyQuestion {
  readonly differences: readonly {
    readonly what: string;
    readonly wanted: string;
    readonly stated?: string;
  }[];
  /** What it costs is in doubt: it is paused, and nothing more is bought until somebody has decided. */
  readonly isMoney: boolean;
  /** It is in doubt which buy is ours: what may be is paused, and nothing more is bought at its seller. */
  readonly isUnknown?: true;
  /** It bears somebody else's reference, and is not touched. */
  readonly isAnothers?: true;
  /** Ids of buys under our reference beside the one that was confirmed. */
  readonly buys?: readonly string[];
}

/** What a step binds by its seller's books: `amount` in the seller's currency, `planAmount` in the brief's. */
export interface Kept {
  readonly stepId: string;
  readonly amount: Money;
  readonly planAmount: Money;
}
