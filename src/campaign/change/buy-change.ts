import type { Money } from "../../lib/money.ts";
import type { Creative } from "../../protocol/records/creative.ts";

/** What a person wants of a running buy. Amounts are a line's new budget, never a difference: asking twice asks for one thing. */
export type Wish =
  | { readonly verb: "pause" | "unpause" | "cancel" }
  | { readonly verb: "decrease" | "increase"; readonly to: Money }
  /** `until` is the new last day, in UTC; `to` the line's new budget, where more days cost more. */
  | { readonly verb: "extend"; readonly until: string; readonly to?: Money }
  | { readonly verb: "swap-creative"; readonly creatives: readonly Creative[] };

/** One field of a buy as its seller tells it, and as it is to become. Absent where the seller does not tell it. */
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
export interface BuyChange {
  readonly wish: Wish;
  readonly subject: Subject;
  readonly askedBy: readonly string[];
  /** UTC, ISO 8601. */
  readonly askedAt: string;
  readonly reason?: string;
  /** The reallocation that it is a part of. */
  readonly reallocation?: string;
  readonly differences: readonly Difference[];
}

/** What a buy, read back, shows of a change that its seller agreed to. */
export interface ChangeCheck {
  readonly made: boolean;
  /** What is not as it was asked for, one sentence each. */
  readonly findings: readonly string[];
  /** Steps that bind less from now on, where the buy became smaller. */
  readonly kept?: readonly Kept[];
  /** What the seller reported as spent when that was reckoned, in its currency. */
  readonly spent?: Money;
}

/** What a step still binds after its buy became smaller: `amount` in the seller's currency, `planAmount` in the brief's. */
export interface Kept {
  readonly stepId: string;
  readonly amount: Money;
  readonly planAmount: Money;
}
