import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { readText } from "../../src/brief/reader/read-text.ts";

const languages = z
  .record(z.string(), z.strictObject({ brief: z.string(), sentences: z.array(z.string()) }))
  .parse(parse(readFileSync(new URL("other-money.yaml", import.meta.url), "utf8")));

test.each(
  Object.values(languages).flatMap(({ brief, sentences }) =>
    sentences.map((sentence) => [sentence, brief] as const),
  ),
)("the budget stays open: %s", async (sentence, brief) => {
  const { questions } = await readText({ text: `${brief}\n${sentence}`, today: "2026-11-25" });
  expect(questions.map(({ field }) => field)).toContain("budget");
});
