import { expect, it } from "vitest";
import { regionName } from "../../../src/brief/grammar/regions.ts";

it.each([
  ["DE-BY", "Bayern"],
  ["GB-ENG", "England"],
  ["US-GA", "Georgia"],
  ["CA-NL", "Newfoundland"],
  ["MX-GRO", "Estado de Guerrero"],
  ["SE-M", "Skåne"],
  ["XX-1", "XX-1"],
])("calls %s by its name: %s", (code, name) => {
  expect(regionName(code)).toBe(name);
});
