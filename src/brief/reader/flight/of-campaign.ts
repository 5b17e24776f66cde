import type { Days } from "../../grammar/dates.ts";
import { anyNumberOf } from "../../grammar/lexicon.ts";
import { cue, says } from "../../grammar/phrases.ts";
import { sentenceAround } from "../../grammar/spans.ts";
import { spanning } from "./beside-flight.ts";
import { type Clear, daysOf, isClear, type LabelledDate } from "./label-dates.ts";

/**
 * Sets aside what is the time of something else, where a sentence about the campaign gives its days: "Our office is closed from
 * 23 December to 3 January", "The brochure is printed in January". What speaks of the campaign, of a start, an end, a move or a pause
 * keeps its role, and so does what may be a part of the flight.
 */
export function withoutOtherTimes(text: string, dates: readonly LabelledDate[]): LabelledDate[] {
  const given = dates.filter(isClear).filter((date) => flightRoles.has(date.role) && isGiven(text, date));
  const flight = spanning(given.map(daysOf));
  const [first, last] = ["flight_start", "flight_end"].map((side) => given.some(({ role }) => role === side));
  const isPlain = given.some(({ role }) => role === "flight") || (first && last);
  if (flight === undefined || !isPlain) return [...dates];
  return dates.map((date) =>
    given.some((each) => each === date) || !mayBeOther.has(date.role) || isAbout(text, date, flight)
      ? date
      : { ...date, role: "other" },
  );
}

const flightRoles: ReadonlySet<LabelledDate["role"]> = new Set(["flight", "flight_start", "flight_end"]);
const mayBeOther: ReadonlySet<LabelledDate["role"]> = new Set(["flight", "doubtful", "unknown", "pause"]);

/** Whether a sentence about the campaign gives a day or a period, or one that has nothing else before it. */
function isGiven(text: string, date: Clear): boolean {
  const { start, text: sentence } = sentenceAround(text, date);
  const isBare = !/\p{L}{2}/u.test(linking.without(text.slice(start, date.start)));
  return date.type === "period" ? campaign.test(sentence) || isBare : date.role !== "flight";
}

/** Whether a date may say something of the flight: by its words, or as a part of it. */
function isAbout(text: string, date: LabelledDate, flight: Days): boolean {
  const { text: sentence, start } = sentenceAround(text, date);
  const before = text.slice(start, date.start);
  if (campaign.test(sentence)) return true;
  if (event.test(sentence)) return false;
  if (changing.test(sentence) || !/\p{L}{2}/u.test(linking.without(before))) return true;
  if (!isClear(date)) return false;
  const { first, last } = daysOf(date);
  const isApart = last < flight.first || flight.last < first;
  return date.type === "period" && !isApart && date.whole !== true;
}

const event = says("{event_date}");
const campaign = says("{of_campaign}");
/** What a sentence that changes a flight has. */
const changing = says("{starts}|{ends}|{moves}|{bursts}|{corrections}|{pause}");
/** "from the" */
const linking = cue(`(?<!\\p{L})${anyNumberOf("(?:{from_day|span_of|article|date_link})\\s*")}$`);
