import type { AnswerOf } from "../../desk/operations.ts";
import { lastDayBefore } from "../../lib/days.ts";
import { formatCount } from "../../lib/english.ts";
import { formatMoney, type Money } from "../../lib/money.ts";
import { type Cell, chip, link, marked } from "../../report/blocks/cell.ts";
import { formatPercent, formatRounded } from "../../report/blocks/format.ts";
import { html, type Markup } from "../../report/blocks/html-template.ts";
import { header, figure as numbers, plain, under } from "../../report/blocks/table.ts";
import { pageTable } from "../../report/renderers/html-blocks.ts";
import { pacingSection } from "../pacing-chart.ts";
import {
  campaignPath,
  field,
  form,
  inEnglish,
  linePath,
  page,
  plainList,
  section,
  stepPath,
  type View,
} from "../shell.ts";
import type { Words } from "../words/english.ts";
import { awaited, tabs, withheldAlert } from "./campaign.ts";
import { deliveredColumns } from "./delivered.ts";
import { type MoneyMove, movesSection } from "./moves.ts";
import { stopAlert } from "./stop.ts";

export type LiveCampaign = AnswerOf<"live">["campaigns"][number];
export type LiveLine = LiveCampaign["lines"][number];
type Change = LiveCampaign["changes"][number];

const [changesOpen, alertsShown] = [12, 10];

/** A campaign that runs, line by line, with what can be done about each. */
export async function livePage(
  row: LiveCampaign,
  {
    waiting,
    report,
    orders = [],
    withheld,
    moves = [],
  }: Pick<AnswerOf<"campaign">, "waiting" | "report" | "orders" | "withheld"> & {
    readonly moves?: readonly MoneyMove[];
  },
  view: View,
): Promise<string> {
  const { words } = view;
  const own = words.live;
  const { campaign, lines, cases, next, changes } = row;
  const decisions = waiting.filter(({ type }) => type === "person");
  const due = next.filter(({ what }) => what === "creatives");
  // Idle money and moves stand in sections of their own.
  const alerts = report.delivery.alerts.filter(({ kind }) => kind !== "not-placed" && kind !== "money-moved");
  return page(view, {
    title: report.headline.title,
    lead: leadOf(row, words),
    current: "campaigns",
    main: [
      tabs(campaign, "live", words),
      stopAlert(orders, words),
      withheldAlert(withheld, words),
      row.notPlaced && section(words.today.idle, idleChoices(campaign, row.notPlaced, view)),
      decisions.length + due.length > 0 &&
        section(
          words.today.decide,
          html`<ul class="plain">${decisions.map((one) => html`<li>${changeAwaited(one, row, words) ?? awaited(one, campaign, report, words)}</li>`)}${due.map(
            ({ date, product, lineId }) =>
              html`<li><a href="${linePath(campaign, lineId)}">${words.today.creatives(product)}</a> ${words.day(date)}</li>`,
          )}</ul>`,
        ),
      section(
        words.terms.lines,
        lines.length === 0 ? html`<p>${own.none}</p>` : await linesTable(row, view, orders.length > 0),
        "lines",
      ),
      cases.length > 0 && section(own.cases, plainList(cases.map((one) => caseLink(one, campaign, words)))),
      alerts.length > 0 &&
        section(
          own.alerts,
          html`<ul class="bare events">${alerts
            .slice(-alertsShown)
            .reverse()
            .map(
              ({ at, product, text }) =>
                html`<li><span class="small muted">${words.instant(at)}</span> <span lang="en">${product !== undefined && `${product}: `}${text}</span></li>`,
            )}</ul>`,
        ),
      await movesSection(campaign, moves, view),
      pacingSection(report, words),
      section(
        own.changes,
        changes.length === 0
          ? html`<p>${own.unchanged}</p>`
          : [
              changeList(changes.slice(0, changesOpen), words),
              changes.length > changesOpen &&
                html`<details class="more"><summary>${words.campaigns.more(changes.length - changesOpen)}</summary>${changeList(changes.slice(changesOpen), words)}</details>`,
            ],
      ),
    ],
  });
}

