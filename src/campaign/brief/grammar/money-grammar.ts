import { monthPattern } from "./months.ts";
import { numberWords as words } from "./numbers.ts";

const numberWords = words();

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

/** Signs that count thousands or millions: the currency and the power of ten. */
export const thousandsOf: readonly (readonly [string, string, number])[] = [
  ["TEUR|T€|KEUR|K€", "EUR", 3],
  ["MEUR|M€", "EUR", 6],
  ["TCHF|KCHF", "CHF", 3],
  ["TGBP|KGBP|T£|K£", "GBP", 3],
  ["TUSD|KUSD", "USD", 3],
  ["TSEK|KSEK", "SEK", 3],
  ["MSEK", "SEK", 6],
  ["TNOK|KNOK", "NOK", 3],
  ["MNOK", "NOK", 6],
  ["TDKK|KDKK", "DKK", 3],
  ["MDKK", "DKK", 6],
];

const joint = "(?:-|–|—|to|bis|à|a|or|oder|ou|o|and|und|et|y)";
const sumEnd =
  "(?:k|m|mio\\.?|million(?:en|s)?|mill[oó]n(?:es)?|tsd\\.?|thousand|tausend|mille|mil|mila|tys\\.?|duizend|tusen|miljoen|miljoner|grand|[tkm]eur|[€$£]|eur(?:os?)?|usd|gbp|chf)";
