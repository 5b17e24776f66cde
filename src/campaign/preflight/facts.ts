import type { Brief } from "../../brief/brief.ts";
import type { ExchangeTable } from "../../lib/exchange.ts";
import type { Parts } from "../../lib/parts.ts";
import type { ResponseOf } from "../../protocol/tasks/index.ts";
import type { AuthorizedOperator } from "../../protocol/well-known/authorized-operators.ts";
import type { Finding } from "../model/decisions/preflight-finding.ts";
import type { Ahead } from "../model/learned/orphan.ts";
import type { Offer } from "../model/offers/offer.ts";
import type { Plan } from "../model/offers/plan.ts";
import type { Seller, SellerGroup } from "../model/sellers/seller.ts";
import type { EarlierCampaign } from "../model/state/other-campaigns.ts";
import type { CoverageRow } from "../plan/creatives/coverage.ts";

export interface PreflightFacts {
  readonly brief: Brief;
  /** SHA-256 of the brief. */
  readonly briefDigest: string;
  readonly plan: Plan;
  /** All that were found. */
  readonly sellers: readonly Seller[];
  /** Those that share a host and nothing else. */
  readonly hosts: readonly (SellerGroup & { readonly host: string })[];
  readonly offers: readonly Offer[];
  /** Products of the plan, each by its seller's address and its id. */
  readonly products: readonly string[];
  readonly exchange?: ExchangeTable;
  /** How old that may be, in milliseconds; any age where absent. */
  readonly exchangeAgeMs?: number;
  /** What there is to run in each package of the plan. */
  readonly coverage: readonly CoverageRow[];
  /** UTC date. */
  readonly today: string;
  /** Whether a buy was sent under an earlier plan: then a flight that has begun is nothing to ask about. */
  readonly underWay: boolean;
  /** Currencies of the accounts that sellers have opened, as far as they say. */
  readonly accountCurrencies: ReadonlyMap<string, string>;
  /** The dialects agreed on with sellers, and the releases that they answered in beside them. */
  readonly negotiatedDialect: readonly {
    readonly sellerId: string;
    readonly agreed: string;
    readonly strays: readonly string[];
  }[];
  /** Who operates the accounts that are bought under: a domain. */
  readonly operator: string | undefined;
  /** Whom the brand says may act for it; absent where it does not say. */
  readonly operators?: readonly AuthorizedOperator[];
  /** What sellers say of the accounts that are ordered under, by their ids. */
  readonly financials: ReadonlyMap<string, AccountFinancials>;
  /** What the world holds and the ledger does not; absent where nothing was found. */
  readonly ahead?: Ahead;
  /** What the desk's own rules say of each order of the plan; empty where something was sent under it already. */
  readonly foreseen: readonly ForeseenOrder[];
  /** The brand's other campaigns on this ledger. */
  readonly earlier: readonly EarlierCampaign[];
}

export type AccountFinancials = ResponseOf<"get_account_financials">;

/** What the local rules say of an order before it is made: `house-rules.yaml (spread-the-risk)`. */
export interface ForeseenOrder {
  readonly sellerId: string;
  readonly forbiddenBy: readonly string[];
  /** Rules that have a person asked, where none forbids it. */
  readonly askedBy: readonly string[];
}

export type OpenFinding = Omit<Finding, "check">;
export type Check = (facts: PreflightFacts) => Parts<OpenFinding>;
