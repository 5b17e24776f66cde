import type { AnswerOf } from "../../desk/operations.ts";
import { lastDayBefore } from "../../lib/days.ts";
import { formatCount, listed } from "../../lib/english.ts";
import { formatMinor, formatMoney } from "../../lib/money.ts";
import { formatPrice } from "../../lib/price.ts";
import { items } from "../../report/blocks/cell.ts";
import {
  deliveryWords,
  formatPercent,
  formatRounded,
  pricingWords,
  sentence,
} from "../../report/blocks/format.ts";
import { html, type Markup } from "../../report/blocks/html-template.ts";
import { table } from "../../report/blocks/table.ts";
import { htmlBlock, htmlBlocks } from "../../report/renderers/html-blocks.ts";
import { constraintBlocks } from "../../report/sections/constraints.ts";
import {
  campaignPath,
  field,
  form,
  inEnglish,
  page,
  planPath,
  section,
  stepPath,
  type View,
} from "../shell.ts";
import { english, type Words } from "../words/english.ts";
import { differencesTable } from "./change.ts";
import { idleChoices } from "./live.ts";
import { gainOf, movesTable } from "./moves.ts";
import { waysToApprove } from "./passkey.ts";
import { findingsOf, wayOn } from "./replan.ts";

type Waiting = AnswerOf<"inbox">["waiting"][number];
type Report = AnswerOf<"report">["report"];
type Line = NonNullable<Report["plan"]>["lines"][number];

/** Everything that waits for a person, each with a way to its own page. */
export async function inboxPage(
  { waiting, plans, notPlaced = [] }: AnswerOf<"inbox">,
  view: View,
): Promise<string> {
  const { inbox: own, figure, instant } = view.words;
  const rows = table<Waiting>({
    caption: own.table,
    // The whole plan stands above, with all that it orders.
    rows: waiting.filter(
      ({ task, stepId }) => task !== "sync_plans" || !plans.some(({ steps }) => steps.includes(stepId)),
    ),
    columns: [
      {
        label: own.step,
        kind: "header",
        lang: "en",
        cell: ({ campaignId, stepId, ...step }) => ({
          type: "link",
          text: nameOf(step),
          href: stepPath(campaignId, stepId),
        }),
      },
      { label: own.campaign, under: true, cell: ({ campaignName }) => campaignName },
      { label: own.total, kind: "number", cell: ({ total }) => figure(formatMoney(total)) },
      {
        label: own.taken,
        under: true,
        cell: (step) => totalsOfPlan(step, view.words.decision, figure) ?? false,
      },
      { label: own.why, kind: "words", cell: ({ reasons }) => items(reasons, undefined, "en") },
      { label: own.until, cell: ({ until }) => until !== undefined && instant(until) },
    ],
  });
  return page(
    {
      title: own.title,
      lead: own.lead(waiting.length),
      current: "inbox",
      main: [
        plans.length > 0 &&
          section(
            own.plans,
            html`<ul class="plain">${plans.map(
              ({ campaignId, campaignName, total, packages }) =>
                html`<li><a href="${planPath(campaignId)}">${view.words.plan.waiting(figure(formatMoney(total)), packages.length)}</a> <span class="small muted">${campaignName}</span></li>`,
            )}</ul>`,
          ),
        waiting.length > 0 && html`<section>${await htmlBlock(rows)}</section>`,
        notPlaced.length > 0 &&
          section(
            own.notPlaced,
            notPlaced.map(
              ({ campaignId, campaignName, ...free }) =>
                html`<h3><a href="${campaignPath(campaignId, "live")}">${campaignName}</a></h3>${idleChoices(campaignId, free, view)}`,
            ),
          ),
      ],
    },
    view,
  );
}

/** What a decision is about: of a change of lines, these; else in the words of the operation. */
export function nameOf({
  buyChanges,
  products = [],
  purpose,
  move,
}: Pick<Waiting, "buyChanges" | "products" | "purpose" | "move">): string {
  if (move !== undefined) {
    const named = (isDown: boolean) =>
      move.moves.flatMap(({ product, from, to }) => (to.minor < from.minor === isDown ? product : []));
    const { noLine, name } = english.moves;
    const [from = noLine, to = noLine] = [true, false].map((isDown) => listed(named(isDown)) || noLine);
    return name(formatRounded(move.moved), from, to);
  }
  return buyChanges !== undefined && products.length > 0 ? products.join(", ") : purpose;
}

