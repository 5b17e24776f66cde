import { toDecimal } from "../../lib/money.ts";
import type { RequestOf } from "../../protocol/tasks/index.ts";
import type { Brief } from "../model/brief.ts";
import type { Seller } from "../model/seller.ts";

/**
 * What a seller is told of the brief: a template over its confirmed fields, the same for all but for the account that it
 * would be bought under. Sellers learn the budget as a range up to one seller's share, never the whole of it.
 */
export function outboundBrief(
  brief: Brief,
  { account }: Pick<Seller, "account">,
  operator: string,
): RequestOf<"get_products"> {
  const share = brief.limits.maxSharePerSeller ?? 0.5;
  const most = Math.floor(toDecimal(brief.budget) * share);
  const sentences = [
    `${brief.name}: ${brief.objective} campaign for ${brief.brand.name ?? brief.brand.domain}.`,
    `Flight ${brief.flight.start} to ${brief.flight.end} in ${brief.countries.join(", ")}.`,
    `Channels: ${brief.channels.join(", ")}.`,
    ...(brief.audience === undefined ? [] : [`Audience: ${brief.audience}.`]),
    ...asksInWords(brief),
    ...(brief.kpi === undefined ? [] : [`Measured by ${brief.kpi.metric}.`]),
  ];
  return {
    buying_mode: "brief",
    brief: sentences.join(" "),
    brand: { domain: brief.brand.domain },
    account: account ?? { brand: { domain: brief.brand.domain }, operator },
    filters: {
      channels: [...brief.channels],
      countries: [...brief.countries],
      start_date: brief.flight.start,
      end_date: brief.flight.end,
      budget_range: { min: 0, max: most, currency: brief.budget.currency },
    },
  };
}

/** What orders carry where a seller takes it, in words for the others. */
function asksInWords({ pacing, frequencyCap: cap, languages }: Brief): string[] {
  return [
    ...(pacing === undefined
      ? []
      : [`Pacing: ${typeof pacing === "string" ? pacing : `weeks weighted ${pacing.weeks.join(", ")}`}.`]),
    ...(cap === undefined ? [] : [`At most ${cap.times} contacts per person and ${cap.per}.`]),
    ...(languages === undefined ? [] : [`Languages: ${languages.join(", ")}.`]),
  ];
}
