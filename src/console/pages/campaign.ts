import type { AnswerOf } from "../../desk/operations.ts";
import { formatCount } from "../../lib/english.ts";
import { formatMinor, formatMoney, type Money, totalMoney } from "../../lib/money.ts";
import { chip, link, marked } from "../../report/blocks/cell.ts";
import { shownOn } from "../../report/blocks/document.ts";
import { formatRounded, sentence } from "../../report/blocks/format.ts";
import { type Fragment, html, type Markup } from "../../report/blocks/html-template.ts";
import { header, figure as numbers, plain, under } from "../../report/blocks/table.ts";
import { total } from "../../report/blocks/totals.ts";
import { htmlBlocks, pageTable } from "../../report/renderers/html-blocks.ts";
import { offers } from "../../report/sections/offers.ts";
import { notAsked } from "../../report/sections/sellers.ts";
import { campaignPath, form, inEnglish, page, places, section, stepPath, type View } from "../shell.ts";
import type { Words } from "../words/english.ts";
import { begin, changeBrief } from "./brief.ts";
import { findingsOf, wayOn } from "./replan.ts";
import { stopAlert } from "./stop.ts";

type Campaign = AnswerOf<"campaign">;
type Report = Campaign["report"];
export type Versions = AnswerOf<"plan-versions">["versions"];
type Line = NonNullable<Report["plan"]>["lines"][number];

/** One campaign, or with its brief a comparison: what it waits for, its money, its lines as they were planned and bought. */
export async function campaignPage(
  {
    campaign,
    waiting,
    report,
    orders = [],
    withheld,
    brief,
    basis,
    versions = [],
  }: Pick<Campaign, "campaign" | "waiting" | "report" | "orders" | "withheld"> &
    Pick<AnswerOf<"report">, "brief" | "basis"> & { readonly versions?: Versions },
  view: View,
): Promise<string> {
  const own = view.words.campaign;
  const { lines = [] } = report.plan ?? {};
  const isEmpty = report.plan !== undefined && lines.length === 0;
  const isBlocked = isEmpty || report.preflight?.result === "block";
  const isGoingOn = waiting.some(({ type }) => type !== "seller");
  // What waits for a seller's signal may have been asked for by the plan of before.
  const isUnsent =
    basis !== undefined &&
    !isBlocked &&
    !isGoingOn &&
    lines.length > 0 &&
    lines.every((line) => !line.stepId);
  const awaitedSteps = new Set(waiting.flatMap((one) => (one.type === "person" ? [one.stepId] : [])));
  return page(view, {
    title: report.headline.title,
    lead: inEnglish(report.headline.verdict),
    current: "campaigns",
    main: [
      tabs(campaign, "overview", view.words),
      stopAlert(orders, view.words),
      withheldAlert(withheld, view.words),
      (["block", "ask"] as const).map((result) =>
        found({ campaign, report, ...(basis !== undefined && { basis }) }, result, view),
      ),
      rejectedAlert(campaign, versions, view.words),
      section(own.money, money(report, view.words)),
      brief !== undefined && [
        section(
          own.compared,
          html`<p>${isEmpty ? own.comparedEmpty : isBlocked ? own.comparedBlocked : own.comparedLead}</p>${changeBrief(campaign, view)}`,
        ),
        !isBlocked && begin(brief, view, basis === undefined ? {} : { planned: { campaign, basis } }),
      ],
      brief === undefined &&
        (isUnsent || waiting.length > 0) &&
        section(
          own.waits,
          isUnsent
            ? form(
                `${campaignPath(campaign)}/send`,
                "resume",
                html`<p>${view.words.grid.notSent}</p><button>${view.words.grid.send}</button>`,
                view,
              )
            : [
                html`<ul class="plain">${waiting.map((one) => html`<li>${awaited(one, campaign, report, view.words)}</li>`)}</ul>`,
                awaitedSteps.size > 0 &&
                  html`<p><a class="button" href="${places.inbox}">${own.decide}</a></p>`,
              ],
        ),
      section(view.words.terms.lines, [
        channelFloor(campaign, report, view.words),
        await packages(campaign, report, awaitedSteps, view.words),
      ]),
    ],
  });
}

