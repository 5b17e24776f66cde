import { lexiconOf } from "./lexicon.ts";
import type { Span } from "./spans.ts";

/**
 * The values of lines such as "Zielgruppe: Frauen ab 30", and of rows of a table of two columns, with their places. `labels` is
 * the inside of a pattern.
 */
export function labelled(text: string, labels: string): Span[] {
  const pattern = new RegExp(
    `^[ \\t]*(?:(?:[-*#>•|]+|\\d{1,2}[.)])[ \\t]*)?(?:\\*\\*|__)?(?:${labels})(?:\\*\\*|__)?[ \\t]*[:：|](?:\\*\\*|__)?[ \\t]*(?<value>[^\\s|](?:[^\\n]*[^ \\t\\r\\n|])?)[ \\t\\r|]*$`,
    "gimu",
  );
  return [...text.matchAll(pattern)].flatMap((match) => {
    const value = match.groups?.["value"];
    if (value === undefined) return [];
    const start = match.index + match[0].lastIndexOf(value);
    return [{ text: value, start, end: start + value.length }];
  });
}

/** The values of lines with such a label, in any language: "Brand: …". */
export function linesOf(text: string, label: string): Span[] {
  return labelled(text, lexiconOf().any(`labels.${label}`));
}
