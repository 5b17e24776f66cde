import type { AnswerOf } from "../../desk/operations.ts";
import { chip } from "../../report/blocks/cell.ts";
import { formatDifference, formatPercent } from "../../report/blocks/format.ts";
import { html } from "../../report/blocks/html-template.ts";
import { header, figure as numbers, plain } from "../../report/blocks/table.ts";
import { pageTable } from "../../report/renderers/html-blocks.ts";
import { page, type View } from "../shell.ts";

type Records = AnswerOf<"track-records">;

/** What was never seen of a seller is shown as such. */
export async function sellersPage({ sellers }: Records, view: View): Promise<string> {
  const { sellers: own, nav, terms, figure } = view.words;
  const of = (part: number, whole: number) => (whole === 0 ? own.unseen : own.ofCount(part, whole));
  const rows = pageTable<Records["sellers"][number]>({
    caption: own.table,
    rows: sellers,
    filter: { noun: nav.sellers.toLowerCase(), first: 50 },
    columns: [
      header(terms.vendor, ({ sellerId }) => sellerId, { sort: ({ sellerId }) => sellerId }),
      numbers(nav.campaigns, ({ campaigns }) => campaigns, { sort: ({ campaigns }) => campaigns }),
      numbers(own.answers, ({ answers }) => of(answers.answered, answers.contacted)),
      numbers(own.price, ({ price: { drift } }) =>
        drift === undefined ? own.unseen : figure(formatDifference(drift)),
      ),
      numbers(
        own.delivery,
        ({ delivery: { packages, mean, low, high } }) =>
          packages === 0
            ? own.unseen
            : own.deliveryRange(formatPercent(mean), formatPercent(low), formatPercent(high)),
        { sort: ({ delivery: { packages, mean } }) => (packages === 0 ? undefined : mean) },
      ),
      numbers(own.reports, ({ reports }) => of(reports.faulty, reports.buys)),
      numbers(own.agreed, ({ approvals: { agreed, requested } }) =>
        requested === 0 ? own.unreviewed : own.ofCount(agreed, requested),
      ),
      numbers(own.stops, ({ stops }) => of(stops.honoured, stops.requested)),
      plain(
        own.score,
        ({ score }) =>
          chip(score > 0.05 ? "done" : score < -0.05 ? "refused" : "open", figure(score.toFixed(2))),
        { sort: ({ score }) => score },
      ),
    ],
  });
  return page(view, {
    lead: sellers.length === 0 ? own.none : own.lead,
    current: "sellers",
    main: sellers.length > 0 && html`<section>${await rows}</section>`,
  });
}
