import type { Kpi, Overlap } from "../../../brief/brief.ts";
import type { GoalMetric } from "../../../brief/kpi.ts";
import { type Money, totalMoney } from "../../../lib/money.ts";
import type { Price } from "../../../lib/price.ts";
import type { Constraint } from "../people/targeting.ts";
import type { Universe } from "../people/universe.ts";
import type { Bundle } from "./bundle.ts";
import { cellId, type Range } from "./offer.ts";

/** Who gets how much for what, and why. The amounts of all lines and `unallocated` add up to the brief's budget exactly. */
export interface Plan {
  readonly id: string;
  /** Sum of the lines, in the brief's currency. */
  readonly total: Money;
  readonly unallocated: Money;
  readonly lines: readonly PlanLine[];
  readonly leftOut: readonly { readonly offerId: string; readonly reason: string }[];
  /** What limited the split: "seller X is at its share of 40 %". */
  readonly binding: readonly string[];
  /** Why `unallocated` is in no line; absent where nothing is bought, and in plans of before. */
  readonly whyLeft?: string;
  /** Lines of earlier splits that came to nothing: their money was split anew over `lines` and `unallocated`. */
  readonly freed?: readonly FreedLine[];
  /** How good the split is and who found it. */
  readonly proof?: Proof;
  /** Money that would take it past the KPI's cost, or under its rate, where the brief does not say what becomes of that. */
  readonly overTarget?: OverTarget;
  /** Where the brief's terms cannot hold together: the smallest set of them that cannot, and what dropping each would give. */
  readonly conflict?: Conflict;
  /** What limits of the brief cost of what the plan is made for, the dearest first; absent where none costs anything. */
  readonly costs?: readonly PlanCost[];
  /** Channels that the brief names and that get next to nothing, and what a floor for them would cost; absent where there are none. */
  readonly floor?: ChannelFloor;
  readonly reach?: ReachEstimate;
  /** What the split makes most of, and how far it gets; absent where nothing is bought. */
  readonly goal?: PlanGoal;
  /** For each seller that is bought from, which audience signal its packages use, or why none. */
  readonly signals?: readonly SignalChoice[];
}

/** Why one of several prices of a product is left out: it says nothing of the product. */
export const betterOption = "is a better pricing option of the same product";

/** A plan as a person edited it. */
export interface ByHand {
  readonly by: readonly string[];
  /** In the person's words. */
  readonly reason?: string;
  /**
   * What each line gets, and what it had in the plan that was edited, in minor units of the brief's currency; `days` where it is to run
   * on some of the flight's alone.
   */
  readonly amounts: readonly (Decided & {
    readonly to: number;
    readonly was: number;
    readonly days?: NonNullable<PlanLine["flight"]>;
  })[];
}

export interface OverTarget {
  /** `EUR 6,352.94 meets a CPA of EUR 15.00; the rest, EUR 2,647.06, costs EUR 100.00 each` */
  readonly text: string;
  /** Whether the plan keeps to the target, and the rest of the money stays; else no plan does. */
  readonly isKept: boolean;
}

export interface SignalChoice {
  readonly sellerId: string;
  /** Absent: none. */
  readonly signalId?: string;
  readonly reason: string;
}

export interface FreedLine {
  readonly line: PlanLine;
  /** The answer of its seller or governance, cleaned. */
  readonly reason: string;
  /** The split that it was of, from 1. */
  readonly split: number;
}

/** One package to buy. */
export interface PlanLine {
  /** Stable within the campaign; also the package's `buyer_ref`. */
  readonly lineId: string;
  readonly offerId: string;
  readonly sellerId: string;
  /** Id that its seller is counted under where it is one with others; else absent. */
  readonly groupId?: string;
  readonly productId: string;
  readonly pricingOptionId: string;
  /** The channel that it counts for comes first: one of the brief's. */
  readonly channels: readonly string[];
  /** The country or region of the brief that it is kept to, or `elsewhere`; absent where it runs wherever its offer does. */
  readonly place?: string;
  /** The burst that it runs in; the whole flight where absent. */
  readonly flight?: { readonly start: string; readonly end: string };
  /** The bundle that it is a purchase of: ordered with all of it, or not at all. */
  readonly bundle?: Bundle;
  /** Which order at its seller it goes with: 2 and more where its money was freed by a line that came to nothing; else absent. */
  readonly order?: number;
  /** Taken from the brief's budget, in its currency. */
  readonly amount: Money;
  /** What the seller is paid at most, in its own currency; worth no more than `amount`. */
  readonly budget: Money;
  /** Bid for one unit of its price where the offer is an auction, in the seller's currency. */
  readonly bid?: Price;
  readonly expectedImpressions?: number;
  /** What the brief asks of the package, and how each of it is enforced. */
  readonly constraints?: readonly Constraint[];
  /** The audience signal that it is targeted with. Its cost is kept back: `budget` and cost are worth no more than `amount`. */
  readonly signal?: {
    readonly id: string;
    /** In the brief's currency. */
    readonly cost: Money;
    /** The package's budget where the signal cannot be used after all. */
    readonly budgetWithout: Money;
  };
  readonly reason: string;
}

