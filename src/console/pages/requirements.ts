import type { AnswerOf } from "../../desk/operations.ts";
import type { Drafted } from "../../desk/outputs/drafted-brief.ts";
import { type Fragment, html, type Markup, typed } from "../../report/blocks/html-template.ts";
import { htmlChip } from "../../report/renderers/html-blocks.ts";
import { field, inEnglish, plainList, section, type View } from "../shell.ts";
import type { BriefWords } from "../words/brief-in-english.ts";
import type { Words } from "../words/english.ts";
import { valueIn } from "./brief-values.ts";

type Answered = AnswerOf<"answer-brief">;
type Open = Answered["open"][number];
type Left = Drafted["unread"][number];

/** A free text with what became of its words. */
export interface Reading extends Pick<Drafted, "values" | "unread" | "language"> {
  readonly text: string;
}

/** What the requirements are drawn from. */
export interface Requirements extends Pick<Answered, "open" | "fields" | "refused" | "replaced"> {
  /** Absent where the brief came as brief.yaml. */
  readonly reading?: Reading;
  /** What was typed, by the name of its field in the form. */
  readonly given: ReadonlyMap<string, string>;
}

/** Fields of the form, each with what it is about behind it: a field of brief.yaml, or a passage's number. */
export const inForm = { answer: "answer.", change: "change.", use: "use.", words: "words.", add: "add." };
/** A passage that a person has seen and wants nothing of. */
export const setAside = "none";

/** How many requirements are kept, to be answered and not understood. */
export function countOf({ open, fields, reading }: Requirements, own: BriefWords): string {
  return own.counted(keptFields(fields, open).length, open.length, lostIn(reading).length);
}

/** The text on the left, its words marked by what became of them; without a text nothing. */
export function sourceText({ reading, open }: Requirements, own: BriefWords): Fragment {
  if (reading === undefined) return undefined;
  const asked = new Set(open.map(({ id }) => id));
  const marks = [
    ...open.flatMap(({ id, questions }) =>
      quotedIn(reading.text, questions).map((span) => ({
        ...span,
        state: "asked" as const,
        leads: requirementId(id),
      })),
    ),
    ...reading.values.map(({ field, ...span }) => ({
      ...span,
      state: isAsked(field, asked) ? ("asked" as const) : ("kept" as const),
      leads: requirementId(field),
    })),
    ...lostIn(reading).map((phrase) => ({ ...phrase, state: "lost" as const, leads: leftId(phrase) })),
  ].sort((a, b) => a.start - b.start || b.end - a.end);
  const parts: Fragment[] = [];
  let at = 0;
  for (const { start, end, text, state, leads } of marks) {
    // Invisible characters of the text may have moved its words a little.
    const from = reading.text.startsWith(text, start) ? start : reading.text.indexOf(text, at);
    if (from < at) continue;
    const to = from + (end - start);
    parts.push(typed(reading.text.slice(at, from)));
    parts.push(
      html`<a class="mark ${state}" href="#${leads}" title="${own.marks[state]}">${typed(reading.text.slice(from, to))}</a>`,
    );
    at = to;
  }
  parts.push(typed(reading.text.slice(at)));
  return section(
    own.source,
    html`<p class="small muted">${own.sourceLead}</p><div class="source" tabindex="0" role="region" aria-label="${own.source}">${parts}</div>`,
  );
}

/** The requirements on the right, what needs a person first. All of it is one form. */
export function requirementList(requirements: Requirements, { words }: View): Markup {
  const { brief: own } = words;
  const { open, fields, reading, refused, replaced, given } = requirements;
  const lost = lostIn(reading);
  const kept = keptFields(fields, open);
  return html`${
    open.length > 0 &&
    html`<h3>${own.questions}</h3>${open.map((question) => answerField(question, requirements, words))}`
  }${
    lost.length > 0 &&
    html`<h3>${own.lost}</h3><p class="small muted">${own.lostLead}</p>${lost.map((phrase) => lostField(phrase, requirements, own))}`
  }${
    kept.length > 0 &&
    html`<h3>${own.kept}</h3><ul class="bare requirements">${kept.map(({ field: name, value }) =>
      keptRequirement(
        { name, value, from: wordsBehind(reading, name), refusedAs: refused[name], before: replaced[name] },
        given,
        words,
      ),
    )}${leftOut(reading, own)}</ul>`
  }
${addForm(requirements, own)}
<p><button>${own.apply}</button></p>
${reading && rest(reading, own)}`;
}

