import { z } from "zod";
import { type LiveBuy, liveBuys } from "../../campaign/account/live-buys.ts";
import { lockOn } from "../../campaign/model/derived/locks.ts";
import { isDecrease } from "../../campaign/model/derived/moves.ts";
import type { Move } from "../../campaign/model/learned/reallocation.ts";
import type { CampaignState, StepState } from "../../campaign/model/state/state.ts";
import type { Difference } from "../../campaign/model/step/buy-change.ts";
import { isSameBuy } from "../../campaign/model/step/buy-identity.ts";
import { planStepId } from "../../campaign/model/step/kinds.ts";
import { cleanText, shellWord } from "../../lib/clean-text.ts";
import { addDays, addWorkingDays, countDays, daysApart, lastDayBefore } from "../../lib/days.ts";
import { counted, formatCount } from "../../lib/english.ts";
import { type Money, money, moneySchema } from "../../lib/money.ts";
import { formatDay, formatPercent, formatRounded } from "../blocks/format.ts";
import { type Described, fields } from "../blocks/schema.ts";
import { workingDaysBefore } from "../documents/creative-specs.ts";
import { describeCreatives } from "../sections/described/creatives.ts";
import { describeUnderDeliveries } from "../sections/under-delivery.ts";
import { type LineFigures, longestName, namesOf, unspent, vendorName, weekDays } from "./line-figures.ts";

export const row = {
  lineId: z.string().optional(),
  line: z.string().optional().describe("in its seller's words; absent where it is about no single line"),
  vendor: z.string().optional(),
  text: z.string().describe("what it is, with its figures, in our own words"),
  atRisk: moneySchema.optional().describe("money that is spent wrongly, late or not at all"),
  reason: z.string().optional().describe("in the words of whoever did it"),
  todo: z.string().optional(),
};
export const rowSchema = fields(row);
export type Row = Described<typeof rowSchema>;

/** `EUR 36,900 of 45,000` */
export function ofWords(part: Money, whole: Money): string {
  const words = formatRounded(whole);
  return `${formatRounded(part)} of ${part.currency === whole.currency ? words.slice(4) : words}`;
}

/** What is known of a line beside its order: `EUR 36,900 of 45,000 due (82 %)`. */
export function paceWords({ spent, due, pace, budget }: LineFigures): string {
  if (spent === undefined) return `no spend reported of ${formatRounded(budget)}`;
  if (pace === undefined) return `${ofWords(spent, budget)} spent`;
  return `${ofWords(spent, due)} due (${formatPercent(pace)})`;
}

export const about = ({ lineId, line, vendor }: LineFigures) => ({ lineId, line, vendor });

/** Its line, where it is about a single one. */
export function onlyLine(names: readonly string[]): Pick<Row, "line"> {
  return names.length === 1 ? { line: names[0] } : {};
}

/** What is to be done, without moving the money of a line that a person has set. */
export function todoWith(todo: string, lineId: string, state: CampaignState): string {
  return lockOn(lineId, state) === undefined ? todo : todo.replace(/, or move .*/, "");
}

/** Lines that spend less than is due, the most money first. */
export function behindRows(lines: readonly LineFigures[], state: CampaignState): Row[] {
  return lines
    .filter(({ status }) => status === "behind")
    .map((line) => {
      const left = unspent(line);
      const { start, figuresTo = start, lastWeekADay } = line;
      const since = countDays(start, figuresTo) < weekDays ? "" : "the last week's ";
      const rate = lastWeekADay && `At ${since}${formatRounded(lastWeekADay)} a day`;
      const landing =
        left === undefined
          ? rate && `${rate} it catches up by ${formatDay(line.end)}`
          : `${rate} ${formatRounded(left)} stay unspent on ${formatDay(line.end)}`;
      return {
        ...about(line),
        text: [paceWords(line), landing].filter((part) => part !== undefined).join(". "),
        ...(left && { atRisk: left }),
        todo: todoWith("ask the vendor, or move what it will not spend", line.lineId, state),
      };
    })
    .sort((one, other) => (other.atRisk?.minor ?? 0) - (one.atRisk?.minor ?? 0));
}

export function aheadRows(lines: readonly LineFigures[]): Row[] {
  return lines
    .filter(({ status }) => status === "ahead")
    .map((line) => {
      const { spent = line.due, due } = line;
      const early = money(Math.max(0, spent.minor - due.minor), due.currency);
      return {
        ...about(line),
        text: `${paceWords(line)}. ${runsOutWords(line)}`,
        atRisk: early,
        todo: "lower what it may spend, or add money for its last days",
      };
    });
}

/** `66 % of EUR 45,000 spent, 29 % due: runs out 27 May, 31 days early`; due by its order, a raise from its day on. */
export function runsOutWords(line: LineFigures): string {
  const { spent, due, budget, start, end, figuresTo = start, lastWeekADay } = line;
  const [share, wanted] = [spent?.minor ?? 0, due.minor].map((minor) =>
    formatPercent(minor / Math.max(1, budget.minor)),
  );
  const so = `${share} of ${formatRounded(budget)} spent, ${wanted} due`;
  const left = budget.minor - (spent?.minor ?? 0);
  if (left <= 0) return `${so}: nothing is left`;
  if (lastWeekADay === undefined || lastWeekADay.minor <= 0) return so;
  const out = addDays(figuresTo, Math.ceil(left / lastWeekADay.minor));
  const early = daysApart(out, end);
  return early > 0
    ? `${so}: runs out ${formatDay(out)}, ${counted(early, "day")} early`
    : `${so}: lasts to its end`;
}

