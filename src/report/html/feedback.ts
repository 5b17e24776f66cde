import { formatMoney } from "../../lib/money.ts";
import { indexFigures, toldWords } from "../feedback-words.ts";
import { formatCount } from "../format.ts";
import { html, type Markup } from "../html-template.ts";
import type { Report } from "../report-schema.ts";
import { chip } from "./chip.ts";
import { list } from "./list.ts";
import { table } from "./table.ts";

type Feedback = Report["feedback"][number];
type Counted = NonNullable<Report["results"]>["packages"][number];

/** What the buyer counted, the index that each seller is told with all that it is reckoned from, and where there is none. */
export function feedbackSection({ results, feedback, withheldFeedback }: Report): Markup | undefined {
  if (results === undefined && feedback.length === 0 && withheldFeedback.length === 0) return undefined;
  return html`<section id="feedback" aria-labelledby="feedback-title">
<h2 id="feedback-title">Performance</h2>
${results && resultsTable(results)}
${feedback.length > 0 && indexTables(feedback)}
${
  withheldFeedback.length > 0 &&
  html`<details><summary>Without an index: ${String(withheldFeedback.length)}</summary>${list(
    withheldFeedback.map(
      ({ sellerId, mediaBuyId, packageId, period, reason }) =>
        `${sellerId}, ${packageId ?? mediaBuyId}, ${period.start} to ${period.end}: ${reason}`,
    ),
  )}</details>`
}
</section>`;
}

function resultsTable({ packages, completeTo, unplaced, untaken }: NonNullable<Report["results"]>): Markup {
  const odd = [
    ...unplaced.map(({ id, reason }) => `${id}: ${reason}`),
    ...untaken.map(({ sellerId, id, reason }) => `${id}: not taken by ${sellerId}, ${reason}`),
  ];
  return html`${
    packages.length > 0 &&
    table<Counted>({
      caption: "The buyer's own results",
      note: `Counted by the buyer, apart from sellers' figures${completeTo === undefined ? "" : `; complete to ${completeTo}`}.`,
      rows: packages,
      columns: [
        {
          label: "Package",
          kind: "header",
          cell: ({ sellerId, mediaBuyId, packageId }) =>
            html`${sellerId}<span class="small muted">${packageId ?? mediaBuyId}</span>`,
        },
        { label: "Result", cell: ({ type }) => type },
        { label: "Count", kind: "number", cell: ({ count }) => formatCount(count) },
        { label: "Value", kind: "number", cell: ({ values }) => values.map(formatMoney).join(", ") },
      ],
    })
  }${odd.length > 0 && html`<h3>Results without a place</h3>${list(odd)}`}`;
}

/** The last period in view, those before it folded: a long flight has dozens. */
function indexTables(feedback: Report["feedback"]): Markup {
  const last = feedback
    .map(({ period }) => period.start)
    .sort()
    .at(-1);
  const earlier = feedback.filter(({ period }) => period.start !== last);
  return html`${indexTable(
    "Performance index",
    feedback.filter(({ period }) => period.start === last),
  )}${
    earlier.length > 0 &&
    html`<details><summary>Earlier periods: ${formatCount(earlier.length)} indices</summary>${indexTable(
      "Performance index of earlier periods",
      earlier,
    )}</details>`
  }`;
}

function indexTable(caption: string, feedback: Report["feedback"]): Markup {
  return table<Feedback>({
    caption,
    note:
      "What each seller is told: 1.00 is as planned, above is better. Outcomes and expectation are divided by the spread of the " +
      "days, and the plan's weight is added to both; the index is the one over the other.",
    rows: feedback,
    columns: [
      {
        label: "Package",
        kind: "header",
        cell: ({ sellerId, mediaBuyId, packageId }) =>
          html`${sellerId}<span class="small muted">${packageId ?? `all of ${mediaBuyId}`}</span>`,
      },
      {
        label: "Period",
        kind: "short",
        cell: ({ period }) => `${period.start} to ${period.end}`,
        sort: ({ period }) => period.start,
      },
      {
        label: "Index",
        kind: "number",
        sort: ({ performanceIndex }) => performanceIndex,
        cell: ({ performanceIndex, interval }) =>
          html`<strong>${performanceIndex.toFixed(2)}</strong><span class="small">${interval.low.toFixed(2)} – ${interval.high.toFixed(2)}</span><span class="index" aria-hidden="true"><i style="width:${
            Math.min(performanceIndex, 2) * 50
          }%"></i></span>`,
      },
      {
        label: "Counted",
        kind: "words",
        cell: (one) => {
          const { counted, by, spend } = indexFigures(one);
          return html`${counted} for ${spend}<span class="small muted">${by}</span>`;
        },
      },
      {
        label: "Expected",
        kind: "number",
        cell: (one) =>
          html`${indexFigures(one).expected}<span class="small">${one.inputs.expectation.basis}</span>`,
      },
      {
        label: "Spread of days",
        kind: "number",
        cell: ({ inputs }) =>
          html`${inputs.dispersion.toFixed(1)}<span class="small">weight ${inputs.priorOutcomes}</span>`,
      },
      {
        label: "Seller told",
        cell: (one) =>
          html`${chip(one.standing, one.standing === "done" ? "told" : undefined)}${
            one.restatedIndex !== undefined && html`<span class="small">${toldWords(one)}</span>`
          }`,
      },
    ],
  });
}
