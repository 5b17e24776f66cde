import { formatMoney } from "../../lib/money.ts";
import { formatMinor, formatPercent } from "../format.ts";
import type { Report } from "../report-schema.ts";
import { columns } from "./columns.ts";
import { indented } from "./layout.ts";
import type { Paint } from "./paint.ts";

type Candidate = Report["signals"]["candidates"][number];

/** Audience signals: what was offered, and, once there is a plan, what is used where. */
export function signalLines({ signals, currency }: Report, paint: Paint, top: number): string[] {
  const { agents, candidates, choices } = signals;
  if (agents.length === 0) return ["no signals asked for"];
  const shown = [...candidates].sort((a, b) => b.chosenFor.length - a.chosenFor.length).slice(0, top);
  const rest = candidates.length - shown.length;
  return [
    ...columns<Candidate>(
      [
        { label: "signal", most: 28, cell: ({ name }) => name },
        { label: "provider", most: 22, cell: ({ provider }) => provider ?? "" },
        {
          label: "coverage",
          right: true,
          cell: ({ coverage }) => (coverage === undefined ? "" : formatPercent(coverage, 1)),
        },
        {
          label: "for 1,000",
          right: true,
          cell: ({ cpm }) =>
            cpm === undefined || currency === undefined ? "not given" : formatMinor(cpm, currency),
        },
        { label: "sellers", right: true, cell: ({ sellers }) => String(sellers.length) },
        { label: "used at", right: true, cell: ({ chosenFor }) => String(chosenFor.length) },
      ],
      shown,
      paint,
    ),
    ...(rest > 0 ? [paint.quiet(`and ${rest} more`)] : []),
    ...agents.flatMap(({ id, result, reason }) =>
      result === "answered" ? [] : indented(`${id}: ${result}, ${reason ?? "no reason given"}`),
    ),
    ...choices.flatMap(({ sellerId, name, signalId, standing, standingReason, cost, reason }) =>
      signalId === undefined
        ? indented(`${sellerId}: none. ${reason}`)
        : indented(
            `${sellerId}: ${name ?? signalId}, ${standing}${standingReason === undefined ? "" : ` (${standingReason})`}, for at most ${formatMoney(cost)}. ${reason}`,
          ),
    ),
  ];
}
