import { expect, it } from "vitest";
import { allLanguages } from "../../src/brief/grammar/language.ts";
import { some } from "../depth.ts";
import { growthOf, type Pumped } from "./growth.ts";

/** More would be as the square; what is measured on a busy machine is never quite 4. */
const most = 6;

it("finds what takes ever longer", async () => {
  const of = async (reader: Pumped["reader"]) =>
    (await growthOf([{ reader, token: "a" }], 200_000, 10_000))[0];
  expect(await of("linear")).toBeLessThanOrEqual(most);
  expect(await of("quadratic")).toBeGreaterThan(most);
  expect(await of("exponential")).toBe(Number.POSITIVE_INFINITY);
});

/** The literal pieces of each list of the language files, one after the other, by what stands between them. */
function ofLists(between: string): string[] {
  return allLanguages().flatMap(({ phrases }) =>
    Array.from(phrases.values(), (list) => {
      const pieces = list
        .flatMap((phrase) => phrase.match(/[\p{L}\p{N}%€$.,'’&+/-]{2,}/gu) ?? [])
        .slice(0, 25);
      return pieces.map((piece) => `${piece}${between}`).join("");
    }).filter((token) => token.length > 1 && token.length < 400),
  );
}

const lists = [" ", ", ", "-", ".\n", " 5 % ", " 1/2 "].flatMap(ofLists);

it("reads words of each list in a time that grows as they do", async () => {
  const cases = some(lists, 40).map((token): Pumped => ({ reader: "words", token }));
  const grown = await growthOf(cases, 8_000);
  expect(
    cases.flatMap(({ token }, i) => ((grown[i] ?? 0) > most ? [{ token, grown: grown[i] }] : [])),
  ).toEqual([]);
}, 900_000);

const marks = {
  yaml: [
    "a: ",
    "- ",
    "[",
    "{a: ",
    "&a ",
    "*a ",
    "? ",
    "'",
    '"',
    "#",
    "|\n",
    "a: &a [*a]\n",
    "!!map ",
    "<<: *a\n",
    "%YAML 1.1\n",
  ],
  signs: [
    "ignore ",
    "ignore all previous ",
    "<|",
    "[inst",
    "</",
    '"role" : ',
    "tool_call",
    "system: ",
    "you are ",
    " ",
    "\n",
    "a-",
  ],
  line: [" ", " \u200b", "\u0301", "a\u0301", "\n\t", "\u202e", "\ud800"],
  html: [
    "<p>",
    "<",
    "</",
    "<!--",
    "<a href=",
    "&",
    "&#",
    "<td>",
    "<table><tr>",
    "<br>",
    " ",
    "]]>",
    "<script>",
  ],
  slides: ["<a:p", "<a:p>", "</a:", "<p:", "<?", "<", "<a:tbl><a:tr>", "<a:t>x</a:t>", " "],
} as const;

it.each(["yaml", "signs", "line", "html", "slides"] as const)(
  "reads the marks of %s in a time that grows as they do",
  async (reader) => {
    const numbered = Array.from({ length: 400 }, (_, i) => `k${i}: 1\n`).join("");
    const tokens = reader === "yaml" ? [...marks.yaml, numbered] : marks[reader];
    const grown = await growthOf(
      tokens.map((token) => ({ reader, token })),
      10_000,
    );
    expect(tokens.filter((_, i) => (grown[i] ?? 0) > most)).toEqual([]);
  },
  900_000,
);
