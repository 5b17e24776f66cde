import { expect, it } from "vitest";
import { examined } from "./examined.ts";
import { goodSeller } from "./good-seller.ts";
import { startScriptedSeller } from "./scripted-seller.ts";

it.each([
  ["3.0", "mcp"],
  ["3.1", "mcp"],
  ["3.2", "mcp"],
  ["3.0", "a2a"],
  ["3.1", "a2a"],
] as const)("finds nothing at a seller that is right in %s over %s", async (release, speaks) => {
  await using seller = await startScriptedSeller((url) => ({ ...goodSeller(url, release), speaks }));
  const { code, found } = await examined(seller, "--strict");
  expect(found.findings.flatMap(({ rule, text }) => (rule === undefined ? [] : [text]))).toEqual([]);
  expect(
    found.findings.flatMap(({ severity, text }) => (severity === "will-not-work" ? [text] : [])),
  ).toEqual([]);
  expect(code).toBe(0);
});
