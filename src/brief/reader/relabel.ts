import type { Model } from "../../llm/model.ts";
import { labelSpans, type SpanRole } from "../../llm/questions/label-spans.ts";
import type { LabelledAmount } from "./label-amounts.ts";
import type { DateRole, LabelledDate } from "./label-dates.ts";

export interface LabelledSpans {
  readonly amounts: readonly LabelledAmount[];
  readonly dates: readonly LabelledDate[];
}

/** Which of the two the rules could settle alone. */
export interface Settled {
  readonly budget: boolean;
  readonly flight: boolean;
}

/**
 * Lets a model label what the rules found. A label settles only what the rules left open; against what they settled it can
 * do no more than turn it into a question. Without an answer the spans stay as they are.
 */
export async function relabel(
  text: string,
  spans: LabelledSpans,
  settled: Settled,
  model: Model,
  signal?: AbortSignal,
): Promise<LabelledSpans> {
  const amounts = spans.amounts.map((span, i) => ({ id: `m${i + 1}`, span }));
  const dates = spans.dates.map((span, i) => ({ id: `d${i + 1}`, span }));
  const marked = [...amounts, ...dates]
    .map(({ id, span: { start, end } }) => ({ id, start, end }))
    .sort((a, b) => a.start - b.start)
    .filter((span, i, all) => span.start >= (all[i - 1]?.end ?? 0));
  if (marked.length === 0) return spans;

  const reply = await model.ask(labelSpans, { text, spans: marked }, signal ? { signal } : {});
  if (reply.type === "unavailable") return spans;
  const roles = new Map(reply.answer.labels.map(({ span, role }) => [span, role]));
  return {
    amounts: amounts.map(({ id, span }) => relabelAmount(span, roles.get(id), settled.budget)),
    dates: dates.map(({ id, span }) => relabelDate(span, roles.get(id), settled.flight)),
  };
}

function relabelAmount(amount: LabelledAmount, role: SpanRole | undefined, settled: boolean): LabelledAmount {
  if (role === undefined || (amount.role !== "total_budget" && amount.role !== "unknown")) return amount;
  if (settled) return role === amount.role ? amount : { ...amount, role: "unknown" };
  switch (role) {
    case "total_budget":
    case "monthly_budget":
    case "part_of_budget":
    case "fee":
    case "past":
    case "price":
    case "not_media":
      return { ...amount, role, via: "model" };
    default:
      return amount;
  }
}

function relabelDate(date: LabelledDate, role: SpanRole | undefined, settled: boolean): LabelledDate {
  if (role === undefined || aside.has(date.role)) return date;
  if (settled) return role === date.role ? date : { ...date, role: "doubtful" };
  switch (role) {
    case "flight":
      return date.type === "period" ? { ...date, role, via: "model" } : date;
    case "flight_start":
    case "flight_end":
      return date.type === "day" ? { ...date, role, via: "model" } : date;
    case "deadline":
    case "past":
      return { ...date, role, via: "model" };
    default:
      return date;
  }
}

/** Dates that are none of the flight, whatever a model says. */
const aside = new Set<DateRole>(["deadline", "past", "other", "pause"]);
