import { describe, expect, test } from "vitest";
import { readBrief } from "../../src/brief/reader/read-brief.ts";
import type { Model } from "../../src/llm/model.ts";
import { briefYaml } from "./brief-yaml.ts";
import { freeTextBriefs } from "./free-text-briefs.ts";

const today = "2026-11-21";
const unasked: Model = {
  ask: () => {
    throw new Error("a structured brief needs no model");
  },
};

describe("a brief", () => {
  test.each(["brief.yaml", "BRIEF.YML"])("is structured in %s, and no model sees it", async (fileName) => {
    expect(await readBrief({ text: briefYaml(), fileName, today, model: unasked })).toMatchObject({
      type: "brief",
      brief: { name: "Spring launch", questions: [] },
    });
  });

  test("in free text comes with the draft behind it", async () => {
    const [complete] = freeTextBriefs;
    const reading = await readBrief({ text: complete?.text ?? "", fileName: "brief.md", today });
    expect(reading).toMatchObject({
      type: "brief",
      brief: {
        name: "Spring launch",
        budget: { minor: 25_000_000, currency: "EUR" },
        creatives: [],
        questions: [],
      },
      draft: { budget: { evidence: { text: "EUR 250,000" } } },
    });
  });

  test("stays open where a required value is missing, without a value in its place", async () => {
    const reading = await readBrief({
      text: "We want to advertise acme.example.",
      fileName: "brief.txt",
      today,
    });
    expect(reading).toMatchObject({ type: "open" });
    expect(reading).not.toHaveProperty("brief");
    expect(reading).not.toHaveProperty("draft.budget");
  });

  test("is refused where it is too long to be one", async () => {
    const reading = await readBrief({ text: "a ".repeat(100_001), fileName: "brief.txt", today });
    expect(reading).toMatchObject({ type: "invalid", problems: [{ file: "brief.txt", line: 1, column: 1 }] });
  });
});