export const rangeBefore = new RegExp(
  `(?<![\\d.,])(?![\\d.,/-]*20\\d\\d(?!\\d))\\d[\\d.,]*\\s*${sumEnd}?\\s*${sumEnd}?\\s*${joint}\\s*$`,
  "i",
);
export const rangeAfter = new RegExp(
  `^\\s*(?:-|–|—|to|bis|à|a|or|oder|ou|o)\\s*(?:(?:[€$£]|eur|usd|gbp|chf)\\s?\\d|\\d[\\d.,' ]*\\s*${sumEnd}(?!\\p{L})|\\d{1,3}(?:[.,' ]\\d{3})+(?![\\d/'-]|[.,]\\d))`,
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

// Codes that are also words ("ALL 3 markets", "TOP 10") only count after the number.
const codes = Intl.supportedValuesOf("currency").join("|");
const codesBefore = codes.replaceAll(/\b(?:ALL|TOP|TRY|CUP|PEN)\|/g, "");
const common = "eur|usd|gbp|chf|Eur|Usd|Gbp|Chf";
const signs = "US\\$|CA\\$|C\\$|AU\\$|A\\$|NZ\\$|HK\\$|S\\$|R\\$|[$€£¥₹]";
const wordsAfter =
  "[Ee]ur[oi]s?|US[- ][Dd]ollars?|[Dd]ollars?|d[oó]lares|[Pp]ounds(?: sterling)?|livres sterling|libras(?: esterlinas)?|Franken|Schweizer Franken|francs suisses|pesos|zł|złotych|[tTkKmM]?kr";
const counted = "(?:[TKM](?:EUR|CHF|GBP|USD|SEK|NOK|DKK)|T€|T£)";
const scales =
  "[kK]|MM|[mM]|mm|mn|mln\\.?|tys\\.?|tysięcy|mila|[dD]uizend|tusen|[mM]iljoen|[mM]iljoner|[mM]ilion(?:i|ów|y)|[mM]ilh(?:ão|ões)|[mM]io\\.?|[mM]ill(?:ion(?:s|en)?|[oó]n(?:es)?)|[tT]housand|[tT]sd\\.?|[tT]ausend|mil|mille|grand|bn|[bB]illion|[mM]rd\\.?|[mM]illiard(?:en?|s)";
const gap = "[ \\u00a0\\u202f]";
const digits =
  "\\d{1,3}(?:(?<group>[ \\u00a0\\u202f.,'’])\\d{3}(?:\\k<group>\\d{3})*)(?!\\d)(?:[.,]\\d{1,3}(?!\\d))?|\\d+(?:[.,]\\d+)?";
const endOfWord = "(?![\\p{L}\\p{N}])";
const currencyAfter = `${codes}|${common}|${counted}|${signs}|${wordsAfter}`;

export const amountPattern = new RegExp(
  [
    "(?<![\\p{L}\\p{N}.,])",
    `(?:(?<code>${codesBefore}|${common}|${counted})${gap}?(?=\\d))?`,
    `(?:(?<sign>${signs})${gap}?)?`,
    `(?<number>${digits})(?:[.,][-–—]+)?`,
    `(?:${gap}?(?<scale>${scales})(?!\\p{L}))?`,
    `(?:${gap}?(?:(?:d'|de${gap}))?(?:\\((?<bracketed>${currencyAfter})\\)|(?<plain>${currencyAfter})${endOfWord}))?`,
  ].join(""),
  "gu",
);

/** "Budget (EUR): 85.000" and the same in a table: the label names the currency. */
export const currencyInLabel = new RegExp(
  `(?:\\(|[\\p{L}] in )(?<mark>${codes}|${signs})\\)?(?:\\*\\*)?\\s*[:|][\\s*]*$`,
  "u",
);

/** Words that follow an amount and leave it as it is, beside those of every sentence. */
export const behindAmounts =
  "entre|desde|hasta|dal|dalla|dall|del|della|fra|tra|między|przed|po|od|do|a|as|os|dos|das|di|da|van|tot|vanaf|tussen|gedurende|tijdens|från|till|mellan|under|över|während|zwischen|nach|vor|seit|bei|beim|throughout|during|before|after|within|including|excluding|about|around|roughly|with|because|since|while|also|dans|durant|pendant|sauf|chez|y|e|en|nos|nas|com|sob|durante|hos|inom|nets?|nett[eio]|net[oa]s?|l[íi]quid[oa]s?|gross|brut(?:o|to|s)?|lord[io]|HT|TTC|excl\\p{L}*|incl\\p{L}*|inkl|exkl|zzgl|plus|media|working|overall|fix(?:ed)?|max\\p{L}*|min\\p{L}*|tops?|per|each|at|by|as|over|under|below|above|more|less|but|not|no|if|when|where|which|that|was|were|has|have|had|will|would|should|must|can|could|may|might|should|cpm|cpc|cpa|target|goal|limit|cap|spend|spent|available|signed|approved|confirmed|until|till|through|across|between|out|up|down|split|so|then|than|or|short|extra|additional|pro|je|pour|par|por|per|voor|przez|przeznacz\\p{L}+|til|bis|ab|bereit|frei|fest|gesamt|insgesamt|zur|für|wird|werden|wäre|sollen|soll|hat|haben|gekürzt|reduziert|zusätzlich|brutto|hors|disponibles?|au|sur|répartis|netos|disponibles|sin|con|repartid[oa]s|disponibili|beschikbaar|dostępn\\p{L}+|disponíveis|tillgängliga|mtl|monthly|weekly|daily|monatlich\\p{L}*|mensuel\\p{L}*|mensual\\p{L}*|a|an|is|are|euro|worth|production|fees?|commission|agency|test|reserved?|guarantee\\p{L}*|garanti\\p{L}*|off|it|its|everything|we|they|you|our|this|these|these|thousand|click|clic|Klick|mille|impressions?|last|next|this|each|every|chaque|cada|al|alla|na|w|o|ist|sind|est|sont|es|son|stehen|steht|zu|jusqu|maxi\\p{L}*|höchstens|mindestens|oder|ou|prices?|higher|lower|better";

/** An amount in words: a run of number words with the currency before or after it. */
export const spelledAmount = new RegExp(
  [
    "(?<![\\p{L}\\p{N}.,])",
    `(?:(?<code>${codesBefore}|${common})${gap})?`,
    `(?<words>${numberWords})(?![\\p{L}\\p{N}])`,
    `(?:${gap}?(?:(?:d['’]|d[eu]${gap}|of${gap}))?(?:\\((?<bracketed>${currencyAfter})\\)|(?<plain>${currencyAfter})${endOfWord}))?`,
  ].join(""),
  "giu",
);
/** "two to three hundred thousand" */
export const spelledRangeBefore = new RegExp(
  `(?<!\\p{L})(?:${numberWords}|\\d[\\d.,]*)\\s*${joint}\\s*$`,
  "iu",
);
/** What makes a following number one of several: "a couple of thousand euros", "a quarter of a million", "anderthalb Millionen". */
export const vagueNumberBefore =
  /(?<!\p{L})(?:couple of|few|several|some|quarter of|third of|einige|mehrere|paar|viertel|eineinhalb|anderthalb|quelques|plusieurs|quart de|unos cuantos|varios|cuarto de|and a|\d)\s*$/iu;
