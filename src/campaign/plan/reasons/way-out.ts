import { type Brief, softFields } from "../../../brief/brief.ts";
import { channelName, counted, countryName, listed } from "../../../lib/english.ts";
import type { Plan } from "../../model/offers/plan.ts";
import type { Ranking } from "../../model/offers/ranking.ts";
import type { Market } from "../market.ts";

interface Request extends Pick<Market, "brief" | "offers"> {
  readonly rankUnder?: (brief: Brief) => Ranking;
}

/** A plan that buys nothing says how more could be bought before what keeps offers out. */
export function withWaysOut<Of extends Pick<Plan, "lines" | "binding">>(plan: Of, request: Request): Of {
  const [outcome, ...why] = plan.binding;
  if (plan.lines.length > 0 || outcome === undefined) return plan;
  return { ...plan, binding: [outcome, ...waysOut(request), ...why] };
}

/** Channels that nobody offers, and which requirement would let offers in as a preference. */
function waysOut({ brief, offers, rankUnder }: Request): string[] {
  if (offers.length === 0) return [];
  const missing = brief.channels.filter(
    (channel) => !offers.some((offer) => offer.channels.includes(channel)),
  );
  const { soft = [] } = brief;
  const ways = softFields.flatMap((field) => {
    if (soft.includes(field) || rankUnder === undefined) return [];
    const { rows } = rankUnder({ ...brief, soft: [...soft, field] });
    const passing = rows.filter(({ gate }) => gate === "pass").length;
    return passing === 0
      ? []
      : [`with ${named[field]} as a preference ${counted(passing, "offer")} could be bought`];
  });
  const where = listed(brief.countries.map(countryName));
  return [
    ...(missing.length > 0 ? [`no seller offers ${listed(missing.map(channelName))} in ${where}`] : []),
    ...ways,
  ];
}

const named: Readonly<Record<(typeof softFields)[number], string>> = {
  channels: "the channels",
  content: "the brand-safety exclusions",
  countries: "the countries",
  "limits.max_cpm": "the max. CPM",
  places: "the places",
};
