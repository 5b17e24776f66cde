import { linesOf } from "../../grammar/labelled.ts";
import { lexiconOf } from "../../grammar/lexicon.ts";
import { spansOf } from "../../grammar/spans.ts";
import { type DraftBrief, type Found, found } from "../draft.ts";
import { domainPattern } from "./find-brand.ts";

/**
 * The campaign's name: a line "Campaign: …", else a mail's subject, the first heading or line, shortened. A letter that begins in
 * prose is called by its brand and the month in which it starts to run.
 */
export function findName(
  text: string,
  brand: DraftBrief["brand"],
  start: DraftBrief["flightStart"],
): DraftBrief["name"] {
  const line = nameOrTitle(text);
  if (line === undefined || line.strength === "hard" || brand === undefined) return line;
  const isTitle = !isLetter(text) && line.value.length <= longestName && !line.value.includes("|");
  // "50k EUR for acme.example, March 2027, France" is all of a brief.
  if (isTitle && spansOf(line.value, domainPattern).length === 0) return line;
  const { name = brand.value.domain } = brand.value;
  const month = start && monthOf.format(new Date(start.value));
  return { ...line, evidence: brand.evidence, value: [name, ...(month ? [month] : [])].join(", ") };
}

/** Longest first line that is a name and no sentence. */
const longestName = 50;
const monthOf = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });

function nameOrTitle(text: string): Found<string> | undefined {
  const [line] = linesOf(text, "campaign");
  if (line !== undefined) return found(line.text, line);
  const blank = (marks: string) => " ".repeat(marks.length);
  const [subject] = linesOf(text, "subject");
  const from = subject === undefined ? text : " ".repeat(subject.start) + text.slice(subject.start);
  const first = /\S[^\n]*/u.exec(
    from.replace(greeting, blank).replace(beforeName, blank).replace(replyMarks, blank),
  );
  if (first === null) return undefined;
  const title = (first[0].split(/[.!?](?=\s|$)/)[0] ?? "").slice(0, 80).trim();
  const evidence = { text: title, start: first.index, end: first.index + title.length };
  return found(title.replace(inBrackets, ""), evidence, { strength: "soft" });
}

/** A domain beside the name that it belongs to. */
const inBrackets = / ?\((?:https?:\/\/)?[a-z0-9-]+(?:\.[a-z0-9-]+)+\)/giu;
/** "Hello Ann," on a line of its own. */
const greeting = /^\s*[^\n,]{1,40},[ \t]*(?=\n)/u;
const beforeName = /^[\s#*>|-]*(?:\p{L}[\p{L} ]{1,24}:[*\s]+)?/u;
const replyMarks = /^\s*(?:(?:re|fwd?|aw|wg|tr|rv)\s*:\s*)+/iu;

/** "Hello Ann,", "hej Kasia, …" */
function isLetter(text: string): boolean {
  return greeting.test(text) || lexiconOf().pattern("^\\s*{greeting}(?!\\p{L})").test(text);
}
