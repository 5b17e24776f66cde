import type { AnswerOf } from "../../desk/operations.ts";
import { groupBy } from "../../lib/group-by.ts";
import {
  formatMinor,
  formatMoney,
  type Money,
  money,
  split,
  subtract,
  sum,
  totalMoney,
} from "../../lib/money.ts";
import { items, marked } from "../../report/blocks/cell.ts";
import { formatLongDay, formatRounded, formatWhole, sentence } from "../../report/blocks/format.ts";
import { type Fragment, html, type Markup, typed } from "../../report/blocks/html-template.ts";
import { header, figure as numbers, plain, words as prose } from "../../report/blocks/table.ts";
import { inPeriods } from "../../report/blocks/totals.ts";
import { pageTable } from "../../report/renderers/html-blocks.ts";
import { campaignPath, field, form, inEnglish, page, plainList, section, type View } from "../shell.ts";
import type { Words } from "../words/english.ts";
import { labelOf, tabs, type Versions } from "./campaign.ts";
import {
  bare,
  cellOf,
  type Days,
  gridFields,
  type Line,
  type Offer,
  type TypedPlan,
  type typedFields,
} from "./typed-plan.ts";
import { plansTable } from "./what-if.ts";

export interface Grid {
  readonly typed: TypedPlan;
  readonly answer: AnswerOf<"what-if">;
  readonly workbook?: Workbook;
  /** Why it was not made the plan, in the page's words. */
  readonly problem?: string;
}

/** A workbook that was handed in. */
export interface Workbook {
  /** What of it cannot be taken, and why. */
  readonly refused: readonly string[];
  /** Absent where nothing of it could be read. */
  readonly changes?: NonNullable<AnswerOf<"what-if">["edited"]>["changes"];
}

/** The plan as lines by weeks: amounts are typed into it, checked, and become the plan. */
export async function gridPage(
  { campaign, report }: AnswerOf<"report">,
  grid: Grid | undefined,
  view: View,
  versions: Versions = [],
): Promise<string> {
  const { grid: own, campaign: words } = view.words;
  return page(view, {
    title: report.headline.title,
    lead:
      grid !== undefined && grid.answer.fixed === undefined && view.may("replan")
        ? own.lead(grid.typed.flight !== undefined)
        : undefined,
    current: "campaigns",
    main: [
      tabs(campaign, "plan", view.words),
      grid === undefined
        ? html`<section><p>${words.noPlan}</p></section>`
        : [
            grid.problem !== undefined && html`<div class="alert" role="alert"><p>${grid.problem}</p></div>`,
            movedAlert(grid.typed, view.words),
            workbookAlert(grid.workbook, own.workbook),
            html`<section>${await gridOf(campaign, grid, view)}</section>`,
            versions.length > 0 && section(own.versions.title, await versionsTable(versions, view.words)),
          ],
    ],
  });
}

function versionsTable(versions: Versions, words: Words): Promise<Fragment> {
  const { instant, figure } = words;
  const { versions: own } = words.grid;
  return pageTable<Versions[number]>({
    caption: own.title,
    rows: versions,
    columns: [
      header(own.number, ({ number }) => String(number)),
      plain(words.terms.at, ({ at }) => instant(at)),
      plain(words.terms.by, ({ by }) => by.join(", ")),
      prose(own.why, ({ why = own.first }) => why),
      numbers(words.terms.total, ({ total }) => figure(formatMoney(total))),
      prose(words.terms.decision, ({ approvedBy, rejected }) =>
        items([
          ...approvedBy.map(own.approved),
          ...rejected.map(({ by, reason }) => own.rejected(by, reason)),
        ]),
      ),
    ],
  });
}

function movedAlert({ moved }: TypedPlan, { grid: own }: Words): Fragment {
  return (
    moved.length > 0 &&
    html`<div class="alert" role="alert"><h2>${own.moved}</h2>${plainList(
      moved.map(({ product, before, now }) => own.change(product, before ?? own.none, now ?? own.none)),
    )}</div>`
  );
}

