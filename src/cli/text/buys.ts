import type { AnswerOf } from "../../desk/operations.ts";
import type { BuyChangeOutput } from "../../desk/outputs/buy-change-output.ts";
import { cleanText } from "../../lib/clean-text.ts";
import { dayOf } from "../../lib/days.ts";
import { formatMoney } from "../../lib/money.ts";

/** Each buy with its lines; everything from a seller is shown as plain text. */
export function buysText({ campaign, buys }: AnswerOf<"buys">): string {
  if (buys.length === 0) return `${campaign}: nothing is bought; --campaign names another one`;
  return buys
    .flatMap(({ mediaBuyId, seller, status, start, end, spent, validActions, lines, silent }) => [
      `${mediaBuyId} at ${seller}: ${silent === undefined ? status?.replaceAll("_", " ") : `not reported (${cleanText(silent, 200)})`}`,
      ...(start === undefined && end === undefined ? [] : [`  ${daysText(start, end)}`]),
      ...lines.map(({ lineId, packageId, budget, paused, creatives, set }) =>
        [
          `  ${lineId} (${packageId})`,
          ...(budget === undefined ? [] : [formatMoney(budget)]),
          ...(paused === true ? ["paused"] : []),
          ...(creatives === undefined
            ? []
            : [creatives.length === 0 ? "no creative of ours" : `runs ${creatives.join(", ")}`]),
          ...(set === undefined ? [] : [`stays as it is until \`buys free\`: ${set}`]),
        ].join("  "),
      ),
      ...(spent === undefined ? [] : [`  spent ${formatMoney(spent)}`]),
      ...(validActions === undefined
        ? []
        : [`  its seller takes ${validActions.join(", ") || "nothing any more"}`]),
    ])
    .map((line) => `${line.startsWith("  ") ? "  " : ""}${cleanText(line, 600)}`)
    .join("\n");
}

/** `end` is the first instant after the flight; both are the seller's words. */
function daysText(start: string | undefined, end: string | undefined): string {
  const day = (instant: string | undefined, shift: number) => {
    const at = Date.parse(instant ?? "");
    return Number.isNaN(at) ? (instant ?? "?") : dayOf(at + shift);
  };
  return `${day(start, 0)} to ${day(end, -1)}, UTC`;
}

/** The difference first, then how it stands and what to do next. */
export function changeText(output: BuyChangeOutput): string {
  const { mediaBuyId, seller, status, step, reason, differences, findings, spent } = output;
  const { retained = [], limits = [] } = output;
  const widest = Math.max(0, ...differences.map(({ what }) => what.length));
  return [
    `${mediaBuyId} at ${seller}`,
    ...differences.map(({ what, before, after }) => `  ${what.padEnd(widest)}  ${before} -> ${after}`),
    ...limits.map((broken) => `  BREAKS THE BRIEF: ${broken}`),
    ...statusLines(status, reason),
    ...findings.map((finding) => `  NOT AS ASKED: ${finding}`),
    ...(spent === undefined ? [] : [`  the seller reports ${formatMoney(spent)} as spent`]),
    ...retained.map(({ planAmount }) => `  Committed there is now ${formatMoney(planAmount)}`),
    ...(status === "escalated" ? [`  flightdesk approve ${step}`] : []),
  ].join("\n");
}

/** What each buy comes to by what was entered, and what people are asked about it. */
export function invoicesText({ entered, buys }: AnswerOf<"enter-invoices">): string {
  return [
    ...entered.map(({ number, amount, mediaBuyId }) => `${number}: ${formatMoney(amount)} for ${mediaBuyId}`),
    ...buys.flatMap(({ mediaBuyId, seller, invoiced, cost, questions }) => [
      `${mediaBuyId} at ${seller}: invoiced ${formatMoney(invoiced)}; reported or billed so far: ${formatMoney(cost)}`,
      ...questions.map((question) => `  A PERSON DECIDES: ${question}`),
    ]),
    ...(buys.some(({ questions }) => questions.length > 0) ? ["  flightdesk inbox"] : []),
  ]
    .map((line) => `${line.startsWith("  ") ? "  " : ""}${cleanText(line, 600)}`)
    .join("\n");
}

export function statusLines(status: string, reason: string | undefined): string[] {
  const why = reason === undefined ? "" : `: ${reason}`;
  switch (status) {
    case "unchanged":
      return ["  it is so already: nothing was sent"];
    case "not-possible":
      return [`  not possible${why}`];
    case "planned":
      return [
        `  a dry run, nothing was sent; --execute sends it, --json shows the arguments${reason === undefined ? "" : ` (the local policies say${why})`}`,
      ];
    default:
      return [`  ${status}${why}`];
  }
}
