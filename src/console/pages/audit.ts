import type { AnswerOf } from "../../desk/operations.ts";
import { formatMoney } from "../../lib/money.ts";
import { chip } from "../../report/blocks/cell.ts";
import { type Fragment, html } from "../../report/blocks/html-template.ts";
import { header, figure as numbers, plain, words as prose } from "../../report/blocks/table.ts";
import { pageTable } from "../../report/renderers/html-blocks.ts";
import { inEnglish, page, places, plainList, section, type View } from "../shell.ts";
import type { Words } from "../words/english.ts";

export interface Audited {
  readonly report: AnswerOf<"report">["report"];
  readonly replay: AnswerOf<"replay">;
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
    : html`<div class="alert" role="alert"><h3>${own.broken}</h3>${plainList(
        faults.map(
          ({ campaignId, sequence, reason }) =>
            html`${campaignId}, ${own.entry} ${sequence}: ${inEnglish(reason)}`,
        ),
      )}</div>`;
  return page(view, {
    current: "audit",
    main: [
      html`<section>${seals}</section>`,
      section(
        own.people,
        html`<p>${own.chooseLead}</p>${plainList(
          campaigns.map(
            ({ campaign, name }) =>
              html`<a href="${`${places.audit}?campaign=${encodeURIComponent(campaign)}`}">${name}</a> <span class="small muted">${campaign}</span>`,
          ),
        )}`,
      ),
      audited && (await decisions(audited, view.words)),
    ],
  });
}

async function decisions({ report, replay }: Audited, words: Words): Promise<Fragment> {
  const { audit: own, terms, figure, instant } = words;
  const same = replay.decisions.filter((one) => one.same).length;
  const others = replay.decisions.filter((one) => !one.same);
  const { id } = report.campaign;
  const made = report.steps.flatMap(({ purpose, amount, approval, rejection }) => [
    ...(approval ? [{ purpose, amount, ...approval, agreed: true }] : []),
    ...(rejection ? [{ purpose, amount, ...rejection, agreed: false }] : []),
  ]);
  const block = pageTable<(typeof made)[number]>({
    caption: own.people,
    rows: made,
    columns: [
      header(terms.step, ({ purpose }) => purpose, { lang: "en" }),
      numbers(terms.amount, ({ amount }) => figure(formatMoney(amount))),
      plain(terms.decision, ({ agreed }) =>
        chip(agreed ? "done" : "refused", agreed ? own.agreed : own.rejected),
      ),
      prose(terms.by, ({ by }) => by),
      plain(terms.at, ({ at }) => instant(at), { kind: "short" }),
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
    made.length === 0 ? html`<p>${own.nobody}</p>` : await block,
    html`<p><a class="button" href="${places.audit}/${encodeURIComponent(id)}.json" download="${id}.json">${own.download}</a></p>`,
  ]);
}
