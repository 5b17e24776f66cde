import type { AnswerOf } from "../../desk/operations.ts";
import { type Cell, chip, items, link, marked } from "../../report/blocks/cell.ts";
import { formatPercent, formatRounded } from "../../report/blocks/format.ts";
import { html, type Markup } from "../../report/blocks/html-template.ts";
import { header, figure as numbers, plain, words as prose, under } from "../../report/blocks/table.ts";
import { pageTable } from "../../report/renderers/html-blocks.ts";
import { campaignPath, field, page, places, plainList, section, type View } from "../shell.ts";
import type { Words } from "../words/english.ts";
import { stopAlert } from "./stop.ts";

type Status = AnswerOf<"status">;
type Row = Status["campaigns"][number];

/** Every campaign in a row: how it stands, what it spends beside its curve, and what it waits for. */
export async function campaignsPage(
  { campaigns: all, orders, comparedNames: compared = [] }: Status,
  view: View,
  wanted: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { words } = view;
  const own = words.campaigns;
  const { state, name: called = "" } = wanted;
  const campaigns = all.filter(
    (row) =>
      (!state || phaseOf(row, orders) === state) &&
      row.name.toLowerCase().includes(called.toLowerCase().trim()),
  );
  const waiting = campaigns.reduce((sum, row) => sum + decisionsIn(row), 0);
  const rows = pageTable<Row>({
    caption: own.table,
    rows: campaigns,
    filter: { noun: words.nav.campaigns.toLowerCase(), first: 50 },
    columns: [
      header(words.terms.campaign, ({ name, campaign }) => link(name, campaignPath(campaign)), {
        sort: ({ name }) => name,
      }),
      under(own.begun, ({ begunAt }) => begunAt !== "" && words.instant(begunAt)),
      plain(words.terms.status, (row) => phaseChip(phaseOf(row, orders), own.states)),
      numbers(words.terms.bought, bought(words), {
        sort: (row) => row.budgetReconciliation?.committedSpend.minor,
      }),
      numbers(own.spend, (row) => spend(row, words)),
      prose(own.waits, (row) => waits(row, words)),
    ],
  });
  return page(view, {
    lead: own.lead(campaigns.length, waiting),
    current: "campaigns",
    main: [
      stopAlert(orders, words),
      all.length > 0 && filterForm(wanted, words),
      campaigns.length > 0 && html`<section>${await rows}</section>`,
      compared.length > 0 &&
        section(
          own.compared(compared.length),
          plainList(
            compared.map(({ campaign, name }) => html`<a href="${campaignPath(campaign)}">${name}</a>`),
          ),
        ),
      all.length === 0 &&
        view.may("draft-brief") &&
        html`<section><p><a class="button" href="${places.brief}">${words.nav.brief}</a></p></section>`,
    ],
  });
}

function decisionsIn({ waiting }: Row): number {
  return waiting.filter(({ type }) => type === "person").length;
}

type Phase = keyof Words["campaigns"]["states"];

function phaseOf({ campaign, ended, waiting, steps }: Row, orders: Status["orders"]): Phase {
  if (ended !== undefined) return "ended";
  const isStopped = orders.some(
    ({ scope }) => scope.type === "all" || (scope.type === "campaign" && scope.id === campaign),
  );
  if (isStopped) return "stopped";
  const waitsFor = (type: string) => waiting.some((one) => one.type === type);
  if (waitsFor("person")) return "person";
  if ((steps["held"] ?? 0) > 0) return "held";
  return waitsFor("seller") ? "seller" : "running";
}

const chips = {
  ended: "replaced",
  stopped: "held",
  person: "waiting",
  held: "held",
  seller: "open",
  running: "done",
} as const;

function phaseChip(phase: Phase, states: Words["campaigns"]["states"]): Cell {
  return chip(chips[phase], states[phase]);
}

/** Works without a script, and stands in the address. */
function filterForm({ state, name = "" }: Readonly<Record<string, string>>, words: Words): Markup {
  const { campaigns: own, terms } = words;
  return html`<section><form class="act row" method="get" action="${places.campaigns}">${field(own.named, "name", { value: name })}<label class="field"><span>${terms.status}</span><select name="state"><option value="">${own.anyState}</option>${Object.entries(
    own.states,
  ).map(
    ([phase, words]) => html`<option value="${phase}"${phase === state && html` selected`}>${words}</option>`,
  )}</select></label><p><button class="quiet">${own.filter}</button></p></form></section>`;
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
    notReported > 0 && marked("small", gap(notReported)),
  ]);
}

function waits(row: Row, words: Words): Cell {
  const decisions = decisionsIn(row);
  const others = row.waiting.filter(({ type }) => type !== "person").map(({ reason }) => reason);
  return [
    decisions > 0 && link(words.inbox.lead(decisions), places.inbox),
    items(others.slice(0, 2), undefined, "en"),
    others.length > 2 && marked("small", words.campaigns.more(others.length - 2)),
  ];
}
