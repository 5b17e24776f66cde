import { describe, expect, it } from "vitest";
import { formatMoney } from "../../src/lib/money.ts";
import { noModel } from "../../src/llm/model.ts";
import { explainPlan as question } from "../../src/llm/questions/explain-plan.ts";
import { explainPlan, namedFacts } from "../../src/report/questions/explain-plan.ts";
import { makeReport } from "../../src/report/report.ts";
import { answeringModel } from "../llm/answering-model.ts";
import { campaignAfter } from "./campaign-fixture.ts";

const report = makeReport(campaignAfter());
const explained = (...sentences: string[]) =>
  explainPlan(report, answeringModel(question, () => ({ sentences })).ask);

describe("a plan in words", () => {
  it("has the model's words and code's figures and names", async () => {
    const line = report.plan?.lines[0];
    const { sentences, by } = await explained(
      "The plan spends {{planned}}.",
      "Most goes to {{line_1_product}}, which gets {{line_1_amount}}.",
    );
    expect(by).toBe("scripted");
    expect(sentences).toEqual([
      `The plan spends ${formatMoney(report.plan?.total ?? { minor: 0, currency: "EUR" })}.`,
      `Most goes to ${line?.product}, which gets ${formatMoney(line?.amount ?? { minor: 0, currency: "EUR" })}.`,
    ]);
  });

  it.each([
    ["a digit", "It spends 5."],
    ["a number as a word", "It spends a million."],
    ["a name that is not in the list", "It spends {{secret}}."],
    ["a link", "Read https://seller.example/terms."],
    ["nothing to say", ""],
  ])("is by rules where the model's has %s, and says so", async (_, text) => {
    const { sentences, by, note } = await explained(...(text === "" ? [] : ["Good.", text]));
    expect(by).toBe("rules");
    expect(note).toBeDefined();
    expect(sentences.join(" ")).toContain(report.plan?.lines[0]?.reason);
    if (text !== "") expect(sentences.join(" ")).not.toContain(text);
  });

  it("is by rules without a model", async () => {
    const { sentences, by, note } = await explainPlan(report, noModel.ask);
    expect({ by, note }).toEqual({ by: "rules", note: "no model is configured" });
    for (const { reason } of report.plan?.lines ?? []) expect(sentences.join(" ")).toContain(reason);
  });

  it("shows the model no word of a seller", () => {
    const shown = question.values(namedFacts(report))["facts"] ?? "";
    for (const { product, sellerId, offerId } of report.plan?.lines ?? [])
      for (const words of [product, sellerId, offerId]) expect(shown).not.toContain(words);
    expect(shown).toContain("line_1_amount: what it gets = EUR");
  });

  it("is not asked for before there is a plan", async () => {
    const { ask, asked } = answeringModel(question, () => ({ sentences: ["Good."] }));
    const { sentences } = await explainPlan(makeReport(campaignAfter(2)), ask);
    expect(sentences).toEqual(["There is no plan to explain yet."]);
    expect(asked).toHaveLength(0);
  });
});
