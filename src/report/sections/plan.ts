import { channelName, listed } from "../../lib/english.ts";
import { groupBy } from "../../lib/group-by.ts";
import { formatMoney, type Money, unitCost } from "../../lib/money.ts";
import { type Block, type Blocks, list, only, prose, type Section } from "../blocks/document.ts";
import { formatPercent, formatShort, sentence, textsOf } from "../blocks/format.ts";
import { header, table, under, words } from "../blocks/table.ts";
import { totalMoney } from "../blocks/totals.ts";
import { type Answer, metricWords, answer as opening, priceWords } from "./answer.ts";
import type { BriefInReport } from "./brief.ts";
import { calendarTable } from "./calendar.ts";
import { constraintBlocks } from "./constraints.ts";
import type { Plan } from "./described/plan.ts";
import { proofSentences, reachSentences } from "./estimates.ts";
import { burstsSentence, packagesInWords, packageTable } from "./packages.ts";
import { planSheet } from "./sheets/plan-sheet.ts";
import { matchSentences } from "./trusted-match.ts";

interface Part {
  readonly answer?: Answer;
  readonly plan?: Plan;
  readonly brief?: Pick<BriefInReport, "budget" | "channels" | "flight" | "gross">;
  readonly offers?: readonly Offered[];
}

interface Offered {
  readonly channels: readonly string[];
  /** Why it may not be bought. */
  readonly gateReasons: readonly string[];
}

/** Who gets how much for what, why, and what became of it. */
export const plan: Section<Part> = {
  id: "plan",
  name: "Plan",
  title: "Plan",
  none: "no plan yet",
  blocks: (part) => {
    const { plan, answer } = part;
    // A text has begun with it.
    return plan === undefined
      ? []
      : [only(["page", "terminal"], opening.blocks({ answer }), bindsFirst(plan)), ...bought(part, plan)];
  },
  sheet: planSheet,
};

/** The same for whoever pays, who has read of the target on the page before. */
export const planForClients: Section<Part> = {
  ...plan,
  // Why money is left over speaks of sellers and offers that no client chose among, and lines of a brief.yaml are the desk's.
  blocks: ({ plan, ...part }) => {
    const clients = plan && {
      ...plan,
      whyLeft: undefined,
      floor: plan.floor && { ...plan.floor, line: undefined },
    };
    return clients && bought({ ...part, plan: clients }, clients);
  },
};

/** What keeps the plan from being better, in one sentence, with the line that says otherwise where nobody asked for it. */
function bindsFirst({ binding, whyLeft }: Plan): Block | false {
  const first = binding.find((one) => !/^the whole budget of|stay unallocated:/.test(one));
  return first !== undefined && first !== whyLeft && prose(`What binds first: ${first}.`);
}

function bought(part: Part, plan: Plan): readonly Blocks[] {
  const { answer, brief } = part;
  const { total, unallocated, whyLeft, lines, conflict, proof, binding, reach } = plan;
  const bursts = burstsSentence(plan);
  const channels = channelSentence(part);
  const why = whyLeft === undefined ? "" : ` (${whyLeft})`;
  const left = unallocated.minor > 0 ? `; ${formatMoney(unallocated)} not allocated${why}` : "";
  return [
    prose(`${formatMoney(total)} ${packagesInWords(plan)}${mixWords(plan)}${left}.`),
    channels !== undefined && prose(channels),
    bursts !== undefined && prose(bursts),
    brief?.gross && prose(feesSentence(brief.gross)),
    conflictCallout(conflict),
    packageTable(plan, brief?.flight.end),
    list(freedSentences(plan), "Came to nothing; the money went to other packages"),
    constraintBlocks(lines),
    list([...new Set(lines.flatMap(matchSentences))], "Matched before each impression"),
    list(costSentences(plan, answer), "What the brief's limits cost"),
    reach && list(reachSentences(reach, lines), "People reached"),
    { type: "chart", chart: "allocation", fold: "Budget by seller and channel" },
    { type: "chart", chart: "response-curves", fold: "What more money brings" },
    proof && list(proofSentences(proof, total.currency), "How good the split is", "fold"),
    list(binding, "What limits the split", "fold"),
    calendarTable(plan),
    leftOutTable(plan.leftOut),
  ];
}

