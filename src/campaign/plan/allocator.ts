import type { Proof } from "../model/offers/plan.ts";

/** How a budget is split, apart from why: amounts are integer minor units of the brief's currency. */
export type Allocator = (problem: AllocationProblem, goal?: Goal) => Promise<Found>;

/** best: worth the most; any: keeps every limit, whatever it is worth. */
export type Goal = "best" | "any";

export interface AllocationProblem {
  readonly budget: number;
  /** At least one: a split of nothing is none. */
  readonly packages: Count;
  /** Sellers that are bought from. */
  readonly sellers: Count;
  /** What one more package costs in work, in worth. */
  readonly packageWork: number;
  /** Worth of a minor unit that an untouched channel is ahead of one that has the whole budget. */
  readonly spread: number;
  readonly groups: readonly Group[];
  /** Rates and costs of all lines together. */
  readonly aims?: readonly Aim[];
  /** Candidates that are bought together or not at all. */
  readonly bundles?: readonly CandidateBundle[];
  /** Amounts are whole steps of it where limits let them. */
  readonly step?: number;
  /** In an order that rests on facts alone: the same offers make the same plan however they came in and are called. */
  readonly candidates: readonly Candidate[];
}

/** Candidates of fixed amounts that are taken whole or left; places in `candidates`. */
export interface CandidateBundle {
  /** `"Evening set", taken whole` */
  readonly words: string;
  readonly members: readonly number[];
  /** None of these is bought beside it: other bundles of its lineage, and its products by themselves. */
  readonly excludes: readonly number[];
}

export interface Count {
  readonly least: number;
  readonly most: number;
}

/** Candidates whose amounts together are kept between two bounds: those of a seller, on a channel, with guaranteed delivery. */
export interface Group {
  /** `seller apex.example`, `CTV`, `guaranteed delivery` */
  readonly name: string;
  /** Places in `candidates`. */
  readonly members: readonly number[];
  readonly least: number;
  readonly most: number;
  /** What its bound is and whose: `35 % of the budget, the brief's limit`. */
  readonly basis: string;
  /** Nobody asked for its bound. */
  readonly isDefault?: true;
  /** Its most is the share of a burst, which is to be spent. */
  readonly isBurst?: true;
  /** Its members are cells of one offer. */
  readonly isInventory?: true;
}

/** A rate that all lines come up to together, or a cost that they keep to on average: their gains add up to nothing or more. */
export interface Aim {
  /** `a CPA of EUR 15.00` */
  readonly words: string;
  /** By the candidate's place: what each minor unit of a stretch takes the sum over what is wanted, or under it, -1 to 1. */
  readonly gains: readonly (readonly Stretch[])[];
}

/** An offer that may be bought, for nothing or for an amount from `least` to `most`; the two are equal for a whole price. */
export interface Candidate {
  readonly offerId: string;
  /** Whom it counts for: the one seller behind all of its names. */
  readonly sellerId: string;
  /** At most one candidate of a line is bought: they are pricing options of one product. */
  readonly lineId: string;
  readonly channel: string;
  /** Its quality, 0 to 1: it breaks ties and is part of no limit. */
  readonly score: number;
  readonly least: number;
  readonly most: number;
  /** What `most` is where it is not its seller's limit: `its expected inventory`. */
  readonly cap?: string;
  /** What money brings of the brief's goal, up to `most` at least. */
  readonly curve: readonly Stretch[];
}

/** A stretch of amounts over which money brings equally much. Rates fall from stretch to stretch. */
export interface Stretch {
  /** Amount at which it ends; it begins where the one before ends. */
  readonly end: number;
  /** 0 to 1: what a minor unit brings, against the best there is. */
  readonly rate: number;
}

/** Amounts by offer id; what is not bought is not in it. */
export type Allocation = ReadonlyMap<string, number>;

/** What an allocator came to. A split keeps every limit of the problem. */
export type Found =
  | { readonly type: "split"; readonly allocation: Allocation; readonly quality: Quality }
  /** Proven: no split keeps every limit. */
  | { readonly type: "impossible" }
  /** None was found, which proves nothing. */
  | { readonly type: "unknown"; readonly reason: string };

/** How good a split is and who found it. */
export type Quality = Omit<Proof, "nextThousand" | "objective">;
