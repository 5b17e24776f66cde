import { z } from "zod";
import { approvalWindow } from "../../campaign/approvals/refuse-overdue.ts";
import { refusalOf } from "../../campaign/model/decisions/verdict.ts";
import { type Alert, alertKinds } from "../../campaign/model/measured/delivery.ts";
import type { CampaignState } from "../../campaign/model/state/state.ts";
import { alertsIn } from "../../campaign/reallocate/money-alerts.ts";
import { cleanText } from "../../lib/clean-text.ts";
import { codeOf } from "../../lib/code.ts";
import { formatCount } from "../../lib/english.ts";
import { type Money, money, subtract, sum, totalMoney } from "../../lib/money.ts";
import { formatRounded } from "../blocks/format.ts";
import { type Described, fields } from "../blocks/schema.ts";
import { summarizeMoney } from "../sections/money-summary.ts";
import { fallenRow } from "./idle-rows.ts";
import { type LineFigures, namesOf, unspent, vendorName } from "./line-figures.ts";
import {
  changeWords,
  linesOfStep,
  ofWords,
  onlyLine,
  paceWords,
  row,
  runsOutWords,
  todoWith,
} from "./rows.ts";

/** Alerts that are raised, and what follows from the record without one. */
export const alertRowKinds = [
  ...alertKinds,
  "shortfall",
  "final shortfall",
  "order expired",
  "change refused",
  "stalled",
] as const;
type Kind = (typeof alertRowKinds)[number];

export const alertRowSchema = fields({
  ...row,
  kind: z.enum(alertRowKinds.map(codeOf)),
  at: z.string().describe("UTC, ISO 8601"),
});
export type AlertRow = Described<typeof alertRowSchema>;

const longestText = 300;

/** What a person should know, the oldest first, each with its line, vendor, figures, money at risk and what to do. */
export function alertRows(lines: readonly LineFigures[], state: CampaignState): AlertRow[] {
  return [
    ...alertsIn(state).flatMap((alert) => raisedRow(alert, lines, state)),
    ...shortfallRows(lines, state),
    ...expiredRows(state),
    ...refusedRows(state),
    ...stalledRows(state),
  ].sort((one, other) => one.at.localeCompare(other.at));
}

function raisedRow(
  { kind, lineId, text, what, at }: Alert & { readonly at: string; readonly what?: string },
  lines: readonly LineFigures[],
  state: CampaignState,
): AlertRow[] {
  const own = lines.filter((line) => line.lineId === lineId || line.sellerId === lineId);
  const [line] = own;
  if (ofRunning.has(kind) && areOver(own.length > 0 ? own : lines)) return [];
  // A part of a budget that is spent on pace is no news.
  if (kind === "budget" && line !== undefined && line.status !== "ahead") return [];
  const said =
    kind === "budget" && line !== undefined ? runsOutWords(line) : cleanText(what ?? text, longestText);
  const atRisk = riskOf(kind, own.length > 0 ? own : lines, state);
  return [
    {
      kind: codeOf(kind),
      at,
      ...aboutOf(lineId, own, state),
      text: `${said}; ${figuresOf(own.length > 0 ? own : lines, state)}`,
      ...(atRisk && { atRisk }),
      todo: todoWith(todos[kind], lineId, state),
    },
  ];
}

/** Nothing can be done any more about these once the last day is over; what is missing then is claimed. */
const ofRunning: ReadonlySet<Kind> = new Set([
  "budget",
  "delivery stopped",
  "not started",
  "falls short",
  "flight ends",
  "paused",
  "creative disapproved",
  "moves stopped",
  "not placed",
]);

function areOver(lines: readonly LineFigures[]): boolean {
  return lines.length > 0 && lines.every(({ status }) => status === "over");
}

function aboutOf(id: string, own: readonly LineFigures[], state: CampaignState) {
  const planned = state.plan?.lines.find(({ lineId }) => lineId === id);
  if (planned !== undefined) return namesOf(planned, state);
  return own.length > 0 || state.sellers?.some((seller) => seller.id === id)
    ? { vendor: vendorName(id, state) }
    : {};
}

/** The figures that stand beside an alert, so that none is without: of its line, its seller's lines or the campaign. */
function figuresOf(own: readonly LineFigures[], state: CampaignState): string {
  const [first, ...others] = own;
  if (first === undefined) {
    const { committedSpend, budget } = summarizeMoney(state) ?? {};
    return committedSpend === undefined || budget === undefined
      ? ""
      : `${ofWords(committedSpend, budget)} bought`;
  }
  if (others.length === 0) return paceWords(first);
  const same = own.filter(({ budget }) => budget.currency === first.budget.currency);
  const { currency } = first.budget;
  const spent = totalMoney(same, currency, (one) => one.spent ?? money(0, currency));
  const due = totalMoney(same, currency, (one) => one.due);
  return `${ofWords(spent, due)} due on ${own.length} lines`;
}