/** The plan's money by channel, the most first. A package counts for its first channel. */
export function channelMix({ lines, total: all }: Plan): { channel: string; amount: Money; share: number }[] {
  return [...groupBy(lines, ({ channels: [first = "other"] }) => first)]
    .map(([channel, own]) => ({ channel, amount: totalMoney(own, all.currency, ({ amount }) => amount) }))
    .map((one) => ({ ...one, share: one.amount.minor / all.minor }))
    .sort((a, b) => b.share - a.share);
}

/** `: CTV 60 %, online video 40 %` */
function mixWords(plan: Plan): string {
  const mix = channelMix(plan).map(({ channel, share }) => `${channelName(channel)} ${formatPercent(share)}`);
  return mix.length < 2 ? "" : `: ${mix.join(", ")}`;
}

/** `The brief names CTV, and nothing is bought there. 5 % for CTV costs 3.1 % of the impressions; to hold it: […]`; nothing where each has its part. */
function channelSentence({ plan, brief, offers = [] }: Part): string | undefined {
  const { lines = [], floor } = plan ?? {};
  const isOn = (channel: string) => (one: Pick<Offered, "channels">) => one.channels.includes(channel);
  const empty = (brief?.channels ?? []).filter((channel) => !lines.some(isOn(channel)));
  const sold = offers.filter(({ gateReasons }) => gateReasons.length === 0);
  const unsold = empty.filter((channel) => !sold.some(isOn(channel)));
  const low = floor?.channels.filter((channel) => !empty.includes(channel)) ?? [];
  const sentences = textsOf(
    empty.length > 0 && `The brief names ${named(empty)}, and nothing is bought there.`,
    unsold.length > 0 && `No offer on ${named(unsold)} may be bought.`,
    floor && low.length > 0 && `Under ${formatPercent(floor.share)} of the budget is for ${named(low)}.`,
    floor && withLine(floor),
  );
  return lines.length === 0 || sentences.length === 0 ? undefined : sentences.join(" ");
}

/** `[…] costs 3.1 % of the impressions; to hold it: limits.channel_shares: { ctv: { min: 5% } }.` */
function withLine({ words, line }: NonNullable<Plan["floor"]>): string {
  return line === undefined ? words : `${words.slice(0, -1)}; to hold it: ${line}.`;
}

function named(channels: readonly string[]): string {
  return listed(channels.map(channelName));
}

/** `Before media, EUR 250,000.00 pays for agency commission EUR 37,500.00 and ad serving EUR 3,000.00.` */
function feesSentence({ total, fees }: NonNullable<BriefInReport["gross"]>): string {
  const feeTexts = fees.map(({ name, amount }) => `${name} ${formatMoney(amount)}`);
  return `Before media, ${formatMoney(total)} pays for ${listed(feeTexts)}.`;
}

/** `EUR 12,000.00 for Evening video of apex.example: PRODUCT_UNAVAILABLE: sold out.` */
function freedSentences({ freed = [] }: Plan): string[] {
  return freed.map(({ product, sellerId, amount, reason }) =>
    sentence(`${formatMoney(amount)} for ${product} of ${sellerId}: ${reason}`),
  );
}

/** `Only in DE-HB: without it 4.1 M people at EUR 9.80 per 1,000 people, 12 % more.` */
function costSentences({ costs = [], total }: Plan, answer: Answer | undefined): string[] {
  const metric = answer?.planned?.metric;
  if (metric === undefined) return [];
  return costs.map(({ limit, expected, more, cost }) => {
    const price = cost === undefined ? "" : ` at ${priceWords(unitCost(cost, total.currency), metric)}`;
    return sentence(
      `${limit}: without it ${formatShort(expected)} ${metricWords(metric)}${price}, ${formatPercent(more)} more`,
    );
  });
}

/** A reader has to choose, so it comes first. */
function conflictCallout(conflict: Plan["conflict"] = []): Block {
  const facts = conflict.map(
    ({ text, dropping, upTo }) =>
      [text, `${upTo === undefined ? "" : `up to ${upTo} can be had; `}without it: ${dropping}`] as const,
  );
  return { type: "callout", title: "These requirements cannot all be met", facts };
}

function leftOutTable(leftOut: Plan["leftOut"]): Block {
  return table<Plan["leftOut"][number]>({
    caption: "Left out, and why",
    fold: `${leftOut.length} offers left out, and why`,
    rows: leftOut,
    columns: [
      header("Offer", ({ product }) => product),
      under("Seller", ({ sellerId }) => sellerId),
      words("Why", ({ reason }) => reason),
    ],
  });
}
