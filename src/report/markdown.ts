import { formatMoney } from "../lib/money.ts";
import { authorisationNotes } from "./authorisation-notes.ts";
import { feasibilityWord, remedyWords } from "./feasibility-words.ts";
import {
  channelName,
  formatCount,
  formatCountRange,
  formatCpmRange,
  formatElapsed,
  formatInstant,
  formatMinor,
  formatPercent,
} from "./format.ts";
import { markdownList, markdownTable, markdownText } from "./markdown-text.ts";
import { methodNotes } from "./method-notes.ts";
import { checkRows, resultInWords } from "./preflight-words.ts";
import type { Report } from "./report-schema.ts";
import { stepMoments } from "./step-moments.ts";

/** The report as Markdown, for a ticket or a mail; the same sections as the page, without drawings. */
export function renderMarkdown(report: Report): string {
  const { headline, brief } = report;
  return [
    `# ${markdownText(headline.title)}`,
    "",
    markdownText(headline.asked),
    "",
    ...headlineLines(report),
    ...(brief ? ["## Limits", "", ...markdownList(brief.limits)] : []),
    ...feasibilityLines(report),
    ...sellerLines(report),
    ...offerLines(report),
    ...signalLines(report),
    ...planLines(report),
    ...preflightLines(report),
    ...stepLines(report),
    ...creativeLines(report),
    ...deliveryLines(report),
    ...methodLines(report),
  ].join("\n");
}

function headlineLines({ headline: { money, summary, attention } }: Report): string[] {
  return [
    ...(money
      ? markdownTable(
          ["Budget>", "Planned>", "Committed>", "Spent>", "Unallocated>"],
          [[money.budget, money.planned, money.committed, money.spent, money.unallocated].map(formatMoney)],
        )
      : []),
    markdownText(summary.join(" ")),
    "",
    ...(attention.length > 0 ? ["## Needs a look", ""] : []),
    ...markdownList(attention.map(({ standing, what, why }) => `${standing}: ${what} ${why}`)),
  ];
}

function feasibilityLines({ feasibility }: Report): string[] {
  if (feasibility === undefined) return [];
  return [
    "## Can the brief come true?",
    "",
    ...markdownTable(
      ["Checked", "Result", "Arithmetic", "What would help"],
      feasibility.map((finding) => [
        finding.check,
        feasibilityWord(finding),
        finding.text,
        remedyWords(finding),
      ]),
    ),
  ];
}

function sellerLines({ sellers, currency }: Report): string[] {
  if (sellers.length === 0) return [];
  return [
    "## Sellers",
    "",
    ...markdownTable(
      ["Seller", "Channels", "Answer", "Time>", "Offers>", "Best price for 1,000>", "Planned>", "Notes"],
      sellers.map(({ id, channels, eligible, notes, quote, offers, bestCpm, planned }) => [
        id,
        channels.map(channelName).join(", "),
        quote?.result ?? (eligible ? "not asked yet" : "not asked"),
        quote ? formatElapsed(quote.elapsedMs) : "",
        String(offers),
        bestCpm === undefined || currency === undefined ? "" : formatMinor(bestCpm, currency),
        planned && planned.minor > 0 ? formatMoney(planned) : "",
        [
          ...notes,
          quote?.reason ?? "",
          quote?.unpriced ? `${quote.unpriced} without a price` : "",
          quote?.refined ?? "",
        ]
          .join(" ")
          .trim(),
      ]),
    ),
  ];
}

