import type { Brief, Frequency, LeastRate, Measurement, Places } from "../../brief/brief.ts";
import { regionName } from "../../brief/grammar/regions.ts";
import { counted, listed, percent } from "../../lib/english.ts";
import { partsIn } from "../../lib/parts.ts";
import { burstsInWords, channelDatesInWords } from "../model/offers/flights.ts";
import { agesInWords } from "../model/people/group-in-words.ts";

const asks: readonly (readonly [before: string, what: (brief: Brief) => string | undefined])[] = [
  ["In bursts, with nothing between them:", ({ flights }) => flights && burstsInWords(flights)],
  [
    "On days of their own alone:",
    ({ channelFlights }) => channelFlights && channelDatesInWords(channelFlights),
  ],
  ["Only in", ({ places }) => places?.include && placesInWords(places.include)],
  ["Not in", ({ places }) => places?.exclude && placesInWords(places.exclude)],
  [
    "Pacing:",
    ({ pacing }) => (typeof pacing === "object" ? `weeks weighted ${pacing.weeks.join(", ")}` : pacing),
  ],
  ["At most", ({ frequencyCap }) => frequencyCap && `${timesInWords(frequencyCap)} to each person`],
  ["People aged", ({ demographics }) => demographics?.age && agesInWords(demographics.age)],
  ["Gender:", ({ demographics }) => demographics?.gender],
  ["Nobody under", ({ minimumAge }) => minimumAge?.toString()],
  ["Languages:", ({ languages }) => languages?.join(", ")],
  ["Devices:", ({ devices }) => devices?.join(", ")],
  [
    "Hours:",
    ({ dayparts }) => dayparts?.map(({ days, from, to }) => `${days.join(", ")} ${from} to ${to}`).join("; "),
  ],
  ["Only on properties of the list", ({ content }) => content?.propertyList?.list_id],
  ["Only in programmes of the list", ({ content }) => content?.collectionList?.list_id],
  ["Not in programmes of the list", ({ content }) => content?.collectionListExclude?.list_id],
  ["Not beside", ({ content }) => content?.avoid && listed(content.avoid)],
  ["Only where each impression is matched by", ({ content }) => content?.trustedMatch?.agent_url],
];

/** What a brief asks of every package beside countries and dates, one sentence each: for sellers and for people. */
export function asksInWords(brief: Brief): string[] {
  return [
    ...asks.flatMap(([before, what]) => sentence(before, what(brief))),
    ...measurementInWords(brief.measurement),
  ];
}

function measurementInWords({ viewability, completion, countedBy, attribution }: Measurement = {}): string[] {
  const rate = ({ atLeast, vendor }: LeastRate) =>
    `at least ${percent(atLeast)}${vendor === undefined ? "" : `, measured by ${vendor}`}`;
  const { clickDays, viewDays } = attribution ?? {};
  const windows = partsIn<string>([
    clickDays !== undefined && `${counted(clickDays, "day")} after a click`,
    viewDays !== undefined && `${counted(viewDays, "day")} after a view`,
  ]);
  return [
    ...sentence("In view:", viewability && `${rate(viewability)}, by the ${viewability.standard} standard`),
    ...sentence("Seen or heard to the end:", completion && rate(completion)),
    ...sentence("Paid by the count of", countedBy),
    ...sentence("Actions count until", listed(windows)),
  ];
}

/** `3 times a week` */
export function timesInWords({ times, per }: Frequency): string {
  return `${counted(times, "time")} ${per === "flight" ? "over the flight" : `a ${per}`}`;
}

/** Codes with their systems, regions and cities by their names: `Bayern; nielsen_dma 501; DE plz 80331, 80333; Leeds (12 km around)`. */
export function placesInWords({ regions = [], metros = [], postalAreas = [], cities = [] }: Places): string {
  const named = cities.map(({ name, country, circle }) =>
    circle === undefined ? `${name} ${country}` : `${name} (${circle.kilometres} km around)`,
  );
  return partsIn<string>([
    regions.length > 0 && regions.map(regionName).join(", "),
    metros.map(({ system, codes }) => `${system} ${codes.join(", ")}`),
    postalAreas.map(({ country, system, codes }) => `${country} ${system} ${codes.join(", ")}`),
    named.length > 0 && named.join(", "),
  ]).join("; ");
}

function sentence(before: string, what: string | undefined): string[] {
  return what === undefined || what === "" ? [] : [`${before} ${what}.`];
}
