import { describe, expect, it } from "vitest";
import { z } from "zod";
import { facts, list, only, prose, shownOn } from "../../src/report/blocks/document.ts";
import { described, each, fields } from "../../src/report/blocks/schema.ts";
import { header, printMedia, table } from "../../src/report/blocks/table.ts";

describe("what a schema names of a value", () => {
  const schema = fields({
    id: z.string(),
    lines: each({ amount: z.number(), note: z.string().optional() }).optional(),
    rates: z.record(z.string(), z.number()).optional(),
  });

  it("is taken at any depth, in the schema's order, and nothing else", () => {
    const line = { token: "secret", note: undefined, amount: 3 };
    const value = { lines: [line], token: "secret", rates: { USD: 1.1 }, id: "a" };
    expect(JSON.stringify(described(schema, value))).toBe(
      '{"id":"a","lines":[{"amount":3}],"rates":{"USD":1.1}}',
    );
  });
});

describe("blocks", () => {
  const empty = table<string>({ caption: "c", rows: [], columns: [header("h", (row) => row)] });

  it("without anything in them are not shown", () => {
    expect(
      shownOn("page", [empty, prose(), list([]), facts([["Buyer", undefined]]), false, undefined]),
    ).toEqual([]);
  });

  it("are kept to the readers of all that they stand in", () => {
    const blocks = only(["page", "terminal"], only(printMedia, prose("a")), prose("b"));
    const textsOn = (medium: "page" | "markdown" | "terminal") =>
      shownOn(medium, blocks).map((block) => block.type === "prose" && block.text);
    expect(textsOn("page")).toEqual(["a", "b"]);
    expect(textsOn("markdown")).toEqual([]);
    expect(textsOn("terminal")).toEqual(["b"]);
  });

  it("drop columns that are none", () => {
    const shown = table<string>({ caption: "c", rows: ["x"], columns: [header("h", (row) => row), false] });
    expect(shown.columns).toHaveLength(1);
    expect(shown.rows[0]).toHaveLength(1);
  });
});
