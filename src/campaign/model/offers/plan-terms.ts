/**
 * What people approve where they approve a plan as a whole: every order of it that is still to be sent, package by package.
 * The approval is signed over its digest and holds for each order that stays inside it.
 */
export interface PlanTerms {
  /** SHA-256 of the plan. */
  readonly plan: string;
  /** What all of it costs, minor units of the brief's currency. */
  readonly total: number;
  readonly currency: string;
  /** What the checks before the first buy ask. */
  readonly questions: readonly string[];
  readonly packages: readonly ApprovedPackage[];
}

/** One package of an order. Amounts are minor units, of prices and bids not always whole ones. */
export interface ApprovedPackage {
  readonly lineId: string;
  readonly seller: string;
  readonly agentUrl: string;
  readonly product: string;
  readonly option: string;
  /** At most, in the seller's currency. */
  readonly budget: number;
  readonly currency: string;
  /** The same in the brief's currency. */
  readonly amount: number;
  /** What the seller asks: its fixed price, or its floor. Absent where it did not say. */
  readonly price?: number;
  /** At most, for one unit of its price. */
  readonly bid?: number;
  /** The order's, as they are sent. */
  readonly start: string;
  readonly end: string;
  /** SHA-256 of all else that the order says for the package: account, targeting, terms. */
  readonly rest: string;
}

/** A person's approval to a plan, as it was recorded: what it is worth is checked before it opens anything. */
export interface PlanApproval {
  readonly by: string;
  /** UTC, ISO 8601. */
  readonly at: string;
  readonly approval: string;
  readonly terms: PlanTerms;
}
