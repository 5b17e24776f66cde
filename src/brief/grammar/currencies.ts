import { isCurrency, tooMuchToWrite } from "../../lib/money.ts";
import { problem, type Wording } from "./question.ts";

/** Signs and names of currencies in any language; in words of them either case of the first letter. */
const named: readonly (readonly [name: string, code: string])[] = [
  ["d[oó]lares canadienses|dollars canadiens|\\$ canadiens|\\$ ?CAN?|Canadian dollars", "CAD"],
  ["Australian dollars", "AUD"],
  ["(?:New Zealand|NZ) dollars", "NZD"],
  ["Singapore dollars", "SGD"],
  ["South African rand", "ZAR"],
  ["€|[Ee]ur[oi]s?|[Ee]ur", "EUR"],
  [
    "\\$|US\\$|US[- ][Dd]ollars?|[Dd]ollars?|d[oó]lares (?:estadounidenses|americanos)|d[oó]lares|[Uu]sd",
    "USD",
  ],
  ["pesos mexicanos", "MXN"],
  ["pesos argentinos", "ARS"],
  ["pesos chilenos", "CLP"],
  ["pesos colombianos", "COP"],
  ["£|[Pp]ounds?(?: sterling)?|sterling|livres sterling|libras(?: esterlinas)?|[Gg]bp", "GBP"],
  ["CA?\\$", "CAD"],
  ["AU?\\$", "AUD"],
  ["NZ\\$", "NZD"],
  ["HK\\$", "HKD"],
  ["S\\$", "SGD"],
  ["R\\$|reais", "BRL"],
  ["₹|Rs\\.?|[Rr]upees", "INR"],
  ["(?:svenska )?kronor", "SEK"],
  ["zł|złot(?:ych|ego|y|e)", "PLN"],
  [
    "Franken|Schweizer Franken|francs suisses|franchi(?: svizzeri)?|francos suizos|francos suíços|Zwitserse frank(?:en)?|[Cc]hf|[Ff]r\\.|SFr\\.?",
    "CHF",
  ],
];
/** They stand for more than one currency; which crowns or pesos are meant the places of a text may show. */
const vague = "¥|pesos|(?:[tTkKmM]|[mM]n)?kr|kroner|mdp|mdd";
const crowns = /^(?<power>[tk]|mn?)?kr$|^kroner$/i;
const pesos = /^pesos$/i;
/** "TEUR" counts thousands, "MSEK" millions. */
const counting = "[TKM](?:EUR|CHF|GBP|USD|SEK|NOK|DKK|€|£)";

const codes = Intl.supportedValuesOf("currency").join("|");
/** "Fr. 210'000": a Friday is no such number. */
const francs = "(?<!\\p{L})S?[Ff]r\\.(?=[ \\u00a0]?\\d{1,3}(?:['’]\\d{3})+(?!\\d))";
const signs = `(?:US|CA?|AU?|NZ|HK|S|R)?\\$|[€£¥₹]|${francs}`;
const short = "[Ee]ur|[Uu]sd|[Gg]bp|[Cc]hf";
/** Insides of patterns. Codes that are also words ("ALL 3 markets", "TOP 10") only count behind a number. */
export const marks = {
  code: `${codes.replaceAll(/\b(?:ALL|TOP|TRY|CUP|PEN)\|/g, "")}|${short}|${counting}`,
  sign: signs,
  behind: `${codes}|${counting}|${named.map(([name]) => name).join("|")}|${signs}|${vague}`,
  any: `${codes}|${signs}`,
};

/** A currency, and the power of ten that its sign holds. */
export interface Currency {
  readonly code: string;
  readonly power: number;
}

/** The one currency that the marks around a number name; undefined where there is no mark. */
export function currencyOf(
  around: readonly string[],
  local: LocalMoney = {},
): Currency | { readonly problem: Wording } | undefined {
  const found = around.filter((mark) => mark !== "").map((mark) => currencyNamed(mark, local));
  const known = found.filter((currency) => "code" in currency);
  if (known.length < found.length) return found.find((currency) => "problem" in currency);
  const all = new Set(known.map(({ code }) => code));
  // "$50k CAD": the code says which dollar the sign means.
  if (all.size === 2 && around[0] === "$") all.delete("USD");
  if (all.size > 1) return problem("currencies", { currencies: [...all] });
  const [code] = all;
  return code === undefined ? undefined : { code, power: Math.max(...known.map(({ power }) => power)) };
}

