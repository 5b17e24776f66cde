import { groupBy } from "../../lib/group-by.ts";
import { findMoney } from "../grammar/amounts.ts";
import { type DateSpan, findDates } from "../grammar/dates.ts";
import { lexiconOf } from "../grammar/lexicon.ts";
import { says } from "../grammar/phrases.ts";
import { blanked, matches, type Span, spanOf, spansOf } from "../grammar/spans.ts";
import type { UnreadPhrase } from "./draft.ts";
import { pastColumns } from "./tables/past-columns.ts";
import { namesChannel } from "./things.ts";

/** What the reader of mails says of an attachment. */
const unreadFile = /^\[The attachment [^\n]{1,200} was not read\]$/gmu;

interface Line {
  readonly text: string;
  readonly start: number;
}

/** Sets aside mails that a newer one replaces, headers, signatures, who speaks in a chat, columns of an earlier year. */
export function setBackgroundAside(text: string, today: string) {
  const lines = [...text.matchAll(/[^\n]*(?:\n|$)/g)].map((match) => ({
    text: match[0],
    start: match.index,
  }));
  const marks = marksOf();
  // A mail that is handed on as a file begins with its subject alone.
  const top = lines.findIndex(({ text: line }) => line.trim() !== "" && !marks.subject.test(line));
  const isMail = top >= 0 && isHeader(text.slice(lines[top]?.start), marks);
  const ownHeader = isMail ? top + headerSize(lines.slice(top), marks) : 0;
  const body = lines[ownHeader]?.start ?? text.length;
  const marked = lines.map((_, i) => (i < ownHeader ? 0 : beginning(lines, i, text, marks)));
  // A mail that is handed on as a file begins with two headers; neither is a word of its author.
  const ownWords = (end: number) =>
    text
      .slice(body, end)
      .replaceAll(quotedLines, "")
      .split("\n")
      .filter((line) => !marks.header.test(line) && !marks.subject.test(line))
      .join("\n")
      .trim();
  const cut = marked.findIndex((size, i) => size > 0 && ownWords(lines[i]?.start ?? 0).length >= leastBrief);
  const older = cut < 0 ? lines.findIndex(({ text: line }) => quoted.test(line)) : cut;
  const newest = ownWords(lines[older]?.start ?? 0);
  // Lines that are quoted below a title, with nobody who wrote them, are its own.
  const isQuotedAlone =
    older >= 0 && cut < 0 && !lines.some((_, i) => i >= ownHeader && isOldHeader(lines, i, text, marks));
  const holdsBelow =
    older >= 0 &&
    (newest.length < leastBrief ||
      isQuotedAlone ||
      (changesOlder(newest, today) && !isOver(lines.slice(older), marks, today)));
  const aside = holdsBelow
    ? lines.map((_, i) => i >= ownHeader && isOldHeader(lines, i, text, marks))
    : setOldAside(lines, marked, cut);
  const signature = lines.findIndex(({ text: line, start }) => /^-- ?\n$/.test(line) && start > leastBrief);
  if (signature >= 0) aside.fill(true, signature);
  for (const [i, { text: line }] of lines.slice(0, ownHeader).entries())
    if (marks.header.test(line)) aside[i] = true;
  const kept = lines
    .map(({ text: line }, i) =>
      aside[i] ? line.replaceAll(/[^\n]/g, " ") : line.replace(quoteMarks, (mark) => " ".repeat(mark.length)),
    )
    .join("");
  const [past, speakers, notes] = [pastColumns(kept, today), speakersIn(kept), spansOf(kept, unreadFile)];
  const old = lines.filter((_, i) => aside[i]);
  return {
    text: blanked(kept, [...past, ...speakers, ...notes]),
    untaken: [
      ...passages(text, old),
      ...passages(text, past),
      ...notes.map((note): UnreadPhrase => ({ ...note, why: "requirement" })),
    ],
    // Where the newest mail ends that changes an older one below it.
    ...(holdsBelow && newest.length >= leastBrief && { newestEnd: lines[older]?.start ?? 0 }),
  };
}

