import { describe, expect, it } from "vitest";
import { evaluate } from "../../../src/campaign/govern/policies/evaluate.ts";
import { explain } from "../../../src/campaign/govern/policies/explain.ts";
import { conditionSchema, type Word } from "../../../src/campaign/model/policy/policy.ts";
import { knownFacts, policyOf } from "./policy-text.ts";

/** A word with comparisons that hold for the known facts, and others that do not. */
const table: readonly (readonly [Word, holds: readonly string[], holdsNot: readonly string[]])[] = [
  [
    "amount",
    ['over: "59,999.99 EUR"', 'at_least: "60,000 EUR"'],
    ['over: "60,000 EUR"', 'under: "60,000 EUR"'],
  ],
  ["campaign_total", ['at_most: "100,000 EUR"'], ['over: "100,000 EUR"']],
  ["change", ['over: "50,000 EUR"'], ['under: "0 EUR"']],
  ["cpm", ['over: "29.99 EUR"', 'under: "12.01 EUR"'], ['over: "30 EUR"', 'under: "12 EUR"']],
  ["seller_share", ['over: "44.99%"', 'at_most: "45%"'], ['over: "45%"', 'under: "45%"']],
  ["channel_share", ['at_least: "50%"'], ['over: "50%"']],
  ["guaranteed_share", ['under: "20.01%"'], ['over: "60%"']],
  ["bid_over_floor", ['over: "149%"'], ['over: "150%"']],
  [
    "sellers",
    ["any_of: [b.example, A.Example]", "not_in: [b.example]"],
    ["any_of: [b.example]", "not_in: [a.example]"],
  ],
  [
    "channels",
    ["any_of: [olv]", "not_in: [ctv]", "none_of: [dooh]"],
    ["any_of: [dooh]", "not_in: [ctv, olv]", "none_of: [dooh, ctv]"],
  ],
  ["authorisation", ["any_of: [authorised]"], ["any_of: [not-authorised, unknown]"]],
  ["countries", ["any_of: [AT]", "not_in: [DE]"], ["any_of: [FR]", "not_in: [DE, AT]"]],
  ["delivery_types", ["any_of: [guaranteed]"], ["any_of: [non_guaranteed]"]],
  ["formats", ["any_of: [video_15s]", "none_of: [popup]"], ["any_of: [popup]", "none_of: [video_15s]"]],
  ["categories", ["any_of: [sportswear]"], ["any_of: [gambling]"]],
  ["missing_data", ["any_of: [price, forecast]"], ["any_of: [price]"]],
  ["package_count", ["over: 2"], ["over: 3"]],
  ["seller_count", ["at_most: 2"], ["under: 2"]],
  ["flight_days", ["over: 41"], ["over: 42"]],
  ["days_until_start", ["under: 15"], ["under: 14"]],
  [
    "start",
    ["before: 2027-01-19", "after: 2027-01-17", "any_of: [2027-01-16 to 2027-01-20]"],
    ["before: 2027-01-18", "after: 2027-01-18", "none_of: [2027-01-18]"],
  ],
  ["end", ["after: 2027-02-27"], ["after: 2027-02-28"]],
  [
    "flight",
    ["any_of: [2026-12-24, 2027-02-14]", "none_of: [2027-03-01 to 2027-03-31]"],
    ["any_of: [2027-03-01]", "none_of: [2027-02-28 to 2027-03-05]"],
  ],
  ["call_day", ["any_of: [2027-01-04]"], ["before: 2027-01-04"]],
  ["weekday", ["any_of: [monday]"], ["any_of: [saturday, sunday]"]],
];
const each = (column: 1 | 2) => table.flatMap((row) => row[column].map((test) => [row[0], test] as const));

describe("what a rule can check", () => {
  it("is in this table, word by word", () => {
    expect(table.map(([word]) => word).sort()).toEqual(Object.keys(conditionSchema.shape).sort());
  });

  it.each(each(1))("%s { %s } holds", (word, test) => {
    expect(evaluate([policyOf(`{ ${word}: { ${test} } }`)], knownFacts).type).toBe("denied");
  });

  it.each(each(2))("%s { %s } does not hold", (word, test) => {
    expect(evaluate([policyOf(`{ ${word}: { ${test} } }`)], knownFacts)).toMatchObject({
      type: "approved",
      notes: [],
    });
  });

  it.each([...each(1), ...each(2)])("%s { %s } denies where the fact is not known", (word, test) => {
    const { [word]: _, ...rest } = knownFacts;
    expect(evaluate([policyOf(`{ ${word}: { ${test} } }`, "warn")], rest)).toMatchObject({
      type: "denied",
      reasons: [expect.stringContaining(`${word} is not known`)],
    });
  });

  it.each(["amount", "campaign_total", "change", "cpm"] as const)(
    "%s denies without an exchange rate, and names both currencies",
    (word) => {
      const verdict = evaluate([policyOf(`{ ${word}: { over: "1 USD" } }`, "warn")], knownFacts);
      expect(verdict).toMatchObject({
        type: "denied",
        reasons: [expect.stringMatching(/the rule is in USD, \w+ is in EUR, .*no dated exchange rate/)],
      });
    },
  );

  it("says the same of a moment later", () => {
    const verdictAt = (days_until_start: number) =>
      evaluate([policyOf("{ days_until_start: { under: 2 } }", "warn")], { ...knownFacts, days_until_start });
    expect(verdictAt(-0.696869363)).toEqual(verdictAt(-0.696869757));
    expect(verdictAt(-0.696869363)).toMatchObject({ notes: [expect.stringContaining("is -0.7.")] });
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 0.5, 2 ** 60])("an amount of %d is not known", (minor) => {
    const facts = { ...knownFacts, amount: { minor, currency: "EUR" } };
    expect(evaluate([policyOf('{ amount: { under: "1 EUR" } }')], facts).type).toBe("denied");
  });

  it("is nothing where there is nothing of the kind", () => {
    const facts = { ...knownFacts, cpm: [], channels: [], bid_over_floor: [] };
    for (const test of [
      'cpm: { over: "1 EUR" }',
      "channels: { any_of: [ctv] }",
      'bid_over_floor: { over: "1%" }',
    ])
      expect(evaluate([policyOf(`{ ${test} }`)], facts).type).toBe("approved");
  });

  it("is explained by a sentence made from the rule", () => {
    const sentences = each(1).map(([word, test]) =>
      policyOf(`{ ${word}: { ${test} } }`).rules.rules.map(explain).join(),
    );
    expect(sentences.join("\n")).toMatchSnapshot();
  });
});
