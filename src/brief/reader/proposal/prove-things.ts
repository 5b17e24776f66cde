import type { City } from "../../brief.ts";
import { cityAround } from "../../file/city.ts";
import { distancesIn } from "../../grammar/distances.ts";
import { citiesCalled } from "../../grammar/gazetteer.ts";
import { cue } from "../../grammar/phrases.ts";
import { matches, overlaps, type Span, sentenceAround, spansIn, spansOf } from "../../grammar/spans.ts";
import type { Stance } from "../stance/speech.ts";
import { countriesOf, type Named } from "../things.ts";
import {
  type Claim,
  inside,
  isPlaceField,
  nameIn,
  type PlaceField,
  refusals,
  type Seen,
} from "./evidence.ts";
import { fieldForms } from "./fields.ts";
import { isWanted, longestQuote } from "./is-wanted.ts";

/** A channel or a place of a claim, with all places of the text that name it. */
export interface ProvedThing {
  readonly claim: Claim & { readonly field: PlaceField };
  readonly evidence: Span;
  readonly mentions: readonly Named[];
  /** soft: by the model's own word beside known ones of a list, by "TV" alone, or by what lies in it. */
  readonly strength: "hard" | "soft";
}

/**
 * What a proposal says of channels, and what it says of places, each as far as all that it wants is proved: the quotes name it, and
 * whatever is refused in their sentences is something that the proposal rules out. What it rules out is proved by a refusal.
 */
export function proveThings(claims: readonly Claim[], seen: Seen): ProvedThing[] {
  const refused = refusedIn(claims, seen);
  return [["channels"], ["cities", "regions", "countries"]].flatMap((fields) => {
    const own = claims.filter(isOfThing).filter(({ field }) => fields.includes(field));
    const proved: ProvedThing[] = [];
    for (const claim of own.toSorted((a, b) => fields.indexOf(a.field) - fields.indexOf(b.field))) {
      const one = claim.ruledOut
        ? refusedThing(claim, seen)
        : wantedThing(claim, { own, proved, refused, seen });
      if (one !== undefined) proved.push(one);
      else if (!claim.ruledOut) return [];
    }
    // What a proposal only rules out settles nothing of them.
    return proved.some(({ claim }) => !claim.ruledOut) ? proved : [];
  });
}

/** How a text speaks of all that names them. */
export function stancesOf(proved: readonly ProvedThing[]): [number, Stance][] {
  return proved.flatMap(({ claim: { ruledOut }, evidence, mentions }) =>
    mentions
      .filter(({ start, stance }) => ruledOut || stance !== "excluded" || start === evidence.start)
      .map(({ start }): [number, Stance] => [start, ruledOut ? "excluded" : "wanted"]),
  );
}

type ProposedThing = ProvedThing["claim"];

export function isOfThing(claim: Claim): claim is ProposedThing {
  return isPlaceField(claim.field);
}

/** Whether a thing of the text may be what a claim says; "TV" may be more than one channel. */
export function isOf({ field, value }: ProposedThing, thing: Named): boolean {
  switch (field) {
    case "channels":
      return thing.kind === "channel" && thing.options.some((option) => option === value);
    case "countries":
      return thing.kind === "country" && thing.codes.some((code) => code.toLowerCase() === value);
    case "regions":
      return thing.kind === "region" && thing.code.toLowerCase() === value;
    case "cities":
      return thing.kind === "city" && thing.cities.some((city) => isSame(city, cityOf(value)));
  }
}

function refusedThing(claim: ProposedThing, { things }: Seen): ProvedThing | undefined {
  const mentions = things.filter((thing) => isOf(claim, thing));
  const evidence = mentions.find((thing) => inside(thing, claim) && thing.stance === "excluded");
  const isWantedLater = mentions.some(
    ({ start, stance }) => stance === "wanted" && start > (evidence?.start ?? 0),
  );
  return evidence && !isWantedLater ? { claim, evidence, mentions, strength: "hard" } : undefined;
}

interface Beside {
  readonly own: readonly ProposedThing[];
  /** What has been proved so far: cities before regions, and both before countries. */
  readonly proved: readonly ProvedThing[];
  readonly refused: readonly Span[];
  readonly seen: Seen;
}

function wantedThing(claim: ProposedThing, beside: Beside): ProvedThing | undefined {
  const { own, proved, refused, seen } = beside;
  const mentions = seen.things.filter((thing) => isOf(claim, thing));
  const isFit = (thing: Named) =>
    isWanted(thing, claim, refused, seen) || isOnlyChoice(thing, own, refused, seen);
  const isAgainst = (thing: Named) =>
    thing.stance === "excluded" && !refused.some((span) => overlaps(span, thing)) && !isFit(thing);
  if (mentions.some(isAgainst)) return undefined;
  const known = fieldForms[claim.field].of(seen.draft).includes(claim.value);
  const [first = claim.quotes[0]] = mentions;
  if (known && first) return { claim, evidence: first, mentions, strength: "hard" };
  const quoted = mentions.filter((thing) => inside(thing, claim));
  const [thing] = quoted;
  if (thing !== undefined && (claim.field !== "cities" || isCircleSaid(claim))) {
    const isVague = thing.kind === "channel" && thing.options.length > 1;
    if (isVague && !isLinear(claim, seen)) return undefined;
    return quoted.every(isFit)
      ? { claim, evidence: thing, mentions, strength: isVague ? "soft" : "hard" }
      : undefined;
  }
  if (claim.field === "channels") return itemOfList(claim, own, seen);
  if (claim.field === "cities") return cityNamed(claim, beside);
  const part = claim.field === "countries" && proved.find((one) => countryOf(one) === claim.value);
  return part ? { claim, evidence: part.evidence, mentions, strength: "soft" } : undefined;
}

