import { sumOver } from "../../lib/money.ts";
import { isPayload, type Payload, payloadsIn } from "../payload.ts";

/** Changes every row of figures in a delivery report: the total, each package, and each day of either. */
export function eachRow(payload: Payload, change: (row: Payload) => Payload): Payload {
  return {
    ...withDays(payload, (days) => days.map(change)),
    ...(isPayload(payload["delivery"]) && { delivery: change(payload["delivery"]) }),
    ...("by_package" in payload && {
      by_package: payloadsIn(payload["by_package"]).map((row) =>
        withDays(change(row), (days) => days.map(change)),
      ),
    }),
  };
}

function withDays(row: Payload, change: (days: readonly Payload[]) => readonly Payload[]): Payload {
  return "timeseries" in row ? { ...row, timeseries: change(payloadsIn(row["timeseries"])) } : row;
}

/** Packages under ids that the seller never gave, and without the buyer's reference. */
export function withSyntheticIds(payload: Payload): Payload {
  if (!("by_package" in payload)) return payload;
  return {
    ...payload,
    by_package: payloadsIn(payload["by_package"]).map((row, i) => ({
      ...row,
      buyer_ref: undefined,
      package_id: `pkg_${i}`,
    })),
  };
}

/** The buy's spend divided evenly over its packages, whatever each delivered. */
export function withEqualSplit(payload: Payload): Payload {
  const packages = payloadsIn(payload["by_package"]);
  if (packages.length === 0) return payload;
  const shares = (rows: readonly Payload[]) => {
    const all = sumOver(rows, (row) => spendOf(row));
    return Math.round((all / packages.length) * 100) / 100;
  };
  const share = shares(packages);
  const byDate = (date: unknown) =>
    shares(packages.flatMap((row) => payloadsIn(row["timeseries"]).filter((day) => day["date"] === date)));
  const spending = (row: Payload, amount: number) =>
    isPayload(row["spend"]) ? { ...row, spend: { ...row["spend"], amount } } : row;
  return {
    ...payload,
    by_package: packages.map((row) =>
      withDays(spending(row, share), (days) => days.map((day) => spending(day, byDate(day["date"])))),
    ),
  };
}

/** Each so-manieth day is not in the series; totals stay. */
export function withMissingDays(payload: Payload, every: number): Payload {
  const thin = (row: Payload) => withDays(row, (days) => days.filter((_, i) => (i + 1) % every !== 0));
  return {
    ...thin(payload),
    ...("by_package" in payload && { by_package: payloadsIn(payload["by_package"]).map(thin) }),
  };
}

/** Some days are in no series, and in no total either. */
export function withoutDays(payload: Payload, isLeftOut: (day: Payload) => boolean): Payload {
  const thin = (row: Payload) => withDays(row, (days) => days.filter((day) => !isLeftOut(day)));
  const less = (figures: Payload, { timeseries }: Payload) =>
    lessDays(figures, payloadsIn(timeseries).filter(isLeftOut));
  const { delivery } = payload;
  return {
    ...thin(payload),
    ...(isPayload(delivery) && { delivery: less(delivery, payload) }),
    ...("by_package" in payload && {
      by_package: payloadsIn(payload["by_package"]).map((row) => less(thin(row), row)),
    }),
  };
}

/** Counts less those of the days that are left out. */
function lessDays(figures: Payload, left: readonly Payload[]): Payload {
  if (left.length === 0) return figures;
  const less = (name: string) => Number(figures[name] ?? 0) - sumOver(left, (day) => Number(day[name] ?? 0));
  const amount = spendOf(figures) - sumOver(left, (day) => spendOf(day));
  return {
    ...figures,
    impressions: less("impressions"),
    clicks: less("clicks"),
    ...(isPayload(figures["spend"]) && {
      spend: { ...figures["spend"], amount: Math.round(amount * 100) / 100 },
    }),
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
  const booked = (one: Payload): Payload => ({
    ...one,
    ...(Array.isArray(one["packages"]) && {
      packages: payloadsIn(one["packages"]).map((item) => ({
        ...item,
        fixed_price: price,
        ...ofModel,
        ...(currency !== undefined && { pricing: { currency } }),
      })),
    }),
  });
  return {
    ...booked(payload),
    ...("media_buys" in payload && { media_buys: payloadsIn(payload["media_buys"]).map(booked) }),
    ...("by_package" in payload && {
      by_package: payloadsIn(payload["by_package"]).map((row) => ({
        ...row,
        rate: price,
        ...ofModel,
        ...(currency !== undefined && isPayload(row["spend"]) && { spend: { ...row["spend"], currency } }),
      })),
    }),
  };
}

export function spendOf(row: Payload): number {
  return isPayload(row["spend"]) ? Number(row["spend"]["amount"]) : 0;
}
