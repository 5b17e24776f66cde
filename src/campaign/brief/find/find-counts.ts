import type { Question } from "../../model/brief.ts";
import { type Found, found } from "../draft.ts";
import { numberNamed, numberWords } from "../grammar/number-words.ts";
import { sentenceAround } from "../grammar/spans.ts";

export interface CountsReading {
  readonly maxPackages?: Found<number>;
  readonly minSellers?: Found<number>;
  readonly maxSellers?: Found<number>;
  readonly questions: readonly Question[];
}

/** How many packages and sellers: "at most 8 packages", "between 2 and 4 publishers", "höchstens fünf Anbieter". */
export function findCounts(text: string): CountsReading {
  const counts = { max_packages: [], min_sellers: [], max_sellers: [] } as Record<Field, Found<number>[]>;
  const questions: Question[] = [];
  for (const match of countable.test(text) ? text.matchAll(counted) : []) {
    const { low = "", packages } = match.groups ?? {};
    const span = { text: match[0], start: match.index, end: match.index + match[0].length };
    const before = text.slice(sentenceAround(text, span).start, span.start);
    const after = text.slice(span.end);
    if (shareBefore.test(before)) continue;
    const [first, second] = bothNumbers(low, match.groups?.["high"]);
    const least = leastBefore.test(before) || leastAfter.test(after);
    const most = mostBefore.test(before) || mostAfter.test(after);
    const add = (field: Field, count: number) => counts[field].push(found(count, span));
    if (first === undefined)
      questions.push({
        field: packages ? "limits.max_packages" : "limits.max_sellers",
        text: `How many are "${span.text}"?`,
      });
    else if (packages !== undefined && second === undefined && most) add("max_packages", first);
    else if (packages !== undefined)
      questions.push({
        field: "limits.max_packages",
        text: `Is "${span.text}" the most packages of the plan?`,
      });
    else if (second !== undefined && second >= first) {
      add("min_sellers", first);
      add("max_sellers", second);
    } else if (least && !most) add("min_sellers", first);
    else if (most && !least) add("max_sellers", first);
    else
      questions.push({
        field: "limits.max_sellers",
        text: `Is "${span.text}" the least or the most sellers of the plan?`,
      });
  }
  const read = (field: Field): Found<number> | undefined => {
    const [only] = counts[field];
    const values = new Set(counts[field].map(({ value }) => value));
    if (values.size <= 1) return only;
    questions.push({ field: `limits.${field}`, text: `Which number holds: ${[...values].join(" or ")}?` });
    return undefined;
  };
  const [maxPackages, minSellers, maxSellers] = [
    read("max_packages"),
    read("min_sellers"),
    read("max_sellers"),
  ];
  return {
    ...(maxPackages && { maxPackages }),
    ...(minSellers && { minSellers }),
    ...(maxSellers && { maxSellers }),
    questions,
  };
}

/** "two and four" reads like one number in words, but is two. */
function bothNumbers(low: string, high: string | undefined): readonly (number | undefined)[] {
  if (high !== undefined) return [numberNamed(low), numberNamed(high)];
  const one = numberNamed(low);
  return one === undefined ? low.split(/\s(?:and|und|et|y)\s/).map(numberNamed) : [one];
}

type Field = "max_packages" | "min_sellers" | "max_sellers";

const number = `\\d{1,3}|${numberWords}`;
const packages = "packages|Paketen?|Pakete|paquets|paquetes";
const sellers =
  "sellers|publishers|vendors|suppliers|Anbieter[n]?|Verkäufern?|Vermarktern?|vendeurs|éditeurs|régies|vendedores|proveedores|soportes|editores";
/** Few briefs have them, and numbers are slow to look for. */
const countable = new RegExp(`(?:${packages}|${sellers})(?!\\p{L})`, "iu");
const counted = new RegExp(
  `(?<![\\p{L}\\p{N}.,%])(?<low>${number})(?:\\s*(?:-|–|to|and|bis|und|à|et|a|y)\\s*(?<high>${number}))?\\s+(?:different |separate |verschiedene |différents |distintos )?(?:(?<packages>${packages})|(?:${sellers}))(?!\\p{L})`,
  "giu",
);
/** "40 % bei einem Anbieter": a share of each, which counts none. */
const shareBefore =
  /(?:%|per ?cent|Prozent|pour cent|por ciento)\s+(?:(?:bei|mit|an|with|at|for|on|to|chez|par|por|con|en)\s+)?$/iu;
const leastBefore =
  /(?<!\p{L})(?:at least|minimum(?: of)?|min\.?|no fewer than|not fewer than|no less than|mindestens|wenigstens|au moins|au minimum|al menos|como mínimo|mínimo(?: de)?|por lo menos)\s*$/iu;
const leastAfter =
  /^\s*\(?(?:at least|minimum|or more|mindestens|oder mehr|au moins|ou plus|como mínimo|o más)(?!\p{L})/iu;
const mostBefore =
  /(?<!\p{L})(?:at most|max(?:imum|imal|\.)?(?: of)?|no more than|not more than|up to|höchstens|nicht mehr als|bis zu|pas plus de|au plus|au maximum|jusqu['’]à|como máximo|máximo(?: de)?|no más de|hasta)\s*$/iu;
const mostAfter =
  /^\s*\(?(?:at most|max(?:imum|imal)?|or fewer|or less|höchstens|oder weniger|au maximum|au plus|como máximo|o menos)(?!\p{L})/iu;
