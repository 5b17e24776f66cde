import type { Brief } from "../../campaign/brief/brief.ts";
import type { CampaignState } from "../../campaign/state.ts";
import { formatMoney } from "../../lib/money.ts";
import { channelName, counted, formatPercent, listed } from "../format.ts";
import type { Report } from "../report-schema.ts";

export function describeBrief(state: CampaignState): Report["brief"] {
  const { brief } = state;
  if (!brief) return undefined;
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
    limits: limitSentences(brief.limits),
    wishes: wishSentences(brief),
    ...(brief.message !== undefined && { message: brief.message }),
    creatives: brief.creatives.map((creative) => creative.name),
    questions: brief.questions,
  };
}

function limitSentences(limits: Brief["limits"]): string[] {
  const { maxCpm, maxSharePerSeller, excludedSellers, channelShares = {}, minGuaranteedShare } = limits;
  const { maxPackages, minSellers, maxSellers } = limits;
  return [
    ...(maxCpm ? [`At most ${formatMoney(maxCpm)} for 1,000 impressions.`] : []),
    ...(maxSharePerSeller === undefined
      ? []
      : [`No seller gets more than ${formatPercent(maxSharePerSeller)} of the budget.`]),
    ...Object.entries(channelShares).flatMap(([channel, { min, max }]) => [
      ...(min === undefined ? [] : [`At least ${formatPercent(min)} on ${channelName(channel)}.`]),
      ...(max === undefined ? [] : [`At most ${formatPercent(max)} on ${channelName(channel)}.`]),
    ]),
    ...(minGuaranteedShare === undefined
      ? []
      : [`At least ${formatPercent(minGuaranteedShare)} with guaranteed delivery.`]),
    ...(maxPackages === undefined ? [] : [`At most ${counted(maxPackages, "package")}.`]),
    ...(minSellers === undefined ? [] : [`At least ${counted(minSellers, "seller")}.`]),
    ...(maxSellers === undefined ? [] : [`At most ${counted(maxSellers, "seller")}.`]),
    ...(excludedSellers.length > 0 ? [`Not from ${listed(excludedSellers)}.`] : []),
  ];
}

function wishSentences({ frequency, weights = {}, soft = [] }: Brief): string[] {
  const named = { channels: "the channels", "limits.max_cpm": "the highest price for 1,000 impressions" };
  const weighed = Object.entries(weights).map(([criterion, weight]) => `${criterion} ${weight}`);
  return [
    ...(frequency
      ? [
          `Each person reached sees it ${counted(frequency.times, "time")} ${
            frequency.per === "flight" ? "over the flight" : `a ${frequency.per}`
          }, on average.`,
        ]
      : []),
    ...(soft.length > 0 ? [`Weighed, not enforced: ${listed(soft.map((field) => named[field]))}.`] : []),
    ...(weighed.length > 0 ? [`Weights of the brief's own: ${listed(weighed)}.`] : []),
  ];
}