function workbookAlert(given: Workbook | undefined, own: Words["grid"]["workbook"]): Fragment {
  if (given === undefined) return false;
  const { refused, changes } = given;
  if (refused.length === 0) return changes?.length === 0 && html`<div role="status"><p>${own.same}</p></div>`;
  const lead = changes === undefined ? own.unread : own.partly;
  return html`<div class="alert" role="alert"><h2>${lead}</h2>${plainList(refused.map(inEnglish))}</div>`;
}

async function gridOf(campaign: string, { typed: sent, answer, workbook }: Grid, view: View) {
  const { grid: own, refused } = view.words;
  const { fixed, edited, scenarios, basis = "" } = answer;
  const table = gridTable(sent, answer, view.words, fixed === undefined && view.may("replan"));
  if (fixed !== undefined)
    return html`<p>${own.fixed} <a href="${campaignPath(campaign, "live")}">${own.toLive}</a></p>${table}`;
  if (!view.may("replan")) return html`<p class="muted">${refused.role}</p>${table}`;
  const broken = edited?.broken.filter(({ lines }) => lines.length === 0) ?? [];
  const hidden = [
    ["basis", basis],
    [gridFields.checked, sent.edited],
    ...sent.lines.map(({ lineId, offerId }) => [`${gridFields.offer}${lineId}`, offerId]),
    ...sent.plan.lines.map(({ lineId, product, amount, flight = sent.flight }) => [
      `${gridFields.was}${lineId}`,
      `${cellOf(amount, view.words.figure)} ${flight?.start} ${flight?.end} ${product}`,
    ]),
  ].map(([name = "", value = ""]) => html`<input type="hidden" name="${name}" value="${typed(value)}">`);
  const isTaken = workbook === undefined || workbook.refused.length === 0;
  const isPossible = scenarios.length > 0 && edited?.rejected.length === 0 && isTaken;
  return form(
    campaignPath(campaign, "plan"),
    "replan",
    html`${hidden}${table}${addFields(sent, view.words)}${workbookField(campaign, own.workbook)}
${sent.edited !== "" && html`<div id="checked"></div>`}
${broken.length > 0 && html`<div class="alert" role="alert" lang="en">${broken.map(({ text }) => html`<p>${said(text)}</p>`)}</div>`}
<button formaction="${checkPath(campaign)}" formnovalidate${isPossible && html` class="quiet"`}>${own.check}</button>
${sent.edited !== "" && !isPossible && html`<p role="status">${own.notPossible}</p>`}
${
  isPossible &&
  html`${await changesTable(answer, sent, view.words)}${await plansTable(answer, view.words)}
<p>${own.makeLead}</p>${field(own.reason, "reason", { required: true })}<button>${own.make}</button>`
}`,
    view,
    "multipart/form-data",
  );
}

/** Where a plan is checked; the page opens at what came of it. */
const checkPath = (campaign: string) => `${campaignPath(campaign, "plan")}/check#checked`;

/** Line by line what becomes of the plan, with days where they change. */
function changesTable({ edited }: Grid["answer"], { lines, flight }: TypedPlan, words: Words) {
  const { figure, terms, change: own, decision, day } = words;
  const dates = (days: Days | undefined) => days && decision.dates(day(days.start), day(days.end));
  const daysOf = (line: string) => lines.find(({ lineId }) => lineId === line)?.flight ?? flight;
  const cell = (amount: Money, days: string | undefined) => [
    figure(formatMoney(amount)),
    days !== undefined && marked("small", days),
  ];
  return pageTable<NonNullable<Grid["answer"]["edited"]>["changes"][number]>({
    caption: own.beforeAfter,
    rows: edited?.changes ?? [],
    columns: [
      header(terms.line, ({ product, sellerId }) => [product, marked("small", sellerId)]),
      numbers(terms.before, (one) => cell(one.before, dates(daysOf(one.line)))),
      numbers(terms.after, (one) => cell(one.after, dates(one.days ?? daysOf(one.line)))),
    ],
  });
}

function workbookField(campaign: string, own: Words["grid"]["workbook"]): Markup {
  return html`<label class="field"><span>${own.field}</span><input type="file" name="${gridFields.workbook}" accept=".xlsx"></label>
<p class="small">${own.lead} <a href="${campaignPath(campaign, "documents")}/xlsx">${own.download}</a></p>
<p><button class="quiet" formaction="${checkPath(campaign)}" formnovalidate>${own.handIn}</button></p>`;
}

