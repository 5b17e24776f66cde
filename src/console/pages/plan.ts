import type { AnswerOf } from "../../desk/operations.ts";
import { lastDayBefore } from "../../lib/days.ts";
import { formatCount } from "../../lib/english.ts";
import { formatMoney } from "../../lib/money.ts";
import { formatPercent } from "../../report/blocks/format.ts";
import { html, type Markup } from "../../report/blocks/html-template.ts";
import { table } from "../../report/blocks/table.ts";
import { htmlBlock, htmlBlocks } from "../../report/renderers/html-blocks.ts";
import { constraintBlocks } from "../../report/sections/constraints.ts";
import { campaignPath, inEnglish, page, planPath, section, type View } from "../shell.ts";
import type { Words } from "../words/english.ts";
import { choiceSection, linesTable, rejectSection } from "./inbox.ts";
import { waysToApprove } from "./passkey.ts";

type Line = NonNullable<AnswerOf<"report">["report"]["plan"]>["lines"][number];
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
    [own.buys, inEnglish(headline.short)],
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
        section(decision.lines, await orderedTable(plan, lines, view.words)),
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

/** Each package with its days and its part of the total. */
function orderedTable({ packages, total }: WaitingPlan, lines: readonly Line[], words: Words) {
  const { decision: own, campaign, channel, figure, day } = words;
  const daysOf = new Map(packages.map(({ lineId, start, end }) => [lineId, [start, lastDayBefore(end)]]));
  const amountOf = new Map(packages.map(({ lineId, amount }) => [lineId, amount]));
  const impressions = lines.map(({ expectedImpressions }) => expectedImpressions);
  const isCounted = impressions.every((one) => one !== undefined);
  return htmlBlock(
    table<Line>({
      caption: own.lines,
      rows: lines,
      columns: [
        { label: own.product, kind: "header", cell: ({ product }) => product, total: campaign.total },
        { label: own.seller, under: true, cell: ({ sellerId }) => sellerId },
        { label: own.channels, under: true, cell: ({ channels }) => channels.map(channel).join(", ") },
        {
          label: own.flight,
          cell: ({ lineId }) => {
            const [start = "", end = ""] = daysOf.get(lineId) ?? [];
            return own.dates(day(start), day(end));
          },
        },
        {
          label: own.amount,
          kind: "number",
          cell: ({ lineId, amount }) => figure(formatMoney(amountOf.get(lineId) ?? amount)),
          total: figure(formatMoney(total)),
        },
        { label: own.share, kind: "number", cell: ({ share }) => figure(formatPercent(share)) },
        {
          label: own.impressions,
          kind: "number",
          cell: ({ expectedImpressions: one }) => one !== undefined && figure(formatCount(one)),
          total:
            isCounted && figure(formatCount(impressions.reduce((sum: number, one) => sum + (one ?? 0), 0))),
        },
      ],
    }),
  );
}
