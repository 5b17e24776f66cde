import type { AnswerOf, InputOf } from "../../desk/operations.ts";
import { groupBy } from "../../lib/group-by.ts";
import { type Money, money, split, subtract, sum, toDecimal } from "../../lib/money.ts";
import { formatRounded, formatWhole, sentence } from "../../report/blocks/format.ts";
import { type Fragment, html, type Markup, typed } from "../../report/blocks/html-template.ts";
import type { Fields } from "../request.ts";
import { campaignPath, field, form, inEnglish, page, type View } from "../shell.ts";
import type { Words } from "../words/english.ts";
import { tabs } from "./campaign.ts";
import { plansTable } from "./what-if.ts";

type Shown = AnswerOf<"report">;
type Plan = NonNullable<Shown["report"]["plan"]>;
type Line = Plan["lines"][number];

/** What a planner has typed into the grid of a plan, over the plan as it is now. */
export interface TypedPlan {
  readonly plan: Plan;
  /** What stands in each cell, by the line's id. */
  readonly cells: ReadonlyMap<string, string>;
  /** The cells that somebody has typed into, to be known again. */
  readonly edited: string;
  /** Lines that have become others since the form was opened. */
  readonly moved: readonly Moved[];
}

interface Moved {
  readonly product: string;
  /** As cells show amounts; absent: there was no such line, or there is none any more. */
  readonly before?: string | undefined;
  readonly now?: string | undefined;
}

/** The form's fields, by their beginnings or as a whole. */
export const gridFields = { amount: "amount.", was: "was.", checked: "checked" } as const;

/** The form over the plan of the day: whoever has not typed into a cell has what the plan has. */
export function typedPlan(plan: Plan, given: Fields, { figure }: Words): TypedPlan {
  const now = new Map(
    plan.lines.map((line) => [line.lineId, { ...line, cell: cellOf(line.amount, figure) }]),
  );
  const before = new Map(
    [...given].flatMap(([name, value]) => {
      const [cell, ...product] = value.split(" ");
      const of = { cell, product: product.join(" ") };
      return name.startsWith(gridFields.was) ? [[name.slice(gridFields.was.length), of] as const] : [];
    }),
  );
  const edited = new URLSearchParams();
  const cells = [...now].map(([id, { cell }]): [string, string] => {
    const text = given.get(`${gridFields.amount}${id}`)?.trim();
    if (text === undefined || text === (before.get(id)?.cell ?? cell)) return [id, cell];
    edited.append(id, text);
    return [id, text];
  });
  const moved =
    before.size === 0
      ? []
      : [...new Map([...before, ...now])].flatMap(([id, { product }]) => {
          const [was, is] = [before.get(id)?.cell, now.get(id)?.cell];
          return was === is ? [] : [{ product, before: was, now: is }];
        });
  return { plan, cells: new Map(cells), edited: edited.toString(), moved };
}

/** As `what-if` and `replan` take them. */
export function amountsOf(
  { plan, cells }: TypedPlan,
  { figure }: Words,
): NonNullable<InputOf<"what-if">["amounts"]> {
  return plan.lines.map(({ lineId, product, amount }) => {
    const cell = cells.get(lineId) ?? "";
    const isUntouched = cell === cellOf(amount, figure);
    const { currency } = amount;
    return { where: product, line: lineId, amount: isUntouched ? toDecimal(amount) : cell, currency };
  });
}

/** `33,412.90`, as a planner of this language types it. */
function cellOf(amount: Money, figure: Words["figure"]): string {
  return figure(bare(formatWhole(amount)));
}

/** Without its currency, which stands over the grid. */
function bare(text: string): string {
  return text.slice("EUR ".length);
}

export interface Grid {
  readonly typed: TypedPlan;
  readonly answer: AnswerOf<"what-if">;
  /** Why it was not made the plan, in the page's words. */
  readonly problem?: string;
}

