import type { AnswerOf } from "../../desk/operations.ts";
import { formatMoney } from "../../lib/money.ts";
import { formatInstant } from "../../report/format.ts";
import { type Fragment, html } from "../../report/html-template.ts";
import { page, section, stepPath, told, type View } from "../shell.ts";

type Waiting = AnswerOf<"inbox">["waiting"][number];

/** What a link in a message leads to: one step to look at, for the one whom it was sent to. Nothing on it decides. */
export function shownPage(step: Waiting, to: string, view: View): string {
  const { shown: own, decision, figure } = view.words;
  const { total, seller, approvals, reasons, requestedBy, until } = step;
  const facts: (readonly [string, Fragment])[] = [
    [decision.total, html`<strong>${figure(formatMoney(total))}</strong>`],
    [decision.seller, seller],
    [decision.why, html`<ul class="bare">${reasons.map((reason) => html`<li>${told(reason)}</li>`)}</ul>`],
    [decision.requested, requestedBy.join(", ")],
    [decision.approvals, decision.some(approvals.by.join(", "), approvals.by.length, approvals.needed)],
    ...(until === undefined ? [] : [[decision.until, decision.thenRefused(formatInstant(until))] as const]),
  ];
  const sent = step.arguments.map(({ field, value }) => html`<dt>${field}</dt><dd>${value}</dd>`);
  return page(
    {
      title: step.purpose,
      titleLang: "en",
      lead: own.sentTo(to),
      main: [
        section(
          decision.title,
          html`<dl class="facts">${facts.map(([name, fact]) => html`<dt>${name}</dt><dd>${fact}</dd>`)}</dl>
<p>${own.lead} <a href="${stepPath(step.campaignId, step.stepId)}">${own.decide}</a></p>`,
        ),
        html`<section><details><summary>${decision.sent}</summary><dl class="facts small" lang="en">${sent}</dl></details></section>`,
      ],
    },
    view,
  );
}
