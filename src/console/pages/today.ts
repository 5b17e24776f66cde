import type { AnswerOf } from "../../desk/operations.ts";
import { formatCount } from "../../lib/english.ts";
import { formatMoney } from "../../lib/money.ts";
import { partsIn } from "../../lib/parts.ts";
import { link } from "../../report/blocks/cell.ts";
import { formatRounded } from "../../report/blocks/format.ts";
import { type Fragment, html, type Markup } from "../../report/blocks/html-template.ts";
import { header, figure as numbers, plain, under } from "../../report/blocks/table.ts";
import { pageTable } from "../../report/renderers/html-blocks.ts";
import {
  campaignPath,
  inEnglish,
  linePath,
  page,
  places,
  plainList,
  planPath,
  section,
  stepPath,
  type View,
} from "../shell.ts";
import type { Words } from "../words/english.ts";
import { nameOf } from "./inbox.ts";
import {
  changeList,
  type LiveCampaign,
  type LiveLine,
  leadOf,
  neededCell,
  paceChip,
  spentCell,
} from "./live.ts";
import { stopAlert } from "./stop.ts";

type Live = AnswerOf<"live">;
type Inbox = AnswerOf<"inbox">;
type Of<Row> = Row & { readonly of: LiveCampaign };

/** What a campaign manager reads first: what waits, what is off, what changed, what is idle, what comes. */
export async function todayPage(
  { campaigns, finished, today, since, until }: Live,
  { waiting, plans }: Inbox,
  { orders }: Pick<AnswerOf<"status">, "orders">,
  view: View,
): Promise<string> {
  const { words } = view;
  const own = words.today;
  const lines = campaigns.flatMap((of) => of.lines.map((line): Of<LiveLine> => ({ ...line, of })));
  const offPace = lines
    .filter(({ runs, pace }) => runs === "running" && (pace?.is === "behind" || pace?.is === "ahead"))
    .sort((one, other) => (other.atRisk?.minor ?? 0) - (one.atRisk?.minor ?? 0));
  const missing = lines.filter(({ runs, notReported }) => runs !== "not-begun" && notReported > 0);
  const parts = [
    decisions({ waiting, plans }, today, words),
    offPace.length > 0 && section(own.offPace, await paceTable(offPace, words)),
    idleSection(lines, campaigns, orders.length > 0, words),
    changedSection(campaigns, since, words),
    nextSection(campaigns, waiting, { today, until }, words),
    finishedSection(finished, words),
    missing.length > 0 &&
      section(
        own.missing,
        plainList(missing.map((line) => html`${lineLink(line)}: ${own.days(line.notReported)}`)),
      ),
  ].filter((part) => part !== false);
  const behind = offPace.filter(({ pace }) => pace?.is === "behind").length;
  return page(view, {
    lead: own.lead(waiting.length, behind),
    current: "today",
    main: [
      stopAlert(orders, words),
      parts,
      parts.length === 0 &&
        html`<section><p>${campaigns.length === 0 ? own.nothingRuns : own.nothing}</p></section>`,
      running(campaigns, view),
    ],
  });
}

function lineLink({ of, lineId, product, vendor }: Of<LiveLine>): Markup {
  return html`<a href="${linePath(of.campaign, lineId)}">${product}</a> <span class="small muted">${vendor}, ${of.name}</span>`;
}

/** A plan that can be approved as a whole stands for its steps. */
function decisions(inbox: Pick<Inbox, "waiting" | "plans">, today: string, words: Words): Markup | false {
  const { waiting, plans } = inbox;
  const { today: own, figure, instant } = words;
  const inPlans = new Set(plans.flatMap(({ steps }) => steps));
  const alone = waiting.filter(({ stepId }) => !inPlans.has(stepId));
  if (plans.length + alone.length === 0) return false;
  const expires = (until: string | undefined) =>
    until !== undefined &&
    html` <span class="small muted">${until < today ? own.expired(instant(until)) : own.expires(instant(until))}</span>`;
  return section(
    own.decide,
    html`<ul class="plain">${plans.map(
      ({ campaignId, campaignName, total, packages, until }) =>
        html`<li><a href="${planPath(campaignId)}">${own.plan(figure(formatMoney(total)), packages.length)}</a> <span class="small muted">${campaignName}</span>${expires(until)}</li>`,
    )}${alone.map(
      ({ campaignId, campaignName, total, until, ...step }) =>
        html`<li><a href="${stepPath(campaignId, step.stepId)}">${inEnglish(nameOf(step))}</a> ${total.minor > 0 && figure(formatMoney(total))} <span class="small muted">${campaignName}</span>${expires(until)}</li>`,
    )}</ul>`,
  );
}

function paceTable(lines: readonly Of<LiveLine>[], words: Words): Promise<Fragment> {
  const { live: own, change, terms } = words;
  return pageTable<Of<LiveLine>>({
    caption: words.today.offPace,
    rows: lines,
    columns: [
      header(terms.line, ({ of, lineId, product }) => link(product, linePath(of.campaign, lineId))),
      under(terms.vendor, ({ vendor, of }) => `${vendor}, ${of.name}`),
      plain(own.pace, (line) => paceChip(line, words)),
      numbers(terms.spent, (line) => spentCell(line, words)),
      numbers(own.needed, (line) => neededCell(line, words)),
      plain(change.title, ({ of, lineId }) => link(change.verbs.amount, linePath(of.campaign, lineId))),
    ],
  });
}

