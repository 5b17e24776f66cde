import type { ExchangeTable } from "../../lib/exchange.ts";
import type { Money } from "../../lib/money.ts";
import type { AuthorizedOperator } from "../../protocol/authorized-operators.ts";
import type { Brief } from "../brief/brief.ts";
import type { Plan } from "../plan/plan.ts";
import type { Offer } from "../quote/offer.ts";
import type { Finding } from "./finding.ts";

/** All that the checks look at. */
export interface PreflightFacts {
  readonly brief: Brief;
  /** SHA-256 of the brief. */
  readonly briefDigest: string;
  readonly plan: Plan;
  readonly offers: readonly Offer[];
  /** Products of the plan, each by its seller's address and its id. */
  readonly products: readonly string[];
  readonly exchange?: ExchangeTable | undefined;
  /** UTC date. */
  readonly today: string;
  /** Whether a buy was sent under an earlier plan: then a flight that has begun is nothing to ask about. */
  readonly underWay: boolean;
  /** Currencies of the accounts that sellers have opened, as far as they say. */
  readonly accountCurrencies: ReadonlyMap<string, string>;
  /** What sellers were agreed on to speak, and the releases that they answered in beside it. */
  readonly spoken: readonly {
    readonly sellerId: string;
    readonly agreed: string;
    readonly strays: readonly string[];
  }[];
  /** Who operates the accounts that are bought under: a domain. */
  readonly operator: string;
  /** Whom the brand says may act for it; absent where it does not say. */
  readonly operators?: readonly AuthorizedOperator[] | undefined;
  /** The brand's other campaigns on this ledger. */
  readonly earlier: readonly EarlierCampaign[];
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

export type Check = (facts: PreflightFacts) => readonly Omit<Finding, "check">[];
