import type { AnswerOf } from "../../desk/operations.ts";
import { WrongChange } from "../../desk/whatif-changes.ts";
import { formatMinor, formatMoney, type Money } from "../../lib/money.ts";
import {
  formatCountRange,
  formatDifference,
  formatPercent,
  formatShort,
  isRate,
  shortTarget,
} from "../../report/blocks/format.ts";
import { type Fragment, html, type Markup } from "../../report/blocks/html-template.ts";
import { header, figure as numbers, under } from "../../report/blocks/table.ts";
import { pageTable } from "../../report/renderers/html-blocks.ts";
import { campaignPath, field, inEnglish, page, plainList, section, type View } from "../shell.ts";
import type { Words } from "../words/english.ts";
import { changeBrief } from "./brief.ts";
import { tabs } from "./campaign.ts";
import { type Changes, replanForm } from "./replan.ts";

type WhatIf = AnswerOf<"what-if">;
type Scenario = WhatIf["plan"];

const single = ["budget", "max-share", "max-cpm", "spend"] as const;
const exclusions = ["without-seller", "without-channel"] as const;
/** A channel's share is chosen in three fields of the form, which stand as often as there are shares. */
const share = { channel: "channel", least: "least", most: "most" } as const;

/** The form's fields as `whatif` takes them: but for a channel's share they are named like its options. */
export function changesOf(query: URLSearchParams): Changes {
  const all = (name: string) => query.getAll(name).map((value) => value.trim());
  const [least, most] = [all(share.least), all(share.most)];
  const shares = all(share.channel)
    // Links have it as one.
    .map((channel, i) =>
      channel.includes("=") || !(least[i] || most[i])
        ? channel
        : `${channel}=${percentIn(least[i])}..${percentIn(most[i])}`,
    )
    .filter((value) => value.includes("="));
  const given = (option: Changes[number]["option"], values: readonly string[]) =>
    values.filter((value) => value !== "").map((value) => ({ option, value }));
  return [
    ...single.flatMap((option) =>
      given(option, option === "max-share" ? all(option).map(percentIn) : all(option)),
    ),
    ...given("channel", shares),
    ...exclusions.flatMap((option) => given(option, all(option))),
  ];
}

/** `30` and `30 %` as `30%`; an empty field stays so. */
function percentIn(text = ""): string {
  return /^[\d.,]+$/.test(text) ? `${text}%` : text;
}

/** Plan beside plan, for changes that are chosen here; `answer` is why there is none, where there is none. */
export async function whatifPage(
  { campaign, report }: Pick<AnswerOf<"report">, "campaign" | "report">,
  answer: WhatIf | Error,
  changes: Changes,
  view: View,
): Promise<string> {
  const own = view.words.whatif;
  return page(view, {
    title: report.headline.title,
    lead: own.lead,
    current: "campaigns",
    main: [
      tabs(campaign, "whatif", view.words),
      section(view.words.campaign.tabs.whatif, chooser(campaign, report, { changes, answer }, view.words)),
      answer instanceof Error
        ? !isOfField(answer) &&
          html`<div class="alert" role="alert"><p>${answer instanceof WrongChange ? whyWrong(answer, view.words) : inEnglish(answer.message)}</p></div>`
        : [await besides(answer, view.words), makePlan(campaign, answer, changes, view)],
    ],
  });
}

/** Said beside the field that it is of. */
function isOfField(answer: WhatIf | Error): answer is WrongChange {
  return answer instanceof WrongChange && single.some((option) => option === answer.option);
}

function whyWrong(cause: WrongChange, { whatif: own, channel }: Words): string {
  const { option, value, why } = cause;
  const [name = "", least = "", most = ""] = value.split(/=|\.\./);
  return own.wrong[why](
    own[option],
    option === "channel" && why === "share" ? own.changed.share(channel(name), least, most) : value,
  );
}

