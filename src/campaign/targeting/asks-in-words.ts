import type { Brief, Frequency, LeastRate, Measurement, Places } from "../../brief/brief.ts";
import { counted, listed, percent } from "../../lib/english.ts";
import { burstsInWords } from "../model/offers/flights.ts";
import { agesInWords } from "../model/people/group-in-words.ts";

/** What a brief asks of every package beside countries and dates, one sentence each: for sellers and for people. */
export function asksInWords(brief: Brief): string[] {
  const {
    flights,
    pacing,
    frequencyCap,
    languages,
    places = {},
    demographics = {},
    minimumAge,
    devices,
    dayparts,
  } = brief;
  const { avoid, propertyList, collectionList, collectionListExclude, trustedMatch } = brief.content ?? {};
  const { age, gender } = demographics;
  return [
    ...sentence("In bursts, with nothing between them:", flights && burstsInWords(flights)),
    ...sentence("Only in", places.include && placesInWords(places.include)),
    ...sentence("Not in", places.exclude && placesInWords(places.exclude)),
    ...(pacing === undefined
      ? []
      : sentence(
          "Pacing:",
          typeof pacing === "string" ? pacing : `weeks weighted ${pacing.weeks.join(", ")}`,
        )),
    ...sentence("At most", frequencyCap && `${timesInWords(frequencyCap)} to each person`),
    ...sentence("People aged", age && agesInWords(age)),
    ...sentence("Gender:", gender),
    ...sentence("Nobody under", minimumAge?.toString()),
    ...sentence("Languages:", languages?.join(", ")),
    ...sentence("Devices:", devices?.join(", ")),
    ...sentence(
      "Hours:",
      dayparts?.map(({ days, from, to }) => `${days.join(", ")} ${from} to ${to}`).join("; "),
    ),
    ...sentence("Only on properties of the list", propertyList?.list_id),
    ...sentence("Only in programmes of the list", collectionList?.list_id),
    ...sentence("Not in programmes of the list", collectionListExclude?.list_id),
    ...sentence("Not beside", avoid && listed(avoid)),
    ...sentence("Only where each impression is matched by", trustedMatch?.agent_url),
    ...measurementInWords(brief.measurement),
  ];
}

function measurementInWords({ viewability, completion, countedBy, attribution }: Measurement = {}): string[] {
  const rate = ({ atLeast, vendor }: LeastRate) =>
    `at least ${percent(atLeast)}${vendor === undefined ? "" : `, measured by ${vendor}`}`;
  const windows = [
    ...(attribution?.clickDays === undefined
      ? []
      : [`${counted(attribution.clickDays, "day")} after a click`]),
    ...(attribution?.viewDays === undefined ? [] : [`${counted(attribution.viewDays, "day")} after a view`]),
  ];
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

/** Codes with their systems, cities by their names: `DE-BY; nielsen_dma 501; DE plz 80331, 80333; Leeds GB, 12 km around`. */
export function placesInWords({ regions = [], metros = [], postalAreas = [], cities = [] }: Places): string {
  return [
    ...(regions.length > 0 ? [regions.join(", ")] : []),
    ...metros.map(({ system, codes }) => `${system} ${codes.join(", ")}`),
    ...postalAreas.map(({ country, system, codes }) => `${country} ${system} ${codes.join(", ")}`),
    ...cities.map(
      ({ name, country, circle }) => `${name} ${country}${circle ? `, ${circle.kilometres} km around` : ""}`,
    ),
  ].join("; ");
}

function sentence(before: string, what: string | undefined): string[] {
  return what === undefined || what === "" ? [] : [`${before} ${what}.`];
}
