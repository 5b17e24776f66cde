import { expect, it } from "vitest";
import { makeReport } from "../../../src/report/report.ts";
import { noBrowser } from "../../chromium.ts";
import { type Format, figuresOf, figuresShown, formats } from "./figures-shown.ts";
import { honestFlight } from "./honest-flight.ts";

const inSheetsNot = [
  "a line: planned budget",
  "a line: ordered impressions",
  "a line: impressions of plan",
  "a line: spend due",
  "a line: spend of plan",
  "a line: completion rate",
  "a line: spend beside the order",
  "a line: impressions beside the order",
  "a line: pace",
  "all: remaining",
  "all: buys",
  "all: impressions",
  "all: impressions due",
  "all: impressions of plan",
  "all: days without impressions",
];

/** What each format does not show of one of the lines or of all. A pace is named where it is off, what is in doubt where it is not 0. */
const notShown: Readonly<Record<Format, readonly string[]>> = {
  terminal: [
    "a line: planned budget",
    "a line: ordered budget",
    "a line: ordered impressions",
    "a line: planned CPM",
    "a line: last day",
    "a line: impressions due",
    "a line: days reported",
    "a line: spend due",
    "a line: clicks",
    "a line: completion rate",
    "a line: spend beside the order",
    "a line: impressions beside the order",
    "a line: pace",
    "all: planned impressions",
    "all: in doubt",
    "all: remaining",
    "all: impressions due",
  ],
  json: [],
  html: ["a line: days reported", "a line: pace", "all: in doubt", "all: remaining", "all: buys"],
  // The client's edition of a campaign that runs: plan, current and delivered of each line.
  pdf: [
    "a line: amount",
    "a line: share",
    "a line: planned CPM",
    "a line: last day",
    "a line: impressions due",
    "a line: impressions of plan",
    "a line: days without impressions",
    "a line: days reported",
    "a line: spend due",
    "a line: spend of plan",
    "a line: days without spend",
    "a line: clicks",
    "a line: completion rate",
    "a line: index",
    "a line: pace",
    "all: planned impressions",
    "all: in doubt",
    "all: remaining",
    "all: buys",
  ],
  xlsx: inSheetsNot,
  csv: inSheetsNot,
  md: [
    "a line: days reported",
    "a line: pace",
    "all: planned impressions",
    "all: remaining",
    "all: impressions due",
  ],
};

const states = [
  { name: "behind seven changes, with a silent day open", day: 14 },
  { name: "right after a pause", day: 17 },
  { name: "after the end", day: 43 },
];

it.skipIf(noBrowser !== undefined)(
  "shows each figure of a campaign alike in every format, and names what a format does not show",
  async () => {
    const flown = await honestFlight({});
    await using story = flown.story;
    for (const { name, day } of states) {
      await flown.playTo(day);
      const state = await story.state();
      const figures = figuresOf(makeReport(state));
      expect(figures.size).toBeGreaterThanOrEqual(40);
      const shown = await figuresShown(state);
      for (const format of formats) {
        const differ = shown[format].flatMap(({ figure, value, within }) => {
          const is = figures.get(figure) ?? "none";
          const isSame =
            typeof is === "number" && typeof value === "number"
              ? Math.abs(value - is) <= within
              : is === value;
          return isSame ? [] : [`${figure} is ${is}, shown as ${value}`];
        });
        expect([name, format, differ]).toEqual([name, format, []]);
        const there = new Set(shown[format].map(({ figure }) => figure));
        const missing = [...figures.keys()].filter((figure) => !there.has(figure));
        const named = new Set(missing.map((figure) => figure.replace(/^[a-z]+\.example/, "a line")));
        expect([name, format, [...named].sort()]).toEqual([name, format, [...notShown[format]].sort()]);
      }
    }
  },
);
