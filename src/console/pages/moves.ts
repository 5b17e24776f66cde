import type { AnswerOf } from "../../desk/operations.ts";
import { formatMoney } from "../../lib/money.ts";
import { formatPercent, formatShort } from "../../report/blocks/format.ts";
import { type Fragment, html, type Markup } from "../../report/blocks/html-template.ts";
import { table } from "../../report/blocks/table.ts";
import { htmlBlock } from "../../report/renderers/html-blocks.ts";
import { campaignPath, form, inEnglish, linePath, section, type View } from "../shell.ts";
import type { Words } from "../words/english.ts";

export type MoneyMove = AnswerOf<"reallocations">["reallocations"][number];
type Line = MoneyMove["moves"][number];

/** All lines that a move of money changes, from what to what. */
export function movesTable(
  { moves }: MoneyMove,
  campaign: string,
  { live: own, change, moves: words, figure }: Words,
): Promise<Fragment> {
  return htmlBlock(
    table<Line>({
      caption: words.lines,
      rows: moves,
      columns: [
        {
          label: own.line,
          kind: "header",
          cell: ({ product, lineId }) => ({ type: "link", text: product, href: linePath(campaign, lineId) }),
        },
        { label: own.vendor, under: true, cell: ({ vendor }) => vendor },
        { label: change.before, kind: "number", cell: ({ from }) => figure(formatMoney(from)) },
        { label: change.after, kind: "number", cell: ({ to }) => figure(formatMoney(to)) },
        {
          label: words.difference,
          kind: "number",
          cell: ({ from: { minor, currency }, to }) =>
            `${to.minor < minor ? "−" : "+"}${figure(formatMoney({ minor: Math.abs(to.minor - minor), currency }))}`,
        },
        { label: words.why, kind: "words", lang: "en", cell: ({ why }) => why },
      ],
    }),
  );
}

/** What a move is expected to bring, between what, and the money without a line that it places. */
export function gainOf(
  { gain, expected = 0, outcome, idle, left }: MoneyMove,
  { moves: words, figure }: Words,
): Markup {
  const share = (count: number) => figure(formatPercent(count / expected, 1).replace(/^-(?=0\.0 )/, ""));
  const count = (of: number) => figure(formatShort(Math.round(of)));
  const shown = expected > 0 ? share : count;
  return html`<p>${words.gain(shown(gain.mid), shown(gain.low), shown(gain.high))} ${inEnglish(`(${outcome})`)}${
    idle !== undefined && idle.minor > 0 && html`<br>${words.idle(figure(formatMoney(idle)))}`
  }${left !== undefined && html`<br>${words.left(figure(formatMoney(left)))}`}</p>`;
}

/** Money that was moved between lines, each move with its way back. */
export async function movesSection(
  campaign: string,
  all: readonly MoneyMove[],
  view: View,
): Promise<Markup | false> {
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
