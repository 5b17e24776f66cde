import { cleanText, plainJson } from "../lib/clean-text.ts";
import type { Flags } from "./flags.ts";

/** One JSON document on standard output, and nothing else there: nothing in it moves a terminal's cursor. */
export function printJson(value: unknown): void {
  process.stdout.write(`${plainJson(JSON.stringify(value, null, 2))}\n`);
}

/** An answer as JSON where that was asked for, else in words. */
export function print<Answer>(answer: Answer, flags: Flags, words: (answer: Answer) => string): void {
  if (flags["json"] === true) printJson(answer);
  else process.stdout.write(`${words(answer)}\n`);
}

/** Characters of a line about what is under way. */
export const longestLine = 2_000;

/** A line about what is under way, on standard error; nothing where it is empty. */
export function tell(line: string): void {
  if (line !== "") process.stderr.write(`  · ${cleanText(line, longestLine)}\n`);
}
