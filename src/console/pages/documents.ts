import type { AnswerOf } from "../../desk/operations.ts";
import { html } from "../../report/blocks/html-template.ts";
import { campaignPath, page, section, type View } from "../shell.ts";
import { tabs } from "./campaign.ts";

/** An insertion order by its name, and what the settings have to say before it can be signed. */
interface OrderFile {
  readonly name: string;
  readonly missing: readonly string[];
}

/** What is handed on, as files: the report, an insertion order for each order, by its name, what creatives are due, and each month's statement. */
export function documentsPage(
  { campaign, report }: AnswerOf<"report">,
  { orders, months }: { readonly orders: readonly OrderFile[]; readonly months: readonly string[] },
  view: View,
): string {
  const own = view.words.documents;
  const link = (path: string, label: string) =>
    html`<a href="${campaignPath(campaign, "documents")}/${path}" download>${label}</a>`;
  const files = [
    link("pdf", own.pdf),
    link("xlsx", own.xlsx),
    ...orders.map(
      ({ name, missing }) =>
        html`${link(`io-pdf/${encodeURIComponent(name)}`, own.order(name.replace(/^insertion-order\./, "")))}${
          missing.length > 0 && html` <span class="small muted">${own.notReady}</span>`
        }`,
    ),
    ...(orders.length > 0 ? [link("specs-pdf", own.specs)] : []),
    ...months.map((month) => link(`statement/${month}`, own.statement(month))),
  ];
  const lacking = [...new Set(orders.flatMap(({ missing }) => missing))];
  return page(
    {
      title: report.headline.title,
      lead: own.lead,
      current: "campaigns",
      main: [
        tabs(campaign, "documents", view.words),
        section(
          view.words.campaign.tabs.documents,
          html`<ul class="plain">${files.map((file) => html`<li>${file}</li>`)}</ul>${orders.length === 0 && html`<p>${own.noPlan}</p>`}${
            lacking.length > 0 &&
            html`<details><summary>${own.lacking(lacking.length)}</summary><pre class="command"><code>${lacking.join("\n")}</code></pre></details>`
          }`,
        ),
      ],
    },
    view,
  );
}