/** A change of a line by the line's name; undefined for another step. */
function changeAwaited(
  one: AnswerOf<"campaign">["waiting"][number],
  { campaign, lines }: LiveCampaign,
  { live: own }: Words,
): Markup | undefined {
  const stepId = one.type === "person" ? one.stepId : undefined;
  const line = lines.find(({ lastChange }) => lastChange !== undefined && lastChange.stepId === stepId);
  return (
    line &&
    html`<a href="${stepPath(campaign, stepId ?? "")}">${line.product}</a>: ${own.lastChange.escalated}`
  );
}

export function caseLink(
  { lineId, product, owed, kind }: LiveCampaign["cases"][number],
  campaign: string,
  { live: own, figure }: Words,
): Markup {
  return html`<a href="${linePath(campaign, lineId)}">${own.caseIs[kind](product, figure(formatCount(owed)))}</a>`;
}

export function leadOf({ flight, totals, lines }: LiveCampaign, words: Words): string {
  const own = words.live;
  if (lines.length === 0) return own.none;
  const day =
    flight &&
    (flight.day < 1
      ? own.before(words.day(flight.start))
      : own.lead(Math.min(flight.day, flight.days), flight.days));
  const spent = totals.flatMap(({ spent: of, current, pace, idle }) => [
    of && own.spentOf(words.figure(formatRounded(of)), words.figure(formatRounded(current))),
    pace && own.paces[pace.is](words.figure(formatPercent(pace.share))),
    idle.minor > 0 && `${words.today.idle}: ${words.figure(formatRounded(idle))}`,
  ]);
  const running = lines.filter(({ runs }) => runs === "running");
  const behind = running.filter(({ pace }) => pace?.is === "behind").length;
  return [day, ...spent, behind > 0 && own.behindOf(behind, running.length)].filter(Boolean).join(" · ");
}

/** Money that no line has: the lines that could take it, or that it stays so. */
export function idleChoices(
  campaign: string,
  { amount, since, takers }: NonNullable<LiveCampaign["notPlaced"]>,
  view: View,
): Markup {
  const { live: own, figure, day, change } = view.words;
  return html`<p>${own.idle(figure(formatMoney(amount)), day(since))}</p>${
    takers.length === 0
      ? html`<p>${own.noTaker}</p>`
      : plainList(
          takers.map(
            ({ lineId, product, to, amount: some }) =>
              html`<a href="${linePath(campaign, lineId, { verb: "amount", to: plainAmount(to) })}">${own.takes(product, figure(formatMoney(some)))}</a>`,
          ),
        )
  }
<details><summary>${own.leaveIdle}</summary>${form(`${campaignPath(campaign)}/leave-idle`, "leave-idle", html`${field(change.reason, "reason", { required: true })}<button class="quiet">${own.leaveIdle}</button>`, view)}</details>`;
}

/** `18,000.00 EUR`, as an amount is typed. */
export function plainAmount(amount: Money): string {
  const { currency } = amount;
  return `${formatMoney(amount).slice(currency.length + 1)} ${currency}`;
}

function linesTable(live: LiveCampaign, { words, may }: View, isStopped: boolean) {
  const { campaign, lines, totals, delivered } = live;
  const { live: own, terms, figure, day } = words;
  const amount = (of: Money | undefined) => of !== undefined && figure(formatRounded(of));
  const [total, ...others] = totals;
  const sum = (of: "current" | "spent" | "needed") => others.length === 0 && amount(total?.[of]);
  return pageTable<LiveLine>({
    caption: terms.lines,
    rows: lines,
    columns: [
      header(terms.line, ({ product, lineId }) => link(product, linePath(campaign, lineId)), {
        total: terms.total,
      }),
      under(terms.vendor, ({ vendor }) => vendor),
      plain(own.state, (line) => [
        stateChip(line, words),
        paceChip(line, words),
        ...troubleOf(line, campaign, words),
      ]),
      numbers(
        own.current,
        ({ current, signed }) => [
          amount(current),
          marked("small", signed.minor !== current.minor && `${own.signed} ${figure(formatRounded(signed))}`),
        ],
        { total: sum("current") },
      ),
      numbers(terms.spent, (line) => spentCell(line, words), { total: sum("spent") }),
      ...deliveredColumns({ lines, delivered }, words),
      numbers(own.needed, (line) => neededCell(line, words), { total: sum("needed") }),
      lines.some(({ setBy }) => setBy !== undefined) &&
        plain(own.setBy, ({ setBy }) => setBy && [setBy.by.join(", "), marked("small", day(setBy.at))]),
      may("change-buy") &&
        plain(words.change.title, (line) => verbLinks(line, { campaign, isStopped }, words)),
    ],
  });
}

