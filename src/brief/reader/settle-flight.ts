import { addDays } from "../../lib/days.ts";
import type { Days } from "../grammar/dates.ts";
import { type Duration, timeUnits } from "../grammar/durations.ts";
import { says } from "../grammar/phrases.ts";
import type { Quantity } from "../grammar/quantities.ts";
import { ask, type OpenQuestion } from "../grammar/question.ts";
import { distance, overlaps, type Span, sentenceAround } from "../grammar/spans.ts";
import type { Named } from "../grammar/splits.ts";
import { isCorrected } from "./corrections.ts";
import type { ChannelDays, DraftBurst, Found } from "./draft.ts";
import { aroundPauses, singleDays } from "./find/find-bursts.ts";
import { isApart, saysNoMore } from "./flight/beside-flight.ts";
import { channelDaysIn, inClause } from "./flight/channel-days.ts";
import { agreeing, inTime } from "./flight/check-flight.ts";
import { cutByMonths, type MonthShares } from "./flight/month-shares.ts";
import { type PlainFlight, plainFlight } from "./flight/plain-flight.ts";
import { withSharedYears } from "./flight/share-years.ts";
import { type DateRole, daysOf, isClear, type LabelledDate } from "./label-dates.ts";
import type { PlanTable } from "./tables/plan-table.ts";

interface FlightReading {
  readonly start?: Found<string>;
  readonly end?: Found<string>;
  readonly bursts?: readonly Found<DraftBurst>[];
  readonly channelFlights?: readonly Found<ChannelDays>[];
  readonly questions: readonly OpenQuestion[];
}

/** What else of a text its flight depends on. */
export interface BesideDates {
  readonly durations: readonly Duration[];
  readonly quantities: readonly Quantity[];
  readonly inMonths: MonthShares | undefined;
  readonly channels: { readonly named: readonly Named[]; readonly found: readonly Found<string>[] };
  readonly plan?: PlanTable | undefined;
}

/** The flight as its dates and its media plan say. */
export function settleFlight(
  text: string,
  dates: readonly LabelledDate[],
  beside: BesideDates,
  today: string,
) {
  const { bursts, channelFlights, ...flight } = movedFlight(text, dates, beside, today);
  const plan = flight.end?.value === beside.plan?.days?.last ? beside.plan : undefined;
  const isWanted = (name: string) => beside.channels.found.some(({ value }) => value === name);
  const days = channelFlights ?? plan?.channelDays ?? [];
  return {
    ...flight,
    bursts: bursts ?? plan?.bursts ?? [],
    channelFlights: days.filter(({ value }) => isWanted(value.of)),
  };
}

/** Moved as a whole where a sentence moves it by a time: "we push everything back by a week". */
function movedFlight(
  text: string,
  dates: readonly LabelledDate[],
  beside: BesideDates,
  today: string,
): FlightReading {
  const flight = withChannels(text, dates, beside, today);
  const move = moveIn(text, beside.quantities);
  // "It moves by a week: start 15 March" says where to.
  const isDated = daysOfSides(dates).some((day) => move !== undefined && overlaps(day, move.words));
  const { start, end, bursts = [] } = flight;
  if (move === undefined || isDated || start === undefined || end === undefined) return flight;
  const { words, days } = move;
  if (days === undefined || flight.questions.length > 0 || bursts.length > 0)
    return {
      questions: [
        ...flight.questions,
        ask("flight", "flight.which", { words: [start.evidence, { ...words, text: words.text.trim() }] }),
      ],
    };
  const moved = (day: Found<string>): Found<string> => ({
    ...day,
    value: addDays(day.value, days),
    strength: "soft",
    note: words.text.trim(),
  });
  return { ...flight, start: moved(start), end: moved(end) };
}

/** Periods of channels are asked about as others are, but where they lie in a flight that is plain without them, or make it up. */
function withChannels(
  text: string,
  dates: readonly LabelledDate[],
  beside: BesideDates,
  today: string,
): FlightReading {
  const flight = unmovedFlight(text, dates, beside, today);
  const ahead = dates.filter(({ role }) => !aside.has(role));
  if (flight.questions.length === 0) return flight;
  const { found, named: all } = beside.channels;
  const wanted = all.filter(({ name }) => found.some(({ value }) => value === name));
  const { of, days } = channelDaysIn(text, ahead, wanted);
  const [start] = days.map(({ value, ...by }) => ({ ...by, value: value.start })).toSorted(byDay);
  const end = days
    .map(({ value, ...by }) => ({ ...by, value: value.end }))
    .toSorted(byDay)
    .at(-1);
  if (start === undefined || end === undefined) return flight;
  const named = new Set(days.map(({ value }) => value.of));
  const isAll = ahead.length === of.length && found.every(({ value }) => named.has(value));
  const others = dates.filter((date) => !of.includes(date));
  const own = isAll
    ? inTime({ start, end, questions: [] }, today)
    : unmovedFlight(text, others, beside, today);
  const isPlain = own.questions.length === 0 && own.start && own.end;
  const isInside = isPlain && own.start.value <= start.value && end.value <= own.end.value;
  return isInside ? { ...own, channelFlights: days } : flight;
}

