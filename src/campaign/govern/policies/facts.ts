import type { Money } from "../../../lib/money.ts";
import { money } from "../../../lib/money.ts";
import type { Step } from "../../plan/step.ts";
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
  readonly channels: readonly string[];
  readonly countries?: readonly string[];
  readonly delivery_types?: readonly string[];
  readonly flight_days?: number;
  readonly days_until_start?: number;
}

/** Facts of `step` in its campaign. `now` is UTC milliseconds. */
export function factsOf(step: Step, state: CampaignState, now: number): Facts {
  const { brief, plan, offers = [] } = state;
  const base = { task: step.task, amount: step.planAmount, sellers: [step.agentId] };
  if (brief === undefined) return { ...base, channels: [] };
  const lines = plan?.lines.filter(({ slot }) => step.slots.includes(slot)) ?? [];
  const bought = lines.flatMap(({ offerId }) => offers.filter(({ id }) => id === offerId));
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