function idleSection(
  lines: readonly Of<LiveLine>[],
  campaigns: readonly LiveCampaign[],
  isStopped: boolean,
  { today: own, change, figure, day }: Words,
): Markup | false {
  const wayOn = ({ of, lineId }: Of<LiveLine>) =>
    !isStopped &&
    html` · <a href="${linePath(of.campaign, lineId, { verb: "unpause" })}">${change.verbs.unpause}</a>`;
  const all = partsIn<Markup>([
    lines.map(
      (line) =>
        line.idle &&
        html`<li>${lineLink(line)}: ${figure(formatMoney(line.idle))} ${own.paused(line.pausedBy?.join(", ") ?? "")}${wayOn(line)}</li>`,
    ),
    campaigns.map(
      ({ campaign, name, notPlaced }) =>
        notPlaced &&
        html`<li><a href="${campaignPath(campaign, "live")}">${name}</a>: ${figure(formatMoney(notPlaced.amount))} ${own.freed(day(notPlaced.since))}</li>`,
    ),
  ]);
  return all.length > 0 && section(own.idle, html`<ul class="plain">${all}</ul>`);
}

function changedSection(campaigns: readonly LiveCampaign[], since: string, words: Words): Markup | false {
  const changed = campaigns
    .map(({ campaign, name, changes }) => ({
      campaign,
      name,
      changes: changes.filter(({ at }) => at >= since),
    }))
    .filter(({ changes }) => changes.length > 0);
  const title = words.today.changed(words.day(since));
  if (changed.length === 0)
    return campaigns.length > 0 && section(title, html`<p>${words.today.unchanged}</p>`);
  return section(
    title,
    changed.map(
      ({ campaign, name, changes }) =>
        html`<h3><a href="${campaignPath(campaign, "live")}">${name}</a></h3>${changeList(changes.slice(0, 10), words)}`,
    ),
  );
}

function nextSection(
  campaigns: readonly LiveCampaign[],
  waiting: Inbox["waiting"],
  { today, until }: Pick<Live, "today" | "until">,
  { today: own, day, instant }: Words,
): Markup | false {
  const dates = campaigns.flatMap(({ campaign, next }) =>
    next
      .filter(({ date }) => date >= today)
      .map(({ date, what, lineId, product }) => ({
        date,
        item: html`<li>${day(date)}: <a href="${linePath(campaign, lineId)}">${own[what](product)}</a></li>`,
      })),
  );
  const expiring = waiting.flatMap(({ until: at, campaignId, ...step }) =>
    at === undefined || at < today || at.slice(0, 10) > until
      ? []
      : {
          date: at,
          item: html`<li>${day(at)}: <a href="${stepPath(campaignId, step.stepId)}">${inEnglish(nameOf(step))}</a> ${own.expires(instant(at))}</li>`,
        },
  );
  const all = [...dates, ...expiring].sort((one, other) => one.date.localeCompare(other.date));
  return all.length > 0 && section(own.next, html`<ul class="plain">${all.map(({ item }) => item)}</ul>`);
}

/** What has come to its end, and what is still to be settled of it. */
function finishedSection(finished: Live["finished"], words: Words): Markup | false {
  const { today: own, live, day, figure } = words;
  return (
    finished.length > 0 &&
    section(
      own.finished,
      html`<ul class="plain">${finished.map(({ campaign, name, end, totals, cases }) => {
        const spent = totals.flatMap(({ spent: of, current }) =>
          of === undefined ? [] : live.spentOf(figure(formatRounded(of)), figure(formatRounded(current))),
        );
        return html`<li><a href="${campaignPath(campaign, "live")}">${name}</a> <span class="small muted">${[own.ended(day(end)), ...spent].join(" · ")}</span>${
          cases.length > 0 &&
          html`<ul>${cases.map(
            ({ lineId, product, owed, kind }) =>
              html`<li><a href="${linePath(campaign, lineId)}">${live.caseIs[kind](product, figure(formatCount(owed)))}</a></li>`,
          )}</ul>`
        }</li>`;
      })}</ul>`,
    )
  );
}

function running(campaigns: readonly LiveCampaign[], { words, may }: View): Markup {
  const own = words.today;
  return section(
    own.running,
    html`${
      campaigns.length > 0 &&
      plainList(
        campaigns.map(
          (row) =>
            html`<a href="${campaignPath(row.campaign, "live")}">${row.name}</a> <span class="small muted">${leadOf(row, words)}</span>`,
        ),
      )
    }<p><a href="${places.campaigns}">${words.campaigns.table}</a></p>${
      campaigns.length === 0 &&
      may("draft-brief") &&
      html`<p><a class="button" href="${places.brief}">${words.nav.brief}</a></p>`
    }`,
  );
}
