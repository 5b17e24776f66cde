import type { CampaignState } from "../../campaign/state.ts";
import { formatMoney } from "../../lib/money.ts";
import { formatPercent, listed } from "../format.ts";
import type { Report } from "../report-schema.ts";

export function describeBrief(state: CampaignState): Report["brief"] {
  const { brief } = state;
  if (!brief) return undefined;
  const { maxCpm, maxSharePerSeller, excludedSellers } = brief.limits;
  return {
    name: brief.name,
    brand: brief.brand.name ?? brief.brand.domain,
    objective: brief.objective,
    budget: brief.budget,
    flight: brief.flight,
    countries: brief.countries,
    channels: brief.channels,
    ...(brief.audience !== undefined && { audience: brief.audience }),
    ...(brief.kpi && { kpi: brief.kpi }),
    limits: [
      ...(maxCpm ? [`At most ${formatMoney(maxCpm)} for 1,000 impressions.`] : []),
      ...(maxSharePerSeller === undefined
        ? []
        : [`No seller gets more than ${formatPercent(maxSharePerSeller)} of the budget.`]),
      ...(excludedSellers.length > 0 ? [`Not from ${listed(excludedSellers)}.`] : []),
    ],
    ...(brief.message !== undefined && { message: brief.message }),
    creatives: brief.creatives.map((creative) => creative.name),
    questions: brief.questions,
  };
}