/** Amounts of a row: before, after, and after by week. */
type Row = readonly [now: Money, after: Money, ...weeks: Money[]];

const mostOffered = 200;

/** An offer that was compared and is in no line, to be chosen with an amount. */
function addFields(
  {
    others,
    bursts,
    plan: {
      total: { currency },
    },
  }: TypedPlan,
  { grid: own, figure, channel, day, decision, terms: { cpm } }: Words,
): Fragment {
  if (others.length === 0) return false;
  const label = ({ product, sellerId, channels, cpm: price, auction }: Offer) =>
    [
      product,
      sellerId,
      channel(channels[0] ?? ""),
      price &&
        `${cpm} ${figure(formatMinor(price.mid, currency))}, ${auction ? own.auction : own.fixedPrice}`,
    ]
      .filter(Boolean)
      .join(" · ");
  return html`<div class="row"><label class="field"><span>${own.add}</span><select name="${gridFields.add}"><option value="">${own.noOffer}</option>${others
    .slice(0, mostOffered)
    .map((offer) => html`<option value="${offer.id}">${label(offer)}</option>`)}</select></label>${
    bursts.length > 0 &&
    html`<label class="field"><span>${own.burst}</span><select name="${gridFields.burst}"><option value="">${own.allBursts}</option>${bursts.map(
      ({ start, end }) => html`<option value="${start}">${decision.dates(day(start), day(end))}</option>`,
    )}</select></label>`
  }${field(own.addAmount, gridFields.addAmount)}</div>`;
}

/** The lines with what was typed, each over its weeks along its curve. */
function linesIn({ plan: { calendar }, lines, flight }: TypedPlan, { edited }: Grid["answer"]) {
  const curves = new Map(calendar?.lines.map((line) => [line.lineId, line]));
  return lines.map((line, place) => {
    const changes = edited?.changes.filter((one) => isOf(one.line, line, (row) => curves.has(row)));
    const isChanged = changes !== undefined && changes.length > 0;
    const after = isChanged ? totalMoney(changes, line.amount.currency, (one) => one.after) : line.amount;
    const { curve = "even", amounts = [] } = curves.get(line.lineId) ?? {};
    const { periods = [] } = calendar ?? {};
    const runs = (isChanged ? changes : []).flatMap((one) => {
      const run = one.days ?? flight;
      return run ? [inPeriods(one.after, { periods, curve, run })] : [];
    });
    const weeks =
      runs.length > 0
        ? periods.map((_, week) =>
            totalMoney(runs, after.currency, (run) => run[week] ?? money(0, after.currency)),
          )
        : amounts.length === 0
          ? periods.map(() => money(0, after.currency))
          : split(
              after,
              amounts.map(({ minor }) => minor),
            );
    return { line, place, row: [line.amount, after, ...weeks] as Row };
  });
}

/** How amounts stand in the grid; a plan that is only read has no column but its own and the weeks. */
function cellsFor(isOpen: boolean, figure: Words["figure"]) {
  const number = (amount: Money, text = bare(formatWhole(amount)), kind = "number") =>
    html`<td class="${kind}">${amount.minor !== 0 && figure(text)}</td>`;
  const rest = ([now, after, ...weeks]: Row) => {
    const change = subtract(after, now);
    const sign = change.minor > 0 ? "+" : "";
    return [
      isOpen && number(change, `${sign}${bare(formatWhole(change))}`, "number change"),
      weeks.map((amount) => number(amount, bare(formatRounded(amount)))),
    ];
  };
  const totals = (row: Row) => [number(row[0]), isOpen && number(row[1]), rest(row)];
  return { number, rest, totals };
}

