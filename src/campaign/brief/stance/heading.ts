import type { Span } from "../grammar/spans.ts";

/** The words above a list of bullets or indented lines, where `span` is the first word of one of its lines. */
export function headingOf(text: string, { start }: Pick<Span, "start">): string | undefined {
  const lines = text.slice(Math.max(0, start - longestReach), start).split("\n");
  if (!itemMark.test(lines.pop() ?? "")) return undefined;
  const heading = lines.findLast((line) => line.trim() !== "" && !itemStart.test(line));
  return heading !== undefined && heading.trim().length <= longestHeading ? heading.trim() : undefined;
}

const longestReach = 600;
const longestHeading = 80;
/** What stands before the first word of an item, alone or before all of it. */
const itemMark = /^(?:[ \t]+|[ \t]*(?:[-*•–]|\d{1,2}[.)])[ \t]+)$/;
const itemStart = /^(?:[ \t]+\S|[ \t]*(?:[-*•–]|\d{1,2}[.)])[ \t])/;
