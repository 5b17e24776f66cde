import type { MarkedSpan, SpanKind } from "../../../llm/questions/marked-text.ts";
import { freePlaces, type Span } from "../../grammar/spans.ts";

/** What code found in a text, by kind: a model is asked what each of it stands for. */
export type Pieces = Readonly<Record<SpanKind, readonly Span[]>>;

/** The pieces in the order of the text, each with an id that holds for all parts of a long text. */
export function askedSpans(text: string, pieces: Pieces): MarkedSpan[] {
  const isFree = freePlaces(text.length);
  return kinds.flatMap(([kind, letter]) =>
    pieces[kind]
      .filter(isFree)
      .map(({ start, end }, i): MarkedSpan => ({ id: `${letter}${i + 1}`, kind, start, end })),
  );
}

/** Money first: "10% of EUR 60,000" is two pieces, and an amount is never a part of a name. */
const kinds = [
  ["amount", "m"],
  ["date", "d"],
  ["share", "s"],
  ["name", "n"],
] as const;

/** The same pieces under other letters, counted from the end: who answers the second time cannot go by the first. */
export function renamed(spans: readonly MarkedSpan[]): ReadonlyMap<string, string> {
  const letters = { amount: "a", date: "t", share: "p", name: "q" } as const;
  return new Map(spans.map(({ id, kind }, i) => [id, `${letters[kind]}${spans.length - i}`]));
}

export interface TextPart {
  readonly text: string;
  readonly spans: readonly MarkedSpan[];
}

/** A long text in parts, cut before headings, mails and sheets, else between lines; each repeats the line before it, without marks. */
export function partsOf(text: string, all: readonly MarkedSpan[]): TextPart[] {
  const spans = all.toSorted((a, b) => a.start - b.start);
  const cuts = [0];
  while (text.length - (cuts.at(-1) ?? 0) > longestPart) cuts.push(nextCut(text, cuts.at(-1) ?? 0));
  return cuts.map((start, i) => {
    const end = cuts[i + 1] ?? text.length;
    const lead = i === 0 ? 0 : Math.max(text.lastIndexOf("\n", start - 2) + 1, start - longestLead);
    return {
      text: text.slice(lead, end),
      spans: spans
        .filter((span) => span.start >= start && span.start < end)
        .map((span) => ({ ...span, start: span.start - lead, end: Math.min(span.end, end) - lead })),
    };
  });
}

/** The last heading or empty line that leaves a part of at least half its length, else the last line, else the length itself. */
function nextCut(text: string, from: number): number {
  const page = text.slice(from, from + longestPart);
  const half = longestPart / 2;
  const at = [...page.matchAll(/\n(?=#|\s*\n|[-=_]{3,}|[^\n]{2,60}:\n)/g)].findLast(
    ({ index }) => index > half,
  );
  const line = page.lastIndexOf("\n");
  return from + (at !== undefined ? at.index + 1 : line > 0 ? line + 1 : longestPart);
}

const longestPart = 6_000;
const longestLead = 300;
