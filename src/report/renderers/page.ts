import { formatSpan } from "../blocks/format.ts";
import { type Fragment, html, type Markup, trusted } from "../blocks/html-template.ts";
import { script, scriptSource } from "./html-script.ts";
import { style } from "./html-style.ts";

/** The client's own branding on what a client gets. */
export interface PageBrand {
  /** A picture as a data URL: a page loads nothing. */
  readonly logo?: string;
  /** `#1f5f8b` */
  readonly accent?: string;
  /** What stands over a client's edition instead of `Media plan` or `Campaign report`. */
  readonly title?: string;
  /** Stands at the foot of every page's text. */
  readonly note?: string;
}

export interface Page {
  readonly kind: "desk" | "client" | "document";
  readonly title: string;
  readonly eyebrow: Fragment;
  readonly heading: string;
  readonly lead: string;
  readonly nav?: Fragment;
  readonly main: Fragment;
  readonly footer: Fragment;
  /** What its readers call those that we know by a domain. */
  readonly names?: ReadonlyMap<string, string>;
}

/** One page that needs nothing else: no request, readable offline, on paper and on a phone. */
export function renderPage(
  { kind, title, eyebrow, heading, lead, nav, main, footer, names = new Map() }: Page,
  { logo, accent, note }: PageBrand = {},
): string {
  const said = (part: Fragment) => (kind === "desk" ? part : inPlainWords(part, names));
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${pagePolicy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${trusted(style)}${accent !== undefined && html`@media print, (prefers-color-scheme: light) { :root { --accent: ${accent}; --series-1: ${accent}; } }`}</style>
</head>
<body class="${kind}">
<a class="skip" href="#main">To the report</a>
<header class="top">
${logo !== undefined && html`<img class="logo" src="${logo}" alt="">`}
<p class="eyebrow">${said(eyebrow)}</p>
<h1>${said(heading)}</h1>
<p class="asked">${said(lead)}</p>
${nav}
</header>
<main id="main">
${said(main)}
</main>
<footer>${note !== undefined && html`<p>${note}</p>`}${said(footer)}</footer>
<script>${trusted(script)}</script>
</body>
</html>
`;
  return page.toString();
}

/** On paper a day is `18 January 2027` and a vendor has its name, whichever section speaks of it: its texts alone, no tags. */
function inPlainWords(part: Fragment, names: ReadonlyMap<string, string>): Markup {
  // A day within a number or an id is a part of it.
  const dated = /(?<![\w./-])(\d{4}-\d\d-\d\d)(?: to (\d{4}-\d\d-\d\d))?(?![\w/-])/g;
  const ids = [...names.keys()].map((id) => id.replaceAll(".", "\\.")).join("|");
  const named = new RegExp(`(?<![\\w./-])(?:${ids})(?![\\w/-]|\\.\\w)`, "g");
  const plain = (text: string) => {
    const days = text.replaceAll(dated, (_, start: string, end = start) => formatSpan({ start, end }));
    return ids === "" ? days : days.replaceAll(named, (id) => html`${names.get(id)}`.toString());
  };
  return trusted(html`${part}`.toString().replaceAll(/(?<=^|>)[^<]+/g, plain));
}

/** What a page may load and run: itself. */
export const pagePolicy = `default-src 'none'; script-src ${scriptSource}; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'`;
