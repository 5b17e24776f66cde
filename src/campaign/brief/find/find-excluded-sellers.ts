import { sellerName } from "../../../lib/address.ts";
import { type Found, found } from "../draft.ts";
import { mentionOf } from "../grammar/mentions.ts";
import { type Span, sentenceAround } from "../grammar/spans.ts";
import { domainPattern } from "./find-brand.ts";

/** Domains that the text rules out. */
export function findExcludedSellers(text: string): Found<string>[] {
  const seen = new Map<string, Found<string>>();
  for (const match of text.matchAll(domainPattern)) {
    const span: Span = { text: match[0], start: match.index, end: match.index + match[0].length };
    const before = text.slice(sentenceAround(text, span).start, span.start);
    const domain = sellerName(match[0]);
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

const exclusion =
  /(?<!\p{L})(?:exclud(?:e|ed|ing)|block ?list|ausgeschlossen|exclure|exclus?|excluir|excluid[oa]s?)(?: sellers?| publishers?)?(?!\p{L})/giu;
const joining = /^(?:and|or|und|oder|et|ou|y|o|:)?$/i;
