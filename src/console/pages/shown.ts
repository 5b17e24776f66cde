import type { AnswerOf } from "../../desk/operations.ts";
import { html } from "../../report/blocks/html-template.ts";
import { page, planPath, section, stepPath, type View } from "../shell.ts";
import { differencesTable } from "./change.ts";
import { factsOf, nameOf } from "./inbox.ts";
import { orderedTable } from "./plan.ts";

type Inbox = AnswerOf<"inbox">;

/**
 * What a link in a message leads to: one step to read, for the one whom it was sent to, with the lines that it orders. Nothing on it
 * decides.
 */
export async function shownPage(
  step: Inbox["waiting"][number],
  shown: { readonly to: string; readonly plan?: Inbox["plans"][number] | undefined } & Pick<
    NonNullable<AnswerOf<"report">["report"]["plan"]>,
    "lines"
  >,
  view: View,
) {
  const { to, plan, lines } = shown;
  const { shown: own, decision, terms } = view.words;
  const sent = step.arguments.map(({ field, value }) => html`<dt>${field}</dt><dd>${value}</dd>`);
  return page(view, {
    title: nameOf(step),
    titleLang: "en",
    lead: `${step.campaignName}. ${own.sentTo(to)}`,
    main: [
      section(
        terms.decision,
        factsOf({ ...step, ...(plan && { total: plan.total, planTotal: plan.total }) }, view.words),
      ),
      lines.length > 0 && section(decision.lines, await orderedTable(lines, view.words, plan)),
      step.buyChanges !== undefined &&
        section(decision.buyChanges, await differencesTable(step.buyChanges, view.words)),
      html`<section><p>${own.lead} <a href="${plan ? planPath(step.campaignId) : stepPath(step.campaignId, step.stepId)}">${own.decide}</a></p></section>`,
      html`<section><details><summary>${decision.sent}</summary><dl class="facts small" lang="en">${sent}</dl></details></section>`,
    ],
  });
}
