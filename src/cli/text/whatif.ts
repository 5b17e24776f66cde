import type { AnswerOf } from "../../desk/operations.ts";
import { counted } from "../../lib/english.ts";
import { formatMinor, formatMoney } from "../../lib/money.ts";
import { formatCountRange, formatShort } from "../../report/blocks/format.ts";
import { columns, indented, lineWidth, paint, wrapText } from "../../report/blocks/terminal-text.ts";

type ScenarioOutput = AnswerOf<"what-if">["plan"];

/** The plan and its scenarios in a row each, then what each would change. */
export function whatifText(output: AnswerOf<"what-if">, colour: boolean): string {
  const { campaign, begunAt, offers, plan, edited, scenarios } = output;
  const brush = paint(colour);
  const begun = begunAt === undefined ? "" : ` of ${begunAt.slice(0, 10)}`;
  const all = [plan, ...scenarios];
  const reaches = all.flatMap(({ reach }) => reach ?? []);
  const { assumption } = reaches[0] ?? {};
  return [
    brush.bold("scenarios"),
    `  ${campaign}: from the ${counted(offers, "offer")}${begun}; no seller was asked again`,
    ...columns<ScenarioOutput>(
      [
        { label: "scenario", most: 30, cell: ({ name }) => name },
        { label: "planned", right: true, cell: ({ total }) => formatMoney(total) },
        { label: "packages", right: true, cell: ({ lines }) => String(lines) },
        { label: "sellers", right: true, cell: ({ sellers }) => String(sellers) },
        {
          label: "impressions",
          right: true,
          cell: ({ expectedImpressions }) => formatCountRange(expectedImpressions),
        },
        {
          label: "CPM",
          right: true,
          cell: ({ cpm, total }) => (cpm === undefined ? "" : formatMinor(cpm, total.currency)),
        },
        ...(reaches.length === 0 ? [] : [{ label: "people", right: true, cell: peopleReached }]),
      ],
      all,
      brush,
      lineWidth - 2,
    ).map((line) => `  ${line}`),
    ...(assumption === undefined
      ? []
      : wrapText(`people: ${assumption}`, lineWidth - 4).map((line) => brush.quiet(`    ${line}`))),
    ...(edited === undefined ? [] : ["", ...editedLines(edited).map((line) => `  ${line}`)]),
    ...scenarios.flatMap((scenario) => ["", ...scenarioLines(scenario).map((line) => `  ${line}`)]),
  ].join("\n");
}

/** What was edited, what cannot be taken, and what it breaks. */
function editedLines({ changes, rejected, broken }: NonNullable<AnswerOf<"what-if">["edited"]>): string[] {
  return [
    changes.length === 0 ? "no amount is changed" : `${counted(changes.length, "amount")} changed:`,
    ...changes.flatMap(({ product, sellerId, before, after, days }) => {
      const on = days ? `, ${days.start} to ${days.end}` : "";
      return indented(`${product} (${sellerId}): ${formatMoney(before)} becomes ${formatMoney(after)}${on}`);
    }),
    ...(rejected.length === 0 ? [] : ["not taken:"]),
    ...rejected.flatMap(({ text }) => indented(text)),
    ...(broken.length === 0 ? [] : ["it may not be bought like that:"]),
    ...broken.flatMap(({ text }) => indented(text)),
  ];
}

function scenarioLines({ name, change, differences, conflict = [], reach }: ScenarioOutput): string[] {
  return [
    ...wrapText(`${name}: ${change}`, lineWidth - 2),
    ...differences.flatMap(indented),
    ...(conflict.length === 0 ? [] : ["  these requirements cannot all be met:"]),
    ...conflict.flatMap(({ text, dropping }) => indented(`${text}; without it, ${dropping}`)),
    ...(reach && reach.without.length > 0 ? indented(`no reach is given by ${silent(reach.without)}`) : []),
  ];
}

function silent(lineIds: readonly string[]): string {
  return lineIds.length > 3 ? counted(lineIds.length, "package") : lineIds.join(", ");
}

function peopleReached({ reach }: ScenarioOutput): string {
  if (reach === undefined) return "not known";
  if (reach.without.length > 0) return `from ${formatShort(reach.low)}`;
  return reach.low === reach.high
    ? formatShort(reach.low)
    : `${formatShort(reach.low)} – ${formatShort(reach.high)}`;
}
