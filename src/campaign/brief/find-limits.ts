import { type Found, found, type Reading } from "./draft.ts";
import { domainPattern } from "./find-brand.ts";
import { mentionOf } from "./mentions.ts";
import { type Span, sentenceAround } from "./spans.ts";

/** The largest share of the budget for one seller, 0 to 1: "max 40% per seller", "höchstens 40 % pro Anbieter". */
export function findShare(text: string): Reading<number> {
  const shares = [...text.matchAll(/(?<![\d.,])(?<number>\d+(?:[.,]\d+)?)\s?%/gu)].flatMap((match) => {
    const span = { text: match[0], start: match.index, end: match.index + match[0].length };
    const sentence = sentenceAround(text, span);
    const before = text.slice(sentence.start, span.start);
    const after = text.slice(span.end, sentence.end);
    if (!perSeller.test(`${before.slice(-40)} ${after.slice(0, 60)}`)) return [];
    const share = Number((match.groups?.["number"] ?? "").replace(",", ".")) / 100;
    return [{ span, share, limit: atMost.test(before.slice(-32)) }];
  });
  const [only, ...more] = shares;
  if (only === undefined) return { questions: [] };
  if (more.length > 0 || !only.limit || !(only.share > 0 && only.share <= 1)) {
    const quoted = shares.map(({ span }) => `"${span.text}"`).join(" and ");
    const text = `Is ${quoted} the largest share of the budget for one seller?`;
    return { questions: [{ field: "limits.max_share_per_seller", text }] };
  }
  return { found: found(only.share, only.span), questions: [] };
}

/** Domains that the text rules out. */
export function findExcludedSellers(text: string): Found<string>[] {
  const seen = new Map<string, Found<string>>();
  for (const match of text.matchAll(domainPattern)) {
    const span: Span = { text: match[0], start: match.index, end: match.index + match[0].length };
    const before = text.slice(sentenceAround(text, span).start, span.start);
    const domain = match[0].toLowerCase();
    if ((mentionOf(text, span) === "excluded" || continuesExclusion(before)) && !seen.has(domain))
      seen.set(domain, found(domain, span));
  }
  return [...seen.values()];
}

/** "Exclude a.example, b.example and …": nothing but domains since the word that rules them out. */
function continuesExclusion(before: string): boolean {
  const last = [...before.matchAll(exclusion)].at(-1);
  if (last === undefined) return false;
  const since = before.slice(last.index + last[0].length).split(/[\s,]+|(?=:)/);
  return since.every((word) => joining.test(word) || word.search(domainPattern) === 0);
}

const seller =
  "seller|publisher|vendor|partner|site|supplier|Anbieter|Publisher|Vermarkter|vendeur|éditeur|support|vendedor|proveedor|medio|soporte";
const perSeller = new RegExp(
  `(?<!\\p{L})(?:per|any(?: one)?|one|single|each|pro|je|einen|einem|par|un seul|por|un solo)\\s+(?:single |one )?(?:${seller})`,
  "iu",
);
const atMost =
  /(?:max(?:imum|imal|\.)?|at most|no more than|not more than|up to|cap(?:ped)?(?: at)?|limit(?:ed)?(?: to)?|höchstens|nicht mehr als|maximum|pas plus de|au plus|máximo|como máximo|no más de)(?: of| de| von)?\s*$/iu;
const exclusion =
  /(?<!\p{L})(?:exclud(?:e|ed|ing)|block ?list|ausgeschlossen|exclure|exclus?|excluir|excluid[oa]s?)(?: sellers?| publishers?)?(?!\p{L})/giu;
const joining = /^(?:and|or|und|oder|et|ou|y|o|:)?$/i;
