import type { AnswerOf } from "../../desk/operations.ts";
import { formatMoney } from "../../lib/money.ts";
import { link } from "../../report/blocks/cell.ts";
import { formatPercent, formatShort } from "../../report/blocks/format.ts";
import { html, type Markup } from "../../report/blocks/html-template.ts";
import { header, figure as numbers, words as prose, under } from "../../report/blocks/table.ts";
import { pageTable } from "../../report/renderers/html-blocks.ts";
import { campaignPath, form, inEnglish, linePath, section, type View } from "../shell.ts";
import type { Words } from "../words/english.ts";

export type MoneyMove = AnswerOf<"reallocations">["reallocations"][number];

/** All lines that a move of money changes, from what to what. */
export function movesTable({ moves }: MoneyMove, campaign: string, { terms, moves: words, figure }: Words) {
  return pageTable<MoneyMove["moves"][number]>({
    caption: words.lines,
    rows: moves,
    columns: [
      header(terms.line, ({ product, lineId }) => link(product, linePath(campaign, lineId))),
      under(terms.vendor, ({ vendor }) => vendor),
      numbers(terms.before, ({ from }) => figure(formatMoney(from))),
      numbers(terms.after, ({ to }) => figure(formatMoney(to))),
      numbers(
        words.difference,
        ({ from: { minor, currency }, to }) =>
          `${to.minor < minor ? "−" : "+"}${figure(formatMoney({ minor: Math.abs(to.minor - minor), currency }))}`,
      ),
      prose(terms.why, ({ why }) => why, { lang: "en" }),
    ],
  });
}

/** What a move is expected to bring, between what, and the money without a line that it places. */
export function gainOf(move: MoneyMove, { moves: words, figure }: Words): Markup {
  const { gain, expected = 0, outcome, idle, left } = move;
  const share = (count: number) => figure(formatPercent(count / expected, 1).replace(/^-(?=0\.0 )/, ""));
  const count = (of: number) => figure(formatShort(Math.round(of)));
  const shown = expected > 0 ? share : count;
  return html`<p>${words.gain(shown(gain.mid), shown(gain.low), shown(gain.high))} ${inEnglish(`(${outcome})`)}${
    idle !== undefined && idle.minor > 0 && html`<br>${words.idle(figure(formatMoney(idle)))}`
  }${left !== undefined && html`<br>${words.left(figure(formatMoney(left)))}`}</p>`;
}

/** Money that was moved between lines, each move with its way back. */
export async function movesSection(campaign: string, all: readonly MoneyMove[], view: View) {
  const { moves: words, day, figure } = view.words;
  const made = all.filter(({ moves }) => moves.some(({ status }) => status === "made"));
  const rows = await Promise.all(
    [...made].reverse().map(async (move) => {
      const { id, at, moved, reverts } = move;
      const isTakenBack = all.some((other) => other.reverts === id);
      return html`<details><summary>${reverts === undefined ? words.moved(day(at), figure(formatMoney(moved))) : words.back(day(at), figure(formatMoney(moved)))}</summary>
${await movesTable(move, campaign, view.words)}${gainOf(move, view.words)}
${isTakenBack && html`<p>${words.isTakenBack}</p>`}${
  !isTakenBack &&
  reverts === undefined &&
  form(
    `${campaignPath(campaign)}/take-back`,
    "revert-reallocation",
    html`<input type="hidden" name="id" value="${id}"><p>${words.takeBackLead}</p><button class="quiet">${words.takeBack}</button>`,
    view,
  )
}</details>`;
    }),
  );
  return rows.length > 0 && section(words.title, rows);
}
