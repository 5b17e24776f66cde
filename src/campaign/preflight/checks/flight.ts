import type { Brief } from "../../../brief/brief.ts";
import { dayOf, daysApart } from "../../../lib/days.ts";
import type { Check } from "../facts.ts";

/** Days from today to the first day: more is asked about, much more is a wrong year. */
const farDays = 731;
const tooFarDays = 3 * 366;
/** Days of a flight, both ends included. */
const longDays = 366;
const tooLongDays = 5 * 366;

/** Days that are over, swapped, or of another year than meant. */
export const flight: Check = ({ brief, today, underWay }) => {
  const { start, end } = brief.flight;
  for (const [where, day] of [
    ["flight.start", start],
    ["flight.end", end],
  ] as const)
    if (!isDay(day))
      return { result: "block", where, what: `${day} is not a date.`, todo: "Write it as 2027-01-18." };
  if (end < start)
    return {
      result: "block",
      where: "flight",
      what: `The last day, ${end}, is before the first, ${start}.`,
      todo: "Swap them if they were mixed up.",
    };
  if (end < today)
    return {
      result: "block",
      where: "flight.end",
      what: `The flight ended already, on ${end}.`,
      todo:
        yearLater(end) >= today
          ? `Write the right year: is ${yearLater(start)} to ${yearLater(end)} meant?`
          : "Write the right days.",
    };
  return [
    over(brief, today, underWay),
    began(start, today, underWay),
    tooFar(start, today),
    tooLong(start, end),
    otherYear(brief.name, start, end),
  ];
};

/** Bursts that are over before anything is bought: their money could not run. */
function over({ flights = [] }: Brief, today: string, underWay: boolean): ReturnType<Check> {
  return flights.flatMap(({ start, end }, i) =>
    end >= today || underWay
      ? []
      : {
          result: "block",
          where: `flights[${i}]`,
          what: `The burst of ${start} to ${end} is over, and nothing is bought for it yet.`,
          todo: "Leave it out, and give its share to the others.",
        },
  );
}

function began(start: string, today: string, underWay: boolean): ReturnType<Check> {
  if (start >= today || underWay) return [];
  return {
    result: "ask",
    where: "flight.start",
    what: `The flight began on ${start}, and nothing is bought for it yet.`,
    todo: "Agree to buy for the days that are left, or write a later first day.",
  };
}

function tooFar(start: string, today: string): ReturnType<Check> {
  const ahead = daysApart(today, start);
  if (ahead <= farDays) return [];
  return {
    result: ahead > tooFarDays ? "block" : "ask",
    where: "flight.start",
    what: `The first day, ${start}, is more than ${ahead > tooFarDays ? "three years" : "two years"} ahead.`,
    todo: "Look at the year.",
  };
}

function tooLong(start: string, end: string): ReturnType<Check> {
  const days = daysApart(start, end) + 1;
  if (days <= longDays) return [];
  const meant = yearLater(end, -1);
  return {
    result: days > tooLongDays ? "block" : "ask",
    where: "flight.end",
    what: `The flight lasts ${days} days.`,
    todo:
      meant >= start && daysApart(start, meant) < longDays
        ? `Look at the year: is ${meant} meant?`
        : "Look at both days.",
  };
}

/** A name such as "Spring 2027" over a flight in 2028. */
function otherYear(name: string, start: string, end: string): ReturnType<Check> {
  const named = [...name.matchAll(/(?<!\d)20\d\d(?!\d)/g)].map(([year]) => Number(year));
  const [first, last] = [Number(start.slice(0, 4)), Number(end.slice(0, 4))];
  if (named.length === 0 || named.some((year) => first <= year && year <= last)) return [];
  return {
    result: "ask",
    where: "flight",
    what: `The campaign's name speaks of ${named.join(" and ")}, its flight is ${start} to ${end}.`,
    todo: "Look at the year.",
  };
}

function isDay(day: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(day) : Number.NaN;
  // A day that does not exist, such as February 30, comes back as another.
  return !Number.isNaN(time) && dayOf(time) === day;
}

function yearLater(day: string, years = 1): string {
  return `${String(Number(day.slice(0, 4)) + years).padStart(4, "0")}${day.slice(4)}`;
}
