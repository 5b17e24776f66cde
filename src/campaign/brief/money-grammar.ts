import { monthPattern } from "./months.ts";
import { words } from "./spans.ts";

export const currencyWords: readonly (readonly [string, string])[] = [
  ["€|euros?", "EUR"],
  ["\\$|US\\$|dollars?|US[- ]dollars?|d[oó]lares", "USD"],
  ["£|pounds(?: sterling)?|livres sterling|libras(?: esterlinas)?", "GBP"],
  ["(?:CA|C)\\$", "CAD"],
  ["(?:AU|A)\\$", "AUD"],
  ["NZ\\$", "NZD"],
  ["HK\\$", "HKD"],
  ["S\\$", "SGD"],
  ["R\\$", "BRL"],
  ["₹", "INR"],
  ["zł|złotych", "PLN"],
  ["Franken|Schweizer Franken|francs suisses", "CHF"],
];

const joint = "(?:-|–|—|to|bis|à|a|or|oder|ou|o|and|und|et|y)";
const sumEnd = "(?:k|m|mio\\.?|million(?:en|s)?|[€$£]|eur(?:os?)?|usd|gbp|chf)";
export const rangeBefore = new RegExp(
  `(?<![\\d.,])(?![\\d.,/-]*20\\d\\d(?!\\d))\\d[\\d.,]*\\s*${sumEnd}?\\s*${sumEnd}?\\s*${joint}\\s*$`,
  "i",
);
export const rangeAfter = new RegExp(
  `^\\s*(?:-|–|—|to|bis|à|a|or|oder|ou|o)\\s*(?:(?:[€$£]|eur|usd|gbp|chf)\\s?\\d|\\d[\\d.,' ]*\\s*${sumEnd}(?!\\p{L}))`,
  "iu",
);
export const timesBefore = /\d\s*(?:[x×*]|times|mal|fois|veces)\s*$/i;
export const timesAfter = /^\s*(?:[x×*]\s*\d|\d+\s*times\b)/i;
export const dateBefore = new RegExp(
  `(?<!\\p{L})(?:${monthPattern}\\.?|KW|Q\\d|H\\d|weeks?)[ \\u00a0]?$`,
  "iu",
);
export const approximately =
  /(?:\b(?:about|around|approx\.?|approximately|circa|ca\.?|roughly|rund|etwa|ungefähr|environ|aproximadamente|unos|alrededor de|cerca de)|~)\s*$/i;

const numerals =
  "an?|une?|half|quarter|one|two|three|four|five|six|seven|eight|nine|ten|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|ein|eine|zwei|drei|vier|fünf|zehn|zwanzig|fünfzig|deux|trois|quatre|cinq|dix|vingt|cinquante|cent|dos|tres|cuatro|cinco|diez|veinte|cincuenta|cien";
const magnitudes =
  "hundred|thousand|million|grand|hundert|tausend|hunderttausend|Million(?:en)?|mille|millions|mil|millón|millones";
const currencyName = "\\(?(?:GBP|EUR|USD|euros?|pounds|dollars|dólares|libras)";
export const spelledOut = words(
  `(?:(?:${numerals}|of)[ -]){1,6}(?:(?:${magnitudes})[ -]?){0,3}(?:grand|(?:${magnitudes})(?: d'| de | )?${currencyName})`,
);

// Codes that are also words ("ALL 3 markets", "TOP 10") only count after the number.
const codes = Intl.supportedValuesOf("currency").join("|");
const codesBefore = codes.replaceAll(/\b(?:ALL|TOP|TRY|CUP|PEN)\|/g, "");
const common = "eur|usd|gbp|chf|Eur|Usd|Gbp|Chf";
const signs = "US\\$|CA\\$|C\\$|AU\\$|A\\$|NZ\\$|HK\\$|S\\$|R\\$|[$€£¥₹]";
const wordsAfter =
  "[Ee]uros?|US[- ][Dd]ollars?|[Dd]ollars?|d[oó]lares|[Pp]ounds(?: sterling)?|livres sterling|libras(?: esterlinas)?|Franken|Schweizer Franken|francs suisses|pesos|zł|złotych|t?kr|TEUR|T€";
const scales =
  "[kK]|MM|[mM]|mm|mn|mln|[mM]io\\.?|[mM]ill(?:ion(?:s|en)?|[oó]n(?:es)?)|[tT]housand|[tT]sd\\.?|[tT]ausend|mil|mille|grand|bn|[bB]illion|[mM]rd\\.?|[mM]illiard(?:en?|s)";
const gap = "[ \\u00a0\\u202f]";
const digits =
  "\\d{1,3}(?:(?<group>[ \\u00a0\\u202f.,'’])\\d{3}(?:\\k<group>\\d{3})*)(?!\\d)(?:[.,]\\d{1,3}(?!\\d))?|\\d+(?:[.,]\\d+)?";
const endOfWord = "(?![\\p{L}\\p{N}])";
const currencyAfter = `${codes}|${common}|${signs}|${wordsAfter}`;

export const amountPattern = new RegExp(
  [
    "(?<![\\p{L}\\p{N}.,])",
    `(?:(?<code>${codesBefore}|${common})${gap}?(?=\\d))?`,
    `(?:(?<sign>${signs})${gap}?)?`,
    `(?<number>${digits})(?:,-+)?`,
    `(?:${gap}?(?<scale>${scales})(?!\\p{L}))?`,
    `(?:${gap}?(?:(?:d'|de${gap}))?(?:\\((?<bracketed>${currencyAfter})\\)|(?<plain>${currencyAfter})${endOfWord}))?`,
  ].join(""),
  "gu",
);
