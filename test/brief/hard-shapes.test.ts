import { execFileSync } from "node:child_process";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { z } from "zod";
import { hardTexts } from "./hard-texts.ts";

/** Reads the texts in a process of its own, which is killed where one of them never ends, and says what each took of the processor. */
function millisecondsOf(texts: readonly string[]): number[] {
  const reader = pathToFileURL("dist/brief/reader/read-text.js").href;
  const script = `
    import { readFileSync } from "node:fs";
    import { readText } from ${JSON.stringify(reader)};
    const texts = JSON.parse(readFileSync(0, "utf8"));
    const today = "2026-11-21";
    // Patterns are made and optimised when they are first used.
    for (const text of [${JSON.stringify(plain)}, ...texts.slice(0, 20)]) await readText({ text: text.slice(0, 500), today });
    const took = [];
    for (const text of texts) {
      const before = process.cpuUsage();
      await readText({ text, today });
      const { user, system } = process.cpuUsage(before);
      took.push((user + system) / 1000);
    }
    process.stdout.write(JSON.stringify(took));`;
  const told = execFileSync(process.execPath, ["--input-type=module", "-e", script], {
    input: JSON.stringify(texts),
    timeout: 170_000,
    killSignal: "SIGKILL",
    encoding: "utf8",
  });
  return z.array(z.number()).parse(JSON.parse(told));
}

const plain =
  "Acme (acme.example) wants awareness in Germany on CTV. Budget: 50,000 EUR, 10% fee. From 1 to 31 March 2027, at most 3x a week.";

it("reads in the end what can be cut into known words in endless ways", () => {
  const took = millisecondsOf(hardTexts);
  expect(took).toHaveLength(hardTexts.length);
  // The work of a page of plain text, with much to spare; what was meant here went through billions of ways.
  const [page = 0] = millisecondsOf([`${plain}\n`.repeat(40)]);
  hardTexts.forEach((text, i) => {
    expect(took[i], text).toBeLessThan(10 * page + 500);
  });
}, 400_000);

/** What the grammars are made of, and what stands between: words, figures, marks and blanks. */
const tokens = [
  ..."and |a.|a-|a, |12.12.|12.|1/|1/2/|1.000,|1.000.|1 000 |10% |EUR |5 EUR, |€|$|no |not |from |to |of |the ".split(
    "|",
  ),
  ..."und |et |y |en |e |i |och |1-|1,|2027 |20|jan |may |march and |mo. |Q1 2027 |KW 5 |two and |hundred |half a ".split(
    "|",
  ),
  ..."einund|drei|at least |at most |per week |3x |TV, |no radio |Germany, |Bavaria and |men and women |25-44 ".split(
    "|",
  ),
  ..."Ab |AbCd |A.|1st |aaa. |10% fee |agency fee |CPM |KPI: |Budget: |without |thanks |hi |wrote:|ok? |never ".split(
    "|",
  ),
  ...'more than |2 sellers |18+ |6am to |weekdays |ignore |a.example |a@|漢|[ ] |(a) |"a" |“|\'|(|[|{|: |=|- |–|* |> '.split(
    "|",
  ),
  ..." |\t|\n|\n\n| \n|\n- |\n1. |\r\n|\u00a0|\u3000".split("|"),
  "| ",
  "|a",
  // Vetoes, tables and figures beside each other.
  "never Xy ",
  "none of it ",
  "block list: a, ",
  "block list ",
  "- do not buy:\n",
  "| a | b ",
  "| 2026 | 5 EUR | a |\n",
  "- x\n",
  "a . ",
  "jun jul ",
  "net gross 5 % fee ",
  "KPI: a. ",
  "10% TV, ",
  "10% TV lorem ",
  "5 EUR TV, ",
  "Germany 10%, ",
  "Germany 100 EUR 119 EUR, ",
];

it("takes four times as long for four times as much, whatever it is made of", () => {
  const length = 1_000;
  const slowOf = (candidates: readonly string[]) => {
    const pumped = (times: number) =>
      candidates.map((token) => token.repeat((times * length) / token.length));
    const [short, long] = [millisecondsOf(pumped(1)), millisecondsOf(pumped(4))];
    return candidates.filter((_, i) => (long[i] ?? 0) >= 6 * (short[i] ?? 0) + 250);
  };
  // A collection of garbage or a pattern that is compiled anew falls on one text by chance: what is slow is slow again.
  const once = slowOf(tokens);
  expect(once.length === 0 ? [] : slowOf(once)).toEqual([]);
}, 400_000);
