import type { Question } from "./brief.ts";
import { type Found, found } from "./draft.ts";
import type { LabelledDate } from "./label-dates.ts";

export interface FlightReading {
  readonly start?: Found<string>;
  readonly end?: Found<string>;
  readonly questions: readonly Question[];
}

/** First and last day, where the dates of the text leave one reading; otherwise questions. `today` is an ISO date. */
export function settleFlight(dates: readonly LabelledDate[], today: string): FlightReading {
  const questions: Question[] = [];
  const ask = (field: "flight" | "flight.start" | "flight.end", text: string) =>
    questions.push({ field, text });
  const relevant = dates.filter(({ role }) => role !== "deadline" && role !== "past");
  for (const { text, ...date } of relevant)
    if (date.type === "unclear") ask("flight", `Which days are "${text}"? It ${date.problem}.`);
  if (questions.length > 0) return { questions };

  const how = { via: dates.some(({ via }) => via === "model") ? "model" : "rule" } as const;
  const periods = relevant.filter((date) => date.type === "period");
  const days = relevant.filter((date) => date.type === "day");
  const undecided = relevant.filter(({ role }) => role === "unknown");
  const quoted = (some: readonly LabelledDate[]) => some.map(({ text }) => `"${text}"`).join(" or ");
  if (periods.length > 0) {
    const [only] = periods;
    const distinct = new Set(periods.map(({ first, last }) => `${first}/${last}`));
    if (only === undefined || distinct.size > 1 || days.length > 0 || undecided.length > 0)
      ask(
        "flight",
        relevant.length > 1
          ? `Which are the first and the last day of the campaign: ${quoted(relevant)}?`
          : `Does the campaign run in ${quoted(relevant)}, from the first to the last day?`,
      );
    else return inTime({ start: found(only.first, only, how), end: found(only.last, only, how) }, today);
    return { questions };
  }
  if (undecided.length > 0) {
    ask("flight", `Which are the first and the last day of the campaign? The text says ${quoted(relevant)}.`);
    return { questions };
  }
  const start = theOne(days, "flight_start", how);
  const end = theOne(days, "flight_end", how);
  if (start === undefined) ask("flight.start", question("first", days, "flight_start"));
  if (end === undefined) ask("flight.end", question("last", days, "flight_end"));
  return inTime({ ...(start ? { start } : {}), ...(end ? { end } : {}) }, today, questions);
}

type Day = Extract<LabelledDate, { type: "day" }>;

function theOne(
  days: readonly Day[],
  role: "flight_start" | "flight_end",
  how: Pick<Found<string>, "via">,
): Found<string> | undefined {
  const ofRole = days.filter((date) => date.role === role);
  const [first] = ofRole;
  if (first === undefined || new Set(ofRole.map(({ day }) => day)).size > 1) return undefined;
  return found(first.day, first, how);
}

function question(which: string, days: readonly Day[], role: string): string {
  const options = days.filter((date) => date.role === role).map(({ text }) => `"${text}"`);
  return `What is the ${which} day of the campaign${options.length > 0 ? `: ${options.join(" or ")}` : ""}?`;
}

/** Days in the wrong order or in the past stay questions; nothing is moved to make them fit. */
function inTime(
  { start, end }: Omit<FlightReading, "questions">,
  today: string,
  asked: readonly Question[] = [],
): FlightReading {
  const questions = [...asked];
  if (start && end && end.value < start.value) {
    const text = `The campaign would end on ${end.value}, before it starts on ${start.value}: which days are right?`;
    return { questions: [...questions, { field: "flight", text }] };
  }
  if (end && end.value < today) {
    const text = `The campaign would end on ${end.value}, which is over: which days are right?`;
    return { questions: [...questions, { field: "flight", text }] };
  }
  if (start && start.value < today)
    questions.push({ field: "flight.start", text: `${start.value} is over: is the first day right?` });
  const chosen = [start, end].flatMap((day) =>
    day?.via === "model" ? [`"${day.evidence.text}" for ${day.value}`] : [],
  );
  if (chosen.length > 0)
    questions.push({ field: "flight", text: `A model took ${chosen.join(" and ")}: is that right?` });
  return { ...(start ? { start } : {}), ...(end ? { end } : {}), questions };
}