/**
 * A brief wants something: where the rules find no channel that is, a proposal may want those that the text only names, all of them,
 * in sentences without a word against them.
 */
function isOnlyChoice(
  thing: Named,
  own: readonly ProposedThing[],
  refused: readonly Span[],
  { text, lexicon, things }: Seen,
): boolean {
  const open = things.filter(
    (other) =>
      other.kind === "channel" &&
      other.stance !== "excluded" &&
      !refused.some((span) => overlaps(span, other)),
  );
  const against = lexicon.words(...refusals, "against", "others", "doubts");
  return (
    open.includes(thing) &&
    open.every(
      (other) =>
        other.stance === "mentioned" &&
        own.some((each) => !each.ruledOut && isOf(each, other)) &&
        !matches(against, sentenceAround(text, other).text),
    )
  );
}

/** "TV" where nothing speaks of any that is connected. */
function isLinear({ value }: ProposedThing, { things }: Seen): boolean {
  return (
    value === "linear_tv" &&
    !things.some(
      (thing) =>
        thing.kind === "channel" &&
        thing.stance !== "excluded" &&
        thing.options.every((option) => option === "ctv"),
    )
  );
}

/** The model's own word for the only item of a quoted list that nobody knows, where it wants all the others. */
function itemOfList(
  claim: ProposedThing,
  own: readonly ProposedThing[],
  { things, lexicon }: Seen,
): ProvedThing | undefined {
  for (const quote of claim.quotes) {
    const isLabelled = /[|:\n]/.test(quote.text);
    if (isLabelled || quote.text.length > longestQuote || matches(lexicon.words(...refusals), quote.text))
      continue;
    const known = things.filter((thing) => thing.kind === "channel" && overlaps(thing, quote));
    const isSaid = (thing: Named) => own.some((each) => !each.ruledOut && isOf(each, thing));
    const items = spansIn(quote, listItems);
    const [item, ...more] = items.filter((one) => !known.some((thing) => overlaps(thing, one)));
    // One word for one channel: a model that names them all names none.
    const unknown = own.filter(
      (each) => !each.ruledOut && inside(quote, each) && !known.some((thing) => isOf(each, thing)),
    );
    if (item === undefined || more.length > 0 || unknown.length > 1) continue;
    if (known.length === 0 || !known.every(isSaid)) continue;
    return { claim, evidence: item, mentions: [], strength: "soft" };
  }
  return undefined;
}

/** A city of the gazetteer that a quote names, where no rule takes the name for a place: in small letters, or a region's name too. */
function cityNamed(claim: ProposedThing, { refused, seen }: Beside): ProvedThing | undefined {
  const meant = cityOf(claim.value);
  if (!isCircleSaid(claim)) return undefined;
  for (const quote of claim.quotes)
    for (const name of namesIn(quote)) {
      if (!citiesCalled(name.text).some((city) => isSame(city, meant))) continue;
      const thing = seen.things.find((other) => overlaps(other, name));
      const isPlace = thing === undefined || countriesOf(thing).includes(meant.country ?? "");
      const spoken: Named = { ...name, kind: "content", stance: thing?.stance ?? "mentioned" };
      if (isPlace && isWanted(spoken, claim, refused, seen))
        return { claim, evidence: name, mentions: thing === undefined ? [] : [thing], strength: "hard" };
    }
  return undefined;
}

/** Every run of up to four words. */
function namesIn(quote: Span): Span[] {
  const tokens = spansOf(quote.text, /[\p{L}’'.-]+/gu);
  return [4, 3, 2, 1].flatMap((count) =>
    tokens.flatMap(({ start }, i) => {
      const last = tokens[i + count - 1];
      if (last === undefined) return [];
      const at = quote.start + start;
      return { text: quote.text.slice(start, last.end), start: at, end: at + last.end - start };
    }),
  );
}

/** The circle that is usual for a city, or one whose size stands in the quotes. */
function isCircleSaid({ value, quotes }: ProposedThing): boolean {
  const { name, circle } = cityOf(value);
  const [known] = citiesCalled(name).filter((city) => isSame(city, cityOf(value)));
  const said = quotes.flatMap(({ text }) => distancesIn(text));
  if (known === undefined || circle === undefined) return false;
  const usual = cityAround(known, {}).circle.kilometres;
  return said.includes(circle.kilometres) || (circle.kilometres === usual && said.length === 0);
}

export function cityOf(value: string): City {
  // A claim of a city is written as `fieldForms` reads it.
  return JSON.parse(value) as City;
}

function isSame(
  { country, latitude, longitude }: { country: string; latitude: number; longitude: number },
  { country: code, circle }: City,
): boolean {
  return country === code && latitude === circle?.latitude && longitude === circle.longitude;
}

function countryOf({ claim: { field, value, ruledOut } }: ProvedThing): string | undefined {
  if (ruledOut) return undefined;
  if (field === "cities") return cityOf(value).country?.toLowerCase();
  return field === "regions" ? value.slice(0, 2) : undefined;
}

/** Where what the proposal rules out stands, in whatever field. */
function refusedIn(claims: readonly Claim[], seen: Seen): Span[] {
  return claims.flatMap((claim): readonly Span[] => {
    const { field } = claim;
    if (field === "excluded_sellers" || field === "content_avoid") return [nameIn(claim, seen) ?? []].flat();
    if (!claim.ruledOut || !isOfThing(claim)) return [];
    return seen.things.filter((thing) => isOf(claim, thing));
  });
}

const listItems = cue("(?:(?!\\s(?:{and}|plus)\\s)[^,;+&/|\\n])+");
