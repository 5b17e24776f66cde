import type { City } from "../../brief.ts";
import { ask, quotedIn } from "../../grammar/question.ts";
import { overlaps, type Span, sentenceAround } from "../../grammar/spans.ts";
import { type Found, found, type OpenDraft } from "../draft.ts";
import type { Seen } from "./evidence.ts";
import { cityOf, type ProvedThing } from "./prove-things.ts";

/** The draft with channels and places that are proved, without the questions that they answer. */
export function withThings(
  draft: OpenDraft,
  proved: readonly ProvedThing[],
  { draft: before, text, things }: Seen,
): OpenDraft {
  const wanted = new Set(proved.flatMap(({ claim }) => (claim.ruledOut ? [] : [groupOf(claim.field)])));
  if (wanted.size === 0) return draft;
  const of = (field: ProvedThing["claim"]["field"], ruledOut = false) =>
    proved.filter(
      ({ claim }) => wanted.has(groupOf(field)) && claim.field === field && claim.ruledOut === ruledOut,
    );
  const proofs = proved.flatMap(({ evidence, mentions }) => [evidence, ...mentions]);
  const beside = new Set(proofs.map((one) => sentenceAround(text, one).start));
  // "We help families in Lebanon. Donors live in Ireland": what is named apart from all that is wanted, and asked for by nothing.
  const passing = things.filter(
    (thing) =>
      (thing.stance === "mentioned" || thing.stance === "past") &&
      wanted.has(thing.kind === "channel" ? "channels" : "places") &&
      !beside.has(sentenceAround(text, thing).start),
  );
  const named = [...proofs, ...passing];
  const isAnswered = (span: Span) => named.some((one) => overlaps(one, span));
  const cities = of("cities").map((one) => as<City>(one, cityOf(one.claim.value)));
  const isCity = ({ evidence }: Found<string>) => cities.some((city) => overlaps(city.evidence, evidence));
  // "Quay & Co, Boston": a city that the rules themselves doubt gives way to proved places without it.
  const areDoubted =
    wanted.has("places") &&
    draft.questions.some((question) => "key" in question && ofCities.has(question.key));
  const regions = joined(draft.regions, of("regions"), of("regions", true)).filter((one) => !isCity(one));
  const next = {
    ...draft,
    channels: joined(draft.channels, of("channels"), of("channels", true)),
    countries: joined(draft.countries, of("countries"), of("countries", true)),
    regions,
    cities: [
      ...draft.cities.filter(
        ({ value, evidence }) =>
          !areDoubted &&
          !cities.some((city) => overlaps(city.evidence, evidence) || city.value.name === value.name),
      ),
      ...cities,
    ],
    excludedRegions: joined(draft.excludedRegions, of("regions", true), []),
    ruledOut: joined(draft.ruledOut, [...of("channels", true), ...of("countries", true)], []),
  };
  // Sellers read two kinds of place differently: a brief holds one.
  if (next.regions.length > 0 && next.cities.length > 0) return draft;
  const values = new Set(proved.map(({ claim }) => claim.value));
  const isOpen = (question: OpenDraft["questions"][number]) => {
    if (
      !fields.has(question.field) ||
      !wanted.has(question.field === "channels" ? "channels" : "places") ||
      !("key" in question) ||
      ofOrders.has(question.key)
    )
      return !("key" in question && ofCities.has(question.key) && areDoubted && next.cities.length === 0);
    const field = question.field === "channels" ? next.channels : next.countries;
    if (missing.has(question.key)) return field.length === 0;
    const words = quotedIn(question);
    const { value, name } = question.values ?? {};
    if (words.length > 0) return !words.every(isAnswered);
    if (typeof name === "string") return !cities.some((city) => city.value.name === name);
    return !(typeof value === "string" && values.has(value.toLowerCase()));
  };
  const questions = draft.questions.filter(isOpen);
  const isUnsettled = before.questions.some(({ field }) => field === "channels");
  // What the rules alone take beside channels that they ask about is asked about too.
  const claimed = new Set(of("channels").map(({ claim }) => claim.value));
  const others =
    isUnsettled && claimed.size > 0 ? next.channels.filter(({ value }) => !claimed.has(value)) : [];
  return {
    ...next,
    channels: next.channels.filter((one) => !others.includes(one)),
    questions: [
      ...questions,
      ...others.map(({ value, evidence }) => ask("channels", "things.unclear", { words: [evidence], value })),
    ],
  };
}

/** Channels, or places of every kind: what a proposal only rules out settles nothing of them. */
function groupOf(field: ProvedThing["claim"]["field"]): string {
  return field === "channels" ? "channels" : "places";
}

const fields: ReadonlySet<string> = new Set(["channels", "countries", "places"]);
const missing: ReadonlySet<string> = new Set(["channels.missing", "channels.without", "countries.missing"]);
/** What an order can hold of several places. */
const ofOrders: ReadonlySet<string> = new Set(["places.whole", "places.too", "places.mixed"]);
/** What may be asked about because of a city that is none of the campaign. */
const ofCities: ReadonlySet<string> = new Set(["places.elsewhere", "places.mixed"]);

/** What the rules have and what is proved, without what is ruled out. */
function joined(known: readonly Found<string>[], added: readonly ProvedThing[], out: readonly ProvedThing[]) {
  const isOut = (value: string) => out.some(({ claim }) => claim.value === value.toLowerCase());
  const kept = known.filter(({ value }) => !isOut(value));
  const news = added.filter(({ claim }) => !kept.some(({ value }) => value.toLowerCase() === claim.value));
  return [...kept, ...news.map((one) => as(one, writtenAs(one)))];
}

/** Codes are written in capitals. */
function writtenAs({ claim: { field, value } }: ProvedThing): string {
  return field === "channels" ? value : value.toUpperCase();
}

function as<Value>({ evidence, strength }: ProvedThing, value: Value): Found<Value> {
  return found(value, evidence, { strength });
}