const riskKinds: Readonly<Partial<Record<Kind, (line: LineFigures) => Money | undefined>>> = {
  budget: ({ spent, due }) => spent && money(Math.max(0, spent.minor - due.minor), due.currency),
  "spend anomaly": ({ yesterday, lastWeekADay }) => yesterday ?? lastWeekADay,
  "not measured": ({ budget }) => budget,
  "report overdue": ({ neededADay }) => neededADay,
  "figures changed": ({ spent }) => spent,
  "not ordered": ({ spent }) => spent,
  "money moved": () => undefined,
};

/** What may be lost of some lines, in the currency of the first; what is left of them where nothing else is known. */
function riskOf(kind: Kind, own: readonly LineFigures[], state: CampaignState): Money | undefined {
  if (kind === "not placed" || own.length === 0) {
    const { unallocated } = summarizeMoney(state) ?? {};
    return unallocated;
  }
  const leftOf = ({ budget, spent }: LineFigures) => (spent ? subtract(budget, spent) : budget);
  const risk = riskKinds[kind] ?? ((line) => unspent(line) ?? leftOf(line));
  const amounts = own.flatMap((line) => risk(line) ?? []);
  const [{ currency } = { currency: "" }] = amounts;
  const same = amounts.filter((one) => one.currency === currency);
  return same.length === 0 ? undefined : sum(same, currency);
}

/** Shortfalls as they were found last, each once for each kind. */
function shortfallRows(lines: readonly LineFigures[], state: CampaignState): AlertRow[] {
  const found = new Map(state.underDeliveries.map((one) => [`${one.lineId} ${one.kind}`, one]));
  return [...found.values()].map((one): AlertRow => {
    const isFinal = one.kind === "final";
    const part = one.owed / Math.max(1, one.ordered);
    return {
      kind: isFinal ? "final-shortfall" : "shortfall",
      at: one.at,
      ...namesOf(one, state),
      text: `${formatCount(one.delivered)} of ${formatCount(one.ordered)} impressions${isFinal ? " delivered" : ` to ${one.toldTo}`}; ${formatCount(one.owed)} ${isFinal ? "are" : "will be"} missing`,
      atRisk: money(Math.round(one.budget.minor * part), one.budget.currency),
      todo: todoWith(
        todos[
          isFinal || areOver(lines.filter(({ lineId }) => lineId === one.lineId))
            ? "final shortfall"
            : "shortfall"
        ],
        one.lineId,
        state,
      ),
    };
  });
}

function expiredRows(state: CampaignState): AlertRow[] {
  return state.steps
    .filter(({ rejection, status }) => rejection?.by === approvalWindow && status === "refused")
    .map(
      (current): AlertRow => ({
        ...fallenRow(current, state),
        kind: "order-expired",
        at: current.rejection?.at ?? "",
        todo: todos["order expired"],
      }),
    );
}

/** Changes of running buys that were let pass by whoever asked and signed, and that governance refused. */
function refusedRows(state: CampaignState): AlertRow[] {
  return state.steps.flatMap((current): AlertRow | [] => {
    const { step, verdicts } = current;
    const refusal = refusalOf(current);
    if (refusal === undefined || step.change === undefined) return [];
    const names = linesOfStep(current, state);
    return {
      kind: "change-refused",
      at: verdicts.at(-1)?.at ?? "",
      ...onlyLine(names),
      vendor: vendorName(step.agentId, state),
      text: cleanText(`${changeWords(step.change.differences)} ${refusal}`, longestText),
      todo: todos["change refused"],
    };
  });
}

function stalledRows(state: CampaignState): AlertRow[] {
  if (state.stalled === undefined) return [];
  const budget = state.brief?.budget;
  return [
    {
      kind: "stalled",
      at: state.stalled.at,
      text: `nothing can be bought: ${budget ? `${formatRounded(budget)} wait` : "all of it waits"}`,
      ...(budget && { atRisk: budget }),
      todo: todos.stalled,
    },
  ];
}

const todos: Readonly<Record<Kind, string>> = {
  budget: "lower what it may spend, or add money for its last days",
  "spend anomaly": "ask the vendor what happened on that day",
  "delivery stopped": "ask the vendor why, or move what is left",
  "not started": "ask the vendor when it begins",
  "falls short": "ask the vendor, or move what it will not spend",
  "flight ends": "extend it, or move what will be left",
  "not measured": "ask the vendor for its report",
  "report overdue": "ask the vendor for its report",
  "figures changed": "check the statement, and ask the vendor why",
  "not ordered": "ask the vendor, and pay nothing of it until that is clear",
  paused: "resume, or place its money elsewhere",
  "creative disapproved": "deliver another creative",
  units: "check what is counted before results are used",
  "money moved": "nothing; it can be taken back",
  "moves stopped": "agree to what goes back, or take a reallocation back",
  "not placed": "place it, or leave it idle",
  shortfall: "ask the vendor to catch up, or move the money",
  "final shortfall": "send the claim: flightdesk claims show",
  "order expired": "plan it anew, or leave it idle",
  "change refused": "ask for another change: nothing was sent",
  stalled: "change the brief's limits, or wait for new offers",
};
