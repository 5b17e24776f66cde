import type { AnswerOf } from "../../desk/operations.ts";
import { formatCount } from "../../lib/english.ts";
import { partsIn } from "../../lib/parts.ts";
import { formatPrice } from "../../lib/price.ts";
import type { Cell } from "../../report/blocks/cell.ts";
import { marked } from "../../report/blocks/cell.ts";
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
      return [text, ...more(of).map((note) => marked("small", note))];
    };
    const silent = begun.filter((line) => line.delivered === undefined || !figure(line.delivered)).length;
    return {
      label,
      kind: "number",
      cell: ({ runs, delivered }) => runs !== "not-begun" && cell(delivered),
      total: begun.length > silent && [cell(all), marked("small", silent > 0 && words.live.silent(silent))],
    };
  });
}

function figuresOf(all: Delivered | undefined, words: Words): Figures[] {
  const { live: own, campaign, terms, figure, kpi } = words;
  const count = (of: number | undefined) => (of === undefined ? undefined : figure(formatCount(of)));
  const gap = (days: number) => days > 0 && campaign.notReported(days);
  const metric = all?.goal?.metric;
  return partsIn<Figures>([
    {
      label: terms.impressions,
      figure: ({ impressions }) => count(impressions),
      more: ({ due, cpm, notReported }) => [
        due !== undefined && own.dueIs(figure(formatCount(due))),
        cpm && `${terms.cpm} ${figure(formatPrice(cpm))}`,
        gap(notReported.impressions),
      ],
    },
    {
      label: own.clicks,
      figure: ({ clicks }) => count(clicks),
      more: ({ clickable, clicks = 0, cpc, notReported }) => [
        clickable > 0 && clicks > 0 && figure(formatPercent(clicks / clickable, 2)),
        cpc && own.each(figure(formatPrice(cpc))),
        gap(notReported.clicks),
      ],
    },
    metric !== undefined && {
      label: kpi(metric),
      figure: ({ goal }) => count(goal?.count),
      more: ({ goal }) => [goal?.cost && own.each(figure(formatPrice(goal.cost)))],
    },
  ]);
}
