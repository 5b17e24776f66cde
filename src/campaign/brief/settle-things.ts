import type { Device, Question } from "../model/brief.ts";
import { devices } from "../model/brief.ts";
import { type Found, found } from "./draft.ts";
import { labelled } from "./grammar/labelled.ts";
import { overlaps } from "./grammar/spans.ts";
import { type Named, placeLabels } from "./things.ts";

type Of<Kind extends Named["kind"]> = Extract<Named, { kind: Kind }>;
const of = <Kind extends Named["kind"]>(things: readonly Named[], kind: Kind) =>
  // The kind says which member of the union it is.
  things.filter((thing): thing is Of<Kind> => thing.kind === kind);

/** Channels that are wanted; one that is ruled out or near a negation is never among them. */
export function settleChannels(things: readonly Named[]) {
  const wanted = new Map<string, Found<string>>();
  const ruledOut = new Map<string, Found<string>>();
  const unclear = new Map<string, Question>();
  const questions: Question[] = [];
  const ask = (text: string) => questions.push({ field: "channels", text });
  const vague: Of<"channel">[] = [];
  for (const thing of of(things, "channel")) {
    const [channel = "", ...more] = thing.options;
    const quoted = `"${thing.text}" (${channel})`;
    if (thing.stance === "excluded")
      for (const option of thing.options) ruledOut.set(option, found(option, thing));
    else if (more.length > 0) vague.push(thing);
    else if (thing.stance === "unclear")
      unclear.set(channel, { field: "channels", text: `Is ${quoted} wanted or ruled out?` });
    else if (thing.stance === "past")
      unclear.set(channel, {
        field: "channels",
        text: `Is ${quoted} a channel of this campaign, or an earlier one's?`,
      });
    else if (!wanted.has(channel)) wanted.set(channel, found(channel, thing));
  }
  for (const channel of ruledOut.keys())
    if (wanted.delete(channel)) ask(`${channel} is both wanted and ruled out: which holds?`);
  for (const [channel, question] of unclear) {
    wanted.delete(channel);
    if (!ruledOut.has(channel)) questions.push(question);
  }
  for (const { text, options } of vague)
    if (!options.some((option) => wanted.has(option)))
      ask(`Which channel does "${text}" mean: ${options.join(" or ")}?`);
  if (wanted.size === 0 && questions.length === 0)
    ask(
      ruledOut.size > 0 ? `Which channels, without ${[...ruledOut.keys()].join(", ")}?` : "Which channels?",
    );
  const named = of(things, "channel").flatMap((thing) => {
    const [channel = "", ...more] = thing.options;
    return more.length === 0 ? [{ ...thing, name: channel }] : [];
  });
  return { found: [...wanted.values()], ruledOut: [...ruledOut.values()], named, questions };
}

/** Countries and regions, wanted and ruled out. A line "Markets: …" outweighs places elsewhere. */
export function settlePlaces(text: string, things: readonly Named[]) {
  const countries = new Map<string, Found<string>>();
  const ruledOut = new Map<string, Found<string>>();
  const regions = new Map<string, Found<string>>();
  const excludedRegions = new Map<string, Found<string>>();
  const questions: Question[] = [];
  const ask = (field: "countries" | "places", words: string) => questions.push({ field, text: words });
  const lines = labelled(text, placeLabels);
  const onLine = (thing: Named) => lines.some((line) => overlaps(line, thing));
  const all = things.filter(({ family }) => family === "place");
  const listed = all.filter(
    (thing) => onLine(thing) && (thing.kind === "country" || thing.kind === "vague place"),
  );
  const cities: Of<"city">[] = [];
  const inferred = new Map<string, Found<string>>();
  for (const place of all) {
    const quoted = `"${place.text}"`;
    const wanted = place.stance === "wanted";
    if (place.kind === "vague place" || place.kind === "country") {
      const codes = place.kind === "country" ? place.codes : [];
      if (place.stance === "excluded") for (const code of codes) ruledOut.set(code, found(code, place));
      else if (listed.length > 0 && !listed.includes(place)) continue;
      else if (place.kind === "vague place")
        ask("countries", `Which countries does ${quoted} mean? ${place.hint}`);
      else if (place.stance === "past")
        ask(
          "countries",
          `Is ${quoted} (${codes.join(", ")}) one of this campaign's countries, or an earlier one's?`,
        );
      else if (!wanted) ask("countries", `Is ${quoted} (${codes.join(", ")}) wanted or ruled out?`);
      else
        for (const code of codes)
          if (!countries.has(code))
            countries.set(
              code,
              found(code, place, { strength: onLine(place) || isIntroduced(text, place) ? "hard" : "soft" }),
            );
    } else if (place.kind === "region") {
      if (place.stance === "excluded") excludedRegions.set(place.code, found(place.code, place));
      else if (!wanted) ask("places", `Is ${quoted} (${place.code}) wanted or ruled out?`);
      else {
        regions.set(place.code, found(place.code, place));
        inferred.set(
          place.country,
          found(place.country, place, { strength: "soft", note: "the country of the region" }),
        );
      }
    } else if (place.kind === "city") {
      cities.push(place);
      if (wanted)
        inferred.set(
          place.country,
          found(place.country, place, { strength: "soft", note: "the country of the city" }),
        );
    }
  }
  for (const code of ruledOut.keys()) {
    const group = countries.get(code);
    // "DACH without Switzerland": the group is named as a whole and one of its countries is taken out.
    const ofGroup =
      group !== undefined &&
      of(things, "country").some((thing) => thing.codes.length > 1 && thing.start === group.evidence.start);
    if (countries.delete(code) && !ofGroup)
      ask("countries", `${code} is both wanted and ruled out: which holds?`);
  }
  if (countries.size === 0 && questions.length === 0)
    for (const [code, country] of inferred) countries.set(code, country);
  if (countries.size === 0 && questions.length === 0)
    ask("countries", "In which countries does the campaign run?");
  const missing = [...regions.values()].filter(({ value }) => !countries.has(value.slice(0, 2)));
  if (missing.length > 0 && countries.size > 0)
    ask("places", `${quotedAll(missing)} lies in none of the countries: where does the campaign run?`);
  const whole = [...countries.keys()].filter(
    (code) => ![...regions.keys()].some((region) => region.startsWith(`${code}-`)),
  );
  if (regions.size > 0 && missing.length === 0 && whole.length > 0)
    ask("places", `Does it run in ${whole.join(", ")} too, or in ${quotedAll([...regions.values()])} alone?`);
  if (cities.length > 0)
    ask(
      "places",
      `Where exactly is ${[...new Set(cities.map(({ text: name }) => `"${name}"`))].join(", ")}? A brief holds regions, metro areas by code, postal areas, and cities with a circle around them.`,
    );
  const named = of(things, "country").map((thing) => ({ ...thing, name: thing.codes.join(", ") }));
  return {
    found: [...countries.values()],
    ruledOut: [...ruledOut.values()],
    regions: [...regions.values()],
    excludedRegions: [...excludedRegions.values()],
    named,
    questions,
  };
}

