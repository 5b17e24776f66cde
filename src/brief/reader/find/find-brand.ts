import type { Brief } from "../../brief.ts";
import { linesOf } from "../../grammar/labelled.ts";
import { lexiconOf } from "../../grammar/lexicon.ts";
import { cue } from "../../grammar/phrases.ts";
import { ask } from "../../grammar/question.ts";
import { overlaps, type Span, spanFrom, spansOf } from "../../grammar/spans.ts";
import { type Found, found, type Reading } from "../draft.ts";

/** Host names with a letters-only last part; the part before "@" of an e-mail address is not one. */
export const domainPattern =
  /(?<![\p{L}\p{N}@.-])(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,24})(?![\p{L}\p{N}@-])/giu;
const abbreviation =
  /^(?:e\.g|i\.e|z\.b|u\.s|u\.k|d\.h|p\.m|a\.m|ee\.uu|(?:dott|prof|sig)\.(?:ssa|ra)|org\.nr)$/i;

/** The brand's domain, and its name where a line gives one. `others` are domains that the text speaks of otherwise. */
export function findBrand(text: string, others: readonly Span[], sender?: Span): Reading<Brief["brand"]> {
  const domains = new Map<string, Span>();
  for (const span of spansOf(text, domainPattern)) {
    const domain = span.text.toLowerCase().replace(/^www\./, "");
    const isOther = others.some((other) => other.text.toLowerCase() === span.text.toLowerCase());
    if (!isOther && !domains.has(domain) && !abbreviation.test(domain)) domains.set(domain, span);
  }
  const lines = [...linesOf(text, "brand"), ...linesOf(text, "domain")];
  const own = [...domains].filter(([, domain]) => lines.some((line) => overlaps(line, domain)));
  // A line that names the brand says which domain is its own, whatever others the text speaks of.
  const [only, ...more] = own.length === 1 ? own : [...domains];
  // "Oxbow (oxbow.example)" names whom the text speaks of otherwise.
  const named = nameSpans(text).find(
    ({ end }) => !others.some(({ start }) => start >= end && /^\s?[(,]?\s?$/.test(text.slice(end, start))),
  );
  if (only === undefined && sender !== undefined && named === undefined) {
    const domain = sender.text.toLowerCase().replace(/^(?:www|mail)\./, "");
    const note = "the domain of who wrote it";
    return { found: found({ domain }, sender, { strength: "soft", note }), questions: [] };
  }
  if (only === undefined)
    return {
      questions: [
        named ? ask("brand.domain", "brand.domain", { name: named }) : ask("brand.domain", "brand.missing"),
      ],
    };
  if (more.length > 0 || !isOwn(only, text, lines)) {
    const names = [...domains.keys()];
    return { questions: [ask("brand.domain", "brand.which", { domains: [...domains.values()] }, names)] };
  }
  const [domain, evidence] = only;
  return { found: found({ domain, ...(named && { name: named.text }) }, evidence), questions: [] };
}

/** "For acme.example we plan" */
const opening = cue("(?:[.!?\\n]\\s*)(?:{for_whom})\\s+$");

/** "Our site is still acme.example" */
const siteOf = cue(() => `(?<!\\p{L})${lexiconOf().any("labels.domain")}(?:\\s+\\p{L}+){0,3}\\s+$`);

/**
 * Whether more than being there speaks for a domain as the brand's: its line has such a label, comes first or has a number; a name, a
 * bracket, a label or "For" stands before it; an address or a name has its letters. A domain in passing may be a seller's.
 */
function isOwn([domain, span]: readonly [string, Span], text: string, lines: readonly Span[]): boolean {
  const before = text.slice(0, span.start);
  const after = text.slice(span.end);
  const rest = `${before} ${after}`;
  const line = before.slice(before.lastIndexOf("\n") + 1);
  return (
    lines.some((one) => overlaps(one, span)) ||
    !before.trim().includes("\n") ||
    opening.test(before.slice(-longestName)) ||
    /\d/.test(line + after.split("\n", 1)[0]) ||
    /[:(=]/.test(line) ||
    (line.trim() === "" && /^\s*(?:\n|$)/.test(after)) ||
    siteOf.test(line) ||
    /\p{Lu}[\p{L}\p{N}.’']*, ?$/u.test(line.slice(-longestName)) ||
    rest.toLowerCase().includes(`@${domain}`) ||
    lettersOf(rest).includes(lettersOf(domain.split(".").at(-2) ?? domain))
  );
}

/**
 * Where the text names the brand: on a line "Client: Acme Outdoor", beside its domain, "Acme Outdoor (acme.example)", or as its domain
 * spells it. A word of it is no channel and no place.
 */
export function nameSpans(text: string): Span[] {
  const onLines = linesOf(text, "brand")
    .flatMap(({ text: value }) => nameIn(value) ?? [])
    .filter((name) => /^[\p{Lu}\p{N}]/u.test(name) && name.split(" ").length <= 5);
  const beside = spansOf(text, domainPattern).flatMap(({ text: domain, start, end }) => {
    const before = capitals.exec(text.slice(Math.max(0, start - longestName), start))?.groups?.["name"];
    const behind = /^ ?\((?<name>\p{Lu}[^()\n]{1,40})\)/u.exec(text.slice(end))?.groups?.["name"];
    const words = before?.split(" ") ?? [];
    const first = words.findIndex(
      (word) => word.length > 2 && lettersOf(domain).startsWith(plainLetters(lettersOf(word))),
    );
    return [...(first < 0 ? [] : [words.slice(first).join(" ")]), ...(behind === undefined ? [] : [behind])];
  });
  const names = [...new Set([...onLines, ...beside])].filter((name) => name.length <= longestName);
  return names.flatMap((name) => {
    const found: Span[] = [];
    for (let start = text.indexOf(name); start >= 0; start = text.indexOf(name, start + name.length))
      found.push({ text: name, start, end: start + name.length });
    // A single word, such as "Radio", is the brand's only where it is named.
    return name.includes(" ") ? found : found.slice(0, 1);
  });
}

const longestName = 60;
const capitals = /(?<name>\p{Lu}[\p{L}\p{N}&'’-]*(?: (?:\p{Lu}[\p{L}\p{N}'’-]*|&))*) ?[(,|–-] ?$/u;

/** As domains spell them: "cafe" for "Café", "jemiola" for "Jemioła". */
export function plainLetters(word: string): string {
  return word.toLowerCase().replaceAll("ł", "l").normalize("NFD").replaceAll(/\p{M}/gu, "");
}

function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** "Acme", and the same before its domain: "Acme (acme.example)". */
function nameIn(value: string): string | undefined {
  const [name = ""] = value.split(/[.;](?:\s|$)/);
  const [domain] = spansOf(name, domainPattern);
  if (domain === undefined) return name.split(/,\s/)[0];
  return /^(?<name>[^.;,(/|]+?)\s*[(,/|–-]\s*$/u.exec(name.slice(0, domain.start))?.groups?.["name"];
}

/** What the advertising should say: a line "Message: …". Where it begins with a quote, the quote is all of it. */
export function findMessage(text: string): Found<string> | undefined {
  const line = ownLine(text, "message");
  const quote = line && (/^["“„«][^"”“»]+["”“»]/u.exec(line.text)?.[0] ?? line.text);
  if (line === undefined || quote === undefined) return undefined;
  return found(quote, spanFrom(text, line.start, line.start + quote.length));
}

/** A labelled line up to the next label in it: "Target: cyclists. Goal: consideration". */
export function ownLine(text: string, label: string): Span | undefined {
  const [line] = linesOf(text, label);
  const [own = ""] = line?.text.split(/[.;]\s+(?=\p{Lu}[\p{L} -]{1,24}:\s)/u) ?? [];
  return line && spanFrom(text, line.start, line.start + own.length);
}
