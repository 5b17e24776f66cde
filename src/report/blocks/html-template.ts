/** Text that may stand in a page as markup. Only `html` and `trusted` make it, so nothing else can pass for it. */
export class Markup {
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
  }
  toString(): string {
    return this.#text;
  }
}

/** What may be put into a template; all but markup is escaped, and `undefined` and `false` leave nothing. */
export type Fragment = string | number | undefined | false | Markup | readonly Fragment[];

/** Markup with every value escaped. Attribute values must be quoted; a template that does not is refused. */
export function html(parts: TemplateStringsArray, ...values: readonly Fragment[]): Markup {
  let text = parts[0] ?? "";
  values.forEach((value, i) => {
    if (text.endsWith("=")) throw new TypeError(`an attribute without quotes: ${text.slice(-40)}`);
    text += render(value) + (parts[i + 1] ?? "");
  });
  return new Markup(text);
}

/** Markup from our own constants and chart drawings. Never for a text that came from a brief, a model or an agent. */
export function trusted(text: string): Markup {
  return new Markup(text);
}

/** What a person may change and send back: its line breaks and its spaces are its own. */
export function typed(text: string): Markup {
  return new Markup(
    escaped(
      text.replaceAll(/\r\n?/g, "\n").replaceAll(invisible, (character) => (character === "\n" ? "\n" : " ")),
    ),
  );
}

function render(value: Fragment): string {
  if (value === undefined || value === false) return "";
  if (value instanceof Markup) return value.toString();
  if (typeof value === "object") return value.map(render).join("");
  return escaped(String(value).replace(invisible, " ").replace(unbroken, "\u00a0"));
}

function escaped(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The space within an amount (`EUR 12`) or a share (`40 %`), at which no line should break. */
const unbroken = /(?<=\b[A-Z]{3}) (?=\d)|(?<=\d) (?=%)/g;

/** What could hide, reorder or cut the text around it. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;
