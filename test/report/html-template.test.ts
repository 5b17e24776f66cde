import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { html, trusted } from "../../src/report/blocks/html-template.ts";

describe("the html template", () => {
  it("lets no text become markup or leave its attribute", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const page = html`<p title="${text}">${[text, [text]]}</p>`.toString();
        expect(page.match(/[<>"'`]/g)).toEqual(["<", '"', '"', ">", "<", ">"]);
      }),
    );
  });

  it("keeps markup that it made, and what is trusted by name", () => {
    expect(html`<ul>${[1, 2].map((n) => html`<li>${n}</li>`)}</ul>${trusted("<hr>")}`.toString()).toBe(
      "<ul><li>1</li><li>2</li></ul><hr>",
    );
  });

  it("leaves nothing for undefined and false", () => {
    expect(html`a${undefined}${false}b`.toString()).toBe("ab");
  });

  it("takes no object for markup because it has the same shape", () => {
    // A value out of JSON could look like this: the compiler refuses it, and so does the template.
    const forged = JSON.parse('{"text":"<b>"}') as string;
    expect(() => html`${forged}`).toThrow(TypeError);
  });

  it("refuses an attribute without quotes", () => {
    expect(() => html`<p title=${"a"}></p>`).toThrow(/without quotes/);
  });

  it("shows no character that hides or reorders text", () => {
    expect(html`${"a\u202eb\u200bc\u001b[0m"}`.toString()).toBe("a b c [0m");
  });
});
