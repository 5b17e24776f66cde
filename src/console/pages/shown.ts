import type { AnswerOf } from "../../desk/operations.ts";
import { html } from "../../report/blocks/html-template.ts";
import { page, section, stepPath, type View } from "../shell.ts";
import { differencesTable } from "./change.ts";
import { factsOf, nameOf } from "./inbox.ts";

/** What a link in a message leads to: one step to read, for the one whom it was sent to. Nothing on it decides. */
export async function shownPage(step: AnswerOf<"inbox">["waiting"][number], to: string, view: View) {
  const { shown: own, decision, terms } = view.words;
  const sent = step.arguments.map(({ field, value }) => html`<dt>${field}</dt><dd>${value}</dd>`);
  return page(view, {
    title: nameOf(step),
    titleLang: "en",
    lead: `${step.campaignName}. ${own.sentTo(to)}`,
    main: [
      section(terms.decision, factsOf(step, view.words)),
      step.buyChanges !== undefined &&
        section(decision.buyChanges, await differencesTable(step.buyChanges, view.words)),
      html`<section><p>${own.lead} <a href="${stepPath(step.campaignId, step.stepId)}">${own.decide}</a></p></section>`,
      html`<section><details><summary>${decision.sent}</summary><dl class="facts small" lang="en">${sent}</dl></details></section>`,
    ],
  });
}
