import { type Fragment, html, type Markup, typed } from "../report/html-template.ts";
import type { Words } from "./words.ts";

/** What every page is made with. */
export interface View {
  readonly words: Words;
  /** Who has logged in; absent on the way there. */
  readonly person?: string;
  /** A new token for a form. */
  readonly formToken: () => string;
}

/** Where everything of the console lies. */
export const root = "/console";

export const places = {
  campaigns: root,
  inbox: `${root}/inbox`,
  brief: `${root}/brief`,
  sellers: `${root}/sellers`,
  audit: `${root}/audit`,
  stop: `${root}/stop`,
};
type Place = keyof typeof places;

export function campaignPath(id: string, tab?: "offers" | "what-if" | "report"): string {
  return `${root}/campaigns/${encodeURIComponent(id)}${tab === undefined ? "" : `/${tab}`}`;
}

export function stepPath(campaign: string, step: string): string {
  return `${places.inbox}/${encodeURIComponent(campaign)}/${encodeURIComponent(step)}`;
}

export function workPath(id: string): string {
  return `${root}/works/${id}`;
}

export interface Page {
  readonly title: string;
  readonly lead?: Fragment;
  readonly current?: Place;
  readonly main: Fragment;
  /** Looks again after so many seconds, or elsewhere: `0;url=/console`. */
  readonly refresh?: number | string;
  /** Runs what a link's secret needs. */
  readonly login?: true;
}

/** A whole page. Nothing in it but the style, and the tables' script, comes with a request of its own. */
export function page(
  { title, lead, current, main, refresh, login }: Page,
  { words, person, formToken }: View,
): string {
  const links = Object.entries(places).map(([name, href]) => ({ name: name as Place, href }));
  return html`<!doctype html>
<html lang="${words.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${refresh !== undefined && html`<meta http-equiv="refresh" content="${refresh}">`}
<title>${title} · flightdesk</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${root}/console.css">
<script src="${root}/${login ? "login" : "tables"}.js" defer></script>
</head>
<body class="console">
<a class="skip" href="#main">${words.skip}</a>
<header class="top">
<div class="masthead"><span class="name">flightdesk</span>${
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
<h1>${title}</h1>
${lead !== undefined && html`<p class="asked">${lead}</p>`}
</header>
<main id="main">
${main}
</main>
<footer>${words.footer}</footer>
</body>
</html>
`.toString();
}

export function section(title: string, content: Fragment, id = slug(title)): Markup {
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
${content}</section>`;
}

function slug(title: string): string {
  return title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
}

/** A form that changes something: sent once, by this session's own page. */
export function form(action: string, content: Fragment, { formToken }: Pick<View, "formToken">): Markup {
  return html`<form class="act" method="post" action="${action}"><input type="hidden" name="form" value="${formToken()}">
${content}</form>`;
}

/** Something to type, under its name. */
export function field(
  label: string,
  name: string,
  {
    value = "",
    hint,
    required,
  }: { readonly value?: string; readonly hint?: string; readonly required?: true } = {},
): Markup {
  return html`<label class="field"><span>${label}</span><input name="${name}" value="${typed(value)}" autocomplete="off"${
    hint !== undefined && html` placeholder="${hint}"`
  }${required && html` required`}></label>`;
}

/** A page that says one thing. */
export function saying(title: string, text: string, view: View): string {
  const { back } = view.words.refused;
  return page(
    { title, main: html`<section><p>${text}</p><p><a href="${root}">${back}</a></p></section>` },
    view,
  );
}