/** A mail that names both money and days replaces what it answers; one of them changes it, and so does one without both that names no advertiser. */
function changesOlder(mail: string, today: string): boolean {
  const hasMoney = findMoney(mail).length > 0;
  const named = mail.split(/[.!?;\n]/).filter((part) => ofMoney.test(part));
  if (!hasMoney && !named.every((part) => unchanged.test(part))) return false;
  const hasDays = findDates(mail, today).some((date) => isAhead(date, today));
  const hasChannel = namesChannel(mail, lexiconOf());
  const isReply = moves.test(mail) || hasChannel || !domain.test(mail);
  if (restIsBelow.test(mail) || (!domain.test(mail) && (restStays.test(mail) || saysWhatStays(mail))))
    return true;
  // What names no channel is no whole brief.
  return hasMoney !== hasDays || (hasMoney ? !hasChannel : isReply);
}

/** Whether all days that a mail names, the one on which it was sent aside, are those of an earlier campaign. */
function isOver(mail: readonly Line[], marks: Marks, today: string): boolean {
  const words = mail
    .map(({ text }) => text.replace(quoteMarks, ""))
    .filter((line) => ![marks.header, marks.wrote, marks.original].some((mark) => mark.test(line)))
    .join("");
  const dates = findDates(words, today);
  return dates.length > 0 && !dates.some((date) => isAhead(date, today));
}

function isAhead(date: DateSpan, today: string): boolean {
  return date.type === "unclear"
    ? date.within !== undefined
    : (date.type === "day" ? date.day : date.last) > today;
}

/** Which lines are quoted or stand below the mark of an older mail. */
function setOldAside(lines: readonly Line[], marked: readonly number[], cut: number): boolean[] {
  const aside = lines.map(({ text: line }) => quoted.test(line));
  if (cut < 0) return aside;
  // Behind "… wrote:" the quoted lines alone are old where they are marked; a reply may stand below them.
  const isMarked = aside.slice(cut + 1).some(Boolean);
  return aside.fill(true, cut, isMarked ? cut + (marked[cut] ?? 1) : aside.length);
}

/** Whether a line says who wrote an older mail, which holds itself. */
function isOldHeader(lines: readonly Line[], i: number, text: string, marks: Marks): boolean {
  const own = (lines[i]?.text ?? "").replace(quoteMarks, "");
  const broken = i > 0 && beginning(lines, i - 1, text, marks) === 2;
  return (
    broken ||
    marks.header.test(own) ||
    marks.wrote.test(own) ||
    marks.original.test(own) ||
    beginning(lines, i, text, marks) > 0
  );
}

/** "[09:15] Lena: ", "Giada: ": who says a line of a chat: its times, or a name that comes back behind another one, tell it from a label. */
function speakersIn(text: string): Span[] {
  const spoken = [...text.matchAll(speaker)];
  const names = groupBy(spoken, ({ groups }) => groups?.["who"] ?? "");
  const label = lexiconOf().words("labels.mail", "labels.kpi", "labels.places", "quantities.bare_budget");
  const isTimed = spoken.every(({ groups }) => groups?.["time"] !== undefined);
  const changes = spoken.filter(({ groups }, i) => groups?.["who"] !== spoken[i - 1]?.groups?.["who"]);
  const comesBack = changes.length > names.size;
  if (!isTimed && !comesBack) return [];
  return [...names]
    .filter(([who, said]) => isTimed || (said.length > 1 && !matches(label, who)))
    .flatMap(([, said]) => said.map((match) => spanOf(match)));
}

const speaker =
  /^(?<time>\[?\d{1,2}[:.h]\d\d(?::\d\d)?\]?,?[ \t]+(?:-[ \t]+)?)?(?<who>\p{Lu}[\p{L}.'-]{0,20}(?: [\p{L}@.'-]{1,20}| \([^()\n]{1,30}\)){0,3}|\p{Ll}{1,20}[._]\p{L}{1,20})[ \t]?:(?=[ \t])/gmu;

/** Lines that stand together are one. */
function passages(text: string, lines: readonly Line[]): UnreadPhrase[] {
  const untaken: UnreadPhrase[] = [];
  for (const { text: line, start } of lines) {
    if (!/[\p{L}\p{N}]/u.test(line)) continue;
    const end = start + line.trimEnd().length;
    const last = untaken.at(-1);
    const joins = last !== undefined && text.slice(last.end, start).trim() === "";
    const from = joins ? last.start : start;
    if (joins) untaken.pop();
    untaken.push({ text: text.slice(from, end), start: from, end, why: "background" });
  }
  return untaken;
}