const byDay = (a: Found<string>, b: Found<string>) => (a.value < b.value ? -1 : 1);

/** By how many days a sentence moves the flight, later or earlier; undefined where it says both or neither, or counts months. */
function moveIn(text: string, quantities: readonly Quantity[]): { words: Span; days?: number } | undefined {
  const times = quantities.filter(({ unit }) => timeUnits.some((each) => each === unit));
  for (const time of times) {
    const words = sentenceAround(text, time);
    if (!moves.test(words.text)) continue;
    const [isLater, isEarlier] = [later.test(words.text), earlier.test(words.text)];
    const days = time.value === undefined ? undefined : daysOfUnit(time.unit, time.value);
    if (isLater === isEarlier || days === undefined) return { words };
    return { words, days: isLater ? days : -days };
  }
  return undefined;
}

/** Undefined for months, which are not of one length. */
function daysOfUnit(unit: Quantity["unit"], count: number): number | undefined {
  return unit === "week" ? 7 * count : unit === "day" ? count : undefined;
}

const moves = says("{moves}");
const later = says("{later}");
const earlier = says("{earlier}");

/** First and last day, and the parts that the months of the flight cut it into where they share the budget out. `today` is an ISO date. */
function unmovedFlight(
  text: string,
  dates: readonly LabelledDate[],
  beside: BesideDates,
  today: string,
): FlightReading {
  const { inMonths } = beside;
  if (inMonths === undefined) return flightOf(text, dates, beside, today);
  const others = dates.filter((date) => !inMonths.months.some((month) => overlaps(month, date)));
  const apart = flightOf(text, others, beside, today);
  const isClearApart = apart.start !== undefined && apart.end !== undefined && apart.questions.length === 0;
  const flight = isClearApart ? apart : flightOf(text, dates, beside, today);
  const { start, end, bursts, questions } = flight;
  if (start === undefined || end === undefined || bursts !== undefined || questions.length > 0) return flight;
  const parts = cutByMonths(text, { start: start.value, end: end.value }, inMonths);
  if (parts !== undefined) return { ...flight, bursts: parts };
  return { ...flight, questions: [ask("flights", "flight.bursts", { words: inMonths.shares })] };
}

/** First and last day, where the dates of the text leave one reading; otherwise questions. */
function flightOf(
  text: string,
  dates: readonly LabelledDate[],
  beside: BesideDates,
  today: string,
): FlightReading {
  const ahead = withCorrectedDays(text, withSharedYears(dates.filter(({ role }) => !aside.has(role))));
  const flights = ahead.filter((date) => !isPause(date));
  const plain = plainFlight(text, flights.filter(isClear), beside);
  const { start, end, bursts, of } = plain;
  const known = { ...(start && { start }), ...(end && { end }) };
  const flight = start && end && { first: start.value, last: end.value };
  // "Not in July" says nothing of a flight in March.
  const pauses = ahead.filter(
    (date) => isPause(date) && !(flight && !isClear(date) && date.within && isApart(date.within, flight)),
  );
  // "Radio in March" says something of radio.
  const isOfChannel = (date: LabelledDate) =>
    date.type !== "day" && isOfChannels(text, date, ahead, beside.channels.named);
  const open = flights.filter((date) => {
    const isBeside =
      flight !== undefined && saysNoMore(date, flight, today) && !isNextMonth(text, date, flight, of);
    return !of.includes(date) && (!isBeside || isOfChannel(date));
  });
  const questions = openQuestions(plain, [...open, ...pauses], flights);
  if (questions.length > 0) {
    const isHalf = open.length === 0 && (start === undefined || end === undefined);
    return isHalf ? inTime({ ...known, questions }, today) : { questions };
  }
  if (start === undefined || end === undefined) return { questions };
  if (bursts !== undefined) {
    const isOff = pauses
      .filter(isClear)
      .some((pause) =>
        bursts.found.some(
          ({ value }) => daysOf(pause).first <= value.end && value.start <= daysOf(pause).last,
        ),
      );
    if (isOff) return { questions: [which([...of, ...pauses])] };
    return { ...inTime({ start, end, questions: bursts.questions }, today), bursts: bursts.found };
  }
  const checked = inTime(agreeing({ start, end, questions: [] }, beside.durations), today);
  if (pauses.length === 0) return checked;
  const parts = pauses.some((pause) => isOfChannels(text, pause, ahead, beside.channels.named))
    ? undefined
    : aroundPauses(
        { start, end },
        pauses.filter(isClear).flatMap((pause) => singleDays(text, pause)),
      );
  return parts === undefined
    ? { questions: [which([...of, ...pauses])] }
    : { ...checked, bursts: checked.start && checked.end ? parts : [] };
}

