import { type DraftBurst, type Found, found } from "../draft.ts";
import { addDays } from "../grammar/calendar.ts";
import { type Clear, daysOf } from "../label-dates.ts";

/** The parts of a flight around its pauses, without shares of the budget; undefined where a pause does not lie within it. */
export function aroundPauses(
  flight: { readonly start: Found<string>; readonly end: Found<string> },
  pauses: readonly Clear[],
): readonly Found<DraftBurst>[] | undefined {
  const bursts: Found<DraftBurst>[] = [];
  let [start, evidence] = [flight.start.value, flight.start.evidence];
  for (const pause of pauses.toSorted((a, b) => (daysOf(a).first < daysOf(b).first ? -1 : 1))) {
    const days = daysOf(pause);
    if (days.first <= start || days.last >= flight.end.value) return undefined;
    bursts.push(found({ start, end: addDays(days.first, -1) }, evidence));
    [start, evidence] = [addDays(days.last, 1), pause];
  }
  return bursts.length === 0 ? [] : [...bursts, found({ start, end: flight.end.value }, evidence)];
}
