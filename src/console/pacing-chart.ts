import { formatShort } from "../report/blocks/format.ts";
import { html, type Markup } from "../report/blocks/html-template.ts";
import type { Report } from "../report/report.ts";
import { section } from "./shell.ts";
import type { Words } from "./words/english.ts";

/** What was delivered and planned up to each day, over all buys that have both; a day that is not reported is in neither. */
export function pacingSection({ delivery }: Pick<Report, "delivery">, { campaign: own, figure, day }: Words) {
  const byDay = new Map<string, { delivered: number; planned: number }>();
  for (const { date, impressions, plannedImpressions } of delivery.buys.flatMap(({ daily }) => daily)) {
    if (impressions === undefined || plannedImpressions === undefined) continue;
    const { delivered = 0, planned = 0 } = byDay.get(date) ?? {};
    byDay.set(date, { delivered: delivered + impressions, planned: planned + plannedImpressions });
  }
  const days = [...byDay].sort(([a], [b]) => (a < b ? -1 : 1));
  let [delivered, planned] = [0, 0];
  const pacing = days.map(([date, day]) => {
    delivered += day.delivered;
    planned += day.planned;
    return { date, delivered, planned };
  });
  const last = pacing.at(-1);
  const gap = delivery.buys.reduce((days, one) => days + one.delivered.notReported.impressions, 0);
  if (last === undefined || pacing.length < 2) return false;
  const text = own.pacingText(
    figure(formatShort(last.delivered)),
    figure(formatShort(last.planned)),
    day(last.date),
  );
  return section(
    own.pacing,
    html`<p class="lead">${text}${gap > 0 && ` ${own.notReported(gap)}`}</p>${pacingChart(pacing, text, { ...own, figure, day })}`,
  );
}

const [width, height, left, bottom] = [640, 200, 84, 22];

/** Two lines over the days, drawn with classes alone: a strict policy lets no style stand in a page. */
function pacingChart(
  points: readonly { readonly date: string; readonly delivered: number; readonly planned: number }[],
  title: string,
  { deliveredLine, plannedLine, figure, day }: Words["campaign"] & Pick<Words, "figure" | "day">,
): Markup {
  const most = Math.max(1, ...points.flatMap(({ delivered, planned }) => [delivered, planned]));
  const x = (place: number) => left + (place / Math.max(1, points.length - 1)) * (width - left - 8);
  const y = (value: number) => height - bottom - (value / most) * (height - bottom - 12);
  const line = (of: "delivered" | "planned") =>
    points.map((point, i) => `${x(i).toFixed(1)},${y(point[of]).toFixed(1)}`).join(" ");
  return html`<figure class="pacing"><svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">
${[0, most / 2, most].map(
  (value) => html`<line class="grid" x1="${left}" x2="${width - 8}" y1="${y(value)}" y2="${y(value)}"/>
<text x="${left - 6}" y="${y(value) + 4}" text-anchor="end">${figure(formatShort(value))}</text>`,
)}
<text x="${left}" y="${height - 4}">${day(points[0]?.date ?? "")}</text>
<text x="${width - 8}" y="${height - 4}" text-anchor="end">${day(points.at(-1)?.date ?? "")}</text>
<polyline class="planned" points="${line("planned")}"/>
<polyline class="delivered" points="${line("delivered")}"/>
</svg><figcaption><span class="key delivered"></span>${deliveredLine} <span class="key planned"></span>${plannedLine}</figcaption></figure>`;
}
