import type { AnswerOf } from "../../desk/operations.ts";
import { formatCount } from "../../lib/english.ts";
import { formatMoney } from "../../lib/money.ts";
import { formatRounded } from "../../report/blocks/format.ts";
import { type Fragment, html, type Markup } from "../../report/blocks/html-template.ts";
import { table } from "../../report/blocks/table.ts";
import { htmlBlock } from "../../report/renderers/html-blocks.ts";
import {
  campaignPath,
  inEnglish,
  linePath,
  page,
  places,
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
  { campaigns, finished, since, until }: Live,
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
    decisions(waiting, plans, words),
    offPace.length > 0 && section(own.offPace, await paceTable(offPace, words)),
    idleSection(lines, campaigns, orders.length > 0, words),
    changedSection(campaigns, since, words),
    nextSection(campaigns, waiting, until, words),
    finishedSection(finished, words),
    missing.length > 0 &&
      section(
        own.missing,
        html`<ul class="plain">${missing.map(
          (line) => html`<li>${lineLink(line)}: ${own.days(line.notReported)}</li>`,
        )}</ul>`,
      ),
  ].filter((part) => part !== false);
  const behind = offPace.filter(({ pace }) => pace?.is === "behind").length;
  return page(
    {
      title: own.title,
      lead: own.lead(waiting.length, behind),
      current: "today",
      main: [
        stopAlert(orders, words),
        parts,
        parts.length === 0 &&
          html`<section><p>${campaigns.length === 0 ? own.nothingRuns : own.nothing}</p></section>`,
        running(campaigns, view),
      ],
    },
    view,
  );
}

function lineLink({ of, lineId, product, vendor }: Of<LiveLine>): Markup {
  return html`<a href="${linePath(of.campaign, lineId)}">${product}</a> <span class="small muted">${vendor}, ${of.name}</span>`;
}

/** A plan that can be approved as a whole stands for its steps. */
function decisions(waiting: Inbox["waiting"], plans: Inbox["plans"], words: Words): Markup | false {
  const { today: own, figure, instant } = words;
  const inPlans = new Set(plans.flatMap(({ steps }) => steps));
  const alone = waiting.filter(({ stepId }) => !inPlans.has(stepId));
  if (plans.length + alone.length === 0) return false;
  const expires = (until: string | undefined) =>
    until !== undefined && html` <span class="small muted">${own.expires(instant(until))}</span>`;
  return section(
    own.decide,
    html`<ul class="plain">${plans.map(
      ({ campaignId, campaignName, total, packages, until }) =>
        html`<li><a href="${planPath(campaignId)}">${own.plan(figure(formatMoney(total)), packages.length)}</a> <span class="small muted">${campaignName}</span>${expires(until)}</li>`,
    )}${alone.map(
      ({ campaignId, campaignName, stepId, total, until, ...step }) =>
        html`<li><a href="${stepPath(campaignId, stepId)}">${inEnglish(nameOf(step))}</a> ${total.minor > 0 && figure(formatMoney(total))} <span class="small muted">${campaignName}</span>${expires(until)}</li>`,
    )}</ul>`,
  );
}

function paceTable(lines: readonly Of<LiveLine>[], words: Words): Promise<Fragment> {
  const { live: own, change } = words;
  return htmlBlock(
    table<Of<LiveLine>>({
      caption: words.today.offPace,
      rows: lines,
      columns: [
        {
          label: own.line,
          kind: "header",
          cell: ({ of, lineId, product }) => ({
            type: "link",
            text: product,
            href: linePath(of.campaign, lineId),
          }),
        },
        { label: own.vendor, under: true, cell: ({ vendor, of }) => `${vendor}, ${of.name}` },
        { label: own.pace, cell: (line) => paceChip(line, words) },
        {
          label: own.spent,
          kind: "number",
          cell: (line) => spentCell(line, words),
        },
        {
          label: own.needed,
          kind: "number",
          cell: (line) => neededCell(line, words),
        },
        {
          label: change.title,
          cell: ({ of, lineId }) => ({
            type: "link",
            text: change.verbs.amount,
            href: linePath(of.campaign, lineId),
          }),
        },
      ],
    }),
  );
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
  const paused = lines.flatMap((line) =>
    line.idle === undefined
      ? []
      : [
          html`<li>${lineLink(line)}: ${figure(formatMoney(line.idle))} ${own.paused(line.setBy?.by.join(", ") ?? "")}${wayOn(line)}</li>`,
        ],
  );
  const freed = campaigns.flatMap(({ campaign, name, notPlaced }) =>
    notPlaced === undefined
      ? []
      : [
          html`<li><a href="${campaignPath(campaign, "live")}">${name}</a>: ${figure(formatMoney(notPlaced.amount))} ${own.freed(day(notPlaced.since))}</li>`,
        ],
  );
  const all = [...paused, ...freed];
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
  until: string,
  { today: own, day, instant }: Words,
): Markup | false {
  const dates = campaigns.flatMap(({ campaign, next }) =>
    next.map(({ date, what, lineId, product }) => ({
      date,
      item: html`<li>${day(date)}: <a href="${linePath(campaign, lineId)}">${own[what](product)}</a></li>`,
    })),
  );
  const expiring = waiting.flatMap(({ until: at, campaignId, stepId, ...step }) =>
    at === undefined || at.slice(0, 10) > until
      ? []
      : [
          {
            date: at,
            item: html`<li>${day(at)}: <a href="${stepPath(campaignId, stepId)}">${inEnglish(nameOf(step))}</a> ${own.expires(instant(at))}</li>`,
          },
        ],
  );
  const all = [...dates, ...expiring].sort((one, other) => one.date.localeCompare(other.date));
  return all.length > 0 && section(own.next, html`<ul class="plain">${all.map(({ item }) => item)}</ul>`);
}

/** What has come to its end, and what is still to be settled of it. */
function finishedSection(
  finished: Live["finished"],
  { today: own, live, day, figure }: Words,
): Markup | false {
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
              html`<li><a href="${linePath(campaign, lineId)}">${live.caseIs(product, figure(formatCount(owed)), kind === "final")}</a></li>`,
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
      html`<ul class="plain">${campaigns.map(
        (row) =>
          html`<li><a href="${campaignPath(row.campaign, "live")}">${row.name}</a> <span class="small muted">${leadOf(row, words)}</span></li>`,
      )}</ul>`
    }<p><a href="${places.campaigns}">${own.campaigns}</a></p>${
      campaigns.length === 0 &&
      may("draft-brief") &&
      html`<p><a class="button" href="${places.brief}">${words.nav.brief}</a></p>`
    }`,
  );
}