/** Figures that should be there. */
export function missingRows(lines: readonly LineFigures[], state: CampaignState): Row[] {
  return lines
    .filter(({ owedTo }) => owedTo !== undefined)
    .map((line) => {
      const { figuresTo, start, owedTo = start, neededADay } = line;
      const days = countDays(figuresTo === undefined ? start : addDays(figuresTo, 1), owedTo);
      const isSilent = state.delivery.find((one) => isSameBuy(one, line))?.late !== undefined;
      const atRisk = neededADay && money(neededADay.minor * days, neededADay.currency);
      return {
        ...about(line),
        text: `no figures of ${counted(days, "day")}, ${figuresTo === undefined ? "none so far" : `last ${formatDay(figuresTo)}`}${isSilent ? "; the vendor does not answer" : ""}`,
        ...(atRisk && { atRisk }),
        todo: "ask the vendor for its report",
      };
    });
}

/** Impressions that lines are short of for good, and that nobody has settled. */
export function shortfallRows(state: CampaignState, day: string): Row[] {
  return (describeUnderDeliveries(state, day) ?? [])
    .filter(({ kind, outstanding }) => kind === "final" && outstanding > 0)
    .map(({ lineId, sellerId, product, outstanding, ordered, claim, makeGoods }) => ({
      lineId,
      line: cleanText(product, longestName),
      vendor: vendorName(sellerId, state),
      text: `${formatCount(outstanding)} impressions short, ${formatPercent(outstanding / ordered)} of the order`,
      todo:
        claim === undefined
          ? "note what the vendor grants"
          : makeGoods.length > 0
            ? "ask the vendor for what is missing of what it granted and of the order"
            : `send the claim (flightdesk claims show ${shellWord(lineId)}), then note what the vendor grants`,
    }));
}

/** What comes on the next working days; `until` is for decisions that expire on them. */
export function nextRows(lines: readonly LineFigures[], state: CampaignState, day: string) {
  const last = addWorkingDays(day, 5);
  const isNear = (one: string) => one >= day && one <= last;
  const nextMonth = addDays(`${day.slice(0, 7)}-01`, 31).slice(0, 7);
  return [
    ...lines.flatMap((line) => [
      { ...about(line), day: line.start, text: `begins with ${formatRounded(line.budget)}` },
      ...(line.status === "over"
        ? []
        : [{ ...about(line), day: line.end, text: `ends; ${paceWords(line)}` }]),
    ]),
    ...creativesDue(state),
    { day: addDays(`${nextMonth}-01`, -1), text: "the month ends: check its statement and invoices" },
  ]
    .filter((one) => isNear(one.day))
    .sort((one, other) => one.day.localeCompare(other.day));
}

/** Lines that nothing can run in yet, with the day on which sellers want their creatives. */
function creativesDue(state: CampaignState): (Row & { readonly day: string })[] {
  const { plan, brief } = state;
  const empty = describeCreatives(state).coverage.filter(({ formats }) =>
    formats.every(({ status }) => status !== "ready"),
  );
  return empty.flatMap(({ lineId, sellerId, formats }) => {
    const line = plan?.lines.find((one) => one.lineId === lineId);
    const start = line?.flight?.start ?? brief?.flight.start;
    if (line === undefined || start === undefined) return [];
    const text = `creative due, ${counted(workingDaysBefore, "working day")} before it begins on ${formatDay(start)}: ${formats.length === 0 ? "no format named" : `${counted(formats.length, "format")}, none ready`}`;
    return { ...namesOf({ ...line, sellerId }, state), day: addWorkingDays(start, -workingDaysBefore), text };
  });
}

/** `budget EUR 20,000 -> 15,000, last day 30 May -> 6 Jun` */
export function changeWords(differences: readonly Difference[], show = formatRounded): string {
  return differences.map((one) => differenceText(one, show)).join(", ");
}

function differenceText(one: Difference, show: (amount: Money) => string): string {
  const day = (instant: string | undefined) =>
    instant === undefined ? "not stated" : formatDay(lastDayBefore(instant));
  switch (one.field) {
    case "budget":
      return `budget ${show(one.before)} -> ${show(one.after)}`;
    case "paused":
      return one.after ? "paused" : "resumed";
    case "status":
      return one.after === "active" ? "resumed" : one.after === "paused" ? "paused" : "ended";
    case "end":
      return `last day ${day(one.before)} -> ${day(one.after)}`;
    case "creatives":
      return counted(one.after.length, "creative");
  }
}

/** As people call them. */
export function lineNames(lineIds: readonly string[], state: CampaignState): string[] {
  return lineIds.map((id) => {
    const line = state.plan?.lines.find(({ lineId }) => lineId === id);
    return line === undefined ? id : namesOf(line, state).line;
  });
}

/** The lines of a move that lose money, and those that get it. */
export function movedLines(moves: readonly Move[], state: CampaignState) {
  const names = (isFrom: boolean) =>
    moves.filter((one) => isDecrease(one) === isFrom).flatMap(({ lineId }) => lineNames([lineId], state));
  return { from: names(true), to: names(false) };
}

/** The lines of a change: those that it names, all of its buy, or all of the plan. */
export function linesOfStep({ step }: StepState, state: CampaignState): string[] {
  const buy = (one: LiveBuy) => one.mediaBuyId === step.change?.subject.mediaBuyId;
  const ofPlan =
    step.id === planStepId ? (state.plan?.lines.map(({ lineId }) => lineId) ?? []) : step.lineIds;
  const ids =
    ofPlan.length > 0
      ? ofPlan
      : liveBuys(state)
          .filter(buy)
          .flatMap(({ packages }) => packages.map(({ lineId }) => lineId));
  return lineNames(ids, state);
}
