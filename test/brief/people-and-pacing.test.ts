import { describe, expect, test } from "vitest";
import { readText } from "../../src/brief/reader/read-text.ts";

const read = (text: string) => readText({ text, today: "2026-11-21" });
const english = "Campaign for alderway.example in Ireland on radio and display, 1-28 March 2027. ";
const dutch = "Campagne voor alderway.example in Nederland, radio en display, 1 t/m 28 maart 2027. ";
const german = "Kampagne für alderway.example in Deutschland, Radio und Display, 1. bis 28. März 2027. ";
const spanish = "Campaña de alderway.example en España, radio y display, del 1 al 28 de marzo de 2027. ";

describe("whom it is for", () => {
  test.each([
    [`${english}Reach 25% of 18-34s.`, { age: { from: 18, to: 34 } }],
    [`${english}Adults over 35.`, { age: { from: 35 } }],
    [`${english}Audience W25-54.`, { age: { from: 25, to: 54 }, gender: "female" }],
    [`${dutch}Bereik 50% v25-49.`, { age: { from: 25, to: 49 }, gender: "female" }],
    [`${dutch}Bereik 50% M25-49.`, { age: { from: 25, to: 49 }, gender: "male" }],
    [`${german}Reichweite 40 % bei Frauen ab 30 Jahren.`, { age: { from: 30 }, gender: "female" }],
    [`${spanish}Para jóvenes de 18 a 29 años.`, { age: { from: 18, to: 29 } }],
  ])("%s", async (text, demographics) => {
    expect((await read(text)).demographics?.value).toMatchObject(demographics);
  });

  test.each([`${english}We have been here for over 40 years.`, `${english}20% off from 10-12.`])(
    "no ages: %s",
    async (text) => {
      expect((await read(text)).demographics?.value).toBeUndefined();
    },
  );
});

describe("pacing", () => {
  test.each([
    `${english}EUR 60,000 of media, evenly over the month.`,
    `${english}Please spread it evenly, sales cannot handle peaks.`,
    `${dutch}Mediabudget € 24.500, gelijkmatig besteden.`,
    `${german}Bitte gleichmäßig ausgeben.`,
  ])("is even: %s", async (text) => {
    expect((await read(text)).pacing?.value).toBe("even");
  });

  test.each([
    `${english}Split evenly between display and radio.`,
    `${german}Gleichmäßig auf Display und Radio verteilt.`,
  ])("says nothing of time: %s", async (text) => {
    expect((await read(text)).pacing).toBeUndefined();
  });
});

test("what remains is a share by its size too", async () => {
  const text =
    "Campaign in Finland, Estonia and Latvia for alderway.example. Half of the money is meant for Finland, 30 per cent for Estonia and the remaining fifth for Latvia.";
  const { countryShares } = await read(text);
  expect(countryShares.map(({ value }) => [value.of, value.min, value.max])).toEqual([
    ["FI", 0.5, 0.5],
    ["EE", 0.3, 0.3],
    ["LV", 0.2, 0.2],
  ]);
});