function offerLines({ offers, currency, firstPlace }: Report): string[] {
  if (offers.length === 0) return [];
  return [
    "## Offers, ranked",
    "",
    ...markdownTable(
      ["Rank>", "Offer", "Seller", "Price", "For 1,000>", "Impressions>", "Score>", "Points", "Notes"],
      offers.map((offer) => [
        offer.rank === undefined ? "–" : String(offer.rank),
        offer.product,
        offer.sellerId,
        `${offer.price ? formatMoney(offer.price) : "not given"} ${offer.pricingModel}`,
        offer.cpm && currency !== undefined ? formatCpmRange(offer.cpm, currency) : "not given",
        offer.impressions ? formatCountRange(offer.impressions) : "not given",
        offer.rank === undefined ? "" : (offer.score ?? 0).toFixed(1),
        offer.parts
          .map(({ criterion, points, weight }) => `${criterion} ${points.toFixed(1)}/${weight}`)
          .join(", "),
        [
          ...offer.gateReasons,
          ...(offer.authorisation?.standing === "unknown" ? authorisationNotes(offer.authorisation) : []),
          ...offer.assumptions,
          ...offer.missing.map((item) => `Not said: ${item}`),
          ...(offer.whatIf === undefined ? [] : [offer.whatIf]),
        ].join(" "),
      ]),
    ),
    ...(firstPlace === undefined ? [] : [firstPlace, ""]),
  ];
}

function planLines({ plan }: Report): string[] {
  if (!plan) return [];
  return [
    "## Plan",
    "",
    ...markdownTable(
      ["Package", "Seller", "Amount>", "Budget>", "Impressions>", "Standing", "Why"],
      plan.lines.map((line) => [
        line.product,
        line.sellerId,
        `${formatMoney(line.amount)} (${formatPercent(line.share)})`,
        formatMoney(line.budget),
        line.expectedImpressions === undefined ? "" : formatCount(line.expectedImpressions),
        line.standing === "done" ? "bought" : line.standing === "open" ? "not sent" : line.standing,
        line.reason,
      ]),
    ),
    ...markdownList(plan.binding),
    ...(plan.leftOut.length > 0 ? ["### Left out", ""] : []),
    ...markdownList(
      plan.leftOut.map(({ product, sellerId, reason }) => `${product} (${sellerId}): ${reason}`),
    ),
  ];
}

function preflightLines({ preflight }: Report): string[] {
  if (!preflight) return [];
  return [
    "## Before the first buy",
    "",
    ...markdownTable(
      ["Check", "Result", "Found"],
      checkRows(preflight).map(({ title, finding, text }) => [title, resultInWords(finding), text]),
    ),
    ...(preflight.refusedBy === undefined ? [] : [markdownText(`${preflight.refusedBy} said no.`), ""]),
  ];
}

function stepLines({ steps }: Report): string[] {
  if (steps.length === 0) return [];
  return [
    "## Governance and receipts",
    "",
    ...steps.flatMap((step) => [
      `### ${markdownText(`${step.purpose} ${step.amount.minor > 0 ? formatMoney(step.amount) : ""}`)}`,
      "",
      `${markdownText(`${step.task} at ${step.agentId}: ${step.status}`)}`,
      "",
      ...markdownList(
        stepMoments(step).map(({ at, words, details }) =>
          [`${formatInstant(at)} ${words}${details.length > 0 ? ":" : ""}`, ...details].join(" "),
        ),
      ),
    ]),
  ];
}

function signalLines({ signals: { agents, candidates, choices }, currency }: Report): string[] {
  if (agents.length === 0 && choices.length === 0) return [];
  return [
    "## Audience signals",
    "",
    ...markdownTable(
      ["Seller", "Signal", "Standing", "Cost at most>", "Why"],
      choices.map(({ sellerId, name, signalId, standing, standingReason, cost, reason }) => [
        sellerId,
        name ?? signalId ?? "none",
        [standing, standingReason ?? ""].filter((word) => word !== "").join(": "),
        signalId === undefined ? "" : formatMoney(cost),
        reason,
      ]),
    ),
    ...markdownTable(
      ["Signal offered", "Provider", "Coverage>", "For 1,000>", "Used at"],
      candidates.map(({ name, provider, coverage, cpm, chosenFor }) => [
        name,
        provider ?? "",
        coverage === undefined ? "" : formatPercent(coverage, 1),
        cpm === undefined || currency === undefined ? "not given" : formatMinor(cpm, currency),
        chosenFor.join(", "),
      ]),
    ),
    ...markdownList(
      agents
        .filter(({ result }) => result !== "answered")
        .map(({ id, result, reason }) => `${id}: ${result}, ${reason ?? "no reason given"}`),
    ),
  ];
}

