import { lineWidth } from "./columns.ts";
import type { Paint } from "./paint.ts";
import { wrapText } from "./text-width.ts";

/** `name      fact`, going on under the fact. */
export function labelled(name: string, fact: string, paint: Paint): string[] {
  const [first = "", ...rest] = wrapText(fact, lineWidth - 13);
  return [`${paint.quiet(name.padEnd(12))} ${first}`, ...rest.map((line) => " ".repeat(13) + line)];
}

/** A sentence by two columns further in, and by four where it goes on. */
export function indented(text: string): string[] {
  return wrapText(text, lineWidth - 4).map((line, i) => (i === 0 ? `  ${line}` : `    ${line}`));
}