/** The words of the text that questions quote. */
function quotedIn(text: string, questions: readonly string[]): Pick<Left, "text" | "start" | "end">[] {
  return questions
    .flatMap((question) => [...question.matchAll(/"([^"]{2,400})"/g)].map(([, words = ""]) => words))
    .map((words) => ({ text: words, start: text.indexOf(words), end: text.indexOf(words) + words.length }))
    .filter(({ start }) => start >= 0);
}

const mostOffered = 4;

/** An answer in one's own words, with what the text and the field suggest. */
function answerField(one: Open, { refused, given, fields }: Requirements, words: Words): Markup {
  const { id, questions, current, choices = [], suggestions } = one;
  const { brief: own } = words;
  const kept = fields.find(({ field }) => field === id)?.value ?? current;
  const offered = [...new Set([...suggestions, ...choices])];
  const name = `${inForm.answer}${id}`;
  const why = refused[id];
  return html`<div class="requirement" id="${requirementId(id)}">${htmlChip({ type: "chip", status: "waiting", words: own.marks.asked })} <strong>${own.named(id)}</strong>
<label class="field"><span>${inEnglish(questions.join(" "))}${current !== undefined && html` (${own.keep} ${valueIn(id, kept, words)})`}</span><input name="${name}" list="${name}" autocomplete="off" value="${typed(why === undefined ? "" : (given.get(name) ?? ""))}"${
    offered.length > 0 && html` placeholder="${own.suchAs(offered.slice(0, mostOffered).join(", "))}"`
  }></label>
<datalist id="${name}">${[...offered, ...(current === undefined ? [] : ["keep"])].map(
    (one) => html`<option value="${typed(one)}"></option>`,
  )}</datalist>${whyNot(why)}</div>`;
}

/** Words that look like a requirement, and what they can be used as. */
/** What no other field of the form asks for; where it was not understood, the words stay with the reason. */
function addForm({ refused, given }: Requirements, own: BriefWords): Markup {
  const [name, words] = [`${inForm.add}field`, `${inForm.add}words`];
  const why = refused[given.get(name) ?? ""];
  const choices = Object.values(choicesOf).flat();
  return html`<details${why !== undefined && html` open`}><summary>${own.add}</summary><div class="row">${fieldChoice(name, own.addField, why === undefined ? undefined : given.get(name), own)}<label class="field"><span>${own.addWords}</span><input name="${words}" list="${words}" autocomplete="off" value="${typed(why === undefined ? "" : (given.get(words) ?? ""))}"></label><datalist id="${words}">${choices.map((one) => html`<option value="${own.valued(one)}"></option>`)}</datalist></div>${whyNot(why)}</details>`;
}

function lostField(phrase: Left, { refused, given }: Requirements, own: BriefWords): Markup {
  const name = `${inForm.use}${phrase.start}`;
  const chosen = given.get(name);
  return html`<div class="requirement" id="${leftId(phrase)}">${htmlChip({ type: "chip", status: "refused", words: own.marks.lost })} <q>${phrase.text}</q>
<div class="row">${fieldChoice(name, own.useAs, chosen, own, true)}${field(own.inWords, `${inForm.words}${phrase.start}`, { value: given.get(`${inForm.words}${phrase.start}`) ?? phrase.text })}</div>${whyNot(chosen === undefined ? undefined : refused[chosen])}</div>`;
}

function fieldChoice(
  name: string,
  label: string,
  chosen: string | undefined,
  own: BriefWords,
  isPassage = false,
): Markup {
  const option = (value: string, words: string) =>
    html`<option value="${value}"${value === chosen && html` selected`}>${words}</option>`;
  return html`<label class="field"><span>${label}</span><select name="${name}">${option("", own.leaveOpen)}${
    isPassage && option(setAside, own.setAside)
  }${own.fields.map((field) => option(field, own.named(field)))}</select></label>`;
}

/** Fields that have no other values. */
const choicesOf: Readonly<Record<string, readonly string[]>> = {
  objective: ["awareness", "consideration", "conversion"],
  spend: ["all", "to_target"],
};

interface Kept {
  readonly name: string;
  readonly value: unknown;
  /** The words of the text behind it. */
  readonly from: readonly string[];
  /** Why a change of it was not taken. */
  readonly refusedAs: string | undefined;
  /** What words that were added have taken the place of. */
  readonly before: unknown;
}

function keptRequirement(requirement: Kept, given: Requirements["given"], words: Words): Markup {
  const { name, value, from, refusedAs, before } = requirement;
  const { brief: own } = words;
  const input = `${inForm.change}${name}`;
  const choices = choicesOf[name];
  return html`<li class="requirement" id="${requirementId(name)}">${htmlChip({ type: "chip", status: "done", words: own.marks.kept })} <strong>${own.named(name)}</strong> ${valueIn(name, value, words)}${
    before !== undefined && html` <strong>${own.inPlaceOf} ${valueIn(name, before, words)}</strong>`
  }${
    from.length > 0 && html` <span class="small muted">${own.from(from.join(" … "))}</span>`
  }<details${refusedAs !== undefined && html` open`}><summary class="small">${own.changeOne}</summary><label class="field"><span>${own.changed(own.named(name))}</span>${
    choices === undefined
      ? html`<input name="${input}" autocomplete="off" value="${typed(refusedAs === undefined ? "" : (given.get(input) ?? ""))}">`
      : html`<select name="${input}"><option value=""></option>${[...choices, "none"].map((one) => html`<option value="${one}">${own.valued(one)}</option>`)}</select>`
  }</label></details>${whyNot(refusedAs)}</li>`;
}

/** What the text rules out and no field has to hold, as only what is named is bought. */
function leftOut(reading: Reading | undefined, own: BriefWords): Fragment {
  return reading?.values
    .filter(({ field }) => field === "ruled_out")
    .map(
      ({ value, text }) =>
        html`<li class="requirement">${htmlChip({ type: "chip", status: "done", words: own.marks.kept })} <strong>${own.named("ruled_out")}</strong> ${inEnglish(String(value))} <span class="small muted">${own.from(text)}</span></li>`,
    );
}

function whyNot(why: string | undefined): Fragment {
  return why !== undefined && html`<p class="small" role="alert"><strong>${inEnglish(why)}</strong></p>`;
}

/** Everything else of the text, folded: no word of it is dropped unseen. */
function rest({ values, unread }: Reading, own: BriefWords): Fragment {
  const isKept = ({ text }: Left) => values.some((value) => value.text === text);
  const folded = (why: "maybe" | "background" | "order") => {
    const phrases = unread.filter((phrase) => phrase.why === why && !isKept(phrase));
    return (
      phrases.length > 0 &&
      html`<details><summary>${own[why]} (${phrases.length})</summary>${plainList(phrases.map(({ text }) => html`“${text}”`))}</details>`
    );
  };
  const courtesies = unread.filter(({ why }) => why === "courtesy").flatMap(({ text }) => text.split(/\s+/));
  return [
    folded("maybe"),
    folded("background"),
    folded("order"),
    courtesies.length > 0 && html`<p class="small muted">${own.courtesies(courtesies.length)}</p>`,
  ];
}

function lostIn(reading: Reading | undefined): readonly Left[] {
  return reading?.unread.filter(({ why, rulesOut }) => why === "requirement" && rulesOut !== true) ?? [];
}

/** Fields that hold something nobody is asked about. */
function keptFields(fields: Answered["fields"], open: readonly Open[]): Answered["fields"] {
  const asked = new Set(open.map(({ id }) => id));
  return fields.filter(({ field }) => !isAsked(field, asked));
}

function isAsked(field: string, asked: ReadonlySet<string>): boolean {
  return [...asked].some((id) => isWithin(id, field));
}

/** `brand.domain` is of `brand`. */
function isWithin(part: string, field: string): boolean {
  const parts = part.split(".");
  return field.split(".").every((name, i) => parts[i] === name);
}

function wordsBehind(reading: Reading | undefined, field: string): readonly string[] {
  const values = reading?.values.filter((value) => value.field === field) ?? [];
  return [...new Set(values.map(({ text }) => text))];
}

const longestId = 60;

function requirementId(field: string): string {
  return `requirement-${field.slice(0, longestId).replaceAll(/[^a-z0-9]+/gi, "-")}`;
}

function leftId({ start }: Left): string {
  return `left-${start}`;
}
