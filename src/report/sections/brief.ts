import { z } from "zod";
import type { Brief, DeskLimit, Shares } from "../../brief/brief.ts";
import { regionName } from "../../brief/grammar/regions.ts";
import { lastDayOf } from "../../campaign/account/ordered-lines.ts";
import { leaveToMove, leaveWords } from "../../campaign/model/derived/moves.ts";
import { unclearSellers, unclearWords } from "../../campaign/model/sellers/named-sellers.ts";
import type { CampaignState } from "../../campaign/model/state/state.ts";
import { asksInWords, timesInWords } from "../../campaign/targeting/asks-in-words.ts";
import { channelName, channelNames, counted, listed, percent } from "../../lib/english.ts";
import { formatMoney, moneySchema } from "../../lib/money.ts";
import { type Fact, facts, only, prose, type Section } from "../blocks/document.ts";
import { formatKpi, formatPercent, formatPeriod, textsOf } from "../blocks/format.ts";
import { type Described, each, fields, period, texts } from "../blocks/schema.ts";

export const briefSchema = fields({
  name: z.string(),
  brand: z.string(),
  advertiser: z.string().describe("the brand's domain"),
  objective: z.string(),
  budget: moneySchema.describe("what media may cost"),
  gross: fields({
    total: moneySchema,
    fees: each({ name: z.string(), amount: moneySchema, share: z.number().optional() }),
  })
    .optional()
    .describe("what the client pays in all; absent where all of it is for media"),
  flight: period,
  extendedTo: z.string().optional().describe("a later last day, of an order that was extended"),
  countries: texts,
  channels: texts,
  audience: z.string().optional(),
  kpi: fields({ metric: z.string(), target: z.number().optional() }).optional(),
  asks: texts.describe("what is asked of every package beside countries and dates, one sentence each"),
  limits: texts.describe("each hard limit as a sentence"),
  unclearSellers: texts
    .optional()
    .describe("what it calls sellers that fits nobody who was found, or several"),
  preferences: texts.describe("what is weighed and not enforced, and weights that the brief sets itself"),
  message: z.string().optional(),
  creatives: texts,
  questions: each({ field: z.string(), text: z.string() }),
});
export type BriefInReport = Described<typeof briefSchema>;

export function describeBrief(state: CampaignState): BriefInReport | undefined {
  const { brief, sellers } = state;
  if (!brief) return undefined;
  const unclear = sellers === undefined ? [] : unclearSellers(brief, sellers);
  const end = lastDayOf({ ...state, brief });
  return {
    ...brief,
    extendedTo: end > brief.flight.end ? end : undefined,
    brand: brief.brand.name ?? brief.brand.domain,
    advertiser: brief.brand.domain,
    asks: asksInWords(brief),
    limits: [...limitSentences(brief.limits), leaveWords(leaveToMove(brief, state.deskReallocation))],
    unclearSellers: unclear.length > 0 ? unclear.map(unclearWords) : undefined,
    preferences: preferenceSentences(brief),
    creatives: brief.creatives.map((creative) => creative.name),
  };
}

/** As the brief has it, and how far it was extended. */
export function flightWords({ flight, extendedTo }: Pick<BriefInReport, "flight" | "extendedTo">): string {
  return `${formatPeriod(flight)}${extendedTo === undefined ? "" : `, extended to ${extendedTo}`}`;
}

