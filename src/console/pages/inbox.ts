import type { AnswerOf } from "../../desk/operations.ts";
import { lastDayBefore } from "../../lib/days.ts";
import { formatCount, listed } from "../../lib/english.ts";
import { formatMinor, formatMoney } from "../../lib/money.ts";
import { formatPrice } from "../../lib/price.ts";
import { items, link, marked } from "../../report/blocks/cell.ts";
import {
  deliveryWords,
  formatPercent,
  formatRounded,
  pricingWords,
  sentence,
} from "../../report/blocks/format.ts";
import { type Fragment, html, type Markup } from "../../report/blocks/html-template.ts";
import { header, figure as numbers, plain, words as prose, under } from "../../report/blocks/table.ts";
import { htmlBlocks, pageTable } from "../../report/renderers/html-blocks.ts";
import { constraintBlocks } from "../../report/sections/constraints.ts";
import {
  campaignPath,
  factList,
  field,
  form,
  inEnglish,
  page,
  plainList,
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
export async function inboxPage({ waiting, plans, notPlaced = [] }: AnswerOf<"inbox">, view: View) {
  const { inbox: own, terms, figure, instant } = view.words;
  // The whole plan stands above, with all that it orders.
  const steps = waiting.filter(
    ({ task, stepId }) => task !== "sync_plans" || !plans.some((plan) => plan.steps.includes(stepId)),
  );
  const rows = pageTable<Waiting>({
    caption: own.table,
    rows: steps,
    columns: [
      header(terms.step, (step) => link(nameOf(step), stepPath(step.campaignId, step.stepId)), {
        lang: "en",
      }),
      under(terms.campaign, ({ campaignName }) => campaignName),
      numbers(own.total, ({ total }) => figure(formatMoney(total))),
      under(own.taken, (step) => totalsOfPlan(step, view.words.decision, figure) ?? false),
      prose(terms.why, ({ reasons }) => items(reasons, undefined, "en")),
      plain(terms.until, ({ until }) => until !== undefined && instant(until)),
    ],
  });
  return page(view, {
    lead: own.lead(waiting.length),
    current: "inbox",
    main: [
      plans.length > 0 &&
        section(
          own.plans,
          plainList(
            plans.map(
              ({ campaignId, campaignName, total, packages, until }) =>
                html`<a href="${planPath(campaignId)}">${view.words.plan.waiting(figure(formatMoney(total)), packages.length)}</a> <span class="small muted">${campaignName}${until !== undefined && html` · ${terms.until} ${instant(until)}`}</span>`,
            ),
          ),
        ),
      steps.length > 0 && html`<section>${await rows}</section>`,
      notPlaced.length > 0 &&
        section(
          own.notPlaced,
          notPlaced.map(
            ({ campaignId, campaignName, ...free }) =>
              html`<h3><a href="${campaignPath(campaignId, "live")}">${campaignName}</a></h3>${idleChoices(campaignId, free, view)}`,
          ),
        ),
    ],
  });
}

/** Whether all lines of the plan are decided on. */
export function isWholePlan({ stepId, task }: Pick<Waiting, "stepId" | "task">): boolean {
  return task === "sync_plans" && stepId === "plan";
}

/** What a decision is about: of a change of lines, these; else in the words of the operation. */
export function nameOf(
  waiting: Pick<Waiting, "stepId" | "task" | "buyChanges" | "products" | "purpose" | "move">,
): string {
  const { buyChanges, products = [], purpose, move, ...step } = waiting;
  if (isWholePlan(step)) return english.plan.title;
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
  const isOfAll = step.requiredBy === "preflight" || isWholePlan(step);
  const lines = report.plan?.lines.filter(({ stepId }) => isOfAll || stepId === step.stepId) ?? [];
  const sent = step.arguments.map(({ field: name, value }) => html`<dt>${name}</dt><dd>${value}</dd>`);
  return page(view, {
    title: nameOf(step),
    passkeys: true,
    titleLang: "en",
    lead: html`<a href="${campaignPath(step.campaignId)}">${step.campaignName}</a>`,
    current: "inbox",
    main: [
      section(words.terms.decision, [factsOf(step, words), approvalProblems(step.approvals)]),
      choiceSection(step.campaignId, answer, view),
      lines.length > 0 &&
        section(own.lines, [
          await linesTable(lines, report, words),
          html`<div lang="en">${await htmlBlocks(constraintBlocks(lines))}</div>`,
        ]),
      await changesSection(own.asHeld, step.asBooked, words),
      step.move !== undefined &&
        section(words.moves.lines, [
          await movesTable(step.move, step.campaignId, words),
          gainOf(step.move, words),
          html`<p class="muted">${words.moves.until}</p>`,
        ]),
      step.move === undefined &&
        step.buyChanges !== undefined &&
        section(own.buyChanges, await differencesTable(step.buyChanges, words)),
      await changesSection(own.changes, step.changes, words),
      section(
        own.approve,
        waysToApprove(
          { ...step, path: stepPath(step.campaignId, step.stepId), command: step.commands.approve },
          view,
        ),
      ),
      rejectSection(stepPath(step.campaignId, step.stepId), view),
      html`<section><details><summary>${own.sent}</summary><dl class="facts small" lang="en">${sent}</dl><p class="small muted">${own.digest}: <code>${step.digest}</code></p></details></section>`,
    ],
  });
}

/** The form that rejects what is decided at `path`. */
export function rejectSection(path: string, view: View): Markup {
  const own = view.words.decision;
  return section(
    own.reject,
    html`<p>${own.rejectLead}</p>${form(
      `${path}/reject`,
      "reject",
      html`${field(view.words.terms.reason, "reason", { required: true })}<button class="danger">${own.reject}</button>`,
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
export function factsOf(step: Waiting, words: Words): Markup {
  const { decision: own, terms, figure, day } = words;
  const { total, flight, reasons, move } = step;
  const inPlan = totalsOfPlan(step, own, figure);
  return factList([
    [own.total, html`<strong>${figure(formatMoney(total))}</strong>${inPlan !== undefined && `, ${inPlan}`}`],
    [terms.vendor, !isWholePlan(step) && step.vendor],
    [own.flight, flight && own.dates(day(flight.start), day(lastDayBefore(flight.end)))],
    [own.who, own.askers[step.requiredBy]],
    [terms.why, move === undefined ? whyList(reasons) : inEnglish(sentence(move.why))],
    ...peopleFacts(step, words),
  ]);
}

export function whyList(reasons: readonly string[]): Markup {
  return html`<ul class="bare">${reasons.map((reason) => html`<li>${inEnglish(reason)}</li>`)}</ul>`;
}

/** Who asked, who has agreed, and until when somebody has to. */
export function peopleFacts(
  { requestedBy, reason, approvals, until }: Pick<Waiting, "requestedBy" | "reason" | "approvals" | "until">,
  { decision: own, terms, instant }: Words,
) {
  return [
    [own.requested, requestedBy.length > 0 && requestedBy.join(", ")],
    [own.theirReason, reason],
    [own.approvals, own.some(approvals.by.join(", "), approvals.by.length, approvals.needed)],
    [terms.until, until !== undefined && own.thenRefused(instant(until))],
  ] as const;
}

/** What is wrong with approvals that were given. */
export function approvalProblems({ problems }: Waiting["approvals"]): Fragment {
  return problems.length > 0 && plainList(problems.map(inEnglish));
}

/** Packages with what people decide by: product, amount, share, impressions, price, terms. */
export function linesTable(lines: readonly Line[], { offers, currency }: Report, words: Words) {
  const { decision: own, terms, channel, figure } = words;
  const offerOf = new Map(offers.map((offer) => [offer.id, offer]));
  return pageTable<Line>({
    caption: own.lines,
    rows: lines,
    columns: [
      header(own.product, ({ product }) => product),
      under(terms.vendor, ({ sellerId }) => sellerId),
      under(own.byHand, (line) => byHandWords(line, own, figure)),
      under(terms.channels, ({ channels }) => channels.map(channel).join(", ")),
      numbers(terms.amount, ({ budget, signal }) => [
        figure(formatMoney(budget)),
        signal !== undefined &&
          signal.cost.minor > 0 &&
          marked("small", own.data(figure(formatMoney(signal.cost)))),
      ]),
      numbers(own.share, ({ share }) => figure(formatPercent(share))),
      numbers(
        terms.impressions,
        ({ expectedImpressions }) =>
          expectedImpressions !== undefined && figure(formatCount(expectedImpressions)),
      ),
      numbers(terms.cpm, ({ offerId }) => {
        const cpm = offerOf.get(offerId)?.cpm;
        return cpm !== undefined && currency !== undefined && figure(formatMinor(cpm.mid, currency));
      }),
      prose(own.terms, ({ offerId, bid }) => {
        const { pricingModel = "", deliveryType = "", assumptions = [] } = offerOf.get(offerId) ?? {};
        const terms = [pricingWords(pricingModel), deliveryWords(deliveryType)].filter(Boolean);
        return [
          bid !== undefined && own.bid(figure(formatPrice(bid))),
          items([...terms, ...assumptions].map(sentence), undefined, "en"),
        ];
      }),
    ],
  });
}

/** That a person, and no planner, gave it this amount. */
export function byHandWords({ byHand }: Line, own: Words["decision"], figure: Words["figure"]) {
  if (byHand === undefined) return undefined;
  return byHand.minor === 0 ? own.added : own.setFrom(figure(formatMoney(byHand)));
}

async function changesSection(
  title: string,
  changes:
    | readonly { readonly field: string; readonly before?: string; readonly after?: string }[]
    | undefined,
  { decision: own, terms }: Words,
): Promise<Markup | false> {
  if (changes === undefined || changes.length === 0) return false;
  const block = pageTable<(typeof changes)[number]>({
    caption: title,
    rows: changes,
    columns: [
      header(own.field, (change) => change.field, { lang: "en" }),
      prose(terms.before, ({ before }) => before ?? "–", { lang: "en" }),
      prose(terms.after, ({ after }) => after ?? "–", { lang: "en" }),
    ],
  });
  return section(title, await block);
}