type Marks = ReturnType<typeof marksOf>;

function marksOf() {
  const { pattern } = lexiconOf();
  return {
    header: pattern("^\\*?{labels.mail} ?:\\*?\\s.*(?:@|\\d{4}|<|\\p{Lu})", "u"),
    /** A line that says who wrote: "From: 1 March" is a line of a brief. */
    sender: pattern("^\\*?{labels.mail} ?:\\*?\\s(?:[^\\n\\d]*$|.*@)", "u"),
    subject: pattern("^\\*?{labels.subject} ?:\\*?\\s", "iu"),
    /** "On 3 February 2026, Kim wrote:", "3 feb. 2026 kl. 10 skrev Kim:" */
    wrote: pattern("^(?=.*(?:\\d|@)).{0,160}(?<!\\p{L}){wrote}(?!\\p{L}).{0,100}:\\s*$", "iu"),
    original: pattern(
      "^\\s*(?:[-_=]{2,}\\s*{original_message}\\s*:?\\s*[-_=]{2,}|{original_message}\\s?:\\s*$)",
    ),
  };
}

/** How many lines say that an older mail begins here: two where a mail program broke "… wrote:" before its last words. */
function beginning(lines: readonly Line[], i: number, text: string, marks: Marks): number {
  const { text: line, start } = lines[i] ?? { text: "", start: 0 };
  if (marks.wrote.test(line) || marks.original.test(line) || isHeader(text.slice(start), marks)) return 1;
  const next = lines[i + 1]?.text ?? "";
  const isBroken = line.includes("@") && /^\S.{0,40}:\s*$/.test(next);
  return isBroken && marks.wrote.test(`${line.trimEnd()} ${next}`) ? 2 : 0;
}

/** A mail begins with who wrote it to whom. */
function isHeader(text: string, { header, sender, subject }: Marks): boolean {
  const [first = "", ...rest] = text.split("\n", 8);
  const goesOn = (line: string) => header.test(line) || subject.test(line);
  return header.test(first) && sender.test(first) && rest.slice(0, 4).some(goesOn);
}

/** The lines up to the last that names who, when or what for, without an empty one between. */
function headerSize(lines: readonly Line[], { header, subject }: Marks): number {
  const empty = lines.findIndex(({ text: line }) => line.trim() === "");
  const top = lines.slice(0, empty < 0 ? mostHeaders : Math.min(empty, mostHeaders));
  return top.findLastIndex(({ text: line }) => header.test(line) || subject.test(line)) + 1;
}

const moves = says("{moves}");
const ofTheRest = (behind: string) => ({
  test: (mail: string) =>
    lexiconOf()
      .pattern(`(?<!\\p{L}){remaining}(?!\\p{L})[^.!?;\\n]{0,30}(?<!\\p{L}){${behind}}(?!\\p{L})`)
      .test(mail),
});
/** "Everything else stays as it is" */
const restStays = ofTheRest("quantities.stays");
/** "Rest as in my mail below" */
const restIsBelow = ofTheRest("as_below");
/** "Money and places as before.": a sentence that says no more. */
const saysWhatStays = (mail: string) =>
  mail.split(/[.!?;\n]/).some((part) => !/\d/.test(part) && part.length < longestStay && stays.test(part));
const stays = says("{stays}");
const longestStay = 100;
/** "acme.example", and not the end of an address. */
const domain = /(?<![\p{L}\p{N}@.-])[\p{L}\p{N}-]+\.\p{Ll}{2,}(?!\p{L})/u;
/** "Cut the budget by a fifth" changes the very figure that an older mail has. */
const ofMoney = says("{bare_budget}|{change_behind}|{percent}|%");
/** "The budget does not change" */
const unchanged = says("{denials}");
const mostHeaders = 10;
const leastBrief = 40;
const quoted = /^[ \t]*(?:>|\|>)/;
/** What is quoted, without the marks of a table. */
const quoteMarks = /^[ \t]*(?:>[ \t]?)+/;
const quotedLines = /^[ \t]*>.*$/gm;
