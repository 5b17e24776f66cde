import type { Money } from "../../../lib/money.ts";
import { money } from "../../../lib/money.ts";
import type { Authorisation } from "../../discover/authorisation.ts";
import type { Step } from "../../plan/step.ts";
import type { Offer } from "../../quote/offer.ts";
import { type CampaignState, mayBind } from "../../state.ts";

const dayMs = 86_400_000;

/** What the rules see of one step. A fact that cannot be known is absent. */
export interface Facts {
  readonly task: string;
  readonly amount: Money;
  readonly campaign_total?: Money;
  readonly seller_share?: number;
  readonly cpm?: Money;
  readonly sellers: readonly string[];
  /** What publishers say of the seller, of each product that is bought; unknown where nobody looked. */
  readonly authorisation: readonly Authorisation["standing"][];
  readonly channels: readonly string[];
  readonly countries?: readonly string[];
  readonly delivery_types?: readonly string[];
  readonly flight_days?: number;
  readonly days_until_start?: number;
}

/** Facts of `step` in its campaign. `now` is UTC milliseconds. */
export function factsOf(step: Step, state: CampaignState, now: number): Facts {
  const { brief, errand, plan, offers = [] } = state;
  const lines = plan?.lines.filter(({ slot }) => step.slots.includes(slot)) ?? [];
  const bought = lines.flatMap(({ offerId }) => offers.filter(({ id }) => id === offerId));
  const base = {
    task: step.task,
    amount: step.planAmount,
    sellers: [step.agentId],
    authorisation: authorisationOf(step, bought, state),
  };
  if (brief === undefined)
    return {
      ...base,
      channels: [],
      // What is done without a brief costs nothing, or the budget's guard has refused it.
      ...(errand === undefined ? {} : { campaign_total: step.planAmount, seller_share: 0 }),
    };
  const bound = state.steps.filter((other) => other.step.id !== step.id && mayBind(other));
  const total = (steps: typeof bound) =>
    steps.reduce((sum, { step: { planAmount } }) => sum + planAmount.minor, step.planAmount.minor);
  const ofAgent = total(bound.filter((other) => other.step.agentId === step.agentId));
  const dataOf = (offerId: string) => {
    const used = lines.find((line) => line.offerId === offerId)?.signal?.id;
    return state.signals?.find(({ id }) => id === used)?.cpm ?? 0;
  };
  const cpms = bought.flatMap(({ id, cpm }) => (cpm === undefined ? [] : [cpm.mid + dataOf(id)]));
  const start = Date.parse(`${brief.flight.start}T00:00:00Z`);
  const end = Date.parse(`${brief.flight.end}T00:00:00Z`) + dayMs;
  return {
    ...base,
    campaign_total: money(total(bound), brief.budget.currency),
    seller_share: ofAgent / brief.budget.minor,
    ...(cpms.length > 0 && cpms.length === bought.length
      ? { cpm: money(Math.round(Math.max(...cpms)), brief.budget.currency) }
      : {}),
    channels: [...new Set(lines.flatMap(({ channels }) => channels))],
    countries: brief.countries,
    ...(bought.every(({ deliveryType }) => deliveryType !== undefined)
      ? { delivery_types: [...new Set(bought.flatMap(({ deliveryType = "" }) => [deliveryType]))] }
      : {}),
    flight_days: (end - start) / dayMs,
    days_until_start: (start - now) / dayMs,
  };
}

/** Of the products that are bought, and of the seller itself: a step that names none of them is not above suspicion. */
function authorisationOf(
  { agentUrl }: Step,
  bought: readonly Offer[],
  { sellers = [] }: CampaignState,
): Authorisation["standing"][] {
  const asked = bought.length > 0 ? bought : sellers.filter((seller) => seller.agentUrl === agentUrl);
  return [...new Set(asked.map(({ authorisation }) => authorisation?.standing ?? "unknown"))];
}
