import { cleanText } from "../../lib/clean-text.ts";
import { latest } from "../../lib/days.ts";
import { listed } from "../../lib/english.ts";
import type { Section } from "../blocks/document.ts";
import { formatInstant } from "../blocks/format.ts";
import { html } from "../blocks/html-template.ts";
import { contents } from "../contents.ts";
import type { Report } from "../report.ts";
import { deliveryForClients } from "../sections/delivery.ts";
import { planForClients } from "../sections/plan.ts";
import { linesForClients } from "../sections/reconciliation.ts";
import { htmlBlocks } from "./html-blocks.ts";
import { type Edition, overviewSection } from "./overview.ts";
import { type PageBrand, renderPage } from "./page.ts";

/**
 * The report as a page. Its one script sorts and filters tables; without it everything is there. A client's edition has the plan
 * on its second page, or once it runs what is ordered and delivered of it: what was compared, and how, stays at the desk.
 */
export async function renderHtml(
  report: Report,
  { edition = "desk", brand = {} }: { readonly edition?: Edition; readonly brand?: PageBrand } = {},
): Promise<string> {
  const { campaign, headline } = report;
  const isForDesk = edition === "desk";
  const isRunning = report.delivery.buys.length > 0;
  const shown = isForDesk ? contents : isRunning ? [linesForClients, deliveryForClients] : [planForClients];
  const sections = (await Promise.all(shown.map((section) => sectionOf(section, report)))).filter(
    (section) => section !== undefined,
  );
  const main = sections.filter(({ appendix }) => !appendix);
  const appendix = sections.filter((section) => section.appendix);
  const page = {
    kind: edition,
    title: `${headline.title}: campaign report`,
    eyebrow: isForDesk
      ? deskEyebrow(campaign)
      : `${brand.title ?? (report.delivery.buys.length > 0 ? "Campaign report" : "Media plan")} · ${clientDay(report)}`,
    heading: headline.title,
    lead: headline.request,
    nav: html`<nav aria-label="Sections"><ul>${main.map(({ id, name }) => html`<li><a href="#${id}">${name}</a></li>`)}${
      appendix.length > 0 && html`<li><a href="#appendix">Appendix</a></li>`
    }</ul></nav>`,
    main: html`${await overviewSection(report, edition)}
${main.map(({ content }) => content)}
${
  appendix.length > 0 &&
  html`<details class="appendix" id="appendix"><summary>Appendix: ${listed(appendix.map(({ name }) => name.toLowerCase()))}</summary>
${appendix.map(({ content }) => content)}
</details>`
}`,
    names: namesIn(report),
    footer: html`Campaign ${campaign.id}${isForDesk && html`, after event ${campaign.sequence}`}${
      isForDesk &&
      campaign.governancePlanId !== undefined &&
      html`; governance plan ${campaign.governancePlanId}`
    }. Amounts in ${report.currency ?? "the brief's currency"} unless another currency is named.`,
  };
  return renderPage(page, brand);
}

/** Vendors as the registry calls them. */
export function namesIn({ sellers }: Pick<Report, "sellers">): ReadonlyMap<string, string> {
  return new Map(sellers.flatMap(({ id, name }) => (name === undefined ? [] : [[id, cleanText(name, 60)]])));
}

function deskEyebrow({ begunAt, ended }: Report["campaign"]): string {
  return `Campaign report${begunAt === undefined ? "" : ` · begun ${formatInstant(begunAt)}`}${ended === undefined ? "" : " · ended"}`;
}

/** The one day whose state it shows. */
function clientDay({ campaign: { begunAt = "" }, delivery: { buys } }: Report): string {
  const last = latest(buys.map(({ period }) => period.end));
  return last === undefined ? begunAt.slice(0, 10) : `delivered to ${last}`;
}

async function sectionOf({ id, name, title, blocks, appendix }: Section<Report>, report: Report) {
  const fragments = await htmlBlocks(blocks(report), report);
  if (fragments.length === 0) return undefined;
  const content = html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
${fragments}
</section>`;
  return { id, name, appendix: appendix === true, content };
}