/** The plan as lines by weeks: amounts are typed into it, checked, and become the plan. */
export async function gridPage(
  { campaign, report }: Shown,
  grid: Grid | undefined,
  view: View,
): Promise<string> {
  const { grid: own, campaign: words } = view.words;
  return page(
    {
      title: report.headline.title,
      lead: own.lead,
      current: "campaigns",
      main: [
        tabs(campaign, "plan", view.words),
        grid === undefined
          ? html`<section><p>${words.noPlan}</p></section>`
          : [
              grid.problem !== undefined &&
                html`<div class="alert" role="alert"><p>${grid.problem}</p></div>`,
              movedAlert(grid.typed, view.words),
              html`<section>${await gridOf(campaign, grid, view)}</section>`,
            ],
      ],
    },
    view,
  );
}

function movedAlert({ moved }: TypedPlan, { grid: own }: Words): Fragment {
  return (
    moved.length > 0 &&
    html`<div class="alert" role="alert"><h2>${own.moved}</h2><ul class="plain">${moved.map(
      ({ product, before, now }) =>
        html`<li>${own.change(product, before ?? own.none, now ?? own.none)}</li>`,
    )}</ul></div>`
  );
}

async function gridOf(campaign: string, { typed: sent, answer }: Grid, view: View): Promise<Fragment> {
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
    ...sent.plan.lines.map(({ lineId, product, amount }) => [
      `${gridFields.was}${lineId}`,
      `${cellOf(amount, view.words.figure)} ${product}`,
    ]),
  ].map(([name = "", value = ""]) => html`<input type="hidden" name="${name}" value="${typed(value)}">`);
  const isPossible = scenarios.length > 0 && edited?.rejected.length === 0;
  return form(
    campaignPath(campaign, "plan"),
    "replan",
    html`${hidden}${table}
${broken.length > 0 && html`<div class="alert" role="alert" lang="en">${broken.map(({ text }) => html`<p>${sentence(text)}</p>`)}</div>`}
<button formaction="${campaignPath(campaign, "plan")}/check" formnovalidate${isPossible && html` class="quiet"`}>${own.check}</button>
${sent.edited !== "" && !isPossible && html`<p role="status">${own.notPossible}</p>`}
${
  isPossible &&
  html`${await plansTable(answer, view.words)}
<p>${own.makeLead}</p>${field(own.reason, "reason", { required: true })}<button>${own.make}</button>`
}`,
    view,
  );
}

/** Amounts of a row: before, after, and after by week. */
type Row = readonly [now: Money, after: Money, ...weeks: Money[]];

/** The plan's lines with what was typed, each over its weeks as the plan spreads it. */
function linesIn({ lines, calendar }: Plan, { edited }: Grid["answer"]) {
  const changes = new Map(edited?.changes.map(({ line, after }) => [line, after]));
  const curves = new Map(calendar?.lines.map(({ lineId, amounts }) => [lineId, amounts]));
  return lines.map((line, place) => {
    const after = changes.get(line.lineId) ?? line.amount;
    const curve = curves.get(line.lineId) ?? [];
    const weights = curve.map(({ minor }) => minor);
    const row: Row = [line.amount, after, ...(curve.length === 0 ? [] : split(after, weights))];
    return { line, place, row };
  });
}

/** How amounts stand in the grid; a plan that is only read has no column but its own and the weeks. */
function cellsFor(isOpen: boolean, figure: Words["figure"]) {
  const number = (amount: Money, text = bare(formatWhole(amount))) =>
    html`<td class="number">${amount.minor !== 0 && figure(text)}</td>`;
  const rest = ([now, after, ...weeks]: Row) => {
    const change = subtract(after, now);
    const sign = change.minor > 0 ? "+" : "";
    return [
      isOpen && number(change, `${sign}${bare(formatWhole(change))}`),
      weeks.map((amount) => number(amount, bare(formatRounded(amount)))),
    ];
  };
  const totals = (row: Row) => [number(row[0]), isOpen && number(row[1]), rest(row)];
  return { number, rest, totals };
}