/** "June, then July and August 2027": another month beside those of the flight may be one of them. */
function isNextMonth(text: string, date: LabelledDate, flight: Days, of: readonly LabelledDate[]): boolean {
  if (isClear(date) || date.within === undefined) return false;
  const month = date.within.first.slice(5, 7);
  const { start, end } = sentenceAround(text, date);
  return (
    month !== flight.first.slice(5, 7) &&
    month !== flight.last.slice(5, 7) &&
    of.some(
      (other) =>
        other.type === "period" &&
        other.whole &&
        other.start >= start &&
        other.end <= end &&
        distance(other, date) < nearby,
    )
  );
}

/** Characters between the months of a list. */
const nearby = 40;

/** What is no time of the campaign. */
const aside: ReadonlySet<DateRole> = new Set(["deadline", "past", "other"]);

function isPause({ role }: LabelledDate): boolean {
  return role === "pause";
}

/** The questions that dates leave which are not settled; `open` are those beside a flight that is plain, else all. */
function openQuestions(
  { start, end }: PlainFlight,
  open: readonly LabelledDate[],
  flights: readonly LabelledDate[],
): OpenQuestion[] {
  const unclear = open.flatMap((date) => (date.type === "unclear" ? [date] : []));
  if (unclear.length > 0)
    return unclear.map((words) => ask("flight", "flight.unclear", { words, problem: words.problem }));
  const isPlain = start !== undefined && end !== undefined;
  const beside = open.filter((date) => !isPause(date));
  if (!isPlain && beside.length < open.length) return [which(open)];
  if (isPlain) return beside.length === 0 ? [] : [which(flights)];
  if (open.some(({ type, role }) => type === "period" && role !== "pause"))
    return flights.length > 1
      ? [which(flights)]
      : [ask("flight", "flight.whole", { words: flights }, daysIn(flights))];
  if (beside.some(({ role }) => role !== "flight_start" && role !== "flight_end"))
    return [ask("flight", "flight.says", { words: flights })];
  return [
    ...(start === undefined ? [missing("flight.start", "first", flights, "flight_start")] : []),
    ...(end === undefined ? [missing("flight.end", "last", flights, "flight_end")] : []),
  ];
}

function which(words: readonly LabelledDate[]): OpenQuestion {
  const hasPeriods = words.some(({ type }) => type === "period");
  return ask("flight", hasPeriods ? "flight.which" : "flight.says", { words }, daysIn(words));
}

function daysIn(dates: readonly LabelledDate[]): string[] {
  return dates.flatMap((date) => (date.type === "period" ? [`${date.first} to ${date.last}`] : []));
}

function missing(field: string, which: string, dates: readonly LabelledDate[], role: DateRole): OpenQuestion {
  const words = dates.filter((date) => date.role === role);
  return ask(field, `flight.${which}${words.length > 0 ? "_of" : ""}`, { words });
}

/** "Radio pauses from 3 to 9 May": what is named in the clause of a date does, and not the campaign. */
function isOfChannels(text: string, date: Span, dates: readonly Span[], channels: readonly Span[]): boolean {
  return inClause(text, date, dates, channels).some((named) => named.length > 0);
}

/**
 * "CORRECTION: we start on 8 February", "we end on 9 May, not 2 May": the one first or last day of a correction takes the place of that
 * of the only period beside it, as long as it still begins before it ends.
 */
function withCorrectedDays(text: string, dates: readonly LabelledDate[]): readonly LabelledDate[] {
  const [period, ...others] = dates.filter(({ type }) => type === "period");
  const days = daysOfSides(dates);
  const [day] = days.filter((date) => isCorrected(text, date));
  if (period?.type !== "period" || others.length > 0 || day === undefined) return dates;
  const { start, end } = sentenceAround(text, day);
  const near = days.filter((date) => date.start >= start && date.start < end);
  const [firstDay, ...otherFirsts] = near.filter(({ role }) => role === "flight_start");
  const [lastDay, ...otherLasts] = near.filter(({ role }) => role === "flight_end");
  if (otherFirsts.length + otherLasts.length > 0) return dates;
  const first = firstDay?.day ?? period.first;
  const last = lastDay?.day ?? period.last;
  if (first > last) return dates;
  // What it says of its own replaced day is over with it.
  return dates
    .filter((date) => date === period || date.start < day.start || date.start > day.end + correctionReach)
    .filter((date) => !near.some((one) => one === date))
    .map((date) => (date === period ? { ...period, first, last } : date));
}

/** Days that are said to be the first or the last one. */
function daysOfSides(dates: readonly LabelledDate[]) {
  return dates.flatMap((date) => (date.type === "day" && sides.has(date.role) ? [date] : []));
}

const sides: ReadonlySet<string> = new Set(["flight_start", "flight_end"]);
/** Characters behind a day in which "not 2 May" stands. */
const correctionReach = 30;
