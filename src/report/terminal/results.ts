import { formatMoney } from "../../lib/money.ts";
import { formatCount, formatPercent, formatWhole } from "../format.ts";
import { offPace } from "../pace-words.ts";
import type { Report } from "../report-schema.ts";
import { columns, lineWidth } from "./columns.ts";
import { indented } from "./layout.ts";
import type { Paint } from "./paint.ts";
import { wrapText } from "./text-width.ts";

type Buy = Report["delivery"]["buys"][number];
type Money = NonNullable<Report["headline"]["money"]>;

export function deliveryLines({ delivery }: Report, paint: Paint): string[] {
  if (delivery.buys.length === 0 && delivery.unreported.length === 0 && delivery.alerts.length === 0)
    return ["no delivery yet"];
  const ofPlan = (share: number | undefined) => (share === undefined ? "" : formatPercent(share));
  return [
    ...columns<Buy>(
      [
        { label: "buy", most: 16, cell: ({ mediaBuyId }) => mediaBuyId },
        { label: "seller", most: 24, cell: ({ sellerId }) => sellerId },
        { label: "impressions", right: true, cell: ({ delivered }) => formatCount(delivered.impressions) },
        { label: "of plan", right: true, cell: (buy) => ofPlan(buy.ofPlan.impressions) },
        { label: "spend", right: true, cell: ({ delivered }) => formatMoney(delivered.spend) },
        { label: "of plan", right: true, cell: (buy) => ofPlan(buy.ofPlan.spend) },
      ],
      delivery.buys,
      paint,
    ),
    ...delivery.buys.flatMap(({ sellerId, mediaBuyId, findings }) =>
      findings.flatMap((finding) => indented(`${mediaBuyId} of ${sellerId}: ${finding}`)),
    ),
    ...offPace(delivery.buys).flatMap((line) => indented(line)),
    ...delivery.alerts.flatMap(({ at, slot, text }) => indented(`${at.slice(0, 10)}, ${slot}: ${text}`)),
    ...delivery.unreported.flatMap(({ sellerId, stepId, reason }) =>
      indented(`no figures from ${sellerId} (${stepId}): ${reason}`),
    ),
  ];
}

/** The money in one table, the story in words, and what needs a look. */
export function endingLines({ headline, campaign }: Report, paint: Paint): string[] {
  return [
    ...(headline.money ? moneyLines(headline.money, paint) : []),
    "",
    ...headline.summary.flatMap((sentence) => wrapText(sentence, lineWidth)),
    ...attentionLines(headline.attention, paint),
    ...(campaign.ended === undefined ? ["", paint.quiet("the campaign goes on")] : []),
  ];
}

export function moneyLines(money: Money, paint: Paint): string[] {
  const rows = [
    ["budget", money.budget],
    ["planned", money.planned],
    ["committed", money.committed],
    ["spent", money.spent],
    ["unallocated", money.unallocated],
  ] as const;
  const width = Math.max(...rows.map(([, amount]) => formatWhole(amount).length));
  return [
    rows.map(([name]) => paint.quiet(name.padStart(Math.max(width, 11)))).join("   "),
    rows.map(([, amount]) => formatWhole(amount).padStart(Math.max(width, 11))).join("   "),
  ];
}

export function attentionLines(attention: Report["headline"]["attention"], paint: Paint): string[] {
  if (attention.length === 0) return [];
  return [
    "",
    paint.bold("needs a look"),
    ...attention.flatMap(({ standing, what, why }) => {
      const [first = "", ...rest] = wrapText(`${what} ${why}`, lineWidth - 11);
      return [
        `${paint.standing(standing, standing.padEnd(10))} ${first}`,
        ...rest.map((line) => " ".repeat(11) + line),
      ];
    }),
  ];
}
