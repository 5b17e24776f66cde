import { addDays } from "../../../lib/days.ts";
import { type Days, findDates } from "../../grammar/dates.ts";
import { monthPattern } from "../../grammar/months.ts";

/** The months or weeks that a cell is about; without a year they are of the one beside the table in which they are ahead. */
export function periodOf(words: string, around: string, today: string): Days | undefined {
  const days = daysNamed(words, around, today);
  return days?.first === days?.last ? undefined : days;
}

/** The months, the weeks or the day that the head of a column is about. */
export function daysNamed(words: string, around: string, today: string): Days | undefined {
  if (words === "" || words.length > longest || !isPeriod.test(words)) return undefined;
  const own = daysOf(words.replace(shortYear, "$1 20$2"), today);
  if (own !== undefined) return own;
  const ahead = yearsIn(around).flatMap((year) => {
    const days = daysOf(`${words} ${year}`, today);
    return days === undefined || days.first < today ? [] : [days];
  });
  return ahead.length === 1 ? ahead[0] : undefined;
}

/** The years that words name, each once. */
export function yearsIn(words: string): string[] {
  return [...new Set(words.match(/(?<!\d|\d[.,/-])20\d\d(?!\d|[.,/-]\d)/g))];
}

/** The period that words are and nothing else. */
function daysOf(words: string, today: string): Days | undefined {
  const [date, ...others] = findDates(words, today, "day-first");
  if (date === undefined || others.length > 0 || date.text.length < words.length) return undefined;
  if (date.type === "unclear" || date.assumedYear) return undefined;
  return date.type === "day" ? { first: date.day, last: date.day } : { first: date.first, last: date.last };
}

/** Columns that are headed by a day, a week apart, are weeks; other days are none. */
export function asWeeks(days: readonly Days[]): readonly Days[] {
  if (!days.some(({ first, last }) => first === last)) return days;
  const areWeeks = days.every(({ first }, i) => i === 0 || first === addDays(days[i - 1]?.first ?? first, 7));
  return areWeeks ? days.map(({ first }) => ({ first, last: addDays(first, 6) })) : [];
}

/** Whether each begins behind the one before: "December, January" of one year do not. */
export function inOrder(days: readonly Days[]): boolean {
  return days.every(({ first }, i) => i === 0 || first > (days[i - 1]?.last ?? ""));
}

const longest = 40;
const isPeriod = new RegExp(`\\d|^${monthPattern}\\.?$`, "iu");
/** "Sep 27", "mai '27" */
const shortYear = new RegExp(`^(${monthPattern})\\.?[ '’/-]*(\\d\\d)$`, "iu");
