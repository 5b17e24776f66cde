import { z } from "zod";
import { asksInWords, timesInWords } from "../../campaign/model/asks-in-words.ts";
import type { Brief, Shares } from "../../campaign/model/brief.ts";
import { unclearSellers, unclearWords } from "../../campaign/model/sellers/named-sellers.ts";
import type { CampaignState } from "../../campaign/model/state.ts";
import { counted, listed } from "../../lib/english.ts";
import { formatMoney, moneySchema } from "../../lib/money.ts";
import { only, prose, type Section } from "../document.ts";
import { channelName, formatKpi, formatPercent } from "../format.ts";
import { type Described, period, texts } from "../schema.ts";

export const briefSchema = z.strictObject({
  name: z.string(),
  brand: z.string(),
  objective: z.string(),
  budget: moneySchema.describe("what media may cost"),
  gross: z
    .strictObject({
      total: moneySchema,
      fees: z.array(z.strictObject({ name: z.string(), amount: moneySchema })),
    })
    .optional()
    .describe("what the client pays in all; absent where all of it is for media"),
  flight: period,
  countries: texts,
  channels: texts,
  audience: z.string().optional(),
  kpi: z.strictObject({ metric: z.string(), target: z.number() }).optional(),
  asks: texts.describe("what is asked of every package beside countries and dates, one sentence each"),
  limits: texts.describe("each hard limit as a sentence"),
  unclearSellers: texts
    .optional()
    .describe("what it calls sellers that fits nobody who was found, or several"),
  wishes: texts.describe("what is weighed and not enforced, and weights that the brief sets itself"),
  message: z.string().optional(),
  creatives: texts,
  questions: z.array(z.strictObject({ field: z.string(), text: z.string() })),
});
export type BriefInReport = Described<typeof briefSchema>;

export function describeBrief(state: CampaignState): BriefInReport | undefined {
  const { brief, sellers } = state;
  if (!brief) return undefined;
  const unclear = sellers === undefined ? [] : unclearSellers(brief, sellers);
  return {
    name: brief.name,
    brand: brief.brand.name ?? brief.brand.domain,
    objective: brief.objective,
    budget: brief.budget,
    ...(brief.gross && { gross: { total: brief.gross.total, fees: [...brief.gross.fees] } }),
    flight: brief.flight,
    countries: brief.countries,
    channels: brief.channels,
    audience: brief.audience,
    kpi: brief.kpi,
    asks: asksInWords(brief),
    limits: limitSentences(brief.limits),
    ...(unclear.length > 0 && { unclearSellers: unclear.map(unclearWords) }),
    wishes: wishSentences(brief),
    ...(brief.message !== undefined && { message: brief.message }),
    creatives: brief.creatives.map((creative) => creative.name),
    questions: brief.questions,
  };
}

function limitSentences(limits: Brief["limits"]): string[] {
  const { maxCpm, maxSharePerSeller, excludedSellers, minGuaranteedShare } = limits;
  const { maxPackages, minSellers, maxSellers } = limits;
  return [
    ...(maxCpm ? [`At most ${formatMoney(maxCpm)} for 1,000 impressions.`] : []),
    ...(maxSharePerSeller === undefined
      ? []
      : [`No seller gets more than ${formatPercent(maxSharePerSeller)} of the budget.`]),
    ...shareSentences(limits.channelShares, (channel) => `on ${channelName(channel)}`),
    ...shareSentences(limits.countryShares, (country) => `in ${country}`),
    ...(minGuaranteedShare === undefined
      ? []
      : [`At least ${formatPercent(minGuaranteedShare)} with guaranteed delivery.`]),
    ...(maxPackages === undefined ? [] : [`At most ${counted(maxPackages, "package")}.`]),
    ...(minSellers === undefined ? [] : [`At least ${counted(minSellers, "seller")}.`]),
    ...(maxSellers === undefined ? [] : [`At most ${counted(maxSellers, "seller")}.`]),
    ...(limits.onlySellers ? [`Only from ${listed(limits.onlySellers)}.`] : []),
    ...(excludedSellers.length > 0 ? [`Not from ${listed(excludedSellers)}.`] : []),
  ];
}

function shareSentences(shares: Shares = {}, where: (name: string) => string): string[] {
  return Object.entries(shares).flatMap(([name, { min, max }]) => [
    ...(min === undefined ? [] : [`At least ${formatPercent(min)} ${where(name)}.`]),
    ...(max === undefined ? [] : [`At most ${formatPercent(max)} ${where(name)}.`]),
  ]);
}

function wishSentences({ frequency, weights = {}, soft = [] }: Brief): string[] {
  const named = {
    channels: "the channels",
    content: "the lists of content, where a package cannot be kept to them",
    places: "the places, where a package cannot be kept to them",
    countries: "the countries, where a package cannot be kept to them",
    "limits.max_cpm": "the highest price for 1,000 impressions",
  };
  const weighed = Object.entries(weights).map(([criterion, weight]) => `${criterion} ${weight}`);
  return [
    ...(frequency ? [`Each person reached sees it ${timesInWords(frequency)}, on average.`] : []),
    ...(soft.length > 0 ? [`Weighed, not enforced: ${listed(soft.map((field) => named[field]))}.`] : []),
    ...(weighed.length > 0 ? [`Weights of the brief's own: ${listed(weighed)}.`] : []),
  ];
}

/** What was asked for. */
export const brief: Section<{ readonly brief?: BriefInReport }> = {
  id: "brief",
  appendix: true,
  name: "Brief",
  title: "Brief",
  none: "no brief yet",
  blocks: ({ brief }) => {
    if (brief === undefined) return [];
    const facts: readonly (readonly [string, string])[] = [
      ["Advertiser", brief.brand],
      ["Objective", brief.objective],
      ...(brief.gross ? grossFacts(brief.gross) : []),
      [brief.gross ? "For media" : "Budget", formatMoney(brief.budget)],
      ["Flight", `${brief.flight.start} to ${brief.flight.end}`],
      ["Countries", brief.countries.join(", ")],
      ["Channels", brief.channels.map(channelName).join(", ")],
      ["Audience", brief.audience ?? ""],
      ["Target", brief.kpi ? formatKpi(brief.kpi, brief.budget.currency) : ""],
      ["Packages", brief.asks.join(" ")],
      ["Limits", brief.limits.join(" ")],
      ["Wishes", brief.wishes.join(" ")],
      ["Message", brief.message ?? ""],
      ["Creatives", brief.creatives.join(", ")],
      ["Open questions", brief.questions.map(({ field, text }) => `${field}: ${text}`).join(" ")],
    ];
    return [
      ...prose(brief.name).map((block) => only(["terminal"], block)),
      { type: "facts", facts: facts.filter(([, fact]) => fact !== "") },
    ];
  },
};

function grossFacts({ total, fees }: NonNullable<BriefInReport["gross"]>): [string, string][] {
  return [
    ["Budget", formatMoney(total)],
    ...fees.map(({ name, amount }): [string, string] => [sentenceCase(name), `less ${formatMoney(amount)}`]),
  ];
}

function sentenceCase(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