export function spentCell({ spent, due }: LiveLine, { live: own, figure }: Words): Cell {
  if (spent === undefined) return own.unknown;
  return [figure(formatRounded(spent)), marked("small", own.dueIs(figure(formatRounded(due))))];
}

/** What a line needs a day, beside what it spent yesterday. */
export function neededCell(line: LiveLine, { live: own, today, figure, day }: Words): Cell {
  const { needed, daysLeft, end, yesterday, idle, runs } = line;
  const amount = (of: Money | undefined) => of && figure(formatRounded(of));
  const under = [
    own.daysTo(daysLeft, day(end)),
    yesterday !== undefined && own.yesterdayIs(figure(formatRounded(yesterday))),
    yesterday === undefined && runs === "running" && `${own.yesterday}: ${own.unknown}`,
    idle !== undefined && `${today.idle}: ${figure(formatRounded(idle))}`,
  ];
  return [amount(needed), ...under.map((text) => marked("small", text))];
}

/** The verbs that are asked for most; the others stand on the line's own page. Nothing is resumed under a stop order. */
function verbLinks(
  { lineId, runs }: LiveLine,
  { campaign, isStopped }: { readonly campaign: string; readonly isStopped: boolean },
  { live: own, change }: Words,
): Cell {
  const verb = runs === "paused" ? "unpause" : "pause";
  const isOver = runs === "over" || runs === "ended" || (isStopped && runs === "paused");
  return [
    !isOver && link(change.verbs[verb], linePath(campaign, lineId, { verb })),
    link(own.details, linePath(campaign, lineId)),
  ];
}

export function stateChip({ runs }: LiveLine, { live: own }: Words): Cell {
  const status = {
    "not-begun": "open",
    running: "done",
    paused: "held",
    over: "replaced",
    ended: "replaced",
  } as const;
  return chip(status[runs], own.runs[runs]);
}

export function paceChip({ pace, atRisk, runs }: LiveLine, { live: own, today, figure }: Words): Cell {
  if (pace === undefined) return undefined;
  const share = figure(formatPercent(pace.share));
  const words = runs === "over" ? own.reached(share) : own.paces[pace.is](share);
  return [
    chip(({ on: "done", early: "open", behind: "waiting", ahead: "waiting" } as const)[pace.is], words),
    marked("small", atRisk && today.risk(figure(formatRounded(atRisk)))),
  ];
}

/** How the last change stands that is not made, and what to do. */
export function troubleOf({ lastChange }: LiveLine, campaign: string, { live: own }: Words): Cell[] {
  if (lastChange === undefined) return [];
  const { status, stepId } = lastChange;
  return [
    marked("small", statusWords(status, own)),
    status === "escalated" && link(own.todo.escalated, stepPath(campaign, stepId)),
    (status === "failed" || status === "not-made") && marked("small", own.todo[status]),
  ];
}

function statusWords(status: string, { lastChange }: Words["live"]): string {
  return new Map(Object.entries(lastChange)).get(status) ?? lastChange.other;
}

/** Who did what, the newest first. */
export function changeList(changes: readonly Change[], words: Words): Markup {
  return html`<ul class="bare events">${changes.map(
    (change) =>
      html`<li><span class="small muted">${words.instant(change.at)}</span> ${eventWords(change, words)}${
        change.text !== undefined && html` <span class="small muted">${inEnglish(change.text)}</span>`
      }</li>`,
  )}</ul>`;
}

function eventWords({ who, by, did, products, before, after, until, status }: Change, words: Words): string {
  const { live: own, figure, day } = words;
  const named = by.length > 0 ? by.join(", ") : own.who[who];
  const lines = products.length > 3 ? own.lineCount(products.length) : products.join(", ");
  const what = lines === "" && did === "approve" ? own.wholePlan : lines;
  const amounts =
    before !== undefined && after !== undefined
      ? `${figure(formatMoney(before))} → ${figure(formatMoney(after))}`
      : after !== undefined && figure(formatMoney(after));
  return [
    own.event(named, own.did[did], what),
    amounts && `, ${amounts}`,
    until !== undefined && `, ${own.lastDay(day(lastDayBefore(until)))}`,
    status !== undefined && status !== "done" && ` (${statusWords(status, own)})`,
  ]
    .filter(Boolean)
    .join("");
}
