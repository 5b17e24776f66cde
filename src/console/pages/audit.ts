import type { AnswerOf } from "../../desk/operations.ts";
import { formatMoney } from "../../lib/money.ts";
import { chip } from "../../report/blocks/cell.ts";
import { type Fragment, html } from "../../report/blocks/html-template.ts";
import { table } from "../../report/blocks/table.ts";
import { htmlBlock } from "../../report/renderers/html-blocks.ts";
import { inEnglish, page, places, section, type View } from "../shell.ts";
import type { Words } from "../words/english.ts";

type Report = AnswerOf<"report">["report"];
type Replay = AnswerOf<"replay">;

export interface Audited {
  readonly report: Report;
  readonly replay: Replay;
}

/** Whether the ledger is whole; of one campaign who decided what, and whether its decisions come out the same again. */
export async function auditPage(
  verified: AnswerOf<"verify">,
  { campaigns }: AnswerOf<"status">,
  audited: Audited | undefined,
  view: View,
): Promise<string> {
  const own = view.words.audit;
  const { faults } = verified;
  const isSound = faults.length === 0;
  const seals = isSound
    ? html`<p>${own.sound(verified.campaigns ?? 0)}</p>`
    : html`<div class="alert" role="alert"><h3>${own.broken}</h3><ul class="plain">${faults.map(
        ({ campaignId, sequence, reason }) =>
          html`<li>${campaignId}, ${own.entry} ${sequence}: ${inEnglish(reason)}</li>`,
      )}</ul></div>`;
  return page(
    {
      title: own.title,
      current: "audit",
      main: [
        html`<section>${seals}</section>`,
        section(
          own.choose,
          html`<p>${own.chooseLead}</p><ul class="plain">${campaigns.map(
            ({ campaign, name }) =>
              html`<li><a href="${`${places.audit}?campaign=${encodeURIComponent(campaign)}`}">${name}</a> <span class="small muted">${campaign}</span></li>`,
          )}</ul>`,
        ),
        audited && (await decisions(audited, view.words)),
      ],
    },
    view,
  );
}

async function decisions({ report, replay }: Audited, words: Words): Promise<Fragment> {
  const { audit: own, figure, instant } = words;
  const same = replay.decisions.filter((one) => one.same).length;
  const others = replay.decisions.filter((one) => !one.same);
  const { id } = report.campaign;
  const made = report.steps.flatMap(({ purpose, amount, approval, rejection }) => [
    ...(approval ? [{ purpose, amount, ...approval, agreed: true }] : []),
    ...(rejection ? [{ purpose, amount, ...rejection, agreed: false }] : []),
  ]);
  const block = table<(typeof made)[number]>({
    caption: own.people,
    rows: made,
    columns: [
      { label: own.step, kind: "header", lang: "en", cell: ({ purpose }) => purpose },
      { label: own.amount, kind: "number", cell: ({ amount }) => figure(formatMoney(amount)) },
      {
        label: own.decision,
        cell: ({ agreed }) => chip(agreed ? "done" : "refused", agreed ? own.agreed : own.rejected),
      },
      { label: own.by, kind: "words", cell: ({ by }) => by },
      { label: own.at, kind: "short", cell: ({ at }) => instant(at) },
    ],
  });
  return section(report.headline.title, [
    html`<p>${own.replayed(same, replay.decisions.length)}</p>`,
    (replay.broken.length > 0 || others.length > 0) &&
      html`<div class="alert" role="alert"><h3>${own.decisions}</h3><ul class="plain">${[
        ...replay.broken.map(({ sequence, key }) => html`<li>${own.entry} ${sequence}: ${key}</li>`),
        ...others.map(
          ({ sequence, about, difference }) =>
            html`<li>${own.entry} ${sequence}, ${inEnglish([about, ": ", difference])}</li>`,
        ),
      ]}</ul></div>`,
    made.length === 0 ? html`<p>${own.nobody}</p>` : await htmlBlock(block),
    html`<p><a class="button" href="${places.audit}/${encodeURIComponent(id)}.json" download="${id}.json">${own.download}</a></p>`,
  ]);
}
