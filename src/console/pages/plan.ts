import type { AnswerOf } from "../../desk/operations.ts";
import { lastDayBefore } from "../../lib/days.ts";
import { formatCount } from "../../lib/english.ts";
import { formatMoney, sumOver, totalMoney } from "../../lib/money.ts";
import { formatPercent } from "../../report/blocks/format.ts";
import { html } from "../../report/blocks/html-template.ts";
import { header, figure as numbers, plain, under } from "../../report/blocks/table.ts";
import { htmlBlocks, pageTable } from "../../report/renderers/html-blocks.ts";
import { constraintBlocks } from "../../report/sections/constraints.ts";
import { campaignPath, factList, inEnglish, page, planPath, section, type View } from "../shell.ts";
import type { Words } from "../words/english.ts";
import {
  approvalProblems,
  byHandWords,
  choiceSection,
  linesTable,
  peopleFacts,
  rejectSection,
  whyList,
} from "./inbox.ts";
import { waysToApprove } from "./passkey.ts";

type Line = NonNullable<AnswerOf<"report">["report"]["plan"]>["lines"][number];
type WaitingPlan = AnswerOf<"inbox">["plans"][number];

/** A plan that one approval opens as a whole: what it buys, why people are asked, and the ways to approve it. */
export async function planPage(
  plan: WaitingPlan,
  answer: Pick<AnswerOf<"report">, "report" | "basis">,
  view: View,
): Promise<string> {
  const { plan: own, decision, terms, figure, day } = view.words;
  const { report } = answer;
  const bought = new Set(plan.packages.map(({ lineId }) => lineId));
  const lines = report.plan?.lines.filter(({ lineId }) => bought.has(lineId)) ?? [];
  const { campaignId } = plan;
  const { headline, brief } = report;
  const { gross } = brief ?? {};
  const facts = factList([
    [decision.total, html`<strong>${figure(formatMoney(plan.total))}</strong>`],
    [own.buys, inEnglish(headline.short)],
    [own.asked, inEnglish(headline.request)],
    [
      own.gross,
      gross &&
        [
          figure(formatMoney(gross.total)),
          ...gross.fees.map(({ name, amount }) => `${name} ${figure(formatMoney(amount))}`),
        ].join(", "),
    ],
    [decision.flight, brief && decision.dates(day(brief.flight.start), day(brief.flight.end))],
    [
      decision.byHand,
      report.plan?.byHand &&
        html`${[report.plan.byHand.by.join(", "), report.plan.byHand.reason].filter(Boolean).join(": ")}<br><a href="${campaignPath(campaignId, "plan")}">${view.words.grid.versions.title}</a>`,
    ],
    [terms.why, whyList(plan.reasons)],
    ...peopleFacts(plan, view.words),
  ]);
  return page(view, {
    title: own.title,
    lead: html`<a href="${campaignPath(campaignId)}">${plan.campaignName}</a>`,
    current: "inbox",
    passkeys: true,
    main: [
      section(own.facts, [html`<p>${own.lead}</p>`, facts, approvalProblems(plan.approvals)]),
      choiceSection(campaignId, answer, view),
      section(decision.lines, await orderedTable(lines, view.words, plan)),
      section(
        decision.approve,
        waysToApprove({ ...plan, path: planPath(campaignId), seen: plan.digest }, view),
      ),
      rejectSection(planPath(campaignId), view),
      html`<section><details><summary>${own.terms}</summary>${await linesTable(lines, report, view.words)}<div lang="en">${await htmlBlocks(constraintBlocks(lines))}</div><p class="small muted">${own.digest}: <code>${plan.digest}</code></p></details></section>`,
    ],
  });
}

/** Each package with its days and its part of the total; as the plan has them where no plan waits as a whole. */
export function orderedTable(
  lines: readonly Line[],
  words: Words,
  { packages, total }: Pick<WaitingPlan, "packages" | "total"> = {
    packages: [],
    total: totalMoney(lines, lines[0]?.amount.currency ?? "EUR", ({ amount }) => amount),
  },
) {
  const { decision: own, terms, channel, figure, day } = words;
  const daysOf = new Map(packages.map(({ lineId, start, end }) => [lineId, [start, lastDayBefore(end)]]));
  const amountOf = new Map(packages.map(({ lineId, amount }) => [lineId, amount]));
  const impressions = lines.map(({ expectedImpressions }) => expectedImpressions);
  const isCounted = impressions.every((one) => one !== undefined);
  return pageTable<Line>({
    caption: own.lines,
    rows: lines,
    columns: [
      header(own.product, ({ product }) => product, { total: terms.total }),
      under(terms.vendor, ({ sellerId }) => sellerId),
      under(own.byHand, (line) => byHandWords(line, own, figure)),
      under(terms.channels, ({ channels }) => channels.map(channel).join(", ")),
      plain(own.flight, ({ lineId, flight }) => {
        const [start = flight?.start, end = flight?.end] = daysOf.get(lineId) ?? [];
        return start !== undefined && end !== undefined && own.dates(day(start), day(end));
      }),
      numbers(terms.amount, ({ lineId, amount }) => figure(formatMoney(amountOf.get(lineId) ?? amount)), {
        total: figure(formatMoney(total)),
      }),
      numbers(own.share, ({ share }) => figure(formatPercent(share))),
      numbers(
        terms.impressions,
        ({ expectedImpressions: one }) => one !== undefined && figure(formatCount(one)),
        {
          total: isCounted && figure(formatCount(sumOver(impressions, (one) => one ?? 0))),
        },
      ),
    ],
  });
}
