import type { OperationName } from "../desk/operations.ts";
import { type Fragment, html, type Markup, typed } from "../report/blocks/html-template.ts";
import type { Words } from "./words/english.ts";
import { languages } from "./words/languages.ts";

/** What every page is made with. */
export interface View {
  readonly words: Words;
  /** Who has logged in; absent on the way there. */
  readonly person?: string;
  /** A new token for a form. */
  readonly formToken: () => string;
  /** Whether whoever has logged in may ask for this: a form that would be refused is not shown. */
  readonly may: (operation: OperationName) => boolean;
  /** A company's login, or their passkey, has named the person as one who decides: a stop is released by such people alone. */
  readonly decides?: true;
  /** The day of a sandbox's calendar, in the page's words; absent where sellers are real. */
  readonly sandboxDay?: string;
  /** Of a page that renews itself: where it lies, and where it learns that something has changed. */
  readonly live?: { readonly path: string; readonly stream: string };
}

/** Where everything of the console lies. */
export const root = "/console";

export const places = {
  today: root,
  campaigns: `${root}/campaigns`,
  inbox: `${root}/inbox`,
  brief: `${root}/brief`,
  sellers: `${root}/sellers`,
  audit: `${root}/audit`,
  stop: `${root}/stop`,
};
type Place = keyof typeof places;

export function campaignPath(
  id: string,
  tab?: "plan" | "live" | "offers" | "what-if" | "documents" | "report" | "brief",
): string {
  return `${root}/campaigns/${encodeURIComponent(id)}${tab === undefined ? "" : `/${tab}`}`;
}

/** The page of a line, or of a change of it: what is asked for stands in the address, and nothing is decided by it. */
export function linePath(campaign: string, line: string, asked: Readonly<Record<string, string>> = {}) {
  return `${campaignPath(campaign)}/line?${new URLSearchParams({ line, ...asked }).toString()}`;
}

export function stepPath(campaign: string, step: string): string {
  return `${places.inbox}/${encodeURIComponent(campaign)}/${encodeURIComponent(step)}`;
}

export function planPath(campaign: string): string {
  return `${root}/plans/${encodeURIComponent(campaign)}`;
}

/** A brief that somebody is at work on. */
export function draftPath(id: string): string {
  return `${places.brief}/${id}`;
}

export function workPath(id: string): string {
  return `${root}/works/${id}`;
}

export interface Page {
  /** As the page is called in the navigation where it has none of its own. */
  readonly title?: string | undefined;
  /** The title stands in somebody else's words. */
  readonly titleLang?: "en";
  readonly lead?: Fragment;
  readonly current?: Place;
  readonly main: Fragment;
  /** Reloads after so many seconds, or leads elsewhere: `0;url=/console`. */
  readonly refresh?: number | string;
  /** Runs what a link's secret needs. */
  readonly login?: true;
  /** Has a form that a person's device signs. */
  readonly passkeys?: true;
}

/** A whole page. Nothing in it but the style, and the tables' script, comes with a request of its own. */
export function page(
  { words, person, formToken, may, live, sandboxDay }: View,
  { title, titleLang, lead, current, main, refresh, login, passkeys }: Page,
): string {
  const heading = title ?? (current && words.nav[current]);
  const links = Object.entries(places)
    .map(([name, href]) => ({ name: name as Place, href }))
    .filter(({ name }) => name !== "brief" || may("draft-brief"));
  return html`<!doctype html>
<html lang="${words.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${refresh !== undefined && html`<meta http-equiv="refresh" content="${refresh}">`}
<title>${heading} · flightdesk</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${root}/console.css">
<script src="${root}/${login ? "login" : `tables.${words.language}`}.js" defer></script>
${
  live !== undefined &&
  html`<meta name="htmx-config" content="${htmxConfig}">
<script src="${root}/htmx.js" defer></script>
<script src="${root}/live.js" defer></script>`
}
${passkeys && html`<script src="${root}/passkey.js" defer></script>`}
</head>
<body class="console">
<a class="skip" href="#main">${words.skip}</a>
<header class="top" id="top"${live !== undefined && html` hx-sse:connect="${live.stream}" hx-sse:close="ended"`}>
<div class="masthead"><span class="name">flightdesk</span>${
    sandboxDay !== undefined && html`<span class="small muted">${words.sandbox(sandboxDay)}</span>`
  }${
    person !== undefined &&
    html`<form method="post" action="${root}/logout"><input type="hidden" name="form" value="${formToken()}"><span class="small muted">${words.loggedInAs(person)}</span> <button class="quiet">${words.logOut}</button></form>`
  }</div>
${
  person !== undefined &&
  html`<nav aria-label="${words.nav.label}"><ul>${links.map(
    ({ name, href }) =>
      html`<li><a href="${href}"${name === current && html` aria-current="page"`}>${words.nav[name]}</a></li>`,
  )}</ul></nav>`
}
<h1${titleLang !== undefined && html` lang="${titleLang}"`}>${heading}</h1>
${lead !== undefined && html`<p class="asked" id="lead"${live !== undefined && html` role="status"`}>${lead}</p>`}
</header>
${live !== undefined && renewal(live.path)}
<main id="main">
${main}
</main>
<footer>${words.footer}${Object.values(languages).map(
    ({ language, name }) =>
      language !== words.language &&
      html` <a href="${root}/language/${language}" lang="${language}" hreflang="${language}">${name}</a>`,
  )}</footer>
</body>
</html>
`.toString();
}

