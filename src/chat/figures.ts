/** A figure as people and programs write it: 83,723.30, 83.723,30, 2027-01-18, 1 200, 12. */
const figure = /\p{Nd}(?:[\p{Nd}.,'’\u00a0\u202f -]*\p{Nd})?/gu;
/** In tool results: digits of an id or a digest are no figures. */
const inRecord = new RegExp(`(?<![\\p{L}\\p{Nd}])${figure.source}(?=(?:k|m|bn)?(?![\\p{L}\\p{Nd}]))`, "giu");
/** A name with digits in it: a campaign's id, a line, a buy. */
const nameAround = /(?<![\p{L}\p{Nd}_./:-])[\p{L}\p{Nd}_./:-]*$/u;
const nameAfter = /^[\p{L}\p{Nd}_/:-]*(?:\.[\p{L}\p{Nd}_/:-]+)*/u;
const shortestName = 4;
/** Numbers that order a list, at the beginning of a line. */
const ordinal = /^\s*\p{Nd}{1,2}[.)]$/u;

export const mark = "[not from the record]";

/** What a model may have its figures from. */
export interface Sources {
  /** By tools: written as English and JSON write it. */
  readonly shown: readonly string[];
  /** By people, in any language. */
  readonly userTexts: readonly string[];
}

/**
 * A model's words with a mark behind each figure that stands in none of the sources. A share may be written in percent: 0.25 in a
 * source is 25 % in words. Numbers that are written as words are not checked.
 */
export function markFigures(text: string, { shown, userTexts }: Sources) {
  const known = new Set([
    ...shown.flatMap((source) => figuresIn(source, (part) => english(part) ?? [])),
    ...userTexts.flatMap((source) => figuresIn(source, readings)),
  ]);
  /** Figures that nothing in the record says, as they were written. */
  const unsupported: string[] = [];
  const marked = text.replaceAll(figure, (written: string, at: number) => {
    const line = text.slice(text.lastIndexOf("\n", at) + 1, at + written.length + 1);
    if (ordinal.test(line)) return written;
    const behind = text.slice(at + written.length);
    if (isNamed(text.slice(0, at), text.slice(at), [...shown, ...userTexts])) return written;
    const times = timesOf(behind);
    const isPercent = /^\s?(?:%|per ?cent|Prozent)/.test(behind);
    const isKnown = parts(written).every((part) =>
      readings(part).some(
        (value) => known.has(round(value * times)) || (isPercent && known.has(round(value / 100))),
      ),
    );
    if (isKnown) return written;
    unsupported.push(written);
    return `${written} ${mark}`;
  });
  return { text: marked, unsupported };
}

/** Whether the figure is part of a name in the sources. */
function isNamed(before: string, after: string, sources: readonly string[]): boolean {
  const name = `${nameAround.exec(before)?.[0] ?? ""}${nameAfter.exec(after)?.[0] ?? ""}`;
  return (
    /\p{L}/u.test(name) && name.length >= shortestName && sources.some((source) => source.includes(name))
  );
}

function figuresIn(source: string, read: (part: string) => number | number[]): number[] {
  return [...source.matchAll(inRecord)].flatMap(({ 0: written, index }) => {
    const times = timesOf(source.slice(index + written.length));
    return parts(written)
      .flatMap(read)
      .map((value) => round(value * times));
  });
}

/** Figures that stand beside each other: a date's, or those of a range. */
function parts(written: string): string[] {
  return written.split(/-|, | {2,}| (?!\p{Nd}{3}(?!\p{Nd}))/u).filter((part) => part !== "");
}

/** What a figure may mean: a point or a comma stands before decimals in one language and between thousands in another. */
function readings(written: string): number[] {
  return [english(written), german(written)].flatMap((value) => value ?? []);
}

function english(written: string): number | undefined {
  return numberIn(bare(written).replaceAll(",", ""));
}

function german(written: string): number | undefined {
  return numberIn(bare(written).replaceAll(".", "").replace(",", "."));
}

function bare(written: string): string {
  return written.replaceAll(/['’\u00a0\u202f ]/gu, "");
}

function numberIn(digits: string): number | undefined {
  const value = Number(digits);
  return Number.isFinite(value) ? round(value) : undefined;
}

/** 250k, 1.2 million. */
function timesOf(behind: string): number {
  if (/^\s?(?:k|thousand|tsd)(?!\p{L})/iu.test(behind)) return 1e3;
  if (/^\s?(?:m|mn|mio|million|millionen)(?!\p{L})/iu.test(behind)) return 1e6;
  return /^\s?(?:bn|billion|mrd)(?!\p{L})/iu.test(behind) ? 1e9 : 1;
}

function round(value: number): number {
  return Number(value.toPrecision(12));
}
