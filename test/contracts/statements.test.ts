import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { namedTests } from "./statements/named-tests.ts";
import { contractPage, parts, sides } from "./statements/table.ts";

const statements = parts.flatMap((part) => part.statements);
const files = new Map<string, ReturnType<typeof namedTests>>();

function testsOf(file: string): ReturnType<typeof namedTests> {
  const found = files.get(file) ?? namedTests(file);
  files.set(file, found);
  return found;
}

describe("the service contract", () => {
  it("has nine parts, whose statements are numbered without a gap", () => {
    expect(parts).toHaveLength(9);
    for (const [i, part] of parts.entries())
      expect(part.statements.map(({ id }) => id)).toEqual(part.statements.map((_, n) => `${i + 1}.${n + 1}`));
    expect(new Set(statements.map(({ says }) => says)).size).toBe(statements.length);
  });

  it.each(statements)("$id is shown at each side that it concerns: $says", ({ client, sandbox, open }) => {
    expect(client ?? sandbox ?? open).toBeDefined();
    const shown = { client, sandbox };
    for (const side of sides) {
      if (open?.[side] !== undefined) expect(shown[side], `${side} is open and has a test`).toBeUndefined();
      for (const { file, name } of shown[side] ?? [])
        expect(testsOf(file).get(name), `${file} | ${name}`).toEqual({ isAlwaysRun: true });
    }
  });

  it("is open in these points alone", () => {
    expect(statements.filter(({ open }) => open !== undefined).map(({ id }) => id)).toEqual(["1.8"]);
  });

  it("is on the page as it is in the table", () => {
    expect(readFileSync("docs/contract.md", "utf8").trim()).toBe(contractPage().trim());
  });
});
