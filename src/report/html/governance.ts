import { formatMoney } from "../../lib/money.ts";
import { formatInstant } from "../format.ts";
import { html, type Markup } from "../html-template.ts";
import type { Report, Standing } from "../report-schema.ts";
import { type StepMoment, stepMoments } from "../step-moments.ts";
import { chip, purchaseChip } from "./chip.ts";

type Step = Report["steps"][number];

/** Every change with each verdict, consent and receipt in order. */
export function governanceSection({ steps }: Report): Markup | undefined {
  if (steps.length === 0) return undefined;
  const told = steps.filter(isToldIndex);
  return html`<section id="governance" aria-labelledby="governance-title">
<h2 id="governance-title">Governance and receipts</h2>
<p class="lead">Nothing is sent before local policies and the governance agent approve exactly what is sent, and a person where either asks.</p>
<ol class="steps">${steps.filter((step) => !isToldIndex(step)).map(stepItem)}</ol>
${told.length > 0 && html`<details><summary>Indices told to sellers: ${String(told.length)}</summary><ol class="steps">${told.map(stepItem)}</ol></details>`}
</section>`;
}

/** There is one for each package and week: a long flight has dozens. */
function isToldIndex({ task, standing }: Step): boolean {
  return task === "provide_performance_feedback" && standing === "done";
}

function stepItem(step: Step): Markup {
  const buys = step.task === "create_media_buy";
  const timeline = html`<ol class="timeline">${stepMoments(step).map(momentItem)}</ol>`;
  // What went its way without money is there for who wants to see it.
  const routine = step.standing === "done" && step.amount.minor === 0;
  return html`<li>
<div class="step-head">${buys ? purchaseChip(step.standing) : chip(step.standing)}<strong>${step.purpose}</strong>
${step.amount.minor > 0 && html`<span class="number">${formatMoney(step.amount)}</span>`}</div>
<div class="small muted"><code>${step.task}</code> · ${step.agentId} · ${step.status}${
    step.reason !== undefined && `: ${step.reason}`
  }</div>
${routine ? html`<details><summary>Verdicts and receipt</summary>${timeline}</details>` : timeline}
</li>`;
}

function momentItem({ at, standing, words, details }: StepMoment): Markup {
  return html`<li class="${dot(standing)}"><time datetime="${at}">${formatInstant(at)}</time>${words}${
    details.length > 0 && html`: <span class="muted">${details.join(" ")}</span>`
  }</li>`;
}

function dot(standing: Standing): string {
  return standing === "open" ? "" : standing;
}
