import { type Brief, type Content, pacingFor } from "../../brief/brief.ts";
import { addressKey } from "../../lib/address.ts";
import { listed } from "../../lib/english.ts";
import { partsIn } from "../../lib/parts.ts";
import { burstsInWords, type Span, spansOn } from "../model/offers/flights.ts";
import { agesInWords } from "../model/people/group-in-words.ts";
import { timesInWords } from "./asks-in-words.ts";
import { byOrder, type Hold } from "./hold.ts";

/** Every order has the first and last instant of its flight or burst, and a package that has no others runs between them. */
export function onDates(brief: Brief): Hold {
  const { flights, channelFlights, flight } = brief;
  const ordered = (when: string) => ({ field: "flight", held: "wire", reason: `ordered ${when}` }) as const;
  const from = ({ start, end }: Span) => `from ${start} to ${end}`;
  if (channelFlights !== undefined)
    return ({ channels }) => ordered(listed(spansOn(channels, brief).map(from)));
  const when = flights ? `in bursts, each with an order of its own: ${burstsInWords(flights)}` : from(flight);
  return () => ordered(when);
}

/** The wire has a word for even and for front-loaded delivery, and none for other curves. */
export function paced(brief: Brief): Hold[] {
  if (brief.pacing === undefined && brief.channelPacing === undefined) return [];
  const field = "pacing" as const;
  return [
    ({ channels }) => {
      const curve = pacingFor(brief, channels);
      if (curve === "even")
        return { field, held: "wire", reason: "ordered evenly", sent: { pacing: "even" } };
      if (curve === "front-loaded")
        return { field, held: "wire", reason: "ordered front-loaded", sent: { pacing: "front_loaded" } };
      const reason = "this pacing cannot be booked: delivery is measured against an even one";
      return { field, held: "brief", reason };
    },
  ];
}

/** A cap is each package's own: nobody counts people across sellers. Plans of several divide it among them. */
export function capped({ frequencyCap: cap }: Pick<Brief, "frequencyCap">): Hold[] {
  if (cap === undefined) return [];
  const { times, per } = cap;
  return [
    byOrder({
      field: "frequency_cap",
      can: ({ frequencyCap }) => frequencyCap,
      words: `at most ${timesInWords(cap)} to each person`,
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
  return [() => ({ field: "audience", held: "brief", reason: "requested in writing" })];
}

/** Orders have no word for ages and gender: audiences and signals stand for them. */
export function toPeople({ demographics, minimumAge: min }: Brief): Hold[] {
  const { age, gender } = demographics ?? {};
  const whom = [
    ...(gender === undefined ? [] : [gender]),
    ...(age === undefined ? [] : [`aged ${agesInWords(age)}`]),
  ];
  return partsIn<Hold>([
    whom.length > 0 &&
      (() => ({
        field: "demographics",
        held: "brief",
        reason: `people ${whom.join(", ")}: cannot be booked as targeting; requested in writing`,
      })),
    min !== undefined &&
      byOrder({
        field: "minimum_age",
        hard: true,
        can: ({ minimumAge }) => minimumAge,
        words: `nobody under ${min}`,
        overlay: { age_restriction: { min } },
      }),
  ]);
}

/** What runs on one kind of device alone needs no order to keep it there. */
export function onDevices({ devices: device_type }: Brief): Hold[] {
  if (device_type === undefined) return [];
  const words = `on ${device_type.join(", ")}`;
  const hold = byOrder({
    field: "devices",
    can: ({ devices }) => devices,
    words,
    overlay: { device_type },
  });
  return [
    (offer) => {
      const { channels } = offer;
      const isThere =
        channels.length > 0 && channels.every((channel) => device_type.some((one) => one === channel));
      return isThere
        ? { field: "devices", held: "product", reason: `runs on ${channels.join(", ")} alone` }
        : hold(offer);
    },
  ];
}

export function inDayparts({ dayparts }: Brief): Hold[] {
  if (dayparts === undefined) return [];
  return [
    byOrder({
      field: "dayparts",
      can: (targetable) => targetable.dayparts,
      words: dayparts.map(({ days, from, to }) => `${days.join(", ")} ${from} to ${to}`).join("; "),
      overlay: {
        daypart_targets: dayparts.map(({ days, from, to }) => ({ days, start_hour: from, end_hour: to })),
      },
    }),
  ];
}

/** Lists are references that sellers resolve; categories in words are no more than words. */
export function amongContent({ content = {} }: Brief): Hold[] {
  const { avoid, trustedMatch } = content;
  const lists = [
    ["propertyList", "property_list", "only on the properties of"],
    ["collectionList", "collection_list", "only in the programmes of"],
    ["collectionListExclude", "collection_list_exclude", "not in the programmes of"],
  ] as const;
  return partsIn<Hold>([
    lists.flatMap(([key, name, words]) => {
      const list = content[key];
      if (list === undefined) return [];
      return byOrder({
        field: `content.${name}`,
        hard: true,
        can: ({ propertyLists, collectionLists }) =>
          key === "propertyList" ? propertyLists : collectionLists,
        words: `${words} ${list.list_id}`,
        overlay: { [name]: list },
      });
    }),
    trustedMatch !== undefined && matchedBy(trustedMatch),
    avoid !== undefined &&
      (() => ({
        field: "content.avoid",
        held: "brief",
        reason: `away from ${avoid.join(", ")}: cannot be booked as targeting; requested in writing`,
      })),
  ]);
}

/** By the seller's word: no order can ask for it. */
function matchedBy({ agent_url, identity_match }: NonNullable<Content["trustedMatch"]>): Hold {
  const own = { field: "content.trusted_match", hard: true } as const;
  return ({ trustedMatch }) => {
    const isMatched = trustedMatch?.providers.some(
      ({ agentUrl, context, identity }) =>
        addressKey(agentUrl) === addressKey(agent_url) && context && (identity || identity_match !== true),
    );
    const reason = `each impression matched by ${agent_url}`;
    return isMatched === true
      ? { ...own, held: "product", reason }
      : { ...own, held: "none", reason: `${reason}: its seller does not say so` };
  };
}