/** Nothing is put into the page's style, its history or, of an error, its text; what is unfolded stays so. */
const htmxConfig = JSON.stringify({
  includeIndicatorCSS: false,
  history: false,
  noSwap: [204, 304, "4xx", "5xx"],
  morphIgnore: ["data-htmx-powered", "open"],
});

/**
 * Asks for the page again when the stream says that something has changed, and now and then without it: a request that failed
 * is made up for. It stands beside what it renews, so that what it still has to ask for outlives a renewal.
 */
function renewal(path: string): Markup {
  return html`<div hidden hx-get="${path}" hx-trigger="changed from:#top, ended from:#top, every 20s" hx-target="#main" hx-select="#main" hx-select-oob="#lead:outerMorph" hx-swap="outerMorph"></div>`;
}

export function section(title: string, content: Fragment, id = slug(title)): Markup {
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
${content}</section>`;
}

function slug(title: string): string {
  return title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
}

export function plainList(items: readonly Fragment[]): Markup {
  return html`<ul class="plain">${items.map((item) => html`<li>${item}</li>`)}</ul>`;
}

/** What is known of something, by name; what is not known is left out. */
export function factList(facts: readonly (readonly [name: string, fact: Fragment])[]): Markup {
  return html`<dl class="facts">${facts.map(([name, fact]) => fact !== undefined && fact !== false && html`<dt>${name}</dt><dd>${fact}</dd>`)}</dl>`;
}

/** A form that asks for an operation: sent once, by this session's own page; a sentence where the person may not ask for it. */
export function form(
  action: string,
  operation: OperationName,
  content: Fragment,
  { formToken, may, words }: Pick<View, "formToken" | "may" | "words">,
  encoding: "application/x-www-form-urlencoded" | "multipart/form-data" = "application/x-www-form-urlencoded",
): Markup {
  if (!may(operation)) return html`<p class="muted">${words.refused.role}</p>`;
  return html`<form class="act" method="post" action="${action}" enctype="${encoding}"><input type="hidden" name="form" value="${formToken()}">
${content}</form>`;
}

/** Texts of operations and reports are in English on every page. */
export function inEnglish(content: Fragment): Markup {
  return html`<span lang="en">${content}</span>`;
}

/** Something to type, under its name, with what is wrong with it. */
export function field(
  label: Fragment,
  name: string,
  shown: {
    readonly value?: string;
    readonly hint?: string;
    readonly required?: true;
    readonly problem?: string;
  } = {},
): Markup {
  const { value = "", hint, required, problem } = shown;
  const at = `wrong-${slug(name)}`;
  return html`<label class="field"><span>${label}</span><input name="${name}" value="${typed(value)}" autocomplete="off"${
    hint !== undefined && html` placeholder="${hint}"`
  }${required && html` required`}${problem !== undefined && html` aria-invalid="true" aria-describedby="${at}"`}>${
    problem !== undefined && html`<small class="wrong" id="${at}">${problem}</small>`
  }</label>`;
}

/** A page that says one thing. */
export function saying(title: string, text: Fragment, view: View): string {
  const { back } = view.words.refused;
  return page(view, {
    title,
    main: html`<section><p>${text}</p><p><a href="${root}">${back}</a></p></section>`,
  });
}