function chooser(
  campaign: string,
  { offers }: AnswerOf<"report">["report"],
  { changes, answer }: { readonly changes: Changes; readonly answer: WhatIf | Error },
  words: Words,
): Markup {
  const { whatif: own, channel } = words;
  const given = (option: string) =>
    changes.filter((change) => change.option === option).map(({ value }) => value);
  const text = (option: string, label: string, hint: string) =>
    field(label, option, {
      value: given(option)[0] ?? "",
      hint,
      ...(isOfField(answer) && answer.option === option && { problem: whyWrong(answer, words) }),
    });
  const boxes = (option: string, legend: string, all: readonly string[], name: (value: string) => Fragment) =>
    html`<fieldset><legend>${legend}</legend>${[...new Set(all)]
      .sort()
      .map(
        (value) =>
          html`<label class="box"><input type="checkbox" name="${option}" value="${value}"${
            given(option).includes(value) && html` checked`
          }> ${name(value)}</label>`,
      )}</fieldset>`;
  const channels = [...new Set(offers.flatMap((offer) => offer.channels))].sort();
  const shareFields = (written: string) => {
    const [chosen = "", least = "", most = ""] = written.split(/=|\.\./);
    return html`<div class="row"><label class="field"><span>${own.channel}</span><select name="${share.channel}"><option value=""></option>${channels.map(
      (one) => html`<option value="${one}"${one === chosen && html` selected`}>${channel(one)}</option>`,
    )}</select></label>${field(own.least, share.least, { value: least, hint: own.shareHint })}${field(own.most, share.most, { value: most, hint: own.shareHint })}</div>`;
  };
  return html`<form class="act" method="get" action="${campaignPath(campaign, "what-if")}">
<div class="row">${text("budget", own.budget, own.budgetHint)}${text("max-share", own["max-share"], own.shareHint)}${text("max-cpm", own["max-cpm"], own.maxCpmHint)}</div>
${[...given("channel"), ""].map(shareFields)}
${boxes(
  "without-seller",
  own["without-seller"],
  offers.map(({ sellerId }) => sellerId),
  inEnglish,
)}
${boxes("without-channel", own["without-channel"], channels, channel)}
<button>${own.button}</button></form>`;
}

/** The one way from a plan that was reviewed to the campaign's own, while nothing is bought. */
function makePlan(campaign: string, whatIf: WhatIf, changes: Changes, view: View): Fragment {
  const { basis, fixed, brief, scenarios } = whatIf;
  const [scenario, ...others] = scenarios;
  const own = view.words.whatif;
  if (changes.length === 0 || scenario === undefined || others.length > 0 || scenario.lines === 0)
    return false;
  return section(
    own.make,
    brief !== undefined
      ? html`<p>${own.compared}</p>${changeBrief(campaign, view, brief)}`
      : basis === undefined
        ? html`<p>${own.fixed}</p><p>${inEnglish(fixed)}</p>`
        : html`<p>${own.makeLead}</p>${replanForm(campaign, { basis, changes }, html`${field(view.words.grid.reason, "reason", { required: true })}<button>${own.make}</button>`, view)}`,
  );
}

/** The plan and what is planned instead, each by what is otherwise. */
function nameOf({ changes, name }: Scenario, { whatif: own, ...words }: Words): string {
  if (changes.length === 0) return own.named[name === "as edited" ? "edited" : "plan"];
  return changes.map((change) => changeWords(change, own, words)).join(", ");
}

function changeWords(
  change: Scenario["changes"][number],
  own: Words["whatif"],
  { figure, channel }: Pick<Words, "figure" | "channel">,
): string {
  const money = (amount: Money) => figure(formatMoney(amount));
  switch (change.type) {
    case "budget-by":
      return own.changed.budgetBy(formatPercent(Math.abs(change.share)), change.share < 0);
    case "budget":
      return `${own.budget} ${money(change.amount)}`;
    case "max-share":
      return change.share >= 1 ? own.changed.anyShare : own.changed.maxShare(formatPercent(change.share));
    case "max-cpm":
      return own.changed.maxCpm(money(change.price));
    case "channel-share":
      return own.changed.share(channel(change.channel), formatPercent(change.min), formatPercent(change.max));
    case "without-seller":
      return own.changed.without(change.sellerId);
    case "without-channel":
      return own.changed.without(channel(change.channel));
    case "spend":
      return own.changed.spend[change.spend];
  }
}