function creativeLines({ creatives: { coverage, findings, built, synced } }: Report): string[] {
  if (coverage.length === 0 && built.length === 0 && synced.length === 0) return [];
  const formats = [...new Set(coverage.flatMap((row) => row.formats.map(({ id }) => id)))];
  const marks = { ready: "ready", rejected: "not sent", missing: "none" };
  return [
    "## Creatives",
    "",
    ...markdownTable(
      ["Package", "Seller", ...formats.map(markdownText)],
      coverage.map((row) => [
        row.product,
        row.sellerId,
        ...formats.map((format) =>
          row.formats
            .filter(({ id }) => id === format)
            .map(({ standing, creatives }) =>
              [
                marks[standing],
                ...creatives.map(({ name, origin }) => (origin === "brief" ? name : "built")),
              ].join(": "),
            )
            .join(" "),
        ),
      ]),
    ),
    ...markdownList(findings),
    ...markdownTable(
      ["Creative", "Format", "Seller", "Packages", "Standing", "Notes"],
      synced.map((item) => [
        item.name,
        item.format,
        item.sellerId,
        item.packages.join(", "),
        [item.action ?? item.standing, item.reviewStatus ?? ""].filter((word) => word !== "").join(", "),
        item.errors.join(" "),
      ]),
    ),
    ...markdownList(
      built.map(
        ({ formats, agentId, standing, reason, preview }) =>
          `${formats.join(", ")} by ${agentId}: ${reason ?? standing}${preview === undefined ? "" : `; preview: ${preview.reason ?? preview.urls.join(" ")}`}`,
      ),
    ),
  ];
}

function deliveryLines({ delivery: { buys, unreported }, feedback }: Report): string[] {
  if (buys.length === 0 && unreported.length === 0) return [];
  return [
    "## Delivery",
    "",
    ...markdownTable(
      ["Buy", "Seller", "Period", "Impressions>", "Of plan>", "Spend>", "Of plan>", "Findings"],
      buys.map(({ mediaBuyId, sellerId, period, delivered, ofPlan, findings }) => [
        mediaBuyId,
        sellerId,
        `${period.start} to ${period.end}`,
        formatCount(delivered.impressions),
        ofPlan.impressions === undefined ? "" : formatPercent(ofPlan.impressions),
        formatMoney(delivered.spend),
        ofPlan.spend === undefined ? "" : formatPercent(ofPlan.spend),
        findings.join(" "),
      ]),
    ),
    ...markdownList(
      unreported.map(({ sellerId, stepId, reason }) => `No figures from ${sellerId} (${stepId}): ${reason}`),
    ),
    ...markdownTable(
      ["Buy", "Seller", "Performance index>", "How it is reckoned", "Seller told"],
      feedback.map(({ mediaBuyId, sellerId, performanceIndex, formula, standing }) => [
        mediaBuyId,
        sellerId,
        performanceIndex.toFixed(2),
        formula,
        standing === "done" ? "yes" : standing === "open" ? "not sent" : standing,
      ]),
    ),
  ];
}

function methodLines({ policies, exchange }: Report): string[] {
  return [
    "## Method, rules and exchange rates",
    "",
    ...markdownList(methodNotes),
    ...markdownTable(
      ["Policy", "SHA-256"],
      policies.map(({ file, digest }) => [file, digest]),
    ),
    ...(exchange
      ? [
          markdownText(`Exchange rates of ${exchange.date}, from ${exchange.source}:`),
          "",
          ...markdownTable(
            ["Currency", `For 1 ${exchange.base}>`],
            Object.entries(exchange.rates).map(([currency, rate]) => [currency, String(rate)]),
          ),
        ]
      : []),
  ];
}
