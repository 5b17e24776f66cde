import type { Untaken } from "./draft.ts";
import { lexiconOf } from "./lexicon.ts";

interface Line {
  readonly text: string;
  readonly start: number;
}

/**
 * Sets aside what is no part of this brief: quoted mails, headers, signatures. `text` has spaces in their place, so that nothing
 * is taken from them and all other places stay.
 */
export function setBackgroundAside(text: string): { text: string; untaken: Untaken[] } {
  const lines = [...text.matchAll(/[^\n]*(?:\n|$)/g)].map((match) => ({
    text: match[0],
    start: match.index,
  }));
  const marks = marksOf();
  const aside = lines.map(({ text: line }) => quoted.test(line));
  const cut = lines.findIndex(({ text: line, start }) => {
    const begins = marks.wrote.test(line) || marks.original.test(line) || isHeader(text.slice(start), marks);
    return begins && text.slice(0, start).replaceAll(quotedLines, "").trim().length >= leastBrief;
  });
  if (cut >= 0) {
    // Behind "… wrote:" the quoted lines alone are old where they are marked; a reply may stand below them.
    const isMarked = aside.slice(cut + 1).some(Boolean);
    aside.fill(true, cut, isMarked ? cut + 1 : aside.length);
  }
  const signature = lines.findIndex(({ text: line, start }) => /^-- ?\n$/.test(line) && start > leastBrief);
  if (signature >= 0) aside.fill(true, signature);
  if (isHeader(text, marks)) {
    const end = lines.findIndex(({ text: line }) => line.trim() === "");
    for (const [i, { text: line }] of lines.slice(0, end < 0 ? undefined : end).entries())
      if (marks.header.test(line)) aside[i] = true;
  }
  const kept = lines.map(({ text: line }, i) => (aside[i] ? line.replaceAll(/[^\n]/g, " ") : line));
  return {
    text: kept.join(""),
    untaken: passages(
      text,
      lines.filter((_, i) => aside[i]),
    ),
  };
}

/** Lines that stand together are one. */
function passages(text: string, lines: readonly Line[]): Untaken[] {
  const untaken: Untaken[] = [];
  for (const { text: line, start } of lines) {
    if (line.trim() === "") continue;
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
  const { any, pattern } = lexiconOf();
  return {
    header: pattern("^\\*?{labels.mail}\\s*:\\*?\\s.*(?:@|\\d{4}|<|\\p{Lu})", "u"),
    wrote: new RegExp(`^\\s*${any("wrote").replaceAll("_", ".{4,80}")}(?!\\p{L}).{0,60}:\\s*$`, "u"),
    original: pattern(
      "^\\s*(?:[-_=]{2,}\\s*{original_message}\\s*:?\\s*[-_=]{2,}|{original_message}\\s*:\\s*$)",
    ),
  };
}

/** A mail begins with who wrote it to whom. */
function isHeader(text: string, { header }: Marks): boolean {
  const [first = "", ...rest] = text.split("\n", 8);
  return header.test(first) && rest.slice(0, 4).some((line) => header.test(line));
}

const leastBrief = 40;
const quoted = /^[ \t]*(?:>|\|>)/;
const quotedLines = /^[ \t]*>.*$/gm;
