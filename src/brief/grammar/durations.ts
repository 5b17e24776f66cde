import { addDays } from "../../lib/days.ts";
import { addMonths } from "./calendar.ts";
import { anyNumberOf } from "./lexicon.ts";
import { beginsWith, cue, endsWith } from "./phrases.ts";
import type { Quantity } from "./quantities.ts";
import type { Span } from "./spans.ts";

/** How long something takes: "six weeks", "pendant 6 mois". */
export interface Duration extends Span {
  readonly count: number;
  readonly unit: TimeUnit;
}
export const timeUnits = ["day", "week", "month"] as const;
export type TimeUnit = (typeof timeUnits)[number];

/** Durations that the words around them tie to the campaign: "for six weeks", "six weeks from …", "Laufzeit: 6 Wochen". */
export function durationsIn(text: string, quantities: readonly Quantity[]): Duration[] {
  return quantities.flatMap((quantity) => {
    const unit = timeUnits.find((each) => each === quantity.unit);
    const { text: words, start, end, value: count, upTo } = quantity;
    const after = text.slice(end, end + 40);
    const before = text.slice(Math.max(0, start - 60), start);
    if (unit === undefined || count === undefined || upTo !== undefined || afterEvent.test(after)) return [];
    if (paused.test(before) || pauseBehind.test(after)) return [];
    const tied = lasting.test(before) || fromThen.test(after);
    return tied ? [{ text: words, start, end, count, unit }] : [];
  });
}

/** The last day of what begins on `start` and takes that long. */
export function endOf(start: string, { count, unit }: Pick<Duration, "count" | "unit">): string {
  if (unit === "month") return addDays(addMonths(start, count), -1);
  return addDays(start, count * (unit === "week" ? 7 : 1) - 1);
}

const lasting = endsWith(
  `{lasting}${anyNumberOf("\\s+{joints|roughly}")}(?:\\s*[:|]\\s*(?:\\p{L}{1,6}\\s+){0,2})?`,
);
const fromThen = beginsWith(",?\\s*{from_then}");
/** "a pause of one week" */
const paused = cue("(?<![\\p{L}\\p{N}]){pause}(?![\\p{L}\\p{N}])[^,.;\\n\\d]{0,20}$");
const pauseBehind = cue("^[^,.;\\n\\d]{0,12}(?<![\\p{L}\\p{N}]){pause}(?![\\p{L}\\p{N}])");
/** "30 days after a click" is how long an action counts. */
const afterEvent = beginsWith("{after_event}");