/** What one step would do, who asks and why, and the ways to decide. */
export async function decisionPage(
  step: Waiting,
  answer: Pick<AnswerOf<"report">, "report" | "basis">,
  view: View,
): Promise<string> {
  const { words } = view;
  const { report } = answer;
  const own = words.decision;
  // The step that carries the check before the first buy carries the whole plan's question.
  const isWholePlan = step.requiredBy === "preflight";
  const lines = report.plan?.lines.filter(({ stepId }) => isWholePlan || stepId === step.stepId) ?? [];
  const sent = step.arguments.map(({ field: name, value }) => html`<dt>${name}</dt><dd>${value}</dd>`);
  return page(
    {
      title: nameOf(step),
      passkeys: true,
      titleLang: "en",
      lead: html`<a href="${campaignPath(step.campaignId)}">${step.campaignName}</a>`,
      current: "inbox",
      main: [
        section(
          own.title,
          html`<dl class="facts">${factsOf(step, words).map(
            ([name, fact]) => html`<dt>${name}</dt><dd>${fact}</dd>`,
          )}</dl>${step.approvals.problems.length > 0 && html`<ul class="plain">${step.approvals.problems.map((problem) => html`<li>${inEnglish(problem)}</li>`)}</ul>`}`,
        ),
        choiceSection(step.campaignId, answer, view),
        lines.length > 0 &&
          section(own.lines, [
            await linesTable(lines, report, words),
            html`<div lang="en">${await htmlBlocks(constraintBlocks(lines))}</div>`,
          ]),
        await changesSection(own.asHeld, step.asBooked, own),
        step.move !== undefined &&
          section(words.moves.lines, [
            await movesTable(step.move, step.campaignId, words),
            gainOf(step.move, words),
            html`<p class="muted">${words.moves.until}</p>`,
          ]),
        step.move === undefined &&
          step.buyChanges !== undefined &&
          section(own.buyChanges, await differencesTable(step.buyChanges, words)),
        await changesSection(own.changes, step.changes, own),
        section(
          own.approve,
          waysToApprove(
            {
              path: stepPath(step.campaignId, step.stepId),
              seen: step.seen,
              command: step.commands.approve,
              nobodyNamed: step.nobodyNamed,
            },
            view,
          ),
        ),
        rejectSection(stepPath(step.campaignId, step.stepId), view),
        html`<section><details><summary>${own.sent}</summary><dl class="facts small" lang="en">${sent}</dl><p class="small muted">${own.digest}: <code>${step.digest}</code></p></details></section>`,
      ],
    },
    view,
  );
}

/** The form that rejects what is decided at `path`. */
export function rejectSection(path: string, view: View): Markup {
  const own = view.words.decision;
  return section(
    own.reject,
    html`<p>${own.rejectLead}</p>${form(
      `${path}/reject`,
      "reject",
      html`${field(own.reason, "reason", { required: true })}<button class="danger">${own.reject}</button>`,
      view,
    )}`,
  );
}

/** What the checks before the first buy leave open, with the plans to choose from. */
export function choiceSection(
  campaign: string,
  { report, basis }: Pick<AnswerOf<"report">, "report" | "basis">,
  view: View,
): Markup | false {
  const choices = findingsOf(report, "ask").filter(({ where }) => where === "spend" && basis !== undefined);
  return (
    choices.length > 0 &&
    section(
      view.words.whatif.spend,
      choices.map((finding) => wayOn(finding, { campaign, basis }, view)),
    )
  );
}

/** What a step takes of the budget, where that is in another currency, or more by the data that it is bought with. */
function totalsOfPlan(
  { total, planTotal }: Pick<Waiting, "total" | "planTotal">,
  own: Words["decision"],
  figure: Words["figure"],
): string | undefined {
  const planned = figure(formatMoney(planTotal));
  if (planTotal.currency !== total.currency) return own.ofPlan(planned);
  return planTotal.minor === total.minor ? undefined : own.withData(planned);
}

