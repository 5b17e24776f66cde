import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { z } from "zod";
import { schemas } from "../../scripts/write-schemas.ts";
import { dialectNames } from "../../src/protocol/dialects/dialect.ts";
import { matchPackagesSchema } from "../../src/protocol/records/match-package.ts";
import { tasks } from "../../src/protocol/tasks/index.ts";

/** All names of properties and all words of enums in a JSON Schema, each with the path that it stands at. */
function wordsOf(node: unknown, path = ""): { readonly names: string[][]; readonly values: string[][] } {
  if (typeof node !== "object" || node === null) return { names: [], values: [] };
  const entries: (readonly [string, unknown])[] = Array.isArray(node)
    ? node.map((one) => ["", one])
    : Object.entries(node);
  const own = entries.flatMap(([key, value]) =>
    key === "properties" && typeof value === "object" && value !== null ? Object.keys(value) : [],
  );
  const words = entries.flatMap(([key, value]) =>
    key === "enum" && Array.isArray(value) ? value : key === "const" ? [value] : [],
  );
  const inner = entries.map(([key, value]) => wordsOf(value, key === "properties" ? path : `${path}/${key}`));
  return {
    names: [...own.map((name) => [name, path]), ...inner.flatMap(({ names }) => names)],
    values: [
      ...words.flatMap((word) => (typeof word === "string" ? [[word, path]] : [])),
      ...inner.flatMap(({ values }) => values),
    ],
  };
}

const jsonSchema = (schema: z.ZodType) => z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
const firsts = (words: readonly string[][]) => words.map(([word = ""]) => word);

const contract = [
  matchPackagesSchema,
  ...Object.values(tasks).flatMap(({ request, response }) => [request, response]),
].map((schema) => wordsOf(jsonSchema(schema)));
const brief = wordsOf(schemas["brief.schema.json"]?.());

/** Names of the standard that no task of ours has: of pricing options, and what its buyers' stories read of an answer. */
const standard = [
  "pricing_model",
  "seller_id",
  "cross_seller_shortlist",
  "budget_reconciliation",
  "committed_spend",
  "in_doubt",
];
const theirNames = new Set([...contract.flatMap(({ names }) => firsts(names)), ...standard]);
const theirValues = new Set([...contract, brief].flatMap(({ values }) => firsts(values)));
const briefNames = new Set(firsts(brief.names));

/** Words of our own that say something else by now; the ledger keeps some of them. */
const former = new Set(
  "standing standingReason told toldTo firstTold held asHeld asked askedBy askedAt untaken notTaken taken kept bound obeyed wishes".split(
    " ",
  ),
);

const outputs = Object.entries(schemas)
  .filter(([name]) => name.endsWith("-output.schema.json") || name === "statement.schema.json")
  .map(([name, schema]) => [name, wordsOf(schema())] as const);

const isField = (word: string) => word.split(".").every((part) => briefNames.has(part));
/** A command as it is typed. */
const isCommand = (word: string) => /^[a-z]+( [a-z-]+)?$/.test(word);

it.each(outputs)("%s names its fields in camelCase, but for those of the standard", (_, { names }) => {
  const odd = names.filter(([name = ""]) => !/^[a-z][A-Za-z0-9]*$/.test(name) && !theirNames.has(name));
  expect(odd).toEqual([]);
});

it.each(outputs)("%s has no field of a former name", (_, { names }) => {
  expect(names.filter(([name = ""]) => former.has(name))).toEqual([]);
});

it.each(outputs)(
  "%s spells codes in kebab-case, but for words of the standard and of a brief",
  (_, { values }) => {
    const isTheirs = (word: string) =>
      theirValues.has(word) || isField(word) || dialectNames.some((name) => name === word);
    const odd = values.filter(
      ([word = "", path = ""]) =>
        !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(word) &&
        !isTheirs(word) &&
        !(path.endsWith("/command") && isCommand(word)),
    );
    expect(odd).toEqual([]);
  },
);

it("finds a field, a former name and a code that are spelled otherwise", () => {
  const { names, values } = wordsOf({
    properties: { in_doubt: {}, list: { items: { properties: { told: { enum: ["spend anomaly"] } } } } },
  });
  expect(firsts(names)).toEqual(["in_doubt", "list", "told"]);
  expect(firsts(values)).toEqual(["spend anomaly"]);
});

it("keeps no schema that nothing writes", () => {
  expect(readdirSync("schemas").sort()).toEqual(Object.keys(schemas).sort());
});
