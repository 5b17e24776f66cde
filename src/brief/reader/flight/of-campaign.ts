import type { Days } from "../../grammar/dates.ts";
import { anyNumberOf, lexiconOf } from "../../grammar/lexicon.ts";
import { cue, says } from "../../grammar/phrases.ts";
import { sentenceAround } from "../../grammar/spans.ts";
import { type Clear, daysOf, isClear, type LabelledDate } from "../label-dates.ts";
import { namesChannel } from "../things.ts";
import { spanning } from "./beside-flight.ts";

/**
 * The dates in their roles, as far as they are the campaign's. The one period of a newer mail takes the place of those below it, which
 * it changes: "It runs from 24 May to 4 July now, and not as below".
 */
export function datesOfCampaign(text: string, all: readonly LabelledDate[], newestEnd = 0): LabelledDate[] {
  const dates = withoutOtherTimes(text, all);
  const periods = dates.filter(({ type, role }) => type === "period" && role === "flight");
  const [newer, ...others] = periods.filter(({ end }) => end <= newestEnd);
  if (newer === undefined || others.length > 0 || text[sentenceAround(text, newer).end] === "?") return dates;
  return dates.map((date) => (date !== newer && periods.includes(date) ? { ...date, role: "past" } : date));
}

/**
 * Sets aside what is the time of something else, where a sentence about the campaign gives its days: "Our office is closed from
 * 23 December to 3 January", "The brochure is printed in January". What speaks of the campaign, of a start, an end, a move or a pause
 * keeps its role, and so does what may be a part of the flight.
 */
function withoutOtherTimes(text: string, dates: readonly LabelledDate[]): LabelledDate[] {
  const given = dates.filter(isClear).filter((date) => flightRoles.has(date.role) && isGiven(text, date));
  const flight = spanning(given.map(daysOf));
  const [first, last] = ["flight_start", "flight_end"].map((side) => given.some(({ role }) => role === side));
  const isPlain = given.some(({ role }) => role === "flight") || (first && last);
  if (flight === undefined || !isPlain) return [...dates];
  const isNamed = given.some((date) => campaign.test(sentenceAround(text, date).text));
  return dates.map((date) =>
    given.some((each) => isTogether(text, each, date)) ||
    !mayBeOther.has(date.role) ||
    isAbout(text, date, { flight, isNamed })
      ? date
      : { ...date, role: "other" },
  );
}

const flightRoles: ReadonlySet<LabelledDate["role"]> = new Set(["flight", "flight_start", "flight_end"]);
const mayBeOther: ReadonlySet<LabelledDate["role"]> = new Set(["flight", "doubtful", "unknown", "pause"]);

/** "1 to 14 March with 60 % and 3 to 16 May with 40 %" */
function isTogether(text: string, given: LabelledDate, date: LabelledDate): boolean {
  const { start, end } = sentenceAround(text, given);
  return start <= date.start && date.start < end;
}

/** Whether a sentence about the campaign gives a day or a period, or one that has nothing else before it. */
function isGiven(text: string, date: Clear): boolean {
  const { start, end, text: sentence } = sentenceAround(text, date);
  const isBare = !/\p{L}{2}/u.test(linking.without(text.slice(start, date.start)));
  if (text[end] === "?") return false;
  return date.type === "period" ? campaign.test(sentence) || isBare : date.role !== "flight";
}

/** Whether a date may say something of the flight: by its words, or as a part of it. */
function isAbout(
  text: string,
  date: LabelledDate,
  { flight, isNamed }: { readonly flight: Days; readonly isNamed: boolean },
): boolean {
  const { text: sentence, start } = sentenceAround(text, date);
  const days = isClear(date) ? daysOf(date) : undefined;
  const isWithin = days !== undefined && flight.first <= days.last && days.first <= flight.last;
  // "Nothing in April, please": only a time without a day of the flight says nothing of it.
  if (date.role === "pause") return days === undefined || isWithin;
  // "14 June to 11 July", and elsewhere "14 June to 8 August"
  const isRival = days !== undefined && (days.first === flight.first) !== (days.last === flight.last);
  // Beside days that nothing calls the campaign's, other ones within them may be.
  const isOther = isRival || (isWithin && !isNamed && !(date.type === "period" && date.whole === true));
  if (campaign.test(sentence) || (date.type === "period" && isOther)) return true;
  if (event.test(sentence)) return false;
  // "T1", "Q3 figures", "the poster comes out in January" beside the days that are written out
  const isMonth = date.type === "unclear" || (date.type === "period" && date.whole === true);
  const changes = isMonth ? moving.test(sentence) : changing.test(sentence);
  const isDoubted = date.type === "unclear" && doubting.test(sentence);
  if (share.test(sentence) || changes || isDoubted || namesChannel(sentence, lexiconOf())) return true;
  return !isMonth && !/\p{L}{2}/u.test(linking.without(text.slice(start, date.start)));
}

const event = says("{event_date}");
const campaign = says("{of_campaign}");
/** What a sentence that changes a flight has. */
const moving = says("{moves}|{bursts}|{corrections}|{pause}");
const doubting = says("{doubtful_date}|{denied_date}");
const changing = says("{starts}|{ends}|{moves}|{bursts}|{corrections}|{pause}|{doubtful_date}|{denied_date}");
/** "15 to 28 March, 30% of it" */
const share = /\d\s?%/;
/** "from the" */
const linking = cue(`(?<!\\p{L})${anyNumberOf("(?:{from_day|span_of|article|date_link})\\s*")}$`);
