import { addDays, dayMs, eachDay } from "../../lib/days.ts";
import { counted } from "../../lib/english.ts";
import { groupBy } from "../../lib/group-by.ts";
import { formatMinor } from "../../lib/money.ts";
import { delayOf, type LiveBuy, liveBuys } from "../account/live-buys.ts";
import { plannedBy } from "../account/planned-by.ts";
import type { Alert, BuyDelivery, DeliveryFinding, DeliveryRow } from "../model/measured/delivery.ts";
import type { CampaignState } from "../model/state/state.ts";
import { isSameBuy } from "../model/step/buy-identity.ts";
import { lastDueDay } from "./due-days.ts";

/** What a seller owes of one buy: days on which something was ordered, and whose figures are past their deadline. */
interface OwedReport {
  readonly buy: LiveBuy;
  /** Lines with a day that is owed. */
  readonly lineIds: readonly string[];
  /** The first one first. */
  readonly days: readonly string[];
  /** What is missing of them: `figures` where nothing is reported. */
  readonly what: "figures" | "impressions" | "spend";
  /** What was ordered of them, in minor units of the buy's currency. */
  readonly dueMinor: number;
  /** Why, as far as it is known. */
  readonly cause: string;
}

/**
 * Time after the moment at which a seller has promised the figures of a day, or after the end of the day where it promises
 * nothing, in milliseconds: then they are overdue. The product's own figures.
 */
const grace = { promised: dayMs, unpromised: 2 * dayMs } as const;

/** Days that are owed together at which a person is reminded. */
const remindedAt = [28, 14, 7, 3, 1] as const;

/**
 * The reports that sellers owe at `now` (UTC milliseconds), by our own list: a day is owed because something was ordered of it,
 * whatever its seller says that it has. Days on which nothing was to be delivered are not.
 */
function owedReports(state: CampaignState, now: number): readonly OwedReport[] {
  return liveBuys(state).flatMap((buy): OwedReport | [] => {
    const delivery = state.delivery.find((one) => isSameBuy(one, buy));
    const promised = buy.packages.some(({ reporting }) => reporting?.delayHours !== undefined);
    const last = lastDueDay(buy, now - grace[promised ? "promised" : "unpromised"]);
    if (last === undefined) return [];
    const rows = groupBy(delivery?.rows ?? [], ({ packageId }) => packageId);
    const owed = buy.packages.flatMap((one) => {
      const rowOf = rowsByDay(rows.get(one.packageId) ?? []);
      return eachDay(buy.start, last).flatMap((day) => {
        const dueMinor = plannedBy(one, day) - plannedBy(one, addDays(day, -1));
        const what = dueMinor > 0 ? missingOf(rowOf(day)) : undefined;
        return what === undefined ? [] : [{ day, what, dueMinor, lineId: one.lineId }];
      });
    });
    const what = wholes.find((name) => owed.some((one) => one.what === name));
    const own = owed.filter((one) => one.what === what);
    if (what === undefined) return [];
    return {
      buy,
      lineIds: [...new Set(own.map(({ lineId }) => lineId))],
      days: [...new Set(own.map(({ day }) => day))].sort(),
      what,
      dueMinor: Math.round(own.reduce((sum, one) => sum + one.dueMinor, 0)),
      cause: causeOf(delivery),
    };
  });
}

/** One alert for each buy whose seller owes figures, and again as more days of the same gap become overdue. */
export function overdueAlerts(state: CampaignState, now: number): Alert[] {
  return owedReports(state, now).flatMap((owed): Alert | [] => {
    const { buy, days, lineIds } = owed;
    const step = remindedAt.find((count) => days.length >= count);
    if (step === undefined) return [];
    const [only] = lineIds;
    const lineId = lineIds.length === 1 && only !== undefined ? only : buy.sellerId;
    return {
      kind: "report overdue",
      lineId,
      rung: `${buy.mediaBuyId}: ${days[0]}, ${step}`,
      text: words(owed),
    };
  });
}

function words({ buy, days, lineIds, what, dueMinor, cause }: OwedReport): string {
  const since = days.length === 1 ? `of ${days[0]}` : `of ${counted(days.length, "day")} since ${days[0]}`;
  const of = lineIds.length > 1 ? ` for ${lineIds.length} lines` : "";
  const promise = delayOf(buy) / 3_600_000;
  const promised = promise > 0 ? `, promised within ${counted(promise, "hour")}` : "";
  // Where spend is reported it is known, whatever else is not.
  const unspent = what === "impressions" ? "" : " and counts as spent until they come";
  const due = `${formatMinor(dueMinor, buy.currency)} of it is ordered${unspent}`;
  return `no ${what} ${since}${of}${promised}: ${cause}. ${due}`;
}

const wholes = ["figures", "spend", "impressions"] as const;

function missingOf(row: DeliveryRow | undefined): OwedReport["what"] | undefined {
  if (row === undefined || (row.impressions === undefined && row.spendMinor === undefined)) return "figures";
  if (row.spendMinor === undefined) return "spend";
  return row.impressions === undefined ? "impressions" : undefined;
}

/** The row that the figures of a day are in, of one package: its own, or one of several days. */
function rowsByDay(rows: readonly DeliveryRow[]): (day: string) => DeliveryRow | undefined {
  const own = new Map(rows.map((row) => [row.date, row]));
  const spans = rows.filter(({ from }) => from !== undefined);
  return (day) => own.get(day) ?? spans.find(({ from = "", date }) => from <= day && day <= date);
}

/** Findings that say why figures are not there, the plainest first. */
const causes: readonly DeliveryFinding["kind"][] = ["other currency", "partial", "missing rates"];

function causeOf(delivery: BuyDelivery | undefined): string {
  if (delivery === undefined) return "its seller has not reported on this buy yet";
  if (delivery.late !== undefined) return `its seller does not answer (${delivery.late})`;
  const found = causes.flatMap((kind) =>
    delivery.findings.filter((one) => one.kind === kind && one.days.length > 0),
  );
  return found[0]?.text ?? "its seller's report leaves them out";
}
