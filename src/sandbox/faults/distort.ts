import { isPayload, type Payload } from "../payload.ts";
import {
  eachRow,
  spendOf,
  withEqualSplit,
  withMissingDays,
  withNullRates,
  withOtherPrice,
  withOvercharge,
  withoutDays,
  withoutFigure,
  withSyntheticIds,
  withWrongTotal,
} from "./delivery.ts";
import { type ActiveFault, faultOf } from "./rule.ts";

/** The payload of an answer as a seller sends it whose figures, words or catalogue are wrong. */
export function distort(payload: Payload, active: readonly ActiveFault[]): Payload {
  let distorted = payload;
  for (const fault of active) distorted = distortedBy(distorted, fault);
  return distorted;
}

function distortedBy(payload: Payload, fault: ActiveFault): Payload {
  switch (fault.do) {
    case "restate":
      return scaled(payload, fault.factor);
    case "wrong-currency":
      return recoined(payload, fault.currency);
    case "foreign-rows":
      return withForeignRows(payload);
    case "synthetic-ids":
      return withSyntheticIds(payload);
    case "equal-split":
      return withEqualSplit(payload);
    case "null-rates":
      return withNullRates(payload);
    case "missing-days":
      return withMissingDays(payload, fault.every);
    case "withheld-days":
      return fault.figure === undefined
        ? withoutDays(payload, ({ date }) => fault.dates.includes(String(date)))
        : withoutFigure(payload, fault.dates, fault.figure);
    case "omit-empty-days":
      return withoutDays(payload, ({ impressions, ...row }) => impressions === 0 && spendOf(row) === 0);
    case "partial-data":
      return { ...payload, partial_data: true };
    case "wrong-total":
      return withWrongTotal(payload, fault.factor);
    case "other-price":
      return withOtherPrice(payload, fault);
    case "overcharge":
      return withOvercharge(payload, fault.factor);
    case "unknown-status":
      return "status" in payload ? { ...payload, status: fault.status } : payload;
    case "wrong-digest":
      return withoutSeals(payload);
    case "invalid-products":
      return withBadProducts(payload);
    default:
      return payload;
  }
}

/** Enough text beside the payload to bring the answer to the wanted size. */
export function padding(active: readonly ActiveFault[]): Payload {
  const oversized = faultOf(active, "oversized");
  // The answer is sent twice, as structured content and as text.
  return oversized === undefined ? {} : { padding: "x".repeat(Math.ceil(oversized.bytes / 2)) };
}

function scaled(payload: Payload, factor: number): Payload {
  return eachRow(payload, (row) => ({
    ...row,
    impressions: Math.floor(Number(row["impressions"] ?? 0) * factor),
    ...(isPayload(row["spend"]) && {
      spend: { ...row["spend"], amount: Math.round(Number(row["spend"]["amount"]) * factor * 100) / 100 },
    }),
  }));
}

function recoined(payload: Payload, currency: string): Payload {
  return eachRow(payload, (row) =>
    isPayload(row["spend"]) ? { ...row, spend: { ...row["spend"], currency } } : row,
  );
}

/** A package and a day of somebody else's buy among the own ones. */
function withForeignRows(payload: Payload): Payload {
  const { by_package: packages, timeseries: days } = payload;
  const figures = { impressions: 9_000_000, clicks: 1, spend: { amount: 99_999, currency: "EUR" } };
  return {
    ...payload,
    ...(Array.isArray(packages) && {
      by_package: [...packages, { package_id: "pkg_of_another_buyer", product_id: "another", ...figures }],
    }),
    ...(Array.isArray(days) && { timeseries: [...days, { date: "2019-06-01", ...figures }] }),
  };
}

function withBadProducts(payload: Payload): Payload {
  const { products } = payload;
  if (!Array.isArray(products)) return payload;
  const bad = [
    null,
    "a product",
    { name: "no id" },
    { product_id: "p", name: "free", pricing_options: "ask" },
  ];
  return { ...payload, products: [...bad, ...products] };
}

/** Every digest of terms is one of nothing. */
function withoutSeals(payload: Payload): Payload {
  const replaced = (_key: string, value: unknown) =>
    isPayload(value) && "terms_digest" in value
      ? { ...value, terms_digest: `sha256:${"A".repeat(43)}` }
      : value;
  return JSON.parse(JSON.stringify(payload, replaced)) as Payload;
}
