import { sumOver } from "../../lib/money.ts";
import { isPayload, type Payload, payloadsIn } from "../payload.ts";

/** Changes every row of figures in a delivery report: the total, each package, and each day of either. */
export function eachRow(payload: Payload, change: (row: Payload) => Payload): Payload {
  const inDays = (row: Payload) => inEach(row, "timeseries", change);
  return {
    ...inEach(inDays(payload), "by_package", (row) => inDays(change(row))),
    ...(isPayload(payload["delivery"]) && { delivery: change(payload["delivery"]) }),
  };
}

/** Changes each item of the list in one field, where there is one. */
function inEach(payload: Payload, field: string, change: (item: Payload, i: number) => Payload): Payload {
  const list = payload[field];
  return Array.isArray(list) ? { ...payload, [field]: payloadsIn(list).map(change) } : payload;
}

/** Changes what a row has spent, where it says that. */
export function withSpend(row: Payload, change: (amount: number) => Payload): Payload {
  const { spend } = row;
  return isPayload(spend) ? { ...row, spend: { ...spend, ...change(spendOf(row)) } } : row;
}

function withDays(row: Payload, change: (days: readonly Payload[]) => readonly Payload[]): Payload {
  return "timeseries" in row ? { ...row, timeseries: change(payloadsIn(row["timeseries"])) } : row;
}

/** Packages under ids that the seller never gave, and without the buyer's reference. */
export function withSyntheticIds(payload: Payload): Payload {
  return inEach(payload, "by_package", (row, i) => ({
    ...row,
    buyer_ref: undefined,
    package_id: `pkg_${i}`,
  }));
}

/** The buy's spend divided evenly over its packages, whatever each delivered. */
export function withEqualSplit(payload: Payload): Payload {
  const packages = payloadsIn(payload["by_package"]);
  const shares = (rows: readonly Payload[]) => {
    const all = sumOver(rows, (row) => spendOf(row));
    return Math.round((all / packages.length) * 100) / 100;
  };
  const share = shares(packages);
  const byDate = (date: unknown) =>
    shares(packages.flatMap((row) => payloadsIn(row["timeseries"]).filter((day) => day["date"] === date)));
  const spending = (row: Payload, amount: number) => withSpend(row, () => ({ amount }));
  return inEach(payload, "by_package", (row) =>
    inEach(spending(row, share), "timeseries", (day) => spending(day, byDate(day["date"]))),
  );
}

/** Each so-manieth day is not in the series; totals stay. */
export function withMissingDays(payload: Payload, every: number): Payload {
  const thin = (row: Payload) => withDays(row, (days) => days.filter((_, i) => (i + 1) % every !== 0));
  return inEach(thin(payload), "by_package", thin);
}

/** Some days are in no series, and in no total either. */
export function withoutDays(payload: Payload, isLeftOut: (day: Payload) => boolean): Payload {
  const thin = (row: Payload) => withDays(row, (days) => days.filter((day) => !isLeftOut(day)));
  const less = (figures: Payload, { timeseries }: Payload) =>
    lessDays(figures, payloadsIn(timeseries).filter(isLeftOut));
  const { delivery } = payload;
  return {
    ...inEach(thin(payload), "by_package", (row) => less(thin(row), row)),
    ...(isPayload(delivery) && { delivery: less(delivery, payload) }),
  };
}

/** Counts less those of the days that are left out. */
function lessDays(figures: Payload, left: readonly Payload[]): Payload {
  if (left.length === 0) return figures;
  const less = (name: string) => Number(figures[name] ?? 0) - sumOver(left, (day) => Number(day[name] ?? 0));
  const gone = sumOver(left, (day) => spendOf(day));
  return {
    ...withSpend(figures, (amount) => ({ amount: Math.round((amount - gone) * 100) / 100 })),
    impressions: less("impressions"),
    clicks: less("clicks"),
  };
}

/** One figure is not in the rows of some days, nor in any total. */
export function withoutFigure(payload: Payload, dates: readonly string[], figure: string): Payload {
  return eachRow(payload, (row) =>
    row["date"] === undefined || dates.some((date) => date === row["date"])
      ? { ...row, [figure]: undefined }
      : row,
  );
}

/** A total that its parts do not add up to. */
export function withWrongTotal(payload: Payload, factor: number): Payload {
  const { delivery } = payload;
  if (!isPayload(delivery)) return payload;
  return {
    ...payload,
    delivery: { ...delivery, impressions: Math.round(Number(delivery["impressions"] ?? 0) * factor) },
  };
}

/** Every package at another price than was agreed, in reports, confirmations and books alike. */
export function withOtherPrice(
  payload: Payload,
  { price, model, currency }: { readonly price: number; readonly model?: string; readonly currency?: string },
): Payload {
  const ofModel = model !== undefined && { pricing_model: model };
  const booked = (one: Payload): Payload =>
    inEach(one, "packages", (item) => ({
      ...item,
      fixed_price: price,
      ...ofModel,
      ...(currency !== undefined && { pricing: { currency } }),
    }));
  return inEach(inEach(booked(payload), "media_buys", booked), "by_package", (row) => ({
    ...withSpend(row, () => (currency === undefined ? {} : { currency })),
    rate: price,
    ...ofModel,
  }));
}

export function spendOf(row: Payload): number {
  return isPayload(row["spend"]) ? Number(row["spend"]["amount"]) : 0;
}
