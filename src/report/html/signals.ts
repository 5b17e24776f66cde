import { formatMoney } from "../../lib/money.ts";
import { formatMinor, formatPercent } from "../format.ts";
import { type Fragment, html, type Markup } from "../html-template.ts";
import type { Report, Standing } from "../report-schema.ts";
import { chip } from "./chip.ts";
import { list } from "./list.ts";
import { table } from "./table.ts";

type Candidate = Report["signals"]["candidates"][number];
type Choice = Report["signals"]["choices"][number];

/** Audience data: what was offered, what is used where, and what it may cost. */
export function signalsSection({ signals, currency }: Report): Markup | undefined {
  const { agents, candidates, choices } = signals;
  if (agents.length === 0 && choices.length === 0) return undefined;
  const silent = agents.filter(({ result }) => result !== "answered");
  const candidatesTable =
    candidates.length > 0 &&
    table<Candidate>({
      caption: "Signals offered",
      note: "Names are the agents' own words. A price is for 1,000 impressions, in the brief's currency.",
      rows: candidates,
      columns: [
        {
          label: "Signal",
          kind: "header",
          cell: ({ name, description }) => html`${name}<span class="small muted">${description}</span>`,
        },
        {
          label: "Provider",
          cell: ({ provider, type }) => [provider, type].filter((word) => word !== undefined).join(", "),
        },
        {
          label: "Coverage",
          kind: "number",
          cell: ({ coverage }) => coverage !== undefined && formatPercent(coverage, 1),
        },
        {
          label: "Price",
          kind: "number",
          cell: ({ cpm }) =>
            cpm === undefined || currency === undefined ? "not given" : formatMinor(cpm, currency),
        },
        { label: "Used at", kind: "words", cell: ({ chosenFor }) => chosenFor.join(", ") },
      ],
    });
  return html`<section id="signals" aria-labelledby="signals-title">
<h2 id="signals-title">Audience signals</h2>
${list(silent.map(({ id, result, reason }) => `${id} ${result === "late" ? "was late" : "failed"}: ${reason ?? "no reason given"}`))}
${
  choices.length > 0 &&
  table<Choice>({
    caption: "Used at sellers",
    note: "Data is billed by use; its cost is kept back inside each package's amount.",
    rows: choices,
    columns: [
      { label: "Seller", kind: "header", cell: ({ sellerId }) => sellerId },
      { label: "Signal", cell: ({ name, signalId }) => name ?? signalId ?? "none" },
      { label: "Standing", kind: "words", cell: standing },
      { label: "Cost at most", kind: "number", cell: ({ cost, signalId }) => signalId && formatMoney(cost) },
      { label: "Why", kind: "words", cell: ({ reason }) => reason },
    ],
  })
}
${
  candidatesTable &&
  html`<details class="more"><summary>${candidates.length} signals offered</summary>${candidatesTable}</details>`
}
</section>`;
}

const standings: Readonly<Record<Choice["standing"], Standing>> = {
  none: "open",
  planned: "open",
  waiting: "waiting",
  live: "done",
  without: "failed",
};

function standing(choice: Choice): Fragment {
  const { targeted, standingReason } = choice;
  const silent = targeted.filter(({ echoed }) => echoed === false).length;
  const words = [
    ...(standingReason === undefined ? [] : [standingReason]),
    ...(targeted.length > 0 ? [`In the targeting of ${targeted.map(({ slot }) => slot).join(", ")}.`] : []),
    ...(silent > 0 ? [`${silent} of them not repeated by the seller: it may ignore the targeting.`] : []),
  ];
  return [chip(standings[choice.standing], choice.standing), list(words)];
}
