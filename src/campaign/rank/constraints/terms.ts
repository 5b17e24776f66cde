import { counted } from "../../../lib/english.ts";
import { type Brief, pacingFor } from "../../model/brief.ts";
import { byOrder, type Hold } from "./hold.ts";

/** Every order has the flight's first and last instant, and a package that has no others runs between them. */
export function onDates({ flight: { start, end } }: Brief): Hold {
  return () => ({ field: "flight", held: "wire", reason: `ordered from ${start} to ${end}` });
}

/** The wire has a word for even and for front-loaded delivery, and none for other curves. */
export function paced(brief: Brief): Hold[] {
  if (brief.pacing === undefined && brief.channelPacing === undefined) return [];
  const field = "pacing" as const;
  return [
    ({ channels }) => {
      const curve = pacingFor(brief, channels);
      switch (curve) {
        case "even":
          return { field, held: "wire", reason: "ordered evenly", sent: { pacing: "even" } };
        case "front-loaded":
          return { field, held: "wire", reason: "ordered front-loaded", sent: { pacing: "front_loaded" } };
        default:
          return { field, held: "brief", reason: "orders have no word for this curve" };
      }
    },
  ];
}

/** A cap is each seller's own: nobody counts people across sellers. */
export function capped({ frequencyCap: cap }: Brief): Hold[] {
  if (cap === undefined) return [];
  const { times, per } = cap;
  return [
    byOrder({
      field: "frequency_cap",
      can: ({ frequencyCap }) => frequencyCap,
      words: `at most ${counted(times, "time")} ${per === "flight" ? "over the flight" : `a ${per}`} to each person`,
      overlay: { frequency_cap: { max_impressions: times, per: "individuals", window: windows[per] } },
    }),
  ];
}

const windows = {
  day: { interval: 1, unit: "days" },
  week: { interval: 7, unit: "days" },
  month: { interval: 30, unit: "days" },
  flight: { interval: 1, unit: "campaign" },
} as const;

export function inLanguages({ languages: language }: Brief): Hold[] {
  if (language === undefined) return [];
  return [
    byOrder({
      field: "languages",
      can: ({ languages }) => languages,
      words: `to speakers of ${language.join(", ")}`,
      overlay: { language },
    }),
  ];
}

/** An audience in words has no place in an order; a signal that stands for it is chosen with the plan. */
export function inWords({ audience }: Brief): Hold[] {
  if (audience === undefined) return [];
  return [() => ({ field: "audience", held: "brief", reason: "told to its seller in words" })];
}
