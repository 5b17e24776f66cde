import { addDays, countDays, daysApart, eachDay, earlierDay, laterDay } from "../../lib/days.ts";
import type { Budget, LivePackage } from "../account/live-buys.ts";
import type { BuyDelivery, DeliveryRow } from "../model/measured/delivery.ts";
import type { Span } from "../model/offers/flights.ts";
import type { SeenDay } from "./live-line.ts";

/** How far a figure is trusted that its seller may still restate. */
const provisional = 0.5;
/** Part of its days that may be unknown of a line whose money moves. */
const unknownPart = 0.25;
/** Days of totals that are taken as one. */
const blockDays = 7;

/** How many outcomes a row of delivery stands for; undefined where nobody counted. */
export type CountOutcomes = (row: DeliveryRow) => number | undefined;

interface Seeing {
  /** Of the whole campaign: days are counted from it. */
  readonly flightStart: string;
  /** The last day that counts, in UTC. */
  readonly day: string;
  /** Days on which the line runs. */
  readonly run: Span;
  /** From which day on it was bought. */
  readonly boughtFrom: string;
  /** Minor units of the brief's currency for one of the seller's. */
  readonly rate: number;
  readonly outcomesOf: CountOutcomes;
}

export interface Seen {
  readonly days: SeenDay[];
  /** In minor units of the brief's currency; what was not reported counts as its whole pace. */
  readonly spent: number;
  /** Too little of it is known for its money to move. */
  readonly isUnknown: boolean;
}

/** What was seen of a package up to a day: day by day, or total by total where its seller reports nothing else. */
export function seenOf(
  { packageId, budgets }: Pick<LivePackage, "packageId" | "budgets">,
  delivery: Pick<BuyDelivery, "rows" | "wholes" | "reportedTo"> | undefined,
  seeing: Seeing,
): Seen {
  const { rows = [], wholes = [], reportedTo = "" } = delivery ?? {};
  const isOwn = (row: DeliveryRow) => row.packageId === packageId && row.date <= seeing.day;
  const totals = wholes.filter(isOwn);
  if (totals.length > 0 || rows.some((row) => isOwn(row) && row.from !== undefined))
    return ofTotals(totals, budgets, seeing);
  const reported = rows.filter((row) => isOwn(row) && row.spendMinor !== undefined);
  const due = eachDay(
    laterDay(seeing.run.start, seeing.boughtFrom),
    earlierDay(earlierDay(seeing.day, reportedTo), seeing.run.end),
  );
  const known = new Map(reported.map((row) => [row.date, row] as const));
  const missing = due.filter((day) => !known.has(day));
  const days: SeenDay[] = [];
  let spent = 0;
  for (const date of [...new Set([...known.keys(), ...missing])].sort()) {
    const row = known.get(date);
    const pace = paceOn(date, spent, budgets, seeing);
    if (row === undefined) {
      spent += pace;
      continue;
    }
    const spend = (row.spendMinor ?? 0) * seeing.rate;
    const outcome = seeing.outcomesOf(row);
    days.push({
      day: daysApart(seeing.flightStart, date),
      length: 1,
      spend,
      pace,
      budget: budgetOn(date, budgets, seeing),
      weight: row.final ? 1 : provisional,
      ...(outcome !== undefined && { outcome }),
    });
    spent += spend;
  }
  return { days, spent, isUnknown: missing.length > unknownPart * due.length };
}

/** Differences of totals, a week or more apart, so that what each of them brought is known. */
function ofTotals(totals: readonly DeliveryRow[], budgets: readonly Budget[], seeing: Seeing): Seen {
  const days: SeenDay[] = [];
  let [begin, before] = [seeing.run.start, {} as Partial<DeliveryRow>];
  for (const total of totals.toSorted((a, b) => (a.date < b.date ? -1 : 1))) {
    const length = countDays(begin, total.date);
    if (length < blockDays || total.spendMinor === undefined) continue;
    const spent = (before.spendMinor ?? 0) * seeing.rate;
    const [outcome, earlier] = [total, before].map((row) =>
      row.packageId === undefined ? 0 : seeing.outcomesOf(row as DeliveryRow),
    );
    days.push({
      day: daysApart(seeing.flightStart, total.date),
      length,
      spend: Math.max(0, total.spendMinor * seeing.rate - spent),
      pace: length * paceOn(begin, spent, budgets, seeing),
      budget: budgetOn(begin, budgets, seeing),
      weight: provisional,
      ...(outcome !== undefined && earlier !== undefined && { outcome: Math.max(0, outcome - earlier) }),
    });
    [begin, before] = [addDays(total.date, 1), total];
  }
  const last = Math.max(0, ...totals.map(({ spendMinor = 0 }) => spendMinor));
  return { days, spent: last * seeing.rate, isUnknown: false };
}

/** What its budget would have let it spend on a day, evenly, in minor units of the brief's currency. */
function paceOn(date: string, spent: number, budgets: readonly Budget[], seeing: Seeing): number {
  const left = Math.max(0, budgetOn(date, budgets, seeing) - spent);
  return left / Math.max(1, countDays(date, seeing.run.end));
}

/** In minor units of the brief's currency. */
function budgetOn(date: string, budgets: readonly Budget[], { rate }: Seeing): number {
  return rate * (budgets.findLast(({ from }) => from.slice(0, 10) <= date)?.minor ?? 0);
}