/** Sellers that are ruled out: by their domain; one of whom only a name is known is asked about. */
export function settleSellers(things: readonly Named[]) {
  const excluded = new Map<string, Found<string>>();
  const questions: Question[] = [];
  for (const seller of of(things, "seller")) {
    if (seller.stance !== "excluded" && (seller.stance !== "unclear" || seller.domain !== undefined))
      continue;
    if (seller.domain !== undefined) excluded.set(seller.domain, found(seller.domain, seller));
    else
      questions.push({
        field: "limits.excluded_sellers",
        text: `"${seller.text}" is not to be bought from: what is the seller's domain?`,
      });
  }
  return { found: [...excluded.values()], questions };
}

/** Content to stay away from: a brief speaks of gambling or politics to rule it out, so all but what is plainly wanted counts. */
export function settleContent(things: readonly Named[]) {
  const avoid = new Map<string, Found<string>>();
  for (const thing of of(things, "content"))
    if (thing.stance !== "wanted") avoid.set(thing.text.toLowerCase(), found(thing.text, thing));
  return { found: [...avoid.values()] };
}

/** Devices that a line names, or that the text limits the campaign to. `only` is the inside of a pattern. */
export function settleDevices(text: string, things: readonly Named[], only: string) {
  const lines = labelled(
    text,
    "devices?|Geräte?|Endgeräte?|appareils?|terminaux|dispositivos?|dispositiv[io]|apparaten|toestellen|urządzeni\\p{L}+|enheter",
  );
  const named = of(things, "device");
  const near = new RegExp(`(?<!\\p{L})(?:${only})(?!\\p{L})`, "iu");
  const wanted = new Map<Device, Found<Device>>();
  const ruledOut = new Map<Device, Found<string>>();
  for (const thing of named) {
    const around =
      text
        .slice(Math.max(0, thing.start - 24), thing.start)
        .split(/[,.;\n|]/)
        .at(-1) ?? "";
    const after = text.slice(thing.end, thing.end + 16).split(/[,.;\n|]/)[0] ?? "";
    if (thing.stance === "excluded") ruledOut.set(thing.device, found(thing.device, thing));
    else if (lines.some((line) => overlaps(line, thing)) || near.test(around) || near.test(after))
      wanted.set(thing.device, found(thing.device, thing));
  }
  for (const device of ruledOut.keys()) wanted.delete(device);
  const questions: Question[] =
    wanted.size === 0 && ruledOut.size > 0
      ? [
          {
            field: "devices",
            text: `Which devices shall it run on, without ${[...ruledOut.keys()].join(", ")}: ${devices.filter((device) => !ruledOut.has(device)).join(", ")}?`,
          },
        ]
      : [];
  return { found: [...wanted.values()], ruledOut: [...ruledOut.values()], questions };
}

function quotedAll(some: readonly Found<string>[]): string {
  return some.map(({ evidence }) => `"${evidence.text}"`).join(", ");
}

function isIntroduced(text: string, { start }: Named): boolean {
  return introduced.test(text.slice(Math.max(0, start - 80), start));
}

const introduced =
  /(?<!\p{L})(?:in|across|throughout|for|within|für|im|en|au|aux|dans|para|w|em|i)\s+(?:the |der |den |die |la |los |le |les |all of )?[^.;\n]{0,40}$/iu;
