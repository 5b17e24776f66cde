import { addDays, isDay } from "../../../../lib/days.ts";
import { isObject, type JsonObject, objectsIn } from "../../../../lib/json-object.ts";
import { TaskError } from "../../../messages/errors.ts";
import { type PublicRelease, since } from "../../../tasks/names.ts";
import { type Codec, only, type Spelling, without } from "../codec.ts";
import { modelOnWire } from "./get_products.ts";

/** Inside one buy is asked for, and both days are part of its period. */
const requestSpelling: Spelling = {
  write: ({ media_buy_id, date_range, granularity, ...rest }, { release }) => ({
    ...rest,
    ...(media_buy_id !== undefined && { media_buy_ids: [media_buy_id] }),
    ...(isObject(date_range) && {
      start_date: date_range["start"],
      end_date: shifted(date_range["end"], endsBefore(release)),
    }),
    ...(granularity === "daily" && { include_package_daily_breakdown: true }),
    // Days come with the breakdown. Other windows are for 3.1, and each product says which it has.
    ...(granularity !== undefined &&
      granularity !== "daily" &&
      since(release, "3.1") && { time_granularity: granularity }),
  }),
  read: (wire, { release }) => {
    const {
      media_buy_ids,
      start_date,
      end_date,
      include_package_daily_breakdown,
      time_granularity,
      ...rest
    } = wire;
    const ids: readonly unknown[] = Array.isArray(media_buy_ids) ? media_buy_ids : [];
    const granularity = time_granularity ?? (include_package_daily_breakdown === true ? "daily" : undefined);
    return {
      ...rest,
      ...(ids.length === 1 ? { media_buy_id: ids[0] } : media_buy_ids !== undefined && { media_buy_ids }),
      ...(start_date !== undefined && end_date !== undefined
        ? { date_range: { start: start_date, end: shifted(end_date, -endsBefore(release)) } }
        : {}),
      ...(granularity !== undefined && { granularity }),
    };
  },
};

/** Since 3.2 the last day of a period is the one before `end_date`; until then it is that day itself. */
function endsBefore(release: PublicRelease): number {
  return since(release, "3.2") ? 1 : 0;
}

/** Another day by so many; what is no day stays as it is. */
function shifted(day: unknown, by: number): unknown {
  return isDay(day) ? addDays(day, by) : day;
}

/** Fields of a report about all its buys; every other is of one buy. */
const ofReport = [
  "aggregated_totals",
  "attribution_window",
  "context",
  "currency",
  "errors",
  "ext",
  "next_expected_at",
  "notification_type",
  "partial_data",
  "reporting_period",
  "sandbox",
  "sequence_number",
  "unavailable_count",
];

/** A report on many buys, of which the one that was asked for is read. Throws a TaskError where it is not there. */
const report: Spelling = {
  write: (inside) => {
    const { delivery, timeseries, by_package, ...row } = without(inside, ...ofReport);
    const { currency } = inside;
    return {
      ...only(inside, ...ofReport),
      media_buy_deliveries: [
        {
          ...row,
          totals: wireFigures(delivery),
          by_package: objectsIn(by_package).map((one) => packageRow(one, currency)),
          ...(Array.isArray(timeseries) && { daily_breakdown: objectsIn(timeseries).map(wireFigures) }),
        },
      ],
    };
  },
  read: (wire, { request }) => {
    const { media_buy_deliveries, ...rest } = wire;
    if (!Array.isArray(media_buy_deliveries)) return wire;
    const ids: readonly unknown[] = Array.isArray(request["media_buy_ids"]) ? request["media_buy_ids"] : [];
    const [wanted] = ids;
    const row = objectsIn(media_buy_deliveries).find(({ media_buy_id }) => media_buy_id === wanted);
    if (row === undefined)
      throw new TaskError(
        "INVALID_RESPONSE",
        `the report says nothing of ${String(wanted)}, the one buy that it was asked for`,
      );
    const { totals, by_package, daily_breakdown, ...own } = row;
    const currency = own["currency"] ?? rest["currency"];
    return {
      ...only(rest, ...ofReport),
      ...own,
      ...(currency !== undefined && { currency }),
      delivery: insideFigures(isObject(totals) ? totals : {}, currency),
      by_package: objectsIn(by_package).map((one) => {
        const { daily_breakdown: days, ...figures } = one;
        const paidIn = figures["currency"] ?? currency;
        return {
          ...insideFigures(figures, paidIn),
          ...(Array.isArray(days) && {
            timeseries: objectsIn(days).map((day) => insideFigures(day, paidIn)),
          }),
        };
      }),
      ...(Array.isArray(daily_breakdown) && {
        timeseries: objectsIn(daily_breakdown).map((day) => insideFigures(day, currency)),
      }),
    };
  },
};

/** On the wire `spend` is a number, in the currency of its package or of the report; one in no currency says nothing. */
function insideFigures({ spend, ...rest }: JsonObject, currency: unknown): JsonObject {
  if (typeof spend !== "number") return spend === undefined ? rest : { ...rest, spend };
  return currency === undefined ? rest : { ...rest, spend: { amount: spend, currency } };
}

function wireFigures(figures: unknown): JsonObject {
  if (!isObject(figures)) return {};
  const { spend, ...rest } = figures;
  if (spend === undefined) return rest;
  return { ...rest, spend: isObject(spend) ? spend["amount"] : spend };
}

function packageRow({ timeseries, pricing_model: model, ...row }: JsonObject, currency: unknown): JsonObject {
  const { spend } = row;
  const paidIn = isObject(spend) ? spend["currency"] : currency;
  return {
    ...wireFigures(row),
    ...(model !== undefined && { pricing_model: modelOnWire(model) }),
    ...(paidIn !== undefined && { currency: paidIn }),
    ...(Array.isArray(timeseries) && { daily_breakdown: objectsIn(timeseries).map(wireFigures) }),
  };
}

const fields: Readonly<Record<string, string>> = {
  media_buy_ids: "media_buy_id",
  "media_buy_ids[0]": "media_buy_id",
  start_date: "date_range.start",
  end_date: "date_range.end",
  time_granularity: "granularity",
  include_package_daily_breakdown: "granularity",
};

export const get_media_buy_delivery: Codec = {
  request: requestSpelling,
  answer: report,
  fieldInside: (path) => fields[path] ?? path,
};