function limitSentences(limits: Brief["limits"]): string[] {
  const { maxCpm, maxSharePerSeller: share, excludedSellers, minGuaranteedShare: guaranteed } = limits;
  const { maxPackages, minSellers, maxSellers, onlySellers } = limits;
  const ofDesk = (field: DeskLimit) =>
    limits.ofDesk?.includes(field) ? ", as this desk's settings have it" : "";
  return textsOf(
    maxCpm && `At most ${formatMoney(maxCpm)} CPM.`,
    share !== undefined && `No seller gets more than ${formatPercent(share)} of the budget.`,
    shareSentences(limits.channelShares, (channel) => `on ${channelName(channel)}`),
    limits.floorPerChannel !== undefined &&
      `At least ${formatPercent(limits.floorPerChannel)} on each other channel that is named${ofDesk("floorPerChannel")}.`,
    shareSentences(limits.countryShares, (country) => `in ${country}`),
    shareSentences(limits.cityShares, (city) => `in ${city}`),
    shareSentences(limits.regionShares, (region) => `in ${regionName(region)}`),
    guaranteed !== undefined && `At least ${formatPercent(guaranteed)} with guaranteed delivery.`,
    maxPackages !== undefined && `At most ${counted(maxPackages, "package")}.`,
    limits.testShare !== undefined &&
      `${formatPercent(limits.testShare)} of the budget for sellers that were never bought from.`,
    limits.leastPerLine &&
      `At least ${formatMoney(limits.leastPerLine)} for each line${ofDesk("leastPerLine")}.`,
    limits.roundTo && `Amounts in steps of ${formatMoney(limits.roundTo)}${ofDesk("roundTo")}.`,
    minSellers !== undefined && `At least ${counted(minSellers, "seller")}.`,
    maxSellers !== undefined && `At most ${counted(maxSellers, "seller")}.`,
    limits.excludedChannels && `Nothing that runs on ${listed(limits.excludedChannels.map(channelName))}.`,
    onlySellers && `Only from ${listed(onlySellers)}.`,
    excludedSellers.length > 0 && `Not from ${listed(excludedSellers)}.`,
  );
}

function shareSentences(shares: Shares = {}, where: (name: string) => string): string[] {
  return Object.entries(shares).flatMap(([name, { min, max }]) =>
    textsOf(
      min !== undefined && `At least ${percent(min)} ${where(name)}.`,
      max !== undefined && `At most ${percent(max)} ${where(name)}.`,
    ),
  );
}

function preferenceSentences({ frequency, weights = {}, soft = [] }: Brief): string[] {
  const named = {
    channels: "the channels",
    content: "the lists of content, where a package cannot be kept to them",
    places: "the places, where a package cannot be kept to them",
    countries: "the countries, where a package cannot be kept to them",
    "limits.max_cpm": "the highest CPM",
  };
  const weighed = Object.entries(weights).map(([criterion, weight]) => `${criterion} ${weight}`);
  return textsOf(
    frequency && `Each person reached sees it ${timesInWords(frequency)}, on average.`,
    soft.length > 0 && `Weighed, not enforced: ${listed(soft.map((field) => named[field]))}.`,
    weighed.length > 0 && `Weights of the brief's own: ${listed(weighed)}.`,
  );
}

/** What was asked for. */
export const brief: Section<{ readonly brief?: BriefInReport }> = {
  id: "brief",
  appendix: true,
  name: "Brief",
  title: "Brief",
  none: "no brief yet",
  blocks: ({ brief }) =>
    brief && [
      only(["terminal"], prose(brief.name)),
      facts([
        ["Advertiser", brief.brand],
        ["Objective", brief.objective],
        ["Budget", brief.gross && formatMoney(brief.gross.total)],
        ...(brief.gross?.fees ?? []).map(
          ({ name, amount }): Fact => [
            name.replace(/^./, (letter) => letter.toUpperCase()),
            `less ${formatMoney(amount)}`,
          ],
        ),
        [brief.gross ? "For media" : "Budget", formatMoney(brief.budget)],
        ["Flight", flightWords(brief)],
        ["Countries", brief.countries.join(", ")],
        ["Channels", channelNames(brief.channels) || "any"],
        ["Audience", brief.audience],
        ["Target", brief.kpi && formatKpi(brief.kpi, brief.budget.currency)],
        ["Packages", brief.asks.join(" ")],
        ["Limits", brief.limits.join(" ")],
        ["Preferences", brief.preferences.join(" ")],
        ["Message", brief.message],
        ["Creatives", brief.creatives.join(", ")],
        ["Open questions", brief.questions.map(({ field, text }) => `${field}: ${text}`).join(" ")],
      ]),
    ],
};
