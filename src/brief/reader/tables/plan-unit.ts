import { currencyDigits, type Money, money } from "../../../lib/money.ts";
import { currencyOf, type LocalMoney, marks, minorUnits, moneyOf } from "../../grammar/currencies.ts";
import type { Order } from "../../grammar/day-month-order.ts";
import { lexiconOf } from "../../grammar/lexicon.ts";
import { digits } from "../../grammar/numbers.ts";
import { countriesOf, type Thing } from "../things.ts";
import type { Row } from "./read-table.ts";

/** What a plan is read with: what the text names, its money, the order of its days. */
export interface BesidePlan {
  readonly things: readonly Thing[];
  readonly local: LocalMoney;
  readonly order: Order | undefined;
  /** ISO date */
  readonly today: string;
}

/**
 * How the figures of a table are read: in the one currency that its cells, its head, the words beside it or the text name, else in
 * that of the text's one country.
 */
export function unitOf(
  head: Row,
  body: readonly Row[],
  columns: readonly number[],
  { around, text }: { readonly around: string; readonly text: string },
  { local, things }: BesidePlan,
) {
  const cells = body.flatMap((row) => columns.flatMap((i) => row[i]?.text ?? [])).join("\n");
  const heads = head.map((cell) => cell.text).join("\n");
  const named = [cells, heads, around, text].map((words) => [...new Set(words.match(currency()) ?? [])]);
  const all = (named.find((each) => each.length > 0) ?? []).map((mark) => currencyOf([mark], local));
  const ofCountry = moneyOf(things.flatMap(countriesOf));
  const first = all.length > 0 || ofCountry === undefined ? all[0] : { code: ofCountry, power: 0 };
  if (first === undefined || "problem" in first) return undefined;
  if (all.some((one) => one === undefined || "problem" in one || one.code !== first.code)) return undefined;
  const isThousands = thousands().test(`${heads} ${around}`);
  const power = first.power > 0 ? first.power : isThousands ? 3 : 0;
  const digitsOf = currencyDigits(first.code);
  return {
    inferred: all.length === 0,
    read: (words: string): number | undefined => {
      const { number, thousand } = figure().exec(words)?.groups ?? {};
      if (number === undefined || (thousand && power > 0)) return undefined;
      const minor = minorUnits(number, thousand ? 3 : power, digitsOf);
      return typeof minor === "number" ? minor : undefined;
    },
    of: (minor: number): Money | undefined =>
      Number.isSafeInteger(minor) && minor > 0 ? money(minor, first.code) : undefined,
  };
}

const currency = () => new RegExp(`(?<!\\p{L})(?:${marks.behind})(?!\\p{L})`, "gu");
const figure = () =>
  new RegExp(
    `^(?:(?:${marks.any})\\s?)?(?<number>${digits})(?:[.,][-–—]+)?(?<thousand>\\s?[kK])?(?:\\s?(?:${marks.behind}))?$`,
    "u",
  );
/** "(EUR thousands)", "Angaben in Tsd. EUR", "in Tsd.)", and not "45 thousand EUR". */
const thousands = () =>
  lexiconOf().pattern(
    [
      `(?<![\\p{L}\\d.,]|\\d ){table.thousands}\\s*(?:(?:of|de|di)\\s)?(?:${marks.behind})(?!\\p{L})`,
      `(?<!\\p{L}|\\d ?)(?:${marks.behind})\\s?(?:(?:in|en|em|i|w)\\s)?{table.thousands}(?!\\p{L})`,
      "(?<!\\p{L})(?:in|en|em|i|w|,)\\s?{table.thousands}(?=\\s*(?:[).,;|\\n]|$))",
    ].join("|"),
  );
