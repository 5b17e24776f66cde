import type { AnswerOf, InputOf } from "../../desk/operations.ts";
import { formatMinor, formatMoney } from "../../lib/money.ts";
import {
  formatCountRange,
  formatDifference,
  formatPercent,
  formatShort,
} from "../../report/blocks/format.ts";
import { type Fragment, html, type Markup, typed } from "../../report/blocks/html-template.ts";
import { table } from "../../report/blocks/table.ts";
import { htmlBlock } from "../../report/renderers/html-blocks.ts";
import { campaignPath, field, form, inEnglish, page, section, type View } from "../shell.ts";
import type { Words } from "../words/english.ts";
import { changeBrief } from "./brief.ts";
import { tabs } from "./campaign.ts";

type WhatIf = AnswerOf<"what-if">;
type Scenario = WhatIf["plan"];
type Changes = NonNullable<InputOf<"replan">["changes"]>;
type Report = AnswerOf<"report">["report"];

const amounts = ["budget", "max-share", "max-cpm"] as const;
const exclusions = ["without-seller", "without-channel"] as const;

/** The form's fields as `whatif` takes them: the fields are named like its options. */
export function changesOf(query: URLSearchParams): Changes {
  return [...amounts, "channel" as const, ...exclusions].flatMap((option) =>
    query
      .getAll(option)
      .map((value) => value.trim())
      .filter((value) => value !== "")
      .map((value) => ({ option, value })),
  );
}

/** Plan beside plan, with its brief of a comparison, for changes that are chosen here; `answer` is why there is none, where there is none. */
export async function whatifPage(
  { campaign, report, brief }: AnswerOf<"report">,
  answer: WhatIf | string,
  changes: Changes,
  view: View,
): Promise<string> {
  const own = view.words.whatif;
  return page(
    {
      title: report.headline.title,
      lead: own.lead,
      current: "campaigns",
      main: [
        tabs(campaign, "whatif", view.words),
        section(own.title, chooser(campaign, report, changes, view.words)),
        typeof answer === "string"
          ? html`<div class="alert" role="alert"><p>${inEnglish(answer)}</p></div>`
          : [await besides(answer, view.words), makePlan({ campaign, brief }, answer, changes, view)],
      ],
    },
    view,
  );
}

function chooser(
  campaign: string,
  { offers }: Report,
  changes: Changes,
  { whatif: own, channel }: Words,
): Markup {
  const given = (option: string) =>
    changes.filter((change) => change.option === option).map(({ value }) => value);
  const text = (option: string, label: string, hint: string) =>
    field(label, option, { value: given(option)[0] ?? "", hint });
  const boxes = (option: string, legend: string, all: readonly string[], name: (value: string) => Fragment) =>
    html`<fieldset><legend>${legend}</legend>${[...new Set(all)]
      .sort()
      .map(
        (value) =>
          html`<label class="box"><input type="checkbox" name="${option}" value="${value}"${
            given(option).includes(value) && html` checked`
          }> ${name(value)}</label>`,
      )}</fieldset>`;
  return html`<form class="act" method="get" action="${campaignPath(campaign, "what-if")}">
<div class="row">${text("budget", own.budget, own.budgetHint)}${text("max-share", own.maxShare, own.maxShareHint)}${text("max-cpm", own.maxCpm, own.maxCpmHint)}${[
    ...given("channel"),
    "",
  ].map((value) => field(own.channelShare, "channel", { value, hint: own.channelShareHint }))}</div>
${boxes(
  "without-seller",
  own.withoutSeller,
  offers.map(({ sellerId }) => sellerId),
  inEnglish,
)}
${boxes(
  "without-channel",
  own.withoutChannel,
  offers.flatMap(({ channels }) => channels),
  channel,
)}
<button>${own.button}</button></form>`;
}

