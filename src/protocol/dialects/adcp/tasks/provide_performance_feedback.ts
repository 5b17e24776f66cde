import { addDays, isDay } from "../../../../lib/days.ts";
import { type Codec, renamed, writing } from "../codec.ts";
import { inField } from "../combine.ts";

/** Days inside, both part of the period; on the wire instants, of which the last is the first that is not. */
const period = writing(({ start, end, ...rest }) => ({
  ...rest,
  start: isDay(start) ? `${start}T00:00:00Z` : start,
  end: isDay(end) ? `${addDays(end, 1)}T00:00:00Z` : end,
}));

export const provide_performance_feedback: Codec = {
  request: inField("measurement_period", period),
  answer: renamed(["acknowledged", "success"]),
};
