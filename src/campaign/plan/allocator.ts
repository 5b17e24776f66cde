/** How a budget is split, apart from why: amounts are integer minor units of the brief's currency. */
export type Allocator = (problem: AllocationProblem) => Allocation;

export interface AllocationProblem {
  readonly budget: number;
  /** Most that one seller may get. */
  readonly sellerLimit: number;
  readonly packageLimit: number;
  /** In order of id, so that the same offers make the same plan however they came in. */
  readonly candidates: readonly Candidate[];
}

/** An offer that may be bought, for nothing or for an amount from `least` to `most`; the two are equal for a whole price. */
export interface Candidate {
  readonly offerId: string;
  readonly sellerId: string;
  /** At most one candidate of a slot is bought: they are pricing options of one product. */
  readonly slot: string;
  readonly channel: string;
  /** 0 to 1. */
  readonly score: number;
  readonly least: number;
  readonly most: number;
}

/** Amounts by offer id; what is not bought is not in it. Keeps every limit of the problem. */
export type Allocation = ReadonlyMap<string, number>;