/** The one way from a plan that was reviewed to the campaign's own, while nothing is bought. */
function makePlan(
  { campaign, brief }: Pick<AnswerOf<"report">, "campaign" | "brief">,
  { basis, fixed, scenarios: [scenario, ...others] }: WhatIf,
  changes: Changes,
  view: View,
): Fragment {
  const own = view.words.whatif;
  if (changes.length === 0 || scenario === undefined || others.length > 0 || scenario.lines === 0)
    return false;
  return section(
    own.make,
    brief !== undefined
      ? html`<p>${own.compared}</p>${changeBrief(brief, view)}`
      : basis === undefined
        ? html`<p>${own.fixed}</p><p>${inEnglish(fixed)}</p>`
        : html`<p>${own.makeLead}</p>${form(
            campaignPath(campaign, "what-if"),
            "replan",
            html`<input type="hidden" name="basis" value="${basis}"><input type="hidden" name="changes" value="${typed(queryOf(changes))}"><button>${own.make}</button>`,
            view,
          )}`,
  );
}

function queryOf(changes: Changes): string {
  return new URLSearchParams(
    changes.map(({ option, value }): [string, string] => [option, value]),
  ).toString();
}

/** Plan beside plan, with what each brings. */
export function plansTable({ plan, scenarios }: WhatIf, { whatif: own, figure }: Words): Promise<Fragment> {
  const { currency } = plan.total;
  const all = [plan, ...scenarios];
  const block = table<Scenario>({
    caption: own.table,
    rows: all,
    columns: [
      { label: own.scenario, kind: "header", cell: ({ name }) => own.named(name) },
      { label: own.scenario, under: true, lang: "en", cell: ({ name, change }) => change !== name && change },
      { label: own.total, kind: "number", cell: ({ total }) => figure(formatMoney(total)) },
      { label: own.packages, kind: "number", cell: ({ lines }) => lines },
      {
        label: own.impressions,
        kind: "number",
        cell: ({ expectedImpressions }) => figure(formatCountRange(expectedImpressions)),
      },
      {
        label: own.cpm,
        kind: "number",
        cell: ({ cpm }) => cpm !== undefined && figure(formatMinor(cpm, currency)),
      },
      all.some(({ goal }) => goal !== undefined) && {
        label: own.kpi,
        kind: "number",
        cell: ({ goal }) => goal !== undefined && figure(formatShort(goal.expected.mid)),
      },
      {
        label: own.kpi,
        under: true,
        cell: ({ goal }) =>
          goal !== undefined &&
          goal !== plan.goal &&
          goal.metric === plan.goal?.metric &&
          figure(formatDifference(goal.expected.mid / plan.goal.expected.mid - 1)),
      },
      all.some(({ goal }) => goal?.share !== undefined) && {
        label: own.goal,
        kind: "number",
        cell: ({ goal }) => goal?.share !== undefined && formatPercent(goal.share),
      },
      all.some(({ reach }) => reach !== undefined) && {
        label: own.people,
        kind: "number",
        cell: ({ reach }) => {
          if (reach === undefined) return own.unknown;
          // Where a package states no reach, what is known is the least.
          return reach.without.length > 0
            ? own.from(figure(formatShort(reach.low)))
            : figure(formatCountRange(reach));
        },
      },
    ],
  });
  return htmlBlock(block);
}

async function besides(answer: WhatIf, words: Words): Promise<Fragment> {
  const { whatif: own } = words;
  return [
    html`<section>${await plansTable(answer, words)}</section>`,
    section(
      own.differences,
      answer.scenarios.map(({ name, conflict, differences }) => [
        html`<h3>${own.named(name)}</h3>`,
        conflict !== undefined && html`<p>${own.conflict}. ${own.requirements}:</p>`,
        conflict === undefined && differences.length === 0 && html`<p>${own.none}</p>`,
        html`<ul class="plain">${
          conflict === undefined
            ? differences.map((one) => html`<li>${inEnglish(one)}</li>`)
            : conflict.map(
                ({ text, dropping }) =>
                  html`<li>${inEnglish(text)}. ${own.dropping}: ${inEnglish(dropping)}</li>`,
              )
        }</ul>`,
      ]),
    ),
  ];
}
