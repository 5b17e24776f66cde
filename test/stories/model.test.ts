import { describe, expect, it } from "vitest";
import { openJournal } from "../../src/campaign/model/state/journal.ts";
import { readOffers } from "../../src/campaign/reading/read-offers.ts";
import { readProduct } from "../../src/llm/questions/read-product.ts";
import { makeReport } from "../../src/report/report.ts";
import { answeringModel } from "../llm/answering-model.ts";
import { buysAt, openStory } from "./story.ts";

/** What the worst model would say: all that is best of one kind of product, and all that is worst of the others. */
const partisan = answeringModel(readProduct, ({ phrases }) => {
  const favoured = phrases.some(({ text }) => /audio|music/i.test(text));
  const judgement = favoured ? { fit: "strong", phrase: phrases[0]?.id } : { fit: "none", phrase: null };
  return { audience: judgement, surroundings: judgement, objective: judgement };
});

describe("a model's reading of offers", () => {
  it("is written down beside the ranking and moves no score, no amount and no purchase", async () => {
    await using plain = await openStory();
    await using read = await openStory();
    await plain.run();
    await read.run("ranking");
    const journal = await openJournal(read.app.ledger, read.campaignId);
    expect(await readOffers(journal, partisan.ask)).toEqual(new Map());
    await read.run();

    const { readings = [], ranking, plan } = await read.state();
    const levels = new Set(readings.flatMap(({ aspects }) => aspects.map(({ fit }) => fit)));
    expect(levels).toEqual(new Set(["strong", "none"]));
    expect(ranking).toEqual((await plain.state()).ranking);
    expect(plan?.lines).toEqual((await plain.state()).plan?.lines);
    expect(new Set(buysAt(read.sandbox))).toEqual(new Set(buysAt(plain.sandbox)));
    expect(makeReport(await read.state()).readings).toHaveLength(readings.length);
  });

  it("stands in the ledger for whoever opens it without a model, and is not asked for again", async () => {
    await using story = await openStory();
    await story.run("plan");
    await readOffers(await openJournal(story.app.ledger, story.campaignId), partisan.ask);
    const before = partisan.asked.length;
    const again = await openJournal(story.anotherApp().ledger, story.campaignId);
    expect(again.state().readings).toEqual((await story.state()).readings);
    expect(again.state().readings?.[0]?.by).toBe("scripted");
    await readOffers(again, partisan.ask);
    expect(partisan.asked.length).toBe(before);
  });
});
