import { describe, expect, it } from "vitest";
import { readCasesFile } from "../../src/campaign/govern/files/cases-file.ts";
import { readPolicyFile } from "../../src/campaign/govern/files/policy-file.ts";
import { policyOf } from "../campaign/govern/policy-text.ts";
import { faultyFiles } from "./faulty-files.ts";

describe("a policy file with a mistake", () => {
  it.each(faultyFiles)("is refused with its place: $fault", ({ text, line, column, says }) => {
    const reading = readPolicyFile(text, "rules.yaml");
    if (reading.type === "policy") throw new Error("it was read without a word");
    const [first] = reading.places;
    expect({ line: first?.line, column: first?.column }, reading.problems.join("\n")).toEqual({
      line,
      column,
    });
    expect(reading.problems[0]).toContain(`rules.yaml:${line}:${column} `);
    expect(reading.problems[0]).toContain(says);
  });

  it("tells all of its mistakes, in their order", () => {
    const text =
      "version: 1\nname: T\nmodus: enforce\nrules:\n  - id: r\n    when: { amont: 1, channels: { any_of: [tv] } }\n    then: stop\n";
    const reading = readPolicyFile(text, "rules.yaml");
    expect(reading.type === "invalid" && reading.places.map(({ line }) => line)).toEqual([3, 6, 6, 7]);
  });

  it("does not unfold aliases without end", () => {
    const lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"];
    for (let i = 1; i < 8; i += 1)
      lines.push(`a${i}: &a${i} [${Array.from({ length: 10 }, () => `*a${i - 1}`).join(", ")}]`);
    expect(readPolicyFile(lines.join("\n"), "rules.yaml").type).toBe("invalid");
  });
});

describe("a file of cases with a mistake", () => {
  const policy = policyOf('{ amount: { over: "1 EUR" } }');
  const start = "- name: a case\n";

  it.each([
    ["{}", 1, 1, "write a list of cases"],
    [
      `${start}  step: { task: create_media_buy, amuont: "1 EUR" }\n  expect: denied\n`,
      2,
      35,
      'Did you mean "amount"?',
    ],
    [`${start}  step: { task: create_media_buy, amount: 5 }\n  expect: denied\n`, 2, 43, "5 has no currency"],
    [
      `${start}  step: { task: get_products }\n  expect: denied\n`,
      2,
      17,
      "is not a task that changes anything",
    ],
    [`${start}  step: { task: log_event }\n  expect: deny\n`, 3, 11, '"deny" is not a verdict'],
    [`${start}  step: { task: log_event }\n`, 1, 3, '"expect" is missing'],
    [
      `${start}  step: { task: log_event }\n  expect: denied\n  by: nobody\n`,
      4,
      7,
      '"nobody" is not a rule of',
    ],
  ])("is refused with its place: %j", (text, line, column, says) => {
    const reading = readCasesFile(text, "rules.cases.yaml", policy);
    expect(reading).toMatchObject({
      type: "invalid",
      places: [{ line, column, message: expect.stringContaining(says) }],
    });
  });
});
