/** Numbers in words of four languages. What a word does: add, multiply by hundred, end a group of thousands, halve. */
type Part =
  | { readonly kind: "unit" | "ten" | "hundreds"; readonly value: number }
  | { readonly kind: "hundred" | "half" | "article" }
  | { readonly kind: "scale"; readonly value: number };
type Language = Readonly<Record<string, Part>>;

const units = (words: string, first = 1): Language =>
  Object.fromEntries(words.split(" ").map((word, i) => [word, { kind: "unit", value: first + i }]));
const tens = (words: string): Language =>
  Object.fromEntries(words.split(" ").map((word, i) => [word, { kind: "ten", value: 20 + 10 * i }]));
const each = (words: string, part: Part): Language =>
  Object.fromEntries(words.split(" ").map((word) => [word, part]));
const thousand = { kind: "scale", value: 1_000 } as const;
const million = { kind: "scale", value: 1_000_000 } as const;

const languages: readonly Language[] = [
  {
    ...units(
      "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen",
    ),
    ...tens("twenty thirty forty fifty sixty seventy eighty ninety"),
    ...each("hundred", { kind: "hundred" }),
    ...each("thousand grand", thousand),
    ...each("million", million),
    ...each("half", { kind: "half" }),
    ...each("a an", { kind: "article" }),
  },
  {
    ...units(
      "eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn",
    ),
    ...each("ein eine einem einer einen", { kind: "unit", value: 1 }),
    ...tens("zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig"),
    ...each("hundert", { kind: "hundred" }),
    ...each("tausend", thousand),
    ...each("million millionen", million),
    ...each("halbe halben", { kind: "half" }),
  },
  {
    ...units(
      "un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf",
    ),
    ...each("une", { kind: "unit", value: 1 }),
    ...tens("vingt trente quarante cinquante soixante soixante-dix quatre-vingt quatre-vingt-dix"),
    ...each("quatre-vingts", { kind: "ten", value: 80 }),
    ...each("cent cents", { kind: "hundred" }),
    ...each("mille", thousand),
    ...each("million millions", million),
    ...each("demi", { kind: "half" }),
  },
  {
    ...units(
      "uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve",
    ),
    ...each("un una", { kind: "unit", value: 1 }),
    ...tens("veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa"),
    ...Object.fromEntries(
      "cien doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos"
        .split(" ")
        .map((word, i): [string, Part] => [word, { kind: "hundreds", value: 100 * (i + 1) }]),
    ),
    ...each("ciento", { kind: "hundreds", value: 100 }),
    ...each("mil", thousand),
    ...each("millón millones", million),
    ...each("medio", { kind: "half" }),
  },
  // Of these languages the numbers that durations and counts are written with.
  ...[
    "uno due tre quattro cinque sei sette otto nove dieci undici dodici",
    "een twee drie vier vijf zes zeven acht negen tien elf twaalf",
    "jeden dwa trzy cztery pięć sześć siedem osiem dziewięć dziesięć",
    "um dois três quatro cinco seis sete oito nove dez onze doze",
    "ett två tre fyra fem sex sju åtta nio tio elva tolv",
  ].map((row) => units(row)),
];

const longestFirst = (words: Iterable<string>) => [...words].sort((a, b) => b.length - a.length).join("|");
const anyWord = longestFirst(new Set(languages.flatMap((language) => Object.keys(language))));
const between = "(?:[ -](?:and|und|et|y)[ -]|[ -]|und|)";

/** A run of number words, as the inside of a pattern; `numberNamed` says whether it is a number. */
export const numberWords = `(?:${anyWord})(?:${between}(?:${anyWord})){0,11}`;

/** A whole number above 0 in digits ("12") or in words ("twelve", "fünfzig", "deux cent mille"); undefined where it is none. */
export function numberNamed(written: string): number | undefined {
  if (/^\d{1,15}$/.test(written)) return Number(written) || undefined;
  const lower = written.toLowerCase();
  for (const language of languages) {
    const parts = partsIn(lower, language);
    const value = parts && amountOf(parts);
    if (value !== undefined && Number.isInteger(value) && value > 0) return value;
  }
  return undefined;
}

function partsIn(text: string, language: Language): Part[] | undefined {
  const pattern = new RegExp(`(?<word>${longestFirst(Object.keys(language))})${between}`, "y");
  const parts: Part[] = [];
  while (pattern.lastIndex < text.length) {
    const part = language[pattern.exec(text)?.groups?.["word"] ?? ""];
    if (part === undefined) return undefined;
    parts.push(part);
  }
  return parts;
}

/** Undefined where the words do not follow each other as in one number: "two three", "one and a half million", a lone "million". */
function amountOf(parts: readonly Part[]): number | undefined {
  const [first, second] = parts;
  // "million EUR": whatever stood before it is lost.
  if (second === undefined && (first?.kind === "scale" || first?.kind === "hundred")) return undefined;
  let total = 0;
  let group: number | undefined;
  let smallestScale = Number.POSITIVE_INFINITY;
  for (const [i, part] of parts.entries()) {
    const before = parts[i - 1];
    switch (part.kind) {
      case "article":
        if (i > 0 && before?.kind !== "half") return undefined;
        group = before?.kind === "half" ? group : 1;
        break;
      case "half":
        if (i > 1 || (group ?? 1) !== 1 || parts.at(-1)?.kind !== "scale") return undefined;
        group = 0.5;
        break;
      case "unit":
      case "ten":
      case "hundreds": {
        const room = part.kind === "unit" ? unitRoom(before) : part.kind === "ten" ? 10 : 1;
        if (before?.kind === "half" || before?.kind === "article" || (group ?? 0) % 100 >= room)
          return undefined;
        group = (group ?? 0) + part.value;
        break;
      }
      case "hundred":
        if (group !== undefined && !(group >= 1 && group < 20)) return undefined;
        group = (group ?? 1) * 100;
        break;
      case "scale":
        if (part.value >= smallestScale) return undefined;
        total += (group ?? 1) * part.value;
        smallestScale = part.value;
        group = undefined;
        break;
    }
  }
  return total + (group ?? 0);
}

/** A unit may follow a ten ("twenty-five"); otherwise nothing below a hundred may stand before it. */
function unitRoom(before: Part | undefined): number {
  return before?.kind === "ten" ? 100 : 1;
}
