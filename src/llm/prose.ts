/**
 * Why prose of a model may not be shown; undefined where it may. Everything that could be taken for a fact has to stand in
 * a placeholder: `{{name}}` with a name of `names`. What is left are words.
 */
export function proseProblem(text: string, names: ReadonlySet<string>): string | undefined {
  for (const [, name = ""] of text.matchAll(placeholder))
    if (!names.has(name)) return "it names a fact that is not in the list";
  const own = text.replaceAll(placeholder, " ");
  // Signs that are figures, and signs that only become some when they are drawn plainly.
  const words = `${own} ${own.normalize("NFKC")}`;
  return rules.find(({ pattern }) => pattern.test(words))?.problem;
}

/** The prose with each placeholder's value in its place. Throws where one has none: prose is checked before. */
export function fillProse(text: string, values: ReadonlyMap<string, string>): string {
  return text.replaceAll(placeholder, (_, name: string) => {
    const value = values.get(name);
    if (value === undefined) throw new TypeError("prose names a fact that is not in the list");
    return value;
  });
}

const placeholder = /\{\{([a-z0-9_]+)\}\}/g;

const numberWords =
  "zero|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|" +
  "(?:twen|thir|for|fif|six|seven|eigh|nine)ty|\\p{L}*(?:hundred|thousand|[mb]illion|trillion)s?|dozens?|grand|" +
  "hal(?:f|ves)|thirds|an? (?:third|(?:four|fif|six|seven|eigh|nin|ten)th)|quarters?|twice|thrice|doubl(?:e[ds]?|ing)|tripl(?:e[ds]?|ing)|percent|per cent|" +
  "euros?|dollars?|cents?|pounds?|francs?|kron[aeo]r?|yen";

// In display order.
const rules: readonly { readonly pattern: RegExp; readonly problem: string }[] = [
  { pattern: /\p{N}/u, problem: "it writes a figure of its own" },
  {
    pattern: new RegExp(`(?<!\\p{L})(?:${numberWords})(?!\\p{L})`, "iu"),
    problem: "it writes a number as a word",
  },
  {
    pattern: /[\p{Sc}%‰]|(?<!\p{L})(?:EUR|USD|GBP|CHF|SEK|NOK|DKK|JPY)(?!\p{L})/u,
    problem: "it names a currency or a share",
  },
  { pattern: /:\/\/|www\.|@|[\p{L}-]\.[\p{L}]{2,}/iu, problem: "it writes an address" },
  {
    pattern: /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}]/u,
    problem: "it holds hidden characters",
  },
  { pattern: /(?=\p{L})\P{Script=Latin}/u, problem: "it holds letters of another script" },
  { pattern: /[{}<>[\]`*_|#\\]/u, problem: "it holds formatting or half a placeholder" },
];
