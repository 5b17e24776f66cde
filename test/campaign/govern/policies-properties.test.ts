import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evaluate, findings } from "../../../src/campaign/govern/policies/evaluate.ts";
import { explain } from "../../../src/campaign/govern/policies/explain.ts";
import { readMoney, readShare } from "../../../src/campaign/model/policy/written.ts";
import { currencyDigits, formatMoney, money } from "../../../src/lib/money.ts";
import { knownFacts, policyFrom } from "./policy-text.ts";

const amounts = fc.integer({ min: 0, max: 10_000_000 }).map((minor) => formatMoney(money(minor, "EUR")));
const bound = fc.constantFrom("over", "under", "at_least", "at_most");
const membership = fc.constantFrom("any_of", "not_in", "none_of");
const condition = fc.oneof(
  fc.tuple(fc.constantFrom("amount", "campaign_total", "cpm"), bound, amounts).map(test),
  fc
    .tuple(fc.constantFrom("seller_share", "channel_share"), bound, fc.integer({ min: 0, max: 100 }))
    .map(([word, by, share]) => test([word, by, `${share}%`])),
  fc
    .tuple(fc.constantFrom("flight_days", "package_count"), bound, fc.integer({ min: 0, max: 60 }))
    .map(([word, by, count]) => `${word}: { ${by}: ${count} }`),
  fc
    .tuple(membership, fc.subarray(["ctv", "olv", "dooh", "radio"], { minLength: 1 }))
    .map(([by, words]) => `channels: { ${by}: [${words.join(", ")}] }`),
);
const rule = fc.tuple(condition, fc.constantFrom("deny", "ask_human", "warn"));
const facts = fc
  .uniqueArray(fc.constantFrom("amount", "campaign_total", "cpm", "seller_share", "channels", "flight_days"))
  .map((unknown) => ({
    ...Object.fromEntries(
      Object.entries(knownFacts).filter(([name]) => !unknown.some((each) => each === name)),
    ),
    task: knownFacts.task,
  }));
const strictness = { approved: 0, conditions: 0, held: 0, escalated: 1, denied: 2 };

function test([word, by, value]: readonly [string, string, string]): string {
  return `${word}: { ${by}: "${value}" }`;
}

function policyWith(rules: readonly (readonly [string, string])[], mode = "enforce") {
  const lines = rules.map(
    ([when, then], index) => `  - id: r${index}\n    when: { ${when} }\n    then: ${then}\n`,
  );
  return policyFrom(`version: 1\nname: Test\nmode: ${mode}\nrules:\n${lines.join("")}`);
}

describe("local policies", () => {
  it("only tighten: a rule more never lets through what was held up", () => {
    fc.assert(
      fc.property(fc.array(rule, { minLength: 1, maxLength: 5 }), rule, facts, (rules, more, known) => {
        const before = evaluate([policyWith(rules)], known);
        const after = evaluate([policyWith([...rules, more])], known);
        expect(strictness[after.type]).toBeGreaterThanOrEqual(strictness[before.type]);
      }),
    );
  });

  it("in shadow mode change no verdict", () => {
    fc.assert(
      fc.property(rule, rule, facts, (enforced, shadow, known) => {
        const alone = evaluate([policyWith([enforced])], known);
        expect(evaluate([policyWith([enforced]), policyWith([shadow], "shadow")], known).type).toBe(
          alone.type,
        );
      }),
    );
  });

  it("give the sentence of the rule as the reason, and never that of its opposite", () => {
    const opposite: Readonly<Record<string, string>> = {
      over: "at_most",
      at_most: "over",
      under: "at_least",
      at_least: "under",
    };
    fc.assert(
      fc.property(bound, amounts, (by, amount) => {
        const policies = [by, opposite[by] ?? ""].map((comparator, index) =>
          policyFrom(
            `version: 1\nname: T\nrules:\n  - id: r${index}\n    when: { amount: { ${comparator}: "${amount}" } }\n    then: warn\n`,
          ),
        );
        const found = findings(policies, knownFacts);
        expect(found).toHaveLength(1);
        const said = policies.flatMap(({ rules }) => rules.rules).find(({ id }) => id === found[0]?.rule);
        expect(said && found[0]?.text).toContain(said && explain(said));
        expect(said && explain(said)).toContain(amount);
      }),
    );
  });
});

describe("money in a rule", () => {
  const currency = fc.constantFrom("EUR", "JPY", "KWD", "USD");

  it("is read back exactly as it is shown", () => {
    fc.assert(
      fc.property(fc.nat({ max: 900_000_000_000_000 }), currency, (minor, code) => {
        const amount = money(minor, code);
        const shown = formatMoney(amount);
        const [first, figure] = shown.split(" ");
        expect(readMoney(shown)).toEqual({ value: amount });
        expect(readMoney(`${figure} ${first}`)).toEqual({ value: amount });
        expect(readMoney(`${figure?.replaceAll(",", "")}${first}`)).toEqual({ value: amount });
      }),
    );
  });

  it("with more digits than its currency has is refused, not rounded", () => {
    fc.assert(
      fc.property(fc.nat({ max: 999_999 }), currency, (whole, code) => {
        const fraction = "0".repeat(currencyDigits(code) + 1);
        expect(readMoney(`${whole}.${fraction} ${code}`)).toHaveProperty("problem");
      }),
    );
  });

  it.each([
    "50,00 EUR",
    "50.000 EUR",
    "1,0000 EUR",
    "-5 EUR",
    "1e6 EUR",
    "EUR",
    "5",
    "5 EURO",
    "5 eur",
    "5 XYZ",
    "EUR 5 EUR",
    "99999999999999999 EUR",
    50_000,
    null,
    ["5 EUR"],
  ])("is refused where it reads %j", (written) => {
    expect(readMoney(written)).toEqual({
      problem: expect.stringContaining('write for example "50,000 EUR"'),
    });
  });
});

describe("a share in a rule", () => {
  it("is exact to a hundredth of a per cent", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), (basisPoints) => {
        expect(readShare(`${(basisPoints / 100).toFixed(2)}%`)).toEqual({ value: basisPoints });
      }),
    );
  });

  it.each(["0.4", "40", "100.01%", "12.345%", "-1%", "a%", 0.4, 40, null])(
    "is refused where it reads %j",
    (written) => {
      expect(readShare(written)).toEqual({ problem: expect.stringContaining('write for example "40%"') });
    },
  );
});