/** What people said no to of the plan as it is, why, and how to go on. */
function rejectedAlert(campaign: string, [current]: Versions, { grid: own, day }: Words): Fragment {
  const { rejected = [] } = current ?? {};
  return (
    rejected.length > 0 &&
    html`<div class="alert">${rejected.map(({ by, at, reason }) => html`<h2>${own.rejected(by, day(at))}</h2><p>${reason}</p>`)}<p>${own.wayOn} <a href="${campaignPath(campaign, "plan")}">${own.toGrid}</a> <a href="${campaignPath(campaign, "what-if")}">${own.toWhatIf}</a></p></div>`
  );
}

export function withheldAlert(withheld: string | undefined, { campaign: own }: Words): Fragment {
  return (
    withheld !== undefined &&
    html`<div class="alert"><h2>${own.withheld}</h2><p lang="en">${sentence(withheld)}</p></div>`
  );
}

/** What keeps it from being bought, or what nobody has agreed to, with what can be done about it. */
function found(
  { report, ...of }: Pick<Campaign, "campaign" | "report" | "basis">,
  wanted: "block" | "ask",
  view: View,
): Fragment {
  const open = findingsOf(report, wanted);
  return (
    open.length > 0 &&
    html`<div class="alert"><h2>${view.words.campaign.findings[wanted]}</h2><ul>${open.map((finding) => html`<li>${wayOn(finding, of, view)}</li>`)}</ul></div>`
  );
}

/** A page of its own has room for more than the report shows at once. */
const offersShown = 25;

/** All offers on one scale, as the report has them, and whom nobody asked for any. */
export async function comparePage({ campaign, report }: AnswerOf<"report">, view: View): Promise<string> {
  const blocks = shownOn("page", offers.blocks(report))
    .filter(({ type }) => type !== "chart")
    .map((block) =>
      block.type === "table" && block.filter !== undefined
        ? { ...block, filter: { ...block.filter, first: offersShown } }
        : block,
    );
  const shown = await htmlBlocks(blocks);
  const left = await htmlBlocks(notAsked.blocks(report));
  return page(view, {
    title: report.headline.title,
    lead: inEnglish(report.headline.request),
    current: "campaigns",
    main: [
      tabs(campaign, "offers", view.words),
      section(
        view.words.campaign.tabs.offers,
        shown.length > 0 ? html`<div lang="en">${shown}</div>` : html`<p>${view.words.compare.none}</p>`,
        "offers",
      ),
      left.length > 0 && html`<section lang="en">${left}</section>`,
    ],
  });
}

type Tab = Exclude<keyof Words["campaign"]["tabs"], "label">;

const allTabs: readonly Tab[] = ["overview", "plan", "live", "offers", "whatif", "documents", "report"];

function tabPath(campaign: string, tab: Tab): string {
  if (tab === "overview") return campaignPath(campaign);
  return campaignPath(campaign, tab === "whatif" ? "what-if" : tab);
}

export function tabs(campaign: string, current: Tab, { campaign: own }: Words): Markup {
  return html`<nav class="tabs" aria-label="${own.tabs.label}"><ul>${allTabs.map(
    (tab) =>
      html`<li><a href="${tabPath(campaign, tab)}"${tab === current && html` aria-current="page"`}${tab === "report" && html` target="_blank"`}>${own.tabs[tab]}</a></li>`,
  )}</ul></nav>`;
}

function money({ headline: { money: amounts } }: Report, { campaign: own, terms, figure }: Words): Markup {
  if (amounts === undefined) return html`<p>${own.noPlan}</p>`;
  const { budget, committedSpend, inDoubt, plannedNotCommitted, unallocated, spent } = amounts;
  const gap = amounts.spentNotReported;
  const spentLabel = gap > 0 ? `${terms.spent} (${own.notReported(gap)})` : terms.spent;
  const tiles = [
    [own.budget, budget],
    [terms.bought, committedSpend],
    ...(inDoubt.minor > 0 ? [[own.inDoubt, inDoubt] as const] : []),
    [own.open, plannedNotCommitted],
    [own.unallocated, unallocated],
    [spentLabel, spent],
  ] as const;
  return html`<dl class="cards">${tiles.map(
    ([label, amount]) => html`<div><dt>${label}</dt><dd>${figure(formatRounded(amount))}</dd></div>`,
  )}</dl>`;
}

