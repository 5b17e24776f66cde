import type { AnswerOf } from "../../desk/operations.ts";
import { formatCount } from "../../lib/english.ts";
import { formatPrice } from "../../lib/price.ts";
import type { Cell } from "../../report/blocks/cell.ts";
import { formatPercent } from "../../report/blocks/format.ts";
import type { Column } from "../../report/blocks/table.ts";
import type { Words } from "../words/english.ts";

type Campaign = AnswerOf<"live">["campaigns"][number];
type Line = Campaign["lines"][number];
type Delivered = NonNullable<Line["delivered"]>;

interface Figures {
  readonly label: string;
  /** Undefined where it is not reported. */
  readonly figure: (of: Delivered) => string | undefined;
  /** What stands under it. */
  readonly more: (of: Delivered) => readonly (string | false | undefined)[];
}

/** What each line has delivered so far against what was due of it, and what one came to. Silence is shown as such. */
export function deliveredColumns(
  { lines, delivered: all }: Pick<Campaign, "lines" | "delivered">,
  words: Words,
): Column<Line>[] {
  const begun = lines.filter(({ runs }) => runs !== "not-begun");
  return figuresOf(all, words).map(({ label, figure, more }) => {
    const cell = (of: Delivered | undefined): Cell => {
      const text = of && figure(of);
      if (of === undefined || text === undefined) return words.live.unknown;
      return [text, ...more(of).map(small)];
    };
    const silent = begun.filter((line) => line.delivered === undefined || !figure(line.delivered)).length;
    return {
      label,
      kind: "number",
      cell: ({ runs, delivered }) => runs !== "not-begun" && cell(delivered),
      total: begun.length > silent && [cell(all), small(silent > 0 && words.live.silent(silent))],
    };
  });
}

function small(text: string | false | undefined): Cell {
  return typeof text === "string" && { type: "small", text };
}

function figuresOf(all: Delivered | undefined, words: Words): Figures[] {
  const { live: own, campaign, figure, kpi } = words;
  const count = (of: number | undefined) => (of === undefined ? undefined : figure(formatCount(of)));
  const gap = (days: number) => days > 0 && campaign.notReported(days);
  const metric = all?.goal?.metric;
  return [
    {
      label: campaign.impressions,
      figure: ({ impressions }) => count(impressions),
      more: ({ due, cpm, notReported }) => [
        due !== undefined && own.dueIs(figure(formatCount(due))),
        cpm && `${campaign.cpm} ${figure(formatPrice(cpm))}`,
        gap(notReported.impressions),
      ],
    },
    {
      label: own.clicks,
      figure: ({ clicks }) => count(clicks),
      more: ({ impressions = 0, clicks = 0, cpc, notReported }) => [
        impressions > 0 && clicks > 0 && figure(formatPercent(clicks / impressions, 2)),
        cpc && own.each(figure(formatPrice(cpc))),
        gap(notReported.clicks),
      ],
    },
    ...(metric === undefined
      ? []
      : [
          {
            label: kpi(metric),
            figure: ({ goal }: Delivered) => count(goal?.count),
            more: ({ goal }: Delivered) => [goal?.cost && own.each(figure(formatPrice(goal.cost)))],
          },
        ]),
  ];
}
