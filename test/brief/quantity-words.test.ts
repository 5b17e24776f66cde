import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { readText } from "../../src/brief/reader/read-text.ts";
import { formatMoney } from "../../src/lib/money.ts";
import { some } from "../depth.ts";

const said = <Value extends z.ZodType>(value: Value) => z.array(z.tuple([z.string(), value]));
const languages = z
  .record(
    z.string(),
    z.strictObject({
      frame: z.string(),
      /** The whole budget, with no question about it. */
      budget: said(z.string()),
      /** Denied, conditional, relative or of something else: never a budget without a question. */
      asked: z.array(z.string()),
      /** The most for one seller. */
      seller: said(z.number()),
      /** Of podcasts. */
      share: said(z.object({ min: z.number().optional(), max: z.number().optional() })),
      frequency: said(z.string()),
      cap: said(z.string()),
      /** An ordinal is no share, and a share of something else none for a seller. */
      unread: z.array(z.string()).default([]),
    }),
  )
  .parse(parse(readFileSync("test/brief/quantity-words.yaml", "utf8")));

describe.each(Object.entries(languages))("in a brief in %s", (_, of) => {
  const read = (sentence: string) => readText({ text: of.frame.replace("_", sentence), today: "2026-11-21" });
  const asksAbout = (draft: Awaited<ReturnType<typeof read>>, name: string) =>
    draft.questions.some(({ field }) => field.startsWith(name));
  const often = (found: { value: { times: number; per: string } } | undefined) =>
    found && `${found.value.times}/${found.value.per}`;

  test.each(some(of.budget))("the budget is read: %s", async (sentence, amount) => {
    const draft = await read(sentence);
    expect(draft.budget && formatMoney(draft.budget.value)).toBe(amount);
    expect(draft.questions.filter(({ field }) => field === "budget")).toEqual([]);
  });

  test.each(some(of.asked))("the budget is asked about: %s", async (sentence) => {
    expect(asksAbout(await read(sentence), "budget")).toBe(true);
  });

  test.each(some(of.seller))("the most for one seller is read: %s", async (sentence, share) => {
    const draft = await read(sentence);
    expect(draft.maxSharePerSeller?.value).toBeCloseTo(share, 4);
    expect(asksAbout(draft, "limits")).toBe(false);
  });

  test.each(some(of.share))("the share of a channel is read: %s", async (sentence, share) => {
    const draft = await read(sentence);
    expect(draft.channelShares.map(({ value }) => value)).toEqual([{ of: "podcast", ...share }]);
  });

  test.each(some(of.frequency))("how often people see it is read: %s", async (sentence, frequency) => {
    const draft = await read(sentence);
    expect([often(draft.frequency), often(draft.frequencyCap)]).toEqual([frequency, undefined]);
  });

  test.each(some(of.cap))("how often people see it at most is read: %s", async (sentence, cap) => {
    const draft = await read(sentence);
    expect([often(draft.frequency), often(draft.frequencyCap)]).toEqual([undefined, cap]);
  });

  test.each(some(of.unread))("no share is read: %s", async (sentence) => {
    const draft = await read(sentence);
    expect([draft.channelShares, draft.maxSharePerSeller]).toEqual([[], undefined]);
  });
});
