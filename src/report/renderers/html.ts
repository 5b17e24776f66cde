import { listed } from "../../lib/english.ts";
import { contents } from "../contents.ts";
import { isOn, type Section } from "../document.ts";
import { formatInstant } from "../format.ts";
import { html, type Markup, trusted } from "../html-template.ts";
import type { Report } from "../report.ts";
import { plan } from "../sections/plan.ts";
import { htmlBlock } from "./html-blocks.ts";
import { script, scriptSource } from "./html-script.ts";
import { style } from "./html-style.ts";
import { overviewSection } from "./overview.ts";

/**
 * One page that needs nothing else: no request, readable offline, on paper and on a phone. Its one script sorts and filters
 * tables; without it everything is there. A client's edition ends with the plan: what was compared, and how, stays at the desk.
 */
export async function renderHtml(
  report: Report,
  { edition = "desk" }: { readonly edition?: "desk" | "client" } = {},
): Promise<string> {
  const { campaign, headline } = report;
  const sections = (
    await Promise.all((edition === "desk" ? contents : [plan]).map((section) => sectionOf(section, report)))
  ).filter((section) => section !== undefined);
  const main = sections.filter(({ appendix }) => !appendix);
  const appendix = sections.filter((section) => section.appendix);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${headline.title}: campaign report</title>
<link rel="icon" href="data:,">
<style>${trusted(style)}</style>
</head>
<body class="${edition}">
<a class="skip" href="#overview">To the report</a>
<header class="top">
<p class="eyebrow">${edition === "desk" ? "Campaign report" : "Media plan"}${campaign.begunAt !== undefined && html` · begun ${formatInstant(campaign.begunAt)}`}${
    campaign.ended !== undefined && " · ended"
  }</p>
<h1>${headline.title}</h1>
<p class="asked">${headline.asked}</p>
<nav aria-label="Sections"><ul>${main.map(({ id, name }) => html`<li><a href="#${id}">${name}</a></li>`)}${
    appendix.length > 0 && html`<li><a href="#appendix">Appendix</a></li>`
  }</ul></nav>
</header>
<main>
${await overviewSection(report)}
${main.map(({ content }) => content)}
${
  appendix.length > 0 &&
  html`<details class="appendix" id="appendix"><summary>Appendix: ${listed(appendix.map(({ name }) => name.toLowerCase()))}</summary>
${appendix.map(({ content }) => content)}
</details>`
}
</main>
<footer>Campaign ${campaign.id}, after event ${campaign.sequence}${
    campaign.governancePlanId !== undefined && html`; governance plan ${campaign.governancePlanId}`
  }. Amounts in ${report.currency ?? "the brief's currency"} unless another currency is named.</footer>
<script>${trusted(script)}</script>
</body>
</html>
`;
  return page.toString();
}

interface Shown {
  readonly id: string;
  readonly name: string;
  readonly appendix: boolean;
  readonly content: Markup;
}

async function sectionOf(
  { id, name, title, blocks, appendix }: Section<Report>,
  report: Report,
): Promise<Shown | undefined> {
  const shown = blocks(report).filter((block) => isOn(block, "page"));
  if (shown.length === 0) return undefined;
  const fragments = await Promise.all(shown.map((block) => htmlBlock(block, report)));
  const content = html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
${fragments}
</section>`;
  return { id, name, appendix: appendix === true, content };
}

const policy = `default-src 'none'; script-src ${scriptSource}; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'`;
