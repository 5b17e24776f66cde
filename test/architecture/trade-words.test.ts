import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

/** What stopped media buyers, each with what is said instead. A comment may say it, what people are shown may not. */
const replaced: readonly (readonly [was: RegExp, say: string])[] = [
  [/for 1,000(?: impressions)?\b|price of 1,000 impressions/i, "CPM"],
  [/the plan reaches/i, "planned impressions"],
  [/highest price (?:of|for)/i, "max. CPM"],
  [/largest share of one seller/i, "max. share per vendor"],
  [/surroundings to avoid/i, "brand safety"],
  [/asked of the seller in words|said to its seller in words/i, "requested, not guaranteed"],
  [/orders have no word/i, "cannot be booked"],
  [/does not say what it promises/i, "no guarantee given"],
  [/no seller holds anything for you/i, "draft: nothing is booked"],
  [/waits for a day to come/i, "live until"],
  [/of the budget from now on/i, "committed there is now"],
  [/spend by its curve/i, "spend vs. pacing"],
  [/cut by conditions/i, "reduced"],
  [/refused unless decided/i, "expires, if nobody approves"],
  [/a message or a link decides nothing/i, "view-only"],
  [/bring more for their money/i, "optimisation"],
  [/no field of a brief holds/i, "not used in the plan"],
  [/nobody decided in time/i, "approval expired"],
  [/seems to hold or to be fees/i, "is it your net media budget?"],
  [/money may flow again/i, "to resume"],
  [/currency units for costs, 0 to 1/i, "people or % of group"],
  [/when a call costs over/i, "orders over … need approval"],
];

const shown = ["src", "languages", "docs", "examples"];

describe("what people are shown", () => {
  const files = [
    "README.md",
    ...shown.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((file) => /\.(?:ts|yaml|md)$/.test(file) && !file.startsWith("api"))
        .map((file) => join(folder, file)),
    ),
  ];

  it.each(replaced)("has %s as the trade says it: %s", (was) => {
    const found = files.flatMap((file) =>
      saidIn(file).flatMap(({ text, line }) => (was.test(text) ? [`${file}:${line}: ${text.trim()}`] : [])),
    );
    expect(found).toEqual([]);
  });

  it("is searched whole", () => {
    expect(files.length).toBeGreaterThan(1000);
  });
});

/** Lines without comments, and without what a schema says to programs. */
function saidIn(file: string): { readonly text: string; readonly line: number }[] {
  const isCode = file.endsWith(".ts");
  return readFileSync(file, "utf8")
    .split("\n")
    .map((text, at) => ({ text, line: at + 1 }))
    .filter(({ text }) => !isCode || !/^\s*(?:\/?\*|\/\/)|\.describe\(/.test(text));
}