/** Where a plan stands in the brief's KPI, or where it names none in what the plan is made for: one measure for all plans. */
function kpiOf({ goal: base, total }: Scenario) {
  const { metric } = base?.target ?? base ?? {};
  if (metric === undefined) return undefined;
  const figureOf = ({ goal }: Scenario) =>
    base?.target !== undefined ? goal?.reached?.mid : goal?.metric === metric ? goal.expected.mid : undefined;
  return {
    metric,
    figureOf,
    text: (value: number) =>
      base?.target === undefined ? formatShort(value) : shortTarget(metric, value, total.currency),
  };
}

/** Plan beside plan, with what each brings. */
export function plansTable({ plan, scenarios }: WhatIf, words: Words): Promise<Fragment> {
  const { whatif: own, terms, figure } = words;
  const { currency } = plan.total;
  const all = [plan, ...scenarios];
  const kpi = all.map(kpiOf).find((one) => one !== undefined);
  const base = kpi?.figureOf(plan);
  return pageTable<Scenario>({
    caption: own.table,
    rows: all,
    columns: [
      header(own.scenario, (one) => nameOf(one, words)),
      numbers(own.total, ({ total }) => figure(formatMoney(total))),
      numbers(own.packages, ({ lines }) => lines),
      numbers(terms.impressions, ({ expectedImpressions }) => figure(formatCountRange(expectedImpressions))),
      numbers(terms.cpm, ({ cpm }) => cpm !== undefined && figure(formatMinor(cpm, currency))),
      kpi !== undefined &&
        numbers(words.kpi(kpi.metric), (one) => {
          const value = kpi.figureOf(one);
          if (one.lines === 0) return false;
          return value === undefined ? own.unknown : figure(kpi.text(value));
        }),
      // Per cent of per cent would say less than the two rates beside each other.
      kpi !== undefined &&
        !isRate(kpi.metric) &&
        under(own.difference, (one) => {
          const value = kpi.figureOf(one);
          return one !== plan && value !== undefined && !!base && figure(formatDifference(value / base - 1));
        }),
      all.some(({ goal }) => goal?.share !== undefined) &&
        numbers(own.goal, ({ goal }) => goal?.share !== undefined && formatPercent(goal.share)),
      all.some(({ reach }) => reach !== undefined) &&
        numbers(own.people, ({ reach }) => {
          if (reach === undefined) return own.unknown;
          // Where a package states no reach, what is known is the least.
          return reach.without.length > 0
            ? own.from(figure(formatShort(reach.low)))
            : figure(formatCountRange(reach));
        }),
    ],
  });
}

async function besides(answer: WhatIf, words: Words): Promise<Fragment> {
  const { whatif: own } = words;
  return [
    html`<section>${await plansTable(answer, words)}</section>`,
    section(
      own.differences,
      answer.scenarios.map((one) => [html`<h3>${nameOf(one, words)}</h3>`, differencesOf(one, words)]),
    ),
  ];
}

/** Line by line what another plan buys, or why there is none. */
function differencesOf({ conflict, lines, moved, differences }: Scenario, { whatif: own, figure }: Words) {
  if (conflict !== undefined)
    return html`<p>${own.conflict}. ${own.requirements}:</p>${plainList(
      conflict.map(({ text, dropping }) => html`${inEnglish(text)}. ${own.dropping}: ${inEnglish(dropping)}`),
    )}`;
  if (lines === 0) return plainList(differences.map((one) => inEnglish(one)));
  if (moved.length === 0) return html`<p>${own.none}</p>`;
  const money = (amount: Money | undefined) => amount && figure(formatMoney(amount));
  return plainList(
    moved.map(
      ({ product, sellerId, before, after }) =>
        html`${own.moved(`${product} (${sellerId})`, money(before), money(after))}`,
    ),
  );
}
