import { isObject, type JsonObject } from "../../../lib/json-object.ts";
import { itemsOf } from "../fault.ts";
import { type Pointer, pointer } from "../pointer.ts";

/** Figures of a report, as far as they are numbers, and where they stand. Money in major units. */
export interface Figures {
  readonly path: Pointer;
  readonly impressions?: number;
  readonly clicks?: number;
  readonly spend?: number;
  readonly currency?: string;
}

type Day = Figures & { readonly date: string };

interface ReportedPackage extends Figures {
  readonly id?: string;
  readonly days: readonly Day[];
}

export interface ReportedBuy {
  readonly id?: string;
  readonly totals: Figures;
  readonly packages: readonly ReportedPackage[];
  readonly days: readonly Day[];
  /** The package whose time zone the buy's own days are in. */
  readonly zoneOwner?: string;
}

/** The buys of a report, in the public standard's shape or the contract's. */
export function reportedBuys(payload: JsonObject): readonly ReportedBuy[] {
  const list = payload["media_buy_deliveries"];
  if (Array.isArray(list))
    return itemsOf(list).map(([i, row]) =>
      reported(pointer("media_buy_deliveries", i), row, {
        totals: "totals",
        days: "daily_breakdown",
        currency: row["currency"] ?? payload["currency"],
      }),
    );
  if (!isObject(payload["delivery"])) return [];
  return [reported("", payload, { totals: "delivery", days: "timeseries", currency: payload["currency"] })];
}

/** What a report says of all its buys together; undefined where it says nothing of that. */
export function aggregated({ aggregated_totals: totals, currency }: JsonObject): Figures | undefined {
  return isObject(totals) ? figuresOf(pointer("aggregated_totals"), totals, currency) : undefined;
}

function reported(
  at: Pointer,
  row: JsonObject,
  { totals, days, currency }: { readonly totals: string; readonly days: string; readonly currency: unknown },
): ReportedBuy {
  const whole = row[totals];
  const packages = itemsOf(row["by_package"]).map(([i, one]): ReportedPackage => {
    const path = `${at}${pointer("by_package", i)}`;
    const figures = figuresOf(path, one, one["currency"] ?? currency);
    const id = one["package_id"];
    return {
      ...figures,
      ...(typeof id === "string" && { id }),
      days: daysOf(`${path}${pointer(days)}`, one[days], figures.currency),
    };
  });
  const [first] = packages;
  return {
    totals: figuresOf(`${at}${pointer(totals)}`, isObject(whole) ? whole : {}, currency),
    packages,
    days: daysOf(`${at}${pointer(days)}`, row[days], currency),
    ...(typeof row["media_buy_id"] === "string" && { id: row["media_buy_id"] }),
    ...(first?.id !== undefined && { zoneOwner: first.id }),
  };
}

function daysOf(at: Pointer, list: unknown, currency: unknown): readonly Day[] {
  return itemsOf(list).map(([i, day]) => ({
    ...figuresOf(`${at}${pointer(i)}`, day, currency),
    date: String(day["date"]),
  }));
}

/** The contract's money is an object with its currency; the public standard's is a number. */
function figuresOf(path: Pointer, figures: JsonObject, paidIn: unknown): Figures {
  const { impressions, clicks, spend } = figures;
  const amount = isObject(spend) ? spend["amount"] : spend;
  const currency = isObject(spend) ? spend["currency"] : paidIn;
  return {
    path,
    ...(typeof impressions === "number" && { impressions }),
    ...(typeof clicks === "number" && { clicks }),
    ...(typeof amount === "number" && { spend: amount }),
    ...(typeof currency === "string" && { currency }),
  };
}