function gridTable(sent: TypedPlan, answer: Grid["answer"], words: Words, isOpen: boolean): Markup {
  const { plan, cells, flight } = sent;
  const { grid: own, campaign: names, terms, figure } = words;
  const { total, unallocated, calendar } = plan;
  const { currency } = total;
  const { number, rest, totals } = cellsFor(isOpen, figure);
  const lines = linesIn(sent, answer);
  const together = (of: typeof lines): Row => {
    const all = (i: number) => totalMoney(of, currency, ({ row }) => row[i] ?? money(0, currency));
    return [all(0), all(1), ...(calendar?.periods ?? []).map((_, week) => all(week + 2))];
  };
  const all = together(lines);
  const channels = groupBy(lines, ({ line }) => line.channels[0] ?? "");
  const columns = 2 + (isOpen ? 2 : 0) + (calendar?.periods.length ?? 0);
  const lineRow = ({ line, place, row }: (typeof lines)[number]) => {
    const problems = isOpen ? problemsAt(line, cells, answer, words) : [];
    const wrong = `problem-${place}`;
    const label = labelOf(line, words, isOpen && flight !== undefined);
    const input = (of: (typeof typedFields)[number], name: string, more: Markup) => {
      const at = `${gridFields[of]}${line.lineId}`;
      return html`<input name="${at}" value="${typed(cells.get(at) ?? "")}" autocomplete="off" aria-label="${name}"${more}${
        problems.length > 0 && html` aria-invalid="true" aria-describedby="${wrong}"`
      }>`;
    };
    const days = (of: "start" | "end", within: Days) =>
      input(of, own[of](line.product, label), html` type="date" min="${within.start}" max="${within.end}"`);
    return html`<tr><th scope="row">${line.product}<small>${label}</small>${
      isOpen &&
      flight !== undefined &&
      html`<span class="days">${days("start", flight)} ${days("end", flight)}</span>`
    }</th>${number(row[0])}${
      isOpen &&
      html`<td class="number">${input("amount", own.amountOf(line.product, label), html` maxlength="40" inputmode="decimal"`)}</td>`
    }${rest(row)}</tr>${
      problems.length > 0 &&
      html`<tr class="problem"><td colspan="${columns}"><ul id="${wrong}">${problems.map((text) => html`<li>${text}</li>`)}</ul></td></tr>`
    }`;
  };
  return html`<div class="scroll" role="region" aria-label="${own.table(currency)}" tabindex="0"><table class="grid"><caption>${own.table(currency)}<span class="small">${own.weeks}</span><span class="small sideways">${own.sideways}</span></caption>
<thead><tr><th scope="col">${terms.line}</th><th scope="col" class="number">${isOpen ? own.now : terms.amount}</th>${
    isOpen &&
    html`<th scope="col" class="number">${own.after}</th><th scope="col" class="number change">${own.difference}</th>`
  }${calendar?.periods.map(({ start }) => html`<th scope="col" class="number">${words.week(start)}</th>`)}</tr></thead>
${[...channels].map(
  ([channel, of]) =>
    html`<tbody><tr class="group"><th scope="rowgroup">${words.channel(channel)}</th>${totals(together(of))}</tr>${of.map(lineRow)}</tbody>`,
)}
<tfoot><tr><th scope="row">${terms.total}</th>${totals(all)}</tr>
<tr><th scope="row">${names.unallocated}</th>${totals([
    unallocated,
    subtract(sum([total, unallocated], currency), all[1]),
    ...all.slice(2).map(() => money(0, currency)),
  ])}</tr></tfoot></table></div>`;
}

function problemsAt(
  own: Line,
  cells: TypedPlan["cells"],
  { edited }: Grid["answer"],
  { grid: words }: Words,
): Fragment[] {
  const { rejected = [], broken = [] } = edited ?? {};
  const isHere = (line: string) => isOf(line, own, (row) => cells.has(`${gridFields.amount}${row}`));
  const typed = cells.get(`${gridFields.amount}${own.lineId}`) ?? "";
  return [
    ...rejected.flatMap(({ line, days }) =>
      isHere(line) ? [days ? words.wrongDays[days] : words.unread(typed)] : [],
    ),
    ...broken.flatMap(({ lines, text }) => (lines.some(isHere) ? [inEnglish(said(text))] : [])),
  ];
}

/** With days as people write them, but for those of ids. */
function said(text: string): string {
  return sentence(text.replaceAll(/(?<![/\d])\d{4}-\d\d-\d\d/g, formatLongDay));
}

/** Whether a line is of a row of the grid: its own, or one of its bursts where these have no rows. */
function isOf(line: string, { lineId }: Line, isRow: (line: string) => boolean): boolean {
  return line === lineId || (!isRow(line) && line.startsWith(`${lineId}/`));
}
