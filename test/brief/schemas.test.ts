import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { schemas, schemaText } from "../../scripts/write-schemas.ts";
import { briefYaml } from "./brief-yaml.ts";

const committed = (name: string) => readFileSync(new URL(`../../schemas/${name}`, import.meta.url), "utf8");

test.each(Object.entries(schemas))("schemas/%s is what scripts/write-schemas.ts writes", (name, schema) => {
  expect(committed(name)).toBe(schemaText(schema()));
});

describe("the JSON Schema of brief.yaml", () => {
  const validate = new Ajv({ strict: false, formats: { date: true, uri: true } }).compile(
    JSON.parse(committed("brief.schema.json")),
  );

  test("accepts what flightdesk reads", () => {
    expect(validate(parse(briefYaml()))).toBe(true);
  });

  test("refuses a field that flightdesk refuses", () => {
    expect(validate(parse(briefYaml({ extra: "budjet: 1 EUR" })))).toBe(false);
  });
});
