import type { AnswerOf } from "../../desk/operations.ts";
import { type Cell, chip, items } from "../../report/blocks/cell.ts";
import { formatPercent, formatRounded } from "../../report/blocks/format.ts";
import { html } from "../../report/blocks/html-template.ts";
import { table } from "../../report/blocks/table.ts";
import { htmlBlock } from "../../report/renderers/html-blocks.ts";
import { campaignPath, page, places, type View } from "../shell.ts";
import type { Words } from "../words/english.ts";
import { stopAlert } from "./stop.ts";

type Status = AnswerOf<"status">;
type Row = Status["campaigns"][number];
type Orders = Status["orders"];

/** Every campaign in a row: how it stands, what it spends beside its curve, what it waits for, and its alerts. */
export async function campaignsPage(
  { campaigns, orders, compared = [] }: Status,
  view: View,
): Promise<string> {
  const { words } = view;
  const own = words.campaigns;
  const waiting = campaigns.reduce((sum, row) => sum + decisionsIn(row), 0);
  const rows = table<Row>({
    caption: own.table,
    rows: campaigns,
    filter: { noun: own.title.toLowerCase(), first: 50 },
    columns: [
      {
        label: own.campaign,
        kind: "header",
        sort: ({ name }) => name,
        cell: ({ name, campaign }) => ({ type: "link", text: name, href: campaignPath(campaign) }),
      },
      { label: own.begun, under: true, cell: ({ begunAt }) => begunAt !== "" && words.instant(begunAt) },
      { label: own.status, cell: (row) => phaseOf(row, orders, own.states) },
      {
        label: own.bought,
        kind: "number",
        sort: (row) => row.budgetReconciliation?.committedSpend.minor,
        cell: bought(words),
      },
      { label: own.spend, kind: "number", cell: (row) => spend(row, words) },
      { label: own.waits, kind: "words", cell: (row) => waits(row, words) },
      { label: own.alerts, kind: "words", cell: (row) => alerts(row, own) },
    ],
  });
  return page(
    {
      title: own.title,
      lead: own.lead(campaigns.length, waiting),
      current: "campaigns",
      main: [
        stopAlert(orders, words),
        campaigns.length > 0 && html`<section>${await htmlBlock(rows)}</section>`,
        compared.length > 0 &&
          html`<section><details><summary>${own.compared(compared.length)}</summary><ul class="plain">${compared.map(
            (id) => html`<li><a href="${campaignPath(id)}">${id}</a></li>`,
          )}</ul></details></section>`,
        campaigns.length === 0 &&
          view.may("draft-brief") &&
          html`<section><p><a class="button" href="${places.brief}">${words.nav.brief}</a></p></section>`,
      ],
    },
    view,
  );
}

function decisionsIn({ waiting }: Row): number {
  return waiting.filter(({ type }) => type === "person").length;
}

function phaseOf(
  { campaign, ended, waiting, steps }: Row,
  orders: Orders,
  states: Words["campaigns"]["states"],
): Cell {
  if (ended !== undefined) return chip("replaced", states.ended);
  const isStopped = orders.some(
    ({ scope }) => scope.type === "all" || (scope.type === "campaign" && scope.id === campaign),
  );
  if (isStopped) return chip("held", states.stopped);
  const waitsFor = (type: string) => waiting.some((one) => one.type === type);
  if (waitsFor("person")) return chip("waiting", states.person);
  if ((steps["held"] ?? 0) > 0) return chip("held", states.held);
  if (waitsFor("seller")) return chip("open", states.seller);
  return chip("done", states.running);
}

function bought({ campaigns: own, figure }: Words) {
  return ({ budgetReconciliation: money }: Row): Cell =>
    money !== undefined &&
    own.of(figure(formatRounded(money.committedSpend)), figure(formatRounded(money.budget)));
}

function spend({ pacing }: Row, { campaigns: own, campaign: { notReported: gap }, figure }: Words): Cell {
  if (pacing.length === 0) return undefined;
  return pacing.map(({ planned, spent, notReported }) => [
    planned.minor === 0
      ? own.notYet
      : own.byCurve(
          figure(formatRounded(spent)),
          figure(formatRounded(planned)),
          formatPercent(spent.minor / planned.minor),
        ),
    notReported > 0 && { type: "small", text: gap(notReported) },
  ]);
}

function waits(row: Row, words: Words): Cell {
  const decisions = decisionsIn(row);
  const others = row.waiting.filter(({ type }) => type !== "person").map(({ reason }) => reason);
  return [
    decisions > 0 && { type: "link", text: words.inbox.lead(decisions), href: places.inbox },
    items(others.slice(0, 2), undefined, "en"),
    others.length > 2 && { type: "small", text: words.campaigns.more(others.length - 2) },
  ];
}

const shownAlerts = 2;

function alerts({ alerts: all }: Row, own: Words["campaigns"]): Cell {
  const newest = [...all].reverse().map(({ text }) => text);
  if (newest.length === 0) return undefined;
  return [
    items(newest.slice(0, shownAlerts), undefined, "en"),
    newest.length > shownAlerts &&
      items(newest.slice(shownAlerts), own.more(newest.length - shownAlerts), "en"),
  ];
}
