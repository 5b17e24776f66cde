import fc from "fast-check";
import { expect, it } from "vitest";
import { JsonRefused, parseJson, parseJsonAtOnce } from "../../src/lib/parse-json.ts";
import { times } from "../depth.ts";
import { turnsOfOthers } from "../turns-of-others.ts";

/** Made long, so that it is read in pieces: at any depth members may be longer or shorter than a piece. */
const long = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom(
      null,
      true,
      -1.5e3,
      "",
      'a"b\\',
      "\\\\",
      "[{,}]:",
      "x".repeat(70_000),
      '\\"'.repeat(40_000),
    ),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom("a", "b:", '"', "__proto__", "c,{"), tie("value"), { maxKeys: 4 }),
    fc.constant(Array.from({ length: 9_000 }, (_, i) => ({ i, t: "}],[{" }))),
  ),
})).value;

it("reads what JSON.parse reads, whatever its length and shape", async () => {
  await fc.assert(
    fc.asyncProperty(long, fc.constantFrom(undefined, 1), async (value, space) => {
      const text = ` ${JSON.stringify(value, undefined, space)}\n`;
      expect(await parseJson(text)).toEqual(JSON.parse(text));
    }),
    { numRuns: times(12, 40) },
  );
});

it("refuses what JSON.parse refuses, where a long text is broken at any place", async () => {
  const item = `{"a":[1,"${"x".repeat(50)}"],"b":{}}`;
  const whole = `{"list":[${Array(3_000).fill(item).join(",")}],"text":"${"y".repeat(70_000)}","more":[[1],[2]]}`;
  await fc.assert(
    fc.asyncProperty(
      fc.nat(whole.length - 1),
      fc.constantFrom("", ",", "]", "}", '"', "[", "{", ":", "\\", "1"),
      async (at, put) => {
        const text = whole.slice(0, at) + put + whole.slice(at + 1);
        const theirs = outcome(() => JSON.parse(text));
        const ours = await parseJson(text).catch((cause: unknown) => {
          expect(cause).toBeInstanceOf(Error);
          return refused;
        });
        expect(ours).toEqual(theirs);
      },
    ),
    { numRuns: times(40, 150) },
  );
});

it.each(["[,1]", "[1,]", "[1,,2]", '{"a":1,}', "[1] 2", "[1].5", '{"a":1,,"b":2}', "[1}", ""])(
  "refuses %s with a list too long for one piece in it",
  async (text) => {
    const filled = text.replace("1", JSON.stringify(Array(40_000).fill(7)));
    await expect(parseJson(filled)).rejects.toThrow(SyntaxError);
  },
);

it("refuses a text for its shape before it is parsed", async () => {
  await expect(parseJson("[".repeat(5_000_000))).rejects.toThrow(
    new JsonRefused("is nested deeper than 64 levels"),
  );
  expect(() => parseJsonAtOnce("[".repeat(65) + "]".repeat(65))).toThrow(JsonRefused);
  await expect(parseJson(`[${"{},".repeat(1_000)}0]`, 1_000)).rejects.toThrow("holds more than 1000 values");
  expect(await parseJson(`"${"[{,".repeat(30_000)}"`, 10)).toHaveLength(90_000);
});

it("lets others go on while it reads 16 MB, also where it is nested as deep as it may be", async () => {
  const rows = Array.from({ length: 150_000 }, (_, i) => ({ date: "2027-01-01", impressions: i, clicks: 1 }));
  const deep = `${"[".repeat(60)}${JSON.stringify({ rows, text: "é".repeat(200_000) })}${"]".repeat(60)}`;
  const { result, turns } = await turnsOfOthers(() => parseJson(deep));
  expect(result).toEqual(JSON.parse(deep));
  expect(turns).toBeGreaterThan(5);
});

const refused = Symbol("refused");

function outcome(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return refused;
  }
}
