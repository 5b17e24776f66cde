import { isPayload, type Payload } from "../payload.ts";
import {
  eachRow,
  spendOf,
  withEqualSplit,
  withMissingDays,
  withOtherPrice,
  withoutDays,
  withoutFigure,
  withSpend,
  withSyntheticIds,
  withWrongTotal,
} from "./delivery.ts";
import { type ActiveFault, faultOf } from "./rule.ts";

type Distortion<Kind> = (payload: Payload, fault: Extract<ActiveFault, { do: Kind }>) => Payload;

/** The payload of an answer as a seller sends it whose figures, words or catalogue are wrong. */
export function distort(payload: Payload, active: readonly ActiveFault[]): Payload {
  // The table has each fault under its own name; the compiler sees the union of all.
  return active.reduce((sent, fault) => distortions[fault.do]?.(sent, fault as never) ?? sent, payload);
}

const distortions: { readonly [Kind in ActiveFault["do"]]?: Distortion<Kind> } = {
  restate: (payload, { factor }) => scaled(payload, factor),
  "wrong-currency": (payload, { currency }) =>
    eachRow(payload, (row) => withSpend(row, () => ({ currency }))),
  "foreign-rows": withForeignRows,
  "synthetic-ids": withSyntheticIds,
  "equal-split": withEqualSplit,
  // Clicks too, as who measures neither sends them.
  "null-rates": (payload) => eachRow(payload, (row) => ({ ...row, completion_rate: null, clicks: null })),
  "missing-days": (payload, { every }) => withMissingDays(payload, every),
  "withheld-days": (payload, { dates, figure }) =>
    figure === undefined
      ? withoutDays(payload, ({ date }) => dates.includes(String(date)))
      : withoutFigure(payload, dates, figure),
  "omit-empty-days": (payload) =>
    withoutDays(payload, ({ impressions, ...row }) => impressions === 0 && spendOf(row) === 0),
  "partial-data": (payload) => ({ ...payload, partial_data: true }),
  "wrong-total": (payload, { factor }) => withWrongTotal(payload, factor),
  "other-price": withOtherPrice,
  // So many times the agreed price for each impression, of which it says nothing.
  overcharge: (payload, { factor }) =>
    eachRow(payload, (row) => {
      return { ...row, rate: undefined, impressions: Math.floor(Number(row["impressions"] ?? 0) / factor) };
    }),
  "unknown-status": (payload, { status }) => ("status" in payload ? { ...payload, status } : payload),
  "wrong-digest": withoutSeals,
  "invalid-products": withBadProducts,
};

/** Enough text beside the payload to bring the answer to the wanted size. */
export function padding(active: readonly ActiveFault[]): Payload {
  const oversized = faultOf(active, "oversized");
  // The answer is sent twice, as structured content and as text.
  return oversized === undefined ? {} : { padding: "x".repeat(Math.ceil(oversized.bytes / 2)) };
}

function scaled(payload: Payload, factor: number): Payload {
  return eachRow(payload, (row) => ({
    ...withSpend(row, (amount) => ({ amount: Math.round(amount * factor * 100) / 100 })),
    impressions: Math.floor(Number(row["impressions"] ?? 0) * factor),
  }));
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
