import type { Brief, Question } from "../../model/brief.ts";
import { type Found, found, type Reading } from "../draft.ts";
import { labelled } from "../grammar/labelled.ts";
import { type Span, spansOf } from "../grammar/spans.ts";

/** Host names with a letters-only last part; the part before "@" of an e-mail address is not one. */
export const domainPattern =
  /(?<![\p{L}\p{N}@.-])(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,24})(?![\p{L}\p{N}@-])/giu;

/** The brand's domain, and its name where a line gives one. `others` are domains that the text speaks of otherwise. */
export function findBrand(text: string, others: readonly Found<string>[]): Reading<Brief["brand"]> {
  const domains = new Map<string, Span>();
  for (const span of spansOf(text, domainPattern)) {
    const domain = span.text.toLowerCase().replace(/^www\./, "");
    if (
      !others.some(({ value }) => value === span.text.toLowerCase()) &&
      !domains.has(domain) &&
      !abbreviation.test(domain)
    )
      domains.set(domain, span);
  }
  const named = nameSpans(text)[0]?.text;
  const lines = labelled(text, brandLabels);
  const own = [...domains].filter(([, { start, end }]) =>
    lines.some((line) => line.start <= start && end <= line.end),
  );
  // A line that names the brand says which domain is its own, whatever others the text speaks of.
  const [only, ...more] = own.length === 1 ? own : [...domains];
  const ask = (words: string, suggestions?: readonly string[]): { questions: Question[] } => ({
    questions: [{ field: "brand.domain", text: words, ...(suggestions && { suggestions }) }],
  });
  if (only === undefined) return ask(`What is the internet domain of ${named ? `"${named}"` : "the brand"}?`);
  const names = [...domains.keys()];
  if (more.length > 0) return ask(`Which domain is the brand's: ${names.join(" or ")}?`, names);
  const [domain, evidence] = only;
  return { found: found({ domain, ...(named ? { name: named } : {}) }, evidence), questions: [] };
}

/**
 * Where the text names the brand: on a line "Client: Acme Outdoor", beside its domain, "Acme Outdoor (acme.example)", or as its domain
 * spells it. A word of it is no channel and no place.
 */
export function nameSpans(text: string): Span[] {
  const labels = labelled(text, brandLabels)
    .flatMap(({ text: value }) => nameIn(value) ?? [])
    .filter((name) => /^[\p{Lu}\p{N}]/u.test(name) && name.split(" ").length <= 5);
  const domains = spansOf(text, domainPattern);
  const beside = domains.flatMap(({ text: domain, start, end }) => {
    const before = capitals.exec(text.slice(Math.max(0, start - longestName), start))?.groups?.["name"];
    const behind = /^ ?\((?<name>\p{Lu}[^()\n]{1,40})\)/u.exec(text.slice(end))?.groups?.["name"];
    const words = before?.split(" ") ?? [];
    const first = words.findIndex((word) => word.length > 2 && lettersOf(domain).startsWith(lettersOf(word)));
    return [...(first < 0 ? [] : [words.slice(first).join(" ")]), ...(behind === undefined ? [] : [behind])];
  });
  const names = [...new Set([...labels, ...beside])].filter((name) => name.length <= longestName);
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

function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** "Acme", and the same before its domain: "Acme (acme.example)". */
function nameIn(value: string): string | undefined {
  const [name = ""] = value.split(/[.;](?:\s|$)/);
  const [domain] = spansOf(name, domainPattern);
  if (domain === undefined) return name;
  const before = /^(?<name>[^.;,(/|]+?)\s*[(,/|–-]\s*$/u.exec(name.slice(0, domain.start));
  return before?.groups?.["name"];
}

/** The campaign's name: a line "Campaign: …", else a mail's subject, the first heading or line, shortened. */
export function findName(text: string): Found<string> | undefined {
  const [line] = labelled(
    text,
    "campaign(?: name)?|name|title|Kampagne(?:nname)?|Titel|(?:nom de la )?campagne|(?:nombre de la )?campaña",
  );
  if (line !== undefined) return found(line.text, line);
  const blank = (marks: string) => " ".repeat(marks.length);
  const [subject] = labelled(text, "subject|Betreff|objet|asunto|oggetto|onderwerp|temat|assunto|ämne");
  const from = subject === undefined ? text : " ".repeat(subject.start) + text.slice(subject.start);
  const first = /\S[^\n]*/u.exec(
    from.replace(greeting, blank).replace(beforeName, blank).replace(replyMarks, blank),
  );
  if (first === null) return undefined;
  const title = (first[0].split(/[.!?](?=\s|$)/)[0] ?? "").slice(0, 80).trim();
  const name = title.replace(inBrackets, "");
  return found(
    name,
    { text: title, start: first.index, end: first.index + title.length },
    { strength: "soft" },
  );
}

/** A domain beside the name that it belongs to. */
const inBrackets = / ?\((?:https?:\/\/)?[a-z0-9-]+(?:\.[a-z0-9-]+)+\)/giu;

/** Whom the campaign is for: a line "Audience: …", else words such as "adults 25-54". */
export function findAudience(text: string): Found<string> | undefined {
  const [line] = labelled(
    text,
    "(?:target )?audience|target group|target|Zielgruppe|cible|audience cible|público(?: objetivo)?|audiencia",
  );
  if (line !== undefined) return found(line.text, line);
  const [people] = spansOf(text, ages);
  return people && found(people.text, people, { strength: "soft" });
}

/** What the advertising should say: a line "Message: …". */
export function findMessage(text: string): Found<string> | undefined {
  const [line] = labelled(text, "(?:key )?message|claim|slogan|(?:Kern)?botschaft|message(?: clé)?|mensaje");
  return line && found(line.text, line);
}

/** "Hello Ann," on a line of its own. */
export const greeting = /^\s*[^\n,]{1,40},[ \t]*(?=\n)/u;
const beforeName = /^[\s#*>|-]*(?:\p{L}[\p{L} ]{1,24}:[*\s]+)?/u;
const replyMarks = /^\s*(?:(?:re|fwd?|aw|wg|tr|rv)\s*:\s*)+/iu;
const brandLabels =
  "brand|advertiser|client|Marke|Kunde|Werbungtreibender|marque|annonceur|client|marca|anunciante|cliente";
const abbreviation = /^(?:e\.g|i\.e|z\.b|u\.s|u\.k|d\.h|p\.m|a\.m|ee\.uu)$/i;
const ages =
  /(?<![\p{L}\p{N}])(?:adults?|women|men|people|parents|Erwachsene|Frauen|Männer|adultes|femmes|hommes|adultos|mujeres|hombres)(?: (?:aged|im Alter von|âgés de|de))?,? \d{2}\s?(?:-|–|to|bis|à|a)\s?\d{2}(?!\d)/giu;
