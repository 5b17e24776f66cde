import type { AnswerOf } from "../../desk/operations.ts";
import { html } from "../../report/blocks/html-template.ts";
import { campaignPath, page, section, type View } from "../shell.ts";
import { tabs } from "./campaign.ts";

/** What is handed on, as files: the report, an insertion order for each order, by its name, what creatives are due, and each month's statement. */
export function documentsPage(
  { campaign, report }: AnswerOf<"report">,
  { orders, months }: { readonly orders: readonly string[]; readonly months: readonly string[] },
  view: View,
): string {
  const own = view.words.documents;
  const files = [
    ["pdf", own.pdf],
    ["xlsx", own.xlsx],
    ...orders.map(
      (name) =>
        [`io-pdf/${encodeURIComponent(name)}`, own.order(name.replace(/^insertion-order\./, ""))] as const,
    ),
    ...(orders.length > 0 ? [["specs-pdf", own.specs] as const] : []),
    ...months.map((month) => [`statement/${month}`, own.statement(month)] as const),
  ] as const;
  return page(
    {
      title: report.headline.title,
      lead: own.lead,
      current: "campaigns",
      main: [
        tabs(campaign, "documents", view.words),
        section(
          view.words.campaign.tabs.documents,
          html`<ul class="plain">${files.map(
            ([path, label]) =>
              html`<li><a href="${campaignPath(campaign, "documents")}/${path}" download>${label}</a></li>`,
          )}</ul>${orders.length === 0 && html`<p>${own.noPlan}</p>`}`,
        ),
      ],
    },
    view,
  );
}