/** What it waits for: a person is led to what they decide. */
export function awaited(one: Campaign["waiting"][number], campaign: string, report: Report, words: Words) {
  const { steps: all } = report;
  const step = one.type === "person" && all.find(({ id }) => id === one.stepId);
  if (!step) return inEnglish(one.reason);
  const { atStake = step.amount } = step;
  return html`<a href="${stepPath(campaign, step.id)}" lang="en">${step.purpose}</a> ${
    atStake.minor > 0 ? words.figure(formatMoney(atStake)) : inEnglish(one.reason)
  }`;
}

/** What a floor for channels that get next to nothing would cost, and the way to the plan that has it. */
function channelFloor(campaign: string, { plan }: Report, { campaign: own }: Words): Fragment {
  const { floor } = plan ?? {};
  if (floor === undefined) return false;
  const changes = floor.channels.map((channel): [string, string] => [
    "channel",
    `${channel}=${floor.share * 100}%..100%`,
  ]);
  const href = `${campaignPath(campaign, "what-if")}?${new URLSearchParams(changes).toString()}`;
  return html`<p>${inEnglish(floor.words)}${
    floor.less !== undefined && html` <a class="button" href="${href}">${own.withFloor}</a>`
  }</p>`;
}

/** What a line is known by beside its product: vendor, place, and days where it has some of its own that stand nowhere else. */
export function labelOf(
  { sellerId, place, flight }: Pick<Line, "sellerId" | "place" | "flight">,
  { decision, day }: Words,
  daysStandThere = false,
): string {
  return [sellerId, place, !daysStandThere && flight && decision.dates(day(flight.start), day(flight.end))]
    .filter(Boolean)
    .join(" · ");
}

async function packages(campaign: string, { plan }: Report, awaitedSteps: ReadonlySet<string>, words: Words) {
  const { campaign: own, terms, channel, figure } = words;
  if (plan === undefined || plan.lines.length === 0) return html`<p>${own.noPlan}</p>`;
  const { currency } = plan.total;
  const expectedOf = (line: Line) => line.changed?.expectedImpressions ?? line.expectedImpressions;
  const costOf = ({ amount, changed }: Line) => changed?.amount ?? amount;
  const cost = totalMoney(plan.lines, currency, costOf);
  const expected = total(plan.lines, expectedOf);
  const cpm = ({ minor }: Money, impressions: number) =>
    impressions > 0 && figure(formatMinor((minor / impressions) * 1000, currency));
  // What is not stated has no sum.
  const isCounted = plan.lines.every((line) => expectedOf(line) !== undefined);
  return pageTable<Line>({
    caption: terms.lines,
    rows: plan.lines,
    columns: [
      header(terms.line, ({ product }) => product, { total: terms.total }),
      under(terms.vendor, (line) => labelOf(line, words), { lang: "en" }),
      under(terms.channels, ({ channels }) => channels.map(channel).join(", ")),
      numbers(
        terms.amount,
        (line) => [
          figure(formatMoney(costOf(line))),
          costOf(line).minor !== line.amount.minor &&
            marked("small", own.changedFrom(figure(formatMoney(line.amount)))),
        ],
        { total: figure(formatMoney(cost)) },
      ),
      numbers(
        terms.impressions,
        (line) => {
          const expected = expectedOf(line);
          return expected !== undefined && figure(formatCount(expected));
        },
        { total: isCounted && figure(formatCount(expected)) },
      ),
      numbers(terms.cpm, (line) => cpm(costOf(line), expectedOf(line) ?? 0), {
        total: isCounted && cpm(cost, expected),
      }),
      plain(terms.status, ({ status, stepId, paused, changed }) => [
        paused === true ? chip("held", words.live.runs.paused) : chip(status, words.status(status)),
        changed !== undefined && marked("small", words.live.lastDay(words.day(changed.end))),
        awaitedSteps.has(stepId ?? "") && link(words.live.todo.escalated, stepPath(campaign, stepId ?? "")),
      ]),
      under(
        terms.status,
        ({ status, statusReason, stepId, setBy }) =>
          status === "done" ? setBy : !awaitedSteps.has(stepId ?? "") && statusReason,
        { lang: "en" },
      ),
    ],
  });
}