/** What lines take of the brief's budget together. */
export function amountOfAll(lines: readonly Pick<PlanLine, "amount">[], currency: string): Money {
  return totalMoney(lines, currency, ({ amount }) => amount);
}

export interface PlanGoal {
  readonly metric: GoalMetric;
  /** Why this one, in plain words: `planned for impressions: 2 of 9 offers forecast completed views`. */
  readonly basis: string;
  /** As the brief has it. */
  readonly target?: Kpi;
  /** Units of `metric` that all lines together are expected to bring. Of reach, `mid` is by the brief's overlap. */
  readonly expected: Range;
  /** How sure that is, in plain words. */
  readonly certainty: string;
  /** Minor units of the brief's currency for one unit of `metric`, for 1,000 where it is reach, impressions or viewable ones. */
  readonly cost?: Range;
  /** Where the plan stands against the target, in the target's own unit; absent where that is not known. */
  readonly reached?: Range;
  /** Expected part of the target, 1 where it is met; of a cost, target over cost. */
  readonly share?: number;
  readonly impressions: Range;
  /** Price of 1,000 expected impressions, minor units of the brief's currency. */
  readonly cpm?: number;
  /** Contacts with each person reached over the flight, of the lines that give their reach. */
  readonly frequency?: Range;
  /** Whom ratings are counted against. */
  readonly universe?: Universe;
  /** Whom of them the brief is for, as the tables count them; absent where it is for everybody, or says itself how many there are. */
  readonly group?: Universe;
  /** Gross rating points: contacts for each 100 people of the universe. */
  readonly grp?: number;
  /** People with at least so many contacts over the flight, of the lines that give their reach. */
  readonly effectiveReach?: { readonly times: number; readonly people: Range };
  /**
   * People who meet it more often over the flight than the brief's cap: packages keep to their parts of it, and nobody counts
   * across them.
   */
  readonly overCap?: { readonly times: number; readonly people: Range };
  /** What would have to be known to say more. */
  readonly missing: readonly string[];
}

export interface Proof {
  /** What the split is best for: `impressions`. */
  readonly objective?: string;
  readonly solver: "highs" | "greedy";
  /** optimal: searched to the end; limit: the best that was found up to a limit of work; heuristic: without a bound. */
  readonly outcome: "optimal" | "limit" | "heuristic";
  /** How much better a plan could at most be, 0 to 1; absent without a bound. */
  readonly gap?: number;
  /** What one more 1,000 of the brief's currency would buy, in plain words. */
  readonly nextThousand?: string;
  /** Why this solver and not the other, where it matters. */
  readonly note?: string;
  /** The exact search in figures that do not depend on the machine's speed. */
  readonly search?: { readonly columns: number; readonly rows: number; readonly nodes: number };
}

export interface Conflict {
  /** In plain words: dropping any one of them leaves a set that can hold. */
  readonly wishes: readonly {
    readonly text: string;
    readonly dropping: string;
    /** `20 %`: the most of a least share that can hold beside the others. */
    readonly upTo?: string;
  }[];
  /** All of the brief could hold without the desk's own rules, which may be others tomorrow. */
  readonly isOfRules?: true;
}

/** A limit of the brief, and what a plan without it would bring. */
export interface PlanCost {
  /** `only in DE-HB` */
  readonly limit: string;
  /** Units of the goal's metric without it. */
  readonly expected: number;
  /** Part of what the plan brings that would come on top, above 0. */
  readonly more: number;
  /** Minor units for one unit, or for 1,000, as in the goal. */
  readonly cost?: number;
}

/** What a plan brings that gives some channels of the brief a part of its budget each. */
export interface ChannelFloor {
  readonly channels: readonly string[];
  /** 0 to 1 of the budget, for each of them. */
  readonly share: number;
  /** Units of the goal's metric; absent where no plan keeps it beside the brief's other limits. */
  readonly expected?: number;
  /** Part of what the plan brings that it would not; under 0 where it brings more. */
  readonly less?: number;
}

/** People reached by all lines that give it, together. Sellers do not say whom they share, so there are bounds and no one figure. */
export interface ReachEstimate {
  /** The largest single line: every other one reaches the same people. */
  readonly low: number;
  /** As if lines reached people independently of one another, less what the overlap takes. */
  readonly expected: number;
  /** given: the brief's own figure, with its source in the assumption. */
  readonly overlap: Overlap | "given";
  /** No person is reached by two lines, and no more people than there are. */
  readonly high: number;
  readonly assumption: string;
  /** Lines that give no reach and are not in it, by line. */
  readonly without: readonly string[];
}

/** The id of the offer, or of the cell of it, that a line was decided as. */
export function decidedId({ offerId, place, flight }: Decided): string {
  return cellId({ of: offerId, place, burst: flight });
}

export type Decided = Pick<PlanLine, "offerId"> & {
  readonly [Part in "place" | "flight"]?: PlanLine[Part] | undefined;
};
