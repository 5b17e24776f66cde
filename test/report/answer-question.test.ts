import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { noModel } from "../../src/llm/model.ts";
import { pickFacts } from "../../src/llm/questions/pick-facts.ts";
import { answerQuestion, nearestFacts } from "../../src/report/questions/answer-question.ts";
import { factsOf } from "../../src/report/questions/facts.ts";
import { makeReport } from "../../src/report/report.ts";
import { answeringModel } from "../llm/answering-model.ts";
import { campaignAfter, campaignEvents } from "./campaign-fixture.ts";

const facts = factsOf(makeReport(campaignAfter()));

describe("the facts of a campaign", () => {
  it("can be listed after every event, each with an id of its own and on one line", () => {
    for (let count = 0; count <= campaignEvents.length; count++) {
      const list = factsOf(makeReport(campaignAfter(count)));
      expect(new Set(list.map(({ id }) => id)).size).toBe(list.length);
      for (const { text } of list) expect(text).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    }
  });

  it("say of every offer where it stands, and of each that is not bought why", () => {
    const { offers, plan } = makeReport(campaignAfter());
    for (const { id } of offers) expect(facts.some(({ text }) => text.includes(id))).toBe(true);
    for (const { offerId, reason } of plan?.leftOut ?? [])
      expect(
        facts.some(
          ({ text }) => text.startsWith("Not in the plan") && text.includes(offerId) && text.includes(reason),
        ),
      ).toBe(true);
  });
});

describe("an answer without a model", () => {
  it("is made of the facts whose words are nearest, and says so", async () => {
    const left = makeReport(campaignAfter()).plan?.leftOut[0];
    const answer = await answerQuestion(`Why is ${left?.offerId} not in the plan?`, facts, noModel.ask);
    expect(answer).toMatchObject({
      answers: "unsure",
      by: "words",
      note: "no model is configured; these facts are nearest to the question by their words",
    });
    expect(answer.facts[0]?.text).toContain(left?.offerId);
  });

  it.each([
    [campaignAfter(), /^Waits: /],
    [campaignAfter(6), /^Nothing waits for a person or a seller\.$/],
  ])("tells what waits, and that nothing does", async (state, first) => {
    const answer = await answerQuestion("what waits for me?", factsOf(makeReport(state)), noModel.ask);
    expect(answer.facts[0]?.text).toMatch(first);
  });

  it("says what to ask with where no word is known", async () => {
    const answer = await answerQuestion("qwertz?", facts, noModel.ask);
    expect(answer.facts).toEqual([]);
    expect(answer.note).toContain("ask with the name of a seller");
  });

  it("holds nothing but facts, without repeating one, whatever is asked", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.nat(20), (question, most) => {
        const found = nearestFacts(question, facts, most);
        expect(found.length).toBeLessThanOrEqual(most);
        expect(new Set(found).size).toBe(found.length);
        for (const fact of found) expect(facts).toContain(fact);
      }),
    );
  });
});

describe("an answer by a model", () => {
  const asked = (answer: unknown) =>
    answerQuestion("why is the seller not in the plan?", facts, answeringModel(pickFacts, () => answer).ask);

  it("is the facts that it picked, in its order and in code's words", async () => {
    const answer = await asked({ answers: "yes", facts: ["f3", "f1"] });
    expect(answer).toEqual({ answers: "yes", by: "scripted", facts: [facts[2], facts[0]] });
  });

  it("shows the nearest facts where the model finds none", async () => {
    const answer = await asked({ answers: "no", facts: [] });
    expect(answer).toMatchObject({ answers: "no", note: expect.stringContaining("finds no answer") });
    expect(answer.facts.length).toBeGreaterThan(0);
  });

  it.each([
    ["names a fact that code never made", { answers: "yes", facts: ["f9999"] }],
    ["adds words of its own", { answers: "yes", facts: ["f1"], text: "Buy more." }],
    ["names a fact twice", { answers: "yes", facts: ["f1", "f1"] }],
    ["claims an answer and names no fact", { answers: "yes", facts: [] }],
    ["names too many", { answers: "yes", facts: facts.slice(0, 9).map(({ id }) => id) }],
  ])("is not used where it %s", async (_, answer) => {
    expect(await asked(answer)).toMatchObject({ answers: "unsure", by: "words" });
  });

  it("shows the model at most 250 facts, those nearest to the question", async () => {
    const many = Array.from({ length: 400 }, (_, i) => ({
      id: `f${i + 1}`,
      topic: "offer" as const,
      text: `Offer ${i + 1} is ${i % 2 === 0 ? "left out" : "bought"}.`,
    }));
    const { ask, asked } = answeringModel(pickFacts, () => ({ answers: "no", facts: [] }));
    await answerQuestion("what is left out?", many, ask);
    expect(asked[0]?.facts.length).toBeLessThanOrEqual(250);
  });
});
