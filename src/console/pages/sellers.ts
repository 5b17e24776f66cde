import type { AnswerOf } from "../../desk/operations.ts";
import { chip } from "../../report/blocks/cell.ts";
import { formatDifference, formatPercent } from "../../report/blocks/format.ts";
import { html } from "../../report/blocks/html-template.ts";
import { table } from "../../report/blocks/table.ts";
import { htmlBlock } from "../../report/renderers/html-blocks.ts";
import { page, type View } from "../shell.ts";

type Records = AnswerOf<"track-records">;
type Row = Records["sellers"][number];

/** What was never seen of a seller is shown as such. */
export async function sellersPage({ sellers }: Records, view: View): Promise<string> {
  const { sellers: own, figure } = view.words;
  const of = (part: number, whole: number) => (whole === 0 ? own.unseen : own.ofCount(part, whole));
  const rows = table<Row>({
    caption: own.table,
    rows: sellers,
    filter: { noun: own.title.toLowerCase(), first: 50 },
    columns: [
      {
        label: own.seller,
        kind: "header",
        sort: ({ sellerId }) => sellerId,
        cell: ({ sellerId }) => sellerId,
      },
      {
        label: own.campaigns,
        kind: "number",
        sort: ({ campaigns }) => campaigns,
        cell: ({ campaigns }) => campaigns,
      },
      { label: own.answers, kind: "number", cell: ({ answers }) => of(answers.answered, answers.contacted) },
      {
        label: own.price,
        kind: "number",
        cell: ({ price: { drift } }) => (drift === undefined ? own.unseen : figure(formatDifference(drift))),
      },
      {
        label: own.delivery,
        kind: "number",
        sort: ({ delivery: { packages, mean } }) => (packages === 0 ? undefined : mean),
        cell: ({ delivery: { packages, mean, low, high } }) =>
          packages === 0
            ? own.unseen
            : own.deliveryRange(formatPercent(mean), formatPercent(low), formatPercent(high)),
      },
      { label: own.reports, kind: "number", cell: ({ reports }) => of(reports.faulty, reports.buys) },
      {
        label: own.agreed,
        kind: "number",
        cell: ({ approvals }) => of(approvals.agreed, approvals.requested),
      },
      { label: own.stops, kind: "number", cell: ({ stops }) => of(stops.honoured, stops.requested) },
      {
        label: own.score,
        sort: ({ score }) => score,
        cell: ({ score }) =>
          chip(score > 0.05 ? "done" : score < -0.05 ? "refused" : "open", figure(score.toFixed(2))),
      },
    ],
  });
  return page(
    {
      title: own.title,
      lead: sellers.length === 0 ? own.none : own.lead,
      current: "sellers",
      main: sellers.length > 0 && html`<section>${await htmlBlock(rows)}</section>`,
    },
    view,
  );
}
