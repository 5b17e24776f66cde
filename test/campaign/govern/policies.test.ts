import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readPolicyFile } from "../../../src/campaign/govern/files/policy-file.ts";
import { evaluate } from "../../../src/campaign/govern/policies/evaluate.ts";
import { explain } from "../../../src/campaign/govern/policies/explain.ts";
import type { Facts } from "../../../src/campaign/govern/policies/facts.ts";
import { fromDecimal } from "../../../src/lib/money.ts";

const policy = (rules: string, mode = "enforce") => {
  const reading = readPolicyFile(`version: 1\nname: Test\nmode: ${mode}\nrules:\n${rules}`, "test.yaml");
  if (reading.type === "invalid") throw new Error(reading.problems.join("\n"));
  return reading.policy;
};
const facts: Facts = {
  task: "create_media_buy",
  amount: fromDecimal(60_000, "EUR"),
  campaign_total: fromDecimal(100_000, "EUR"),
  seller_share: 4500,
  sellers: ["a.example"],
  authorisation: ["authorised", "unknown"],
  channels: ["ctv", "olv"],
  countries: ["DE"],
  flight_days: 42,
  days_until_start: 14,
};
const rule = (when: string, then = "deny", on = "") =>
  `  - id: r\n    when: ${when}\n    then: ${then}\n${on}`;

describe("a rule that names a seller", () => {
  const known: Facts = { ...facts, sellerNames: ["a.example", "alias.example"] };
  it.each([
    ["{ any_of: [Alias.Example.] }", "denied"],
    ["{ any_of: [a.example] }", "denied"],
    ["{ any_of: [c.example] }", "approved"],
    ["{ not_in: [A.example.] }", "approved"],
    ["{ not_in: [alias.example] }", "denied"],
    ["{ none_of: [alias.example] }", "denied"],
  ])("%s: %s for a.example, which is alias.example too", (test, type) => {
    expect(evaluate([policy(rule(`{ sellers: ${test} }`))], known).type).toBe(type);
  });

  it("is refused where nobody sees what it names", () => {
    const text = `version: 1\nname: Test\nrules:\n${rule('{ sellers: { any_of: ["a\\u200B.example"] } }')}`;
    const reading = readPolicyFile(text, "test.yaml");
    expect(reading.type === "invalid" && reading.problems.join()).toContain("a character that nobody sees");
  });
});

describe("policies", () => {
  it.each([
    ['{ amount: { over: "50,000 EUR" } }', "denied"],
    ['{ amount: { over: "60,000 EUR" } }', "approved"],
    ['{ seller_share: { over: "40%" } }', "denied"],
    ["{ channels: { any_of: [ctv] } }", "denied"],
    ["{ channels: { not_in: [ctv, olv] } }", "approved"],
    ["{ sellers: { not_in: [b.example] } }", "denied"],
    ["{ authorisation: { any_of: [unknown] } }", "denied"],
    ["{ authorisation: { any_of: [not-authorised] } }", "approved"],
    ["{ days_until_start: { under: 15 } }", "denied"],
    ["{ flight_days: { over: 60 } }", "approved"],
    ['{ amount: { over: "1 EUR" }, countries: { any_of: [FR] } }', "approved"],
  ])("judge %s as %s", (when, verdict) => {
    expect(evaluate([policy(rule(when))], facts).type).toBe(verdict);
  });

  it("deny what they cannot decide: a fact that is missing, a currency without a rate", () => {
    const missing = evaluate([policy(rule('{ cpm: { over: "60 EUR" } }'))], facts);
    expect(missing).toMatchObject({ type: "denied", reasons: [expect.stringContaining("cpm is not known")] });
    const foreign = evaluate([policy(rule('{ amount: { over: "900,000 USD" } }'))], facts);
    expect(foreign).toMatchObject({
      type: "denied",
      reasons: [expect.stringContaining("no dated exchange rate")],
    });
  });

  it("compare currencies through the dated table", () => {
    const table = { date: "2027-01-04", source: "test", base: "EUR", rates: { USD: 1.1 } };
    expect(
      evaluate([policy(rule('{ amount: { over: "65,000 USD" } }'))], facts, { exchange: table }).type,
    ).toBe("denied");
    expect(
      evaluate([policy(rule('{ amount: { over: "67,000 USD" } }'))], facts, { exchange: table }).type,
    ).toBe("approved");
  });

  it("let the strictest rule win", () => {
    const asks = policy(rule('{ amount: { over: "1 EUR" } }', "ask_human"));
    const denies = policy(rule('{ amount: { over: "1 EUR" } }', "deny"));
    const warns = policy(rule('{ amount: { over: "1 EUR" } }', "warn"));
    expect(evaluate([warns, asks], facts).type).toBe("escalated");
    expect(evaluate([asks, denies, warns], facts).type).toBe("denied");
    expect(evaluate([warns], facts)).toMatchObject({
      type: "approved",
      notes: [expect.stringContaining("amount is EUR 60,000.00")],
    });
  });

  it("in shadow mode are reported and have no effect", () => {
    const verdict = evaluate([policy(rule('{ amount: { over: "1 EUR" } }'), "shadow")], facts);
    expect(verdict).toMatchObject({ type: "approved", notes: [expect.stringMatching(/^would deny/)] });
  });

  it("apply to the tasks that they name", () => {
    const update = policy(rule('{ amount: { over: "1 EUR" } }', "deny", "    on: [update_media_buy]\n"));
    expect(evaluate([update], facts).type).toBe("approved");
  });

  it("are explained by a sentence made from the rule", () => {
    const [first] = policy(rule('{ seller_share: { over: "40%" } }')).rules.rules;
    expect(first && explain(first)).toBe("When one seller's part of the budget is over 40 %, it is refused.");
  });

  it.each([
    [
      '{ guarantee_share: { over: "40%" } }',
      /test\.yaml:6:13 rule "r": "guarantee_share" .* Did you mean "guaranteed_share"/,
    ],
    ['{ amount: { over: "lots" } }', /test\.yaml:6:29 rule "r": "lots" is not an amount of money/],
    ["{ authorisation: { any_of: [authorized] } }", /rule "r": "authorized"/],
    ["{}", /name at least one thing/],
  ])("name line and column of a mistake in %s", (when, words) => {
    expect(() => policy(rule(when))).toThrow(words);
  });

  it("that come with the package can be read", () => {
    const reading = readPolicyFile(readFileSync("policies/house-rules.yaml", "utf8"), "house-rules.yaml");
    expect(reading.type).toBe("policy");
  });
});