function gridTable(
  { plan, cells }: TypedPlan,
  answer: Grid["answer"],
  words: Words,
  isOpen: boolean,
): Markup {
  const { grid: own, campaign: names, figure } = words;
  const { total, unallocated, calendar } = plan;
  const { currency } = total;
  const { number, rest, totals } = cellsFor(isOpen, figure);
  const lines = linesIn(plan, answer);
  const together = (of: typeof lines): Row => {
    const all = (i: number) =>
      sum(
        of.flatMap(({ row }) => row[i] ?? []),
        currency,
      );
    return [all(0), all(1), ...(calendar?.periods ?? []).map((_, week) => all(week + 2))];
  };
  const all = together(lines);
  const channels = groupBy(lines, ({ line }) => line.channels[0] ?? "");
  const columns = 2 + (isOpen ? 2 : 0) + (calendar?.periods.length ?? 0);
  const lineRow = ({ line, place, row }: (typeof lines)[number]) => {
    const problems = isOpen ? problemsAt(line, cells, answer, words) : [];
    const at = `problem-${place}`;
    return html`<tr><th scope="row">${line.product}<small>${labelOf(line, words)}</small></th>${number(row[0])}${
      isOpen &&
      html`<td class="number"><input name="${gridFields.amount}${line.lineId}" value="${typed(cells.get(line.lineId) ?? "")}" maxlength="40" inputmode="decimal" autocomplete="off" aria-label="${own.amountOf(line.product, labelOf(line, words))}"${
        problems.length > 0 && html` aria-invalid="true" aria-describedby="${at}"`
      }></td>`
    }${rest(row)}</tr>${
      problems.length > 0 &&
      html`<tr class="problem"><td colspan="${columns}"><ul id="${at}">${problems.map((text) => html`<li>${text}</li>`)}</ul></td></tr>`
    }`;
  };
  return html`<div class="scroll" role="region" aria-label="${own.table(currency)}" tabindex="0"><table class="grid"><caption>${own.table(currency)}<span class="small">${own.weeks}</span></caption>
<thead><tr><th scope="col">${names.package}</th><th scope="col" class="number">${isOpen ? own.now : names.amount}</th>${
    isOpen &&
    html`<th scope="col" class="number">${own.after}</th><th scope="col" class="number">${own.difference}</th>`
  }${calendar?.periods.map(({ start }) => html`<th scope="col" class="number">${own.week(start)}</th>`)}</tr></thead>
${[...channels].map(
  ([channel, of]) =>
    html`<tbody><tr class="group"><th scope="rowgroup">${words.channel(channel)}</th>${totals(together(of))}</tr>${of.map(lineRow)}</tbody>`,
)}
<tfoot><tr><th scope="row">${names.total}</th>${totals(all)}</tr>
<tr><th scope="row">${names.unallocated}</th>${totals([
    unallocated,
    subtract(sum([total, unallocated], currency), all[1]),
    ...all.slice(2).map(() => money(0, currency)),
  ])}</tr></tfoot></table></div>`;
}

/** What a line is known by beside its product: vendor, place, and days where it has some of its own. */
function labelOf({ sellerId, place, flight }: Line, { decision, day }: Words): string {
  return [sellerId, place, flight && decision.dates(day(flight.start), day(flight.end))]
    .filter((part) => part !== undefined)
    .join(" · ");
}

function problemsAt(
  { lineId }: Line,
  cells: TypedPlan["cells"],
  { edited }: Grid["answer"],
  { grid: own }: Words,
): Fragment[] {
  const { rejected = [], broken = [] } = edited ?? {};
  return [
    ...rejected.flatMap(({ line }) => (line === lineId ? [own.unread(cells.get(lineId) ?? "")] : [])),
    ...broken.flatMap(({ lines, text }) => (lines.includes(lineId) ? [inEnglish(sentence(text))] : [])),
  ];
}