/** What a person decides on, in a few figures and words. */
export function factsOf(
  step: Waiting,
  { decision: own, figure, day, instant }: Words,
): (readonly [string, string | Markup])[] {
  const { total, planTotal, flight, approvals, until, requestedBy, reasons } = step;
  const inPlan = totalsOfPlan({ total, planTotal }, own, figure);
  return [
    [own.total, html`<strong>${figure(formatMoney(total))}</strong>${inPlan !== undefined && `, ${inPlan}`}`],
    [own.seller, step.vendor],
    ...(flight === undefined
      ? []
      : [[own.flight, own.dates(day(flight.start), day(lastDayBefore(flight.end)))] as const]),
    [own.who, own.askers[step.requiredBy]],
    [
      own.why,
      step.move === undefined
        ? html`<ul class="bare">${reasons.map((reason) => html`<li>${inEnglish(reason)}</li>`)}</ul>`
        : inEnglish(sentence(step.move.why)),
    ],
    ...(requestedBy.length > 0 ? [[own.requested, requestedBy.join(", ")] as const] : []),
    ...(step.reason === undefined ? [] : [[own.theirReason, step.reason] as const]),
    [own.approvals, own.some(approvals.by.join(", "), approvals.by.length, approvals.needed)],
    ...(until === undefined ? [] : [[own.until, own.thenRefused(instant(until))] as const]),
  ];
}

/** Packages with what people decide by: product, amount, share, impressions, price, terms. */
export function linesTable(
  lines: readonly Line[],
  { offers, currency }: Report,
  { decision: own, channel, figure }: Words,
  detail: "short" | "all" = "all",
) {
  const offerOf = new Map(offers.map((offer) => [offer.id, offer]));
  return htmlBlock(
    table<Line>({
      caption: own.lines,
      rows: lines,
      columns: [
        { label: own.product, kind: "header", cell: ({ product }) => product },
        { label: own.seller, under: true, cell: ({ sellerId }) => sellerId },
        { label: own.channels, under: true, cell: ({ channels }) => channels.map(channel).join(", ") },
        {
          label: own.amount,
          kind: "number",
          cell: ({ budget, signal }) => [
            figure(formatMoney(budget)),
            signal !== undefined &&
              signal.cost.minor > 0 && {
                type: "small",
                text: own.data(figure(formatMoney(signal.cost))),
              },
          ],
        },
        { label: own.share, kind: "number", cell: ({ share }) => figure(formatPercent(share)) },
        {
          label: own.impressions,
          kind: "number",
          cell: ({ expectedImpressions }) =>
            expectedImpressions !== undefined && figure(formatCount(expectedImpressions)),
        },
        {
          label: own.cpm,
          kind: "number",
          cell: ({ offerId }) => {
            const cpm = offerOf.get(offerId)?.cpm;
            return cpm !== undefined && currency !== undefined && figure(formatMinor(cpm.mid, currency));
          },
        },
        detail === "all" && {
          label: own.terms,
          kind: "words",
          cell: ({ offerId, bid }) => {
            const { pricingModel = "", deliveryType = "", assumptions = [] } = offerOf.get(offerId) ?? {};
            const terms = [pricingWords(pricingModel), deliveryWords(deliveryType)].filter(Boolean);
            return [
              bid !== undefined && own.bid(figure(formatPrice(bid))),
              items([...terms, ...assumptions].map(sentence), undefined, "en"),
            ];
          },
        },
      ],
    }),
  );
}

async function changesSection(
  title: string,
  changes:
    | readonly { readonly field: string; readonly before?: string; readonly after?: string }[]
    | undefined,
  own: Words["decision"],
): Promise<Markup | false> {
  if (changes === undefined || changes.length === 0) return false;
  const block = table<(typeof changes)[number]>({
    caption: title,
    rows: changes,
    columns: [
      { label: own.field, kind: "header", lang: "en", cell: (change) => change.field },
      { label: own.before, kind: "words", lang: "en", cell: ({ before }) => before ?? "–" },
      { label: own.after, kind: "words", lang: "en", cell: ({ after }) => after ?? "–" },
    ],
  });
  return section(title, await htmlBlock(block));
}
