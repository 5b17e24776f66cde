import { isObject } from "../../../lib/json-object.ts";
import type { JsonObject } from "../dialect.ts";
import { objectsIn, type Spelling } from "./codec.ts";

/** Figures that the contract tells of a whole forecast. */
const whole = ["impressions", "reach"] as const;

/**
 * What a product is expected to bring. The contract tells all that there is beside the points of a curve; the public standard
 * has points alone, and one without a budget stands for all that there is.
 */
export const forecast: Spelling = {
  write: (inside) => {
    const { impressions, reach, points, ...rest } = inside;
    const told = objectsIn(points).map((point) => ({ ...point, metrics: rangesOf(point["metrics"]) }));
    const all = rangesOf({ impressions, reach });
    const missing = Object.keys(all).length > 0 && told.every((point) => "budget" in point);
    return {
      method: "estimate",
      ...rest,
      points: missing ? [{ metrics: all }, ...told] : told,
    };
  },
  read: (wire) => {
    const points = objectsIn(wire["points"]);
    const unbudgeted = points.filter(({ budget }) => budget === undefined);
    const metrics = unbudgeted.length === 1 ? unbudgeted[0]?.["metrics"] : undefined;
    if (points.length < 2 || !isObject(metrics)) return wire;
    const all = Object.fromEntries(
      whole.flatMap((name) =>
        wire[name] === undefined && isObject(metrics[name]) ? [[name, metrics[name]]] : [],
      ),
    );
    return { ...wire, ...all };
  },
};

function rangesOf(metrics: unknown): JsonObject {
  if (!isObject(metrics)) return {};
  return Object.fromEntries(
    Object.entries(metrics).flatMap(([name, value]) => (value === undefined ? [] : [[name, rangeOf(value)]])),
  );
}

/** `min` and `max`, or one number, by the public standard's names. */
function rangeOf(value: unknown): unknown {
  if (typeof value === "number") return { mid: value };
  if (!isObject(value)) return value;
  const { min, max, ...rest } = value;
  return {
    ...rest,
    ...(min !== undefined && rest["low"] === undefined && { low: min }),
    ...(max !== undefined && rest["high"] === undefined && { high: max }),
  };
}
