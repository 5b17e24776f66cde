import { formatInstant } from "./format.ts";
import { reconciliationSection, shortfallsSection } from "./html/account.ts";
import { briefSection } from "./html/brief.ts";
import { creativesSection } from "./html/creatives.ts";
import { deliverySection } from "./html/delivery.ts";
import { feasibilitySection } from "./html/feasibility.ts";
import { feedbackSection } from "./html/feedback.ts";
import { governanceSection } from "./html/governance.ts";
import { methodSection } from "./html/method.ts";
import { offersSection } from "./html/offers.ts";
import { overviewSection } from "./html/overview.ts";
import { planSection } from "./html/plan.ts";
import { preflightSection } from "./html/preflight.ts";
import { readingsSection } from "./html/readings.ts";
import { reallocationsSection } from "./html/reallocations.ts";
import { scenariosSection } from "./html/scenarios.ts";
import { script, scriptSource } from "./html/script.ts";
import { sellersSection } from "./html/sellers.ts";
import { signalsSection } from "./html/signals.ts";
import { style } from "./html/style.ts";
import { html, trusted } from "./html-template.ts";
import type { Report } from "./report-schema.ts";

/**
 * One page that needs nothing else: no request, readable offline, on paper and on a phone. Its one script sorts and filters
 * tables; without it everything is there.
 */
export async function renderHtml(report: Report): Promise<string> {
  const { campaign, headline } = report;
  const sections = [
    { id: "overview", name: "At a glance", content: overviewSection(report) },
    { id: "brief", name: "Brief", content: briefSection(report) },
    { id: "feasibility", name: "Feasibility", content: feasibilitySection(report) },
    { id: "plan", name: "Plan", content: await planSection(report) },
    { id: "scenarios", name: "Scenarios", content: scenariosSection(report) },
    { id: "sellers", name: "Sellers", content: sellersSection(report) },
    { id: "offers", name: "Offers", content: await offersSection(report) },
    { id: "readings", name: "Readings", content: readingsSection(report) },
    { id: "signals", name: "Signals", content: signalsSection(report) },
    { id: "preflight", name: "Checks", content: preflightSection(report) },
    { id: "governance", name: "Governance", content: governanceSection(report) },
    { id: "creatives", name: "Creatives", content: creativesSection(report) },
    { id: "delivery", name: "Delivery", content: await deliverySection(report) },
    { id: "feedback", name: "Performance", content: feedbackSection(report) },
    { id: "reallocations", name: "Reallocations", content: reallocationsSection(report) },
    { id: "shortfalls", name: "Under-delivery", content: shortfallsSection(report) },
    { id: "reconciliation", name: "Reconciliation", content: reconciliationSection(report) },
    { id: "method", name: "Method", content: methodSection(report) },
  ].filter((section) => section.content !== undefined);
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
<body>
<a class="skip" href="#overview">To the report</a>
<header class="top">
<p class="eyebrow">Campaign report${campaign.begunAt !== undefined && html` · begun ${formatInstant(campaign.begunAt)}`}${
    campaign.ended !== undefined && " · ended"
  }</p>
<h1>${headline.title}</h1>
<p class="asked">${headline.asked}</p>
<nav aria-label="Sections"><ul>${sections.map(({ id, name }) => html`<li><a href="#${id}">${name}</a></li>`)}</ul></nav>
</header>
<main>
${sections.map((section) => section.content)}
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

const policy = `default-src 'none'; script-src ${scriptSource}; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'`;