function currencyNamed(
  mark: string,
  { crown, peso, sign }: LocalMoney = {},
): Currency | { readonly problem: Wording } {
  if (isCurrency(mark)) return { code: mark, power: 0 };
  if (mark === "$" && sign !== undefined) return { code: sign, power: 0 };
  const counts = crowns.exec(mark)?.groups?.["power"]?.toLowerCase();
  if (crown !== undefined && crowns.test(mark))
    return { code: crown, power: counts?.startsWith("m") ? 6 : counts ? 3 : 0 };
  if (peso !== undefined && pesos.test(mark)) return { code: peso, power: 0 };
  // Millions of pesos and of dollars, as Mexicans write them.
  if (mark === "mdp") return { code: peso ?? "MXN", power: 6 };
  if (mark === "mdd") return { code: "USD", power: 6 };
  const known = named.find(([name]) => new RegExp(`^(?:${name})$`, "u").test(mark));
  if (known !== undefined) return { code: known[1], power: 0 };
  if (!new RegExp(`^(?:${counting})$`).test(mark)) return problem("mark", { mark });
  const counted = currencyNamed(mark.slice(1));
  return "problem" in counted ? counted : { ...counted, power: mark.startsWith("M") ? 6 : 3 };
}

/** What "kr", "pesos" and "$" stand for in a text. */
export interface LocalMoney {
  readonly crown?: string | undefined;
  readonly peso?: string | undefined;
  /** Of what "$" is the sign, where the text says that its money is pesos. */
  readonly sign?: string | undefined;
}

/** Currencies by the country that their codes begin with. */
const byCountry = (codes: string): Readonly<Record<string, string>> =>
  Object.fromEntries(codes.split(" ").map((code) => [code.slice(0, 2), code]));
const crownOf = byCountry("SEK NOK DKK ISK");
const pesoOf = byCountry("ARS CLP COP DOP MXN PHP UYU");
const euro = "AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK";
const moneyByCountry: Readonly<Record<string, string>> = {
  ...crownOf,
  ...pesoOf,
  ...Object.fromEntries(euro.split(" ").map((country) => [country, "EUR"])),
  ...byCountry("AUD BRL CAD CHF CZK GBP HUF INR JPY NZD PLN RON SGD USD ZAR"),
};

/** The one money of some countries; undefined where they have several, or it is not known. */
export function moneyOf(countries: readonly string[]): string | undefined {
  const [only, ...more] = new Set(countries.map((country) => moneyByCountry[country]));
  return more.length === 0 ? only : undefined;
}

/**
 * What they stand for in a text that names these countries; undefined where several can be meant. Crowns of a text in Swedish ("sv")
 * that names no country or money with others are Sweden's.
 */
export function localMoney(text: string, countries: readonly string[], language = ""): LocalMoney {
  const theOne = (all: Readonly<Record<string, string>>) => {
    const of = new Set(countries.flatMap((country) => all[country] ?? []));
    const codes = Object.values(all).join("|");
    const written = new Set(text.match(new RegExp(`(?:${codes})(?!\\p{L})`, "gu")));
    const [only, ...others] = of.size === 1 ? of : written;
    return others.length === 0 ? only : undefined;
  };
  const peso = theOne(pesoOf);
  const isPeso = /(?<!\p{L})pesos(?!\p{L})/iu.test(text) && !/d[oó]lar|dollar|USD|US\$/i.test(text);
  const others = Object.entries(crownOf).filter(([country]) => country !== "SE");
  const isSwedish =
    language === "sv" &&
    !others.some(([country, code]) => countries.includes(country) || text.includes(code));
  return { crown: isSwedish ? "SEK" : theOne(crownOf), peso, ...(isPeso && { sign: peso }) };
}

/** Minor units of a number as written, times ten to `power`, without ever going through a float. */
export function minorUnits(
  number: string,
  power: number,
  decimalsOfCurrency: number,
): number | { readonly problem: Wording } {
  const compact = number.replaceAll(/[\s'’]/g, "");
  const separators = compact.match(/[.,]/g) ?? [];
  const last = Math.max(compact.lastIndexOf("."), compact.lastIndexOf(","));
  const decimals = last < 0 ? 0 : compact.length - last - 1;
  const once = separators.length > 0 && separators.filter((mark) => mark === compact[last]).length === 1;
  const mixed = new Set(separators).size > 1;
  const alone =
    once && !mixed && decimals === 3 && !compact.startsWith("0") && last <= 3 && compact === number;
  if (alone && (power > 0 || decimalsOfCurrency === 3)) return problem("decimals", { number });
  if (separators.length > 0 && ((!once && decimals !== 3) || decimals > 3))
    return problem("digits", { number });

  const digits = BigInt(compact.replaceAll(/[.,]/g, ""));
  const exponent = power + decimalsOfCurrency - (once && !alone ? decimals : 0);
  const factor = 10n ** BigInt(Math.abs(exponent));
  if (exponent < 0 && digits % factor !== 0n) return problem("cents");
  const minor = exponent < 0 ? digits / factor : digits * factor;
  return minor >= BigInt(tooMuchToWrite) ? problem("large") : Number(minor);
}
