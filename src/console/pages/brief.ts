import type { AnswerOf } from "../../desk/operations.ts";
import { valueText } from "../../desk/outputs/drafted-brief.ts";
import { type Fragment, html, type Markup, typed } from "../../report/blocks/html-template.ts";
import { table } from "../../report/blocks/table.ts";
import { htmlBlock } from "../../report/renderers/html-blocks.ts";
import { campaignPath, field, form, inEnglish, page, places, section, type View } from "../shell.ts";
import type { Words } from "../words/english.ts";

type Drafted = AnswerOf<"draft-brief">;
type Checked = AnswerOf<"check-brief">;
type Answered = AnswerOf<"answer-brief">;
type Open = Answered["open"][number];

/** An open question's field in the form. */
export const answerPrefix = "answer.";

const kindsOfFile = ".docx,.xlsx,.pptx,.eml,.msg,.pdf,.html,.htm,.txt,.md,.yaml,.yml,.json";

/** Where a brief is handed in. */
export function newBriefPage(view: View): string {
  const own = view.words.brief;
  return page(
    {
      title: own.title,
      lead: own.lead,
      current: "brief",
      main: html`<section>${form(
        places.brief,
        "draft-brief",
        html`<label class="field"><span>${own.file}</span><input type="file" name="file" accept="${kindsOfFile}"></label>
<label class="field"><span>${own.text}</span><textarea name="text" rows="14"></textarea></label><button name="kind" value="text">${own.read}</button> <button class="quiet" name="kind" value="yaml">${own.readDocument}</button>`,
        view,
        "multipart/form-data",
      )}</section>`,
    },
    view,
  );
}

export interface ReadBrief {
  /** The text of the brief.yaml. */
  readonly document: string;
  readonly checked: Checked;
  readonly open: Answered["open"];
  /** Why an answer was not taken, by its field. */
  readonly refused: Answered["refused"];
  /** What was answered, by field. */
  readonly answers?: Readonly<Record<string, string>>;
  /** Why it was not begun. */
  readonly notBegun?: string;
  /** What free text was read as; absent where the brief came as brief.yaml, or was changed here since. */
  readonly drafted?: Drafted;
}

/** A brief that was read: what is open is asked, what is wrong is named, and when it is whole it can be compared or begun. */
export async function briefPage(read: ReadBrief, view: View): Promise<string> {
  const { document, checked, drafted, notBegun } = read;
  const own = view.words.brief;
  const { brief, problems, questions, feasibility } = checked;
  const isReady = brief !== undefined && questions.length === 0 && problems.length === 0;
  return page(
    {
      title: brief?.name ?? own.title,
      lead: isReady ? own.ready : undefined,
      current: "brief",
      main: [
        problems.length > 0 &&
          html`<div class="alert" role="alert"><h2>${own.problems}</h2><ul class="plain">${problems.map(
            ({ line, column, field: name, message }) =>
              html`<li>${line}:${column} ${inEnglish([name, ": ", message])}</li>`,
          )}</ul></div>`,
        section(own.document, documentForm(read, view)),
        feasibility.length > 0 &&
          section(
            own.feasibility,
            html`<ul class="plain">${feasibility.map(({ text }) => html`<li>${inEnglish(text)}</li>`)}</ul>`,
          ),
        isReady && begin(document, view, notBegun === undefined ? {} : { notBegun }),
        drafted && (await readings(drafted, own)),
      ],
    },
    view,
  );
}

function documentForm({ document, open, refused, answers = {} }: ReadBrief, view: View): Markup {
  const own = view.words.brief;
  return form(
    `${places.brief}/check`,
    "check-brief",
    html`${
      open.length > 0 &&
      html`<h3>${own.questions}</h3><p class="small muted">${own.questionsLead}</p>${open.map((question) =>
        answerField(question, { why: refused[question.id], typed: answers[question.id] }, own),
      )}<button>${own.answered}</button>`
    }
<label class="field"><span>brief.yaml</span><textarea name="document" rows="${Math.min(30, document.split("\n").length + 1)}" spellcheck="false" required>
${typed(document)}</textarea></label>
<button class="quiet">${own.check}</button>`,
    view,
  );
}

const mostOffered = 4;

/** An answer in one's own words, with what the text and the field suggest. */
function answerField(
  { id, questions, current, choices = [], suggestions }: Open,
  refused: { readonly why: string | undefined; readonly typed: string | undefined },
  own: Words["brief"],
): Markup {
  const offered = [...new Set([...suggestions, ...choices])];
  return html`<label class="field"><span>${inEnglish(questions.join(" "))}${current !== undefined && ` ${own.keep(current)}`}</span><input name="${answerPrefix}${id}" list="${answerPrefix}${id}" autocomplete="off" value="${typed(refused.why === undefined ? "" : (refused.typed ?? ""))}"${
    offered.length > 0 && html` placeholder="${own.suchAs(offered.slice(0, mostOffered).join(", "))}"`
  }></label>
<datalist id="${answerPrefix}${id}">${[...offered, ...(current === undefined ? [] : ["keep"])].map(
    (one) => html`<option value="${typed(one)}"></option>`,
  )}</datalist>
${refused.why !== undefined && html`<p class="small" role="alert"><strong>${inEnglish(refused.why)}</strong></p>`}`;
}

function hiddenIn(document: string): Markup {
  return html`<textarea name="document" hidden>
${typed(document)}</textarea>`;
}

/** Leads from a plan that binds nobody back to its brief. */
export function changeBrief(document: string, view: View): Markup {
  return form(
    `${places.brief}/check`,
    "check-brief",
    html`${hiddenIn(document)}<button class="quiet">${view.words.brief.change}</button>`,
    view,
  );
}

/** A plan that was made: what is begun is exactly that. */
interface Planned {
  readonly campaign: string;
  readonly basis: string;
}

export function begin(
  document: string,
  view: View,
  { notBegun, planned }: { readonly notBegun?: string; readonly planned?: Planned } = {},
): Fragment {
  const own = view.words.brief;
  const hidden = hiddenIn(document);
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
    }<button class="danger">${own.start}</button>`,
    view,
  )}</div></div></section>`;
}

async function readings({ values, unread }: Drafted, own: Words["brief"]): Promise<Fragment> {
  const block = table<Drafted["values"][number]>({
    caption: own.values,
    rows: values,
    columns: [
      { label: own.field, kind: "header", cell: ({ field: name }) => own.named(name) },
      {
        label: own.value,
        kind: "words",
        lang: "en",
        cell: ({ field: name, value, note }) => [
          valueText(name, value),
          note !== undefined && { type: "small", text: note },
        ],
      },
      { label: own.from, kind: "words", cell: ({ text }) => `“${text}”` },
    ],
  });
  return [
    html`<section>${await htmlBlock(block)}</section>`,
    unread.length > 0 &&
      section(
        own.untaken,
        html`<p class="small muted">${own.untakenLead}</p><ul class="plain">${unread.map(
          ({ text, why }) => html`<li>“${text}” <span class="small muted">${own.whys[why]}</span></li>`,
        )}</ul>`,
      ),
  ];
}
