import { countDays } from "../../../lib/days.ts";
import { type Duration, endOf } from "../../grammar/durations.ts";
import { ask as asked, type OpenQuestion, type Wording } from "../../grammar/question.ts";
import type { Found } from "../draft.ts";

/** The first and the last day, and what has to be asked about them. */
export interface Ends {
  readonly start?: Found<string>;
  readonly end?: Found<string>;
  readonly questions: readonly OpenQuestion[];
}

/** A duration that does not go with the days is asked about. A few days more or less are how people speak. */
export function agreeing(flight: Ends, durations: readonly Duration[]): Ends {
  const { start, end, questions } = flight;
  if (start === undefined || end === undefined || end.value < start.value) return flight;
  const off = durations.filter((duration) => {
    const days = countDays(start.value, end.value);
    const length = countDays(start.value, endOf(start.value, duration));
    return Math.abs(days - length) > Math.max(3, length * 0.1);
  });
  const open = off.map((words) =>
    asked("flight", "flight.duration", { words, start: start.value, end: end.value }),
  );
  return { ...flight, questions: [...questions, ...open] };
}

/** Days in the wrong order or in the past stay questions; nothing is moved to make them fit. */
export function inTime({ start, end, questions: before }: Ends, today: string): Ends {
  const questions = [...before];
  const days = { start: start?.value ?? "", end: end?.value ?? "" };
  const ask = (key: string, values: Wording["values"] = days, field = "flight") =>
    questions.push(asked(field, `flight.${key}`, values));
  if (start && end && end.value < start.value) {
    ask("backwards");
    return { questions };
  }
  if (end && end.value < today) {
    ask("over");
    return { questions };
  }
  if (start && start.value < today) ask("begun", days, "flight.start");
  if (start && end && countDays(start.value, end.value) > longest) ask("long");
  return { ...(start ? { start } : {}), ...(end ? { end } : {}), questions };
}

const longest = 366;
