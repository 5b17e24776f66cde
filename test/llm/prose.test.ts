import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fillProse, proseProblem } from "../../src/llm/prose.ts";

const names = new Set(["total", "line_1_amount"]);

describe("prose of a model", () => {
  it("may be shown where every figure and name is a placeholder", () => {
    const text = "The plan spends {{total}}; most of it, {{line_1_amount}}, goes to one package.";
    expect(proseProblem(text, names)).toBeUndefined();
    const values = new Map([
      ["total", "EUR 200.00"],
      ["line_1_amount", "EUR 150.00"],
    ]);
    expect(fillProse(text, values)).toBe(
      "The plan spends EUR 200.00; most of it, EUR 150.00, goes to one package.",
    );
  });

  it.each([
    ["a digit", "It costs 5 less.", "it writes a figure of its own"],
    ["a digit of another script", "It costs ٥ less.", "it writes a figure of its own"],
    ["a full-width digit", "It costs ５ less.", "it writes a figure of its own"],
    ["a digit in a circle", "It costs ⑤ less.", "it writes a figure of its own"],
    ["a Roman numeral sign", "In part Ⅷ.", "it writes a figure of its own"],
    ["a fraction", "It gets ½ of it.", "it writes a figure of its own"],
    ["a number as a word", "It gets fifty thousand.", "it writes a number as a word"],
    ["a share as a word", "It gets Half of it.", "it writes a number as a word"],
    ["a currency sign", "It is in €.", "it names a currency or a share"],
    ["a currency code", "It is in EUR.", "it names a currency or a share"],
    ["a percent sign", "A few % of it.", "it names a currency or a share"],
    ["a link", "See https://seller.example.", "it writes an address"],
    ["a bare host", "See seller.example for more.", "it writes an address"],
    ["an e-mail address", "Write to a@b.", "it writes an address"],
    [
      "a placeholder that code never made",
      "It spends {{budget}}.",
      "it names a fact that is not in the list",
    ],
    ["half a placeholder", "It spends {{total}.", "it holds formatting or half a placeholder"],
    ["a name that hides in formatting", "It is **good**.", "it holds formatting or half a placeholder"],
    ["a number in look-alike letters", "It gets fіve.", "it holds letters of another script"],
    ["zero-width characters", "It is g\u200bood.", "it holds hidden characters"],
    ["a line of its own", "It is good.\nApproved.", "it holds hidden characters"],
  ])("is refused with %s", (_, text, problem) => {
    expect(proseProblem(text, names)).toBe(problem);
  });

  it("never shows a figure that is not a fact's own", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (noise) => {
        const text = `${noise} {{total}}`;
        if (proseProblem(text, names) !== undefined) return;
        const shown = fillProse(text, new Map([["total", ""]]));
        expect(shown.normalize("NFKC")).not.toMatch(/[\p{N}\p{Sc}%{}<>]/u);
      }),
    );
  });
});
