import { betterOption } from "../../campaign/model/offers/plan.ts";
import { channelName, listed } from "../../lib/english.ts";
import { groupBy } from "../../lib/group-by.ts";
import { formatMoney, type Money, totalMoney, unitCost } from "../../lib/money.ts";
import { type Block, type Blocks, list, only, prose, type Section } from "../blocks/document.ts";
import { formatPercent, formatShares, formatShort, sentence, textsOf } from "../blocks/format.ts";
import { header, table, under, words } from "../blocks/table.ts";
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
  readonly id: string;
  readonly product: string;
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
  blocks: (part) => {
    const clients = forClients(part);
    return clients.plan && bought(clients, clients.plan);
  },
};

/** Why money is left over speaks of sellers and offers that no client chose among, and lines of a brief.yaml are the desk's. */
export function forClients({ plan, ...part }: Part): Part {
  if (plan === undefined) return part;
  const floor = plan.floor && { ...plan.floor, line: undefined };
  return { ...part, plan: { ...plan, whyLeft: undefined, floor } };
}

/** What keeps the plan from being better, in one sentence, with the line that says otherwise where nobody asked for it. */
function bindsFirst({ binding, whyLeft }: Plan): Block | false {
  const first = binding.find((one) => !/^the whole budget of|stay unallocated:/.test(one));
  return first !== undefined && first !== whyLeft && prose(`What binds first: ${first}.`);
}

function bought(part: Part, plan: Plan): readonly Blocks[] {
  const { answer, brief } = part;
  const { total, unallocated, whyLeft, lines, conflict, proof, binding, reach } = plan;
  const bursts = burstsSentence(plan);
  const why = whyLeft === undefined ? "" : ` (${whyLeft})`;
  const left = unallocated.minor > 0 ? `; ${formatMoney(unallocated)} not allocated${why}` : "";
  return [
    prose(`${formatMoney(total)} ${packagesInWords(plan)}${mixWords(plan)}${left}.`),
    // A page has begun with it.
    only(["markdown", "terminal"], prose(channelNotes(part).join(" "))),
    bursts !== undefined && prose(bursts),
    brief?.gross &&
      prose(
        `Before media, ${formatMoney(brief.gross.total)} pays for ${listed(brief.gross.fees.map(({ name, amount }) => `${name} ${formatMoney(amount)}`))}.`,
      ),
    conflictCallout(conflict),
    packageTable(plan, brief?.flight.end),
    list(freedSentences(plan), "Came to nothing; the money went to other packages"),
    constraintBlocks(lines),
    list([...new Set(lines.flatMap(matchSentences))], "Matched before each impression"),
    list(costSentences(plan, answer), "What the brief's limits cost"),
    reach && list(reachSentences(reach, lines), "People reached"),
    { type: "chart", chart: "response-curves", fold: "What more money brings" },
    proof && list(proofSentences(proof, total.currency), "How good the split is", "fold"),
    list(binding, "What limits the split", "fold"),
    calendarTable(plan),
    leftOutTable(plan.leftOut),
  ];
}

/** The plan's money by channel, the most first, in shares that add up. A package counts for its first channel. */
export function channelMix({ lines, total: all }: Plan): { channel: string; amount: Money; share: string }[] {
  const mix = [...groupBy(lines, ({ channels: [first = "other"] }) => first)]
    .map(([channel, own]) => ({ channel, amount: totalMoney(own, all.currency, ({ amount }) => amount) }))
    .sort((a, b) => b.amount.minor - a.amount.minor);
  const shares = formatShares(mix.map(({ amount }) => amount.minor / all.minor));
  return mix.map((one, i) => ({ ...one, share: shares[i] ?? "" }));
}

/** `: CTV 60 %, online video 40 %` */
function mixWords(plan: Plan): string {
  const mix = channelMix(plan).map(({ channel, share }) => `${channelName(channel)} ${share}`);
  return mix.length < 2 ? "" : `: ${mix.join(", ")}`;
}

/** Channels of the brief that get nothing, and why, that get little, and that miss a burst. */
export function channelNotes({ plan, brief, offers = [] }: Part): string[] {
  const { lines = [], floor, leftOut = [], missed } = plan ?? {};
  const isOn = (channel: string) => (one: Pick<Offered, "channels">) => one.channels.includes(channel);
  const empty = (brief?.channels ?? []).filter((channel) => !lines.some(isOn(channel)));
  const low = floor?.channels.filter((channel) => !empty.includes(channel)) ?? [];
  const why = [...groupBy(empty, (channel) => whyNothing(offers.filter(isOn(channel)), leftOut))];
  return textsOf(
    why
      // Where nothing is bought at all, the verdict says what keeps the offers out.
      .filter(([, channels]) => lines.length > 0 || !offers.some((one) => channels.some((c) => isOn(c)(one))))
      .map(
        ([reason, channels]) => `The brief names ${named(channels)}, and nothing is bought there: ${reason}`,
      ),
    floor && low.length > 0 && `Under ${formatPercent(floor.share)} of the budget is for ${named(low)}.`,
    // `[…] costs 3.1 % of the impressions; to hold it: limits.channel_shares: { ctv: { min: 5% } }.`
    floor &&
      lines.length > 0 &&
      `${floor.words.slice(0, -1)}${floor.line === undefined ? "" : `; to hold it: ${floor.line}`}.`,
    missed,
  );
}

/** `its one offer, Drama CTV: over the price.` */
function whyNothing(offers: readonly Offered[], leftOut: Plan["leftOut"]): string {
  const reasonOf = ({ id, gateReasons }: Offered) =>
    leftOut.find(({ offerId }) => offerId === id)?.reason ?? gateReasons.join("; ");
  const first = offers.find((one) => !reasonOf(one).includes(betterOption)) ?? offers[0];
  if (first === undefined) return "no seller offers it.";
  const reason = reasonOf(first);
  const which = offers.length === 1 ? "its one offer" : `the first of its ${offers.length} offers`;
  return `${which}, ${first.product}: ${reason || "others come before it"}.`;
}

function named(channels: readonly string[]): string {
  return listed(channels.map(channelName));
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
