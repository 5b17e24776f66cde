import type { AnswerOf } from "../../desk/operations.ts";
import { isoTime } from "../../lib/clock.ts";
import { type Fragment, html, type Markup, typed } from "../../report/blocks/html-template.ts";
import type { Draft } from "../drafts.ts";
import {
  campaignPath,
  draftPath,
  field,
  form,
  inEnglish,
  page,
  places,
  plainList,
  section,
  type View,
} from "../shell.ts";
import { countOf, type Requirements, requirementList, sourceText } from "./requirements.ts";

const kindsOfFile = ".docx,.xlsx,.pptx,.eml,.msg,.pdf,.html,.htm,.txt,.md,.yaml,.yml,.json";

/** Where a brief is handed in, and found again as long as nothing was made of it. */
export function newBriefPage(drafts: readonly Draft[], view: View): string {
  const own = view.words.brief;
  return page(view, {
    lead: own.lead,
    current: "brief",
    main: html`<section>${form(
      places.brief,
      "draft-brief",
      html`<label class="field"><span>${own.file}</span><input type="file" name="file" accept="${kindsOfFile}"></label>
<label class="field"><span>${own.text}</span><textarea name="text" rows="14"></textarea></label><button name="kind" value="text">${own.read}</button> <button class="quiet" name="kind" value="yaml">${own.readDocument}</button>`,
      view,
      "multipart/form-data",
    )}</section>${drafts.length > 0 && section(own.drafts, draftList(drafts, view))}`,
  });
}

const mostListed = 20;

function draftList(drafts: readonly Draft[], view: View): Markup {
  const { brief: own, instant } = view.words;
  return plainList(
    drafts
      .slice(0, mostListed)
      .map(
        ({ id, name, person, changedAt, campaign }) =>
          html`<a href="${draftPath(id)}">${name}</a> <span class="small muted">${person}, ${instant(isoTime(changedAt))}</span>${
            campaign !== undefined && html` <a class="small" href="${campaignPath(campaign)}">${own.made}</a>`
          }${form(
            `${draftPath(id)}/discard`,
            "draft-brief",
            html`<button class="quiet">${own.discard}</button>`,
            view,
          )}`,
      ),
  );
}

export interface ReadBrief extends Omit<Requirements, "reading"> {
  readonly draft: Draft;
  readonly checked: AnswerOf<"check-brief">;
  /** Why it was not begun. */
  readonly notBegun?: string;
}

/** A brief that was read: its text beside its requirements. What is open is asked, what is wrong is named, and when it is whole it can be compared or begun. */
export function briefPage(read: ReadBrief, view: View): string {
  const { draft, checked, notBegun } = read;
  const own = view.words.brief;
  const { brief, problems, questions, feasibility } = checked;
  const requirements = { ...read, ...(draft.reading && { reading: draft.reading }) };
  const isReady = brief !== undefined && questions.length === 0 && problems.length === 0;
  return page(view, {
    title: brief?.name,
    lead: [countOf(requirements, own), isReady && `. ${own.ready}`],
    current: "brief",
    main: [
      problems.length > 0 &&
        html`<div class="alert" role="alert"><h2>${own.problems}</h2>${plainList(
          problems.map(
            ({ line, column, field: name, message }) =>
              html`${own.named(name)} <span class="small muted">${line}:${column}</span> ${inEnglish(message)}`,
          ),
        )}</div>`,
      isReady &&
        begin(draft.document, view, { draft: draft.id, ...(notBegun !== undefined && { notBegun }) }),
      html`<div class="beside">${sourceText(requirements, own)}${section(
        own.requirements,
        form(draftPath(draft.id), "check-brief", requirementList(requirements, view), view),
      )}</div>`,
      feasibility.length > 0 &&
        section(own.feasibility, plainList(feasibility.map(({ text }) => inEnglish(text)))),
      documentForm(read, view),
    ],
  });
}

/** The brief as a file, for who would rather write it there. */
function documentForm({ draft: { id, document }, checked }: ReadBrief, view: View): Markup {
  const own = view.words.brief;
  const content = html`<label class="field"><span>brief.yaml</span><textarea name="document" rows="${Math.min(30, document.split("\n").length + 1)}" spellcheck="false" required>
${typed(document)}</textarea></label>
<button class="quiet">${own.check}</button>`;
  return html`<section><details${checked.problems.length > 0 && html` open`}><summary>${own.document}</summary>${form(draftPath(id), "check-brief", content, view)}</details></section>`;
}

function hiddenIn(document: string): Markup {
  return html`<textarea name="document" hidden>
${typed(document)}</textarea>`;
}

/** Leads from a plan that binds nobody back to its brief, as it is or as the page shows it changed. */
export function changeBrief(campaign: string, view: View, changed?: string): Markup {
  return form(
    campaignPath(campaign, "brief"),
    "check-brief",
    html`${changed !== undefined && hiddenIn(changed)}<button class="quiet">${view.words.brief.change}</button>`,
    view,
  );
}

/** A plan that was made: what is begun is exactly that. */
interface Planned {
  readonly campaign: string;
  readonly basis: string;
}

/** In the form that begins a campaign: people sign before anything is ordered. */
export const signOff = "sign_off";

export function begin(
  document: string,
  view: View,
  shown: { readonly notBegun?: string; readonly draft?: string; readonly planned?: Planned } = {},
): Fragment {
  const { notBegun, draft, planned } = shown;
  const own = view.words.brief;
  const hidden = [
    hiddenIn(document),
    draft !== undefined && html`<input type="hidden" name="draft" value="${draft}">`,
  ];
  return html`<section><div class="choices"><div><h2>${own.compare}</h2><p class="small">${own.compareLead}</p>${form(
    `${places.brief}/compare`,
    "compare",
    html`${hidden}<button name="until" value="ranking">${own.compare}</button> <button name="until" value="plan">${own.plan}</button>`,
    view,
  )}</div><div><h2>${own.start}</h2><p class="small">${planned ? own.startPlannedLead : own.startLead}</p>${form(
    planned ? `${campaignPath(planned.campaign)}/start` : `${places.brief}/start`,
    planned ? "start-planned" : "run",
    html`${planned ? html`<input type="hidden" name="basis" value="${planned.basis}">` : hidden}${field(own.typeStart, "word", { required: true })}${
      notBegun !== undefined && html`<p class="small" role="alert"><strong>${notBegun}</strong></p>`
    }<button class="danger">${own.start}</button><p class="small">${own.signOffLead}</p><button name="${signOff}" value="yes" formnovalidate>${own.signOff}</button>`,
    view,
  )}</div></div></section>`;
}
