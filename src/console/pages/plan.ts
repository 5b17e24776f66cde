import type { AnswerOf } from "../../desk/operations.ts";
import { formatMoney } from "../../lib/money.ts";
import { html, type Markup } from "../../report/blocks/html-template.ts";
import { htmlBlocks } from "../../report/renderers/html-blocks.ts";
import { constraintBlocks } from "../../report/sections/constraints.ts";
import { campaignPath, inEnglish, page, planPath, section, type View } from "../shell.ts";
import { choiceSection, linesTable, rejectSection } from "./inbox.ts";
import { waysToApprove } from "./passkey.ts";

type WaitingPlan = AnswerOf<"inbox">["plans"][number];

/** A plan that one approval opens as a whole: what it buys, why people are asked, and the ways to approve it. */
export async function planPage(
  plan: WaitingPlan,
  answer: Pick<AnswerOf<"report">, "report" | "basis">,
  view: View,
): Promise<string> {
  const { plan: own, decision, figure, day, instant } = view.words;
  const { report } = answer;
  const bought = new Set(plan.packages.map(({ lineId }) => lineId));
  const lines = report.plan?.lines.filter(({ lineId }) => bought.has(lineId)) ?? [];
  const { campaignId, approvals, requestedBy, until } = plan;
  const { headline, brief } = report;
  const facts: readonly (readonly [string, string | Markup])[] = [
    [decision.total, html`<strong>${figure(formatMoney(plan.total))}</strong>`],
    [own.buys, inEnglish(headline.verdict)],
    [own.asked, inEnglish(headline.request)],
    ...(brief?.gross === undefined
      ? []
      : [
          [
            own.gross,
            [
              figure(formatMoney(brief.gross.total)),
              ...brief.gross.fees.map(({ name, amount }) => `${name} ${figure(formatMoney(amount))}`),
            ].join(", "),
          ] as const,
        ]),
    ...(brief === undefined
      ? []
      : [[decision.flight, decision.dates(day(brief.flight.start), day(brief.flight.end))] as const]),
    [
      decision.why,
      html`<ul class="bare">${plan.reasons.map((reason) => html`<li>${inEnglish(reason)}</li>`)}</ul>`,
    ],
    ...(requestedBy.length > 0 ? [[decision.requested, requestedBy.join(", ")] as const] : []),
    [decision.approvals, decision.some(approvals.by.join(", "), approvals.by.length, approvals.needed)],
    ...(until === undefined ? [] : [[decision.until, decision.thenRefused(instant(until))] as const]),
  ];
  return page(
    {
      title: own.title,
      lead: html`<a href="${campaignPath(campaignId)}">${plan.campaignName}</a>`,
      current: "inbox",
      passkeys: true,
      main: [
        section(
          own.facts,
          html`<p>${own.lead}</p><dl class="facts">${facts.map(([name, fact]) => html`<dt>${name}</dt><dd>${fact}</dd>`)}</dl>${approvals.problems.length > 0 && html`<ul class="plain">${approvals.problems.map((problem) => html`<li>${inEnglish(problem)}</li>`)}</ul>`}`,
        ),
        choiceSection(campaignId, answer, view),
        section(decision.lines, await linesTable(lines, report, view.words, "short")),
        section(
          decision.approve,
          waysToApprove(
            {
              path: planPath(campaignId),
              seen: plan.digest,
              command: plan.command,
              nobodyNamed: plan.nobodyNamed,
            },
            view,
          ),
        ),
        rejectSection(planPath(campaignId), view),
        html`<section><details><summary>${own.terms}</summary>${await linesTable(lines, report, view.words)}<div lang="en">${await htmlBlocks(constraintBlocks(lines))}</div><p class="small muted">${own.digest}: <code>${plan.digest}</code></p></details></section>`,
      ],
    },
    view,
  );
}
