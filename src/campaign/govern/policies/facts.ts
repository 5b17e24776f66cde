import type { Money } from "../../../lib/money.ts";
import { sellerAt } from "../../model/derived/seller-at.ts";
import type { DaySpan } from "../../model/policy/written.ts";
import { type CampaignState, mayBind } from "../../model/state/state.ts";
import { isFinalising, isOrder } from "../../model/step/kinds.ts";
import type { Step } from "../../model/step/step.ts";
import { buys, linesOf } from "./facts/bound-lines.ts";
import { flightFacts } from "./facts/flight.ts";
import { moneyFacts } from "./facts/money.ts";
import { offerFacts } from "./facts/offers.ts";

/**
 * What the rules see of one step. A fact that cannot be known is absent, and a rule that names it denies; an empty list says that
 * there is nothing of the kind. Shares are basis points of the brief's budget.
 */
export interface Facts {
  readonly task: string;
  readonly amount?: Money;
  readonly campaign_total?: Money;
  readonly change?: Money;
  /** One for each package that is priced by impressions, or as a whole with impressions that are stated. */
  readonly cpm?: readonly Money[];
  readonly seller_share?: number;
  readonly channel_share?: number;
  readonly guaranteed_share?: number;
  /** One for each package that is bid for, in basis points of the floor. */
  readonly bid_over_floor?: readonly number[];
  /** As the registry lists the agent. */
  readonly sellers?: readonly string[];
  /** All that the same seller is called: a rule that names one of these means it. */
  readonly sellerNames?: readonly string[];
  /** What publishers say of the seller, of each product that is bought; unknown or accepted where nobody could be asked. */
  readonly authorisation?: readonly string[];
  readonly channels?: readonly string[];
  readonly countries?: readonly string[];
  readonly delivery_types?: readonly string[];
  readonly formats?: readonly string[];
  readonly categories?: readonly string[];
  readonly missing_data?: readonly string[];
  readonly package_count?: number;
  readonly seller_count?: number;
  readonly flight_days?: number;
  /** Days and parts of a day. */
  readonly days_until_start?: number;
  readonly start?: DaySpan;
  readonly end?: DaySpan;
  readonly flight?: DaySpan;
  readonly call_day?: DaySpan;
  readonly weekday?: readonly string[];
}

/** Facts of `step` in its campaign. `now` is UTC milliseconds. */
export function factsOf(step: Step, state: CampaignState, now: number): Facts {
  const { brief } = state;
  return {
    // Rules for orders hold for what is proposed too.
    task: isOrder(step) || isFinalising(step) ? "create_media_buy" : step.task,
    sellers: [step.agentId],
    sellerNames: sellerAt(state, step.agentId).names,
    ...moneyFacts(step, state),
    ...offerFacts(step, state),
    ...authorisationFacts(step, state),
    ...flightFacts(step, brief, now),
    countries: brief?.countries,
    ...(brief?.brand.categories === undefined ? {} : { categories: brief.brand.categories }),
  };
}

/**
 * Of the products that are bought, else of the seller itself: a buy that names none of them is not above suspicion. A buy
 * at an agent that is no seller of the campaign is not known.
 */
function authorisationFacts(step: Step, state: CampaignState): Pick<Facts, "authorisation"> {
  const bought = linesOf(step, state)?.map(({ offer }) => offer) ?? [];
  const sellers = state.sellers?.filter(({ agentUrl }) => agentUrl === step.agentUrl) ?? [];
  const concerned = bought.length > 0 ? bought : sellers;
  if (concerned.length === 0 && buys(step)) return {};
  const silent = isAccepted(step, state) ? "accepted" : "unknown";
  const stated = concerned.map(({ authorisation: { standing: status = "unknown" } = {} }) =>
    status === "unknown" ? silent : status,
  );
  return { authorisation: [...new Set(stated)] };
}

/** Whether an order at the same seller was sent with a person's approval in this campaign. */
function isAccepted(step: Step, { steps }: CampaignState): boolean {
  return steps.some(
    (other) =>
      other.step.id !== step.id &&
      isOrder(other.step) &&
      other.step.agentUrl === step.agentUrl &&
      mayBind(other) &&
      [...(other.approvals ?? []), ...(other.intent?.approvals ?? [])].length > 0,
  );
}
