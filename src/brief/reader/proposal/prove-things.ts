import type { Lexicon } from "../../grammar/lexicon.ts";
import { cue } from "../../grammar/phrases.ts";
import { matches, overlaps, type Span, sentenceAround, spansOf } from "../../grammar/spans.ts";
import { found } from "../draft.ts";
import type { Stance } from "../stance/speech.ts";
import type { Named } from "../things.ts";
import type { Proposal } from "./ask.ts";
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
import type { Overlay } from "./overlay.ts";

/** What a thing would be taken for in a field; undefined where it is none of it, or one of several. */
function valuesIn(field: PlaceField, thing: Named): readonly string[] {
  if (field === "countries")
    return thing.kind === "country" ? thing.codes.map((code) => code.toLowerCase()) : [];
  if (field === "regions") return thing.kind === "region" ? [thing.code.toLowerCase()] : [];
  if (field === "channels")
    return thing.kind === "channel" && thing.options.length === 1 ? thing.options : [];
  return thing.kind === "city"
    ? thing.cities.flatMap(({ name, country }) =>
        [name, thing.name].map((each) => `${each}, ${country}`.toLowerCase()),
      )
    : [];
}

/**
 * A channel or a place that the text mentions, where the proposal says of all that are mentioned alike whether they are wanted, and
 * every word of refusal in its sentence is for something else that the proposal rules out: "drop the influencers, take social".
 */
export function proveThings(field: PlaceField) {
  return (claim: Claim, _: Proposal, seen: Seen, claims: readonly Claim[]): Partial<Overlay> | undefined => {
    const own = (each: Claim) =>
      seen.things.filter((thing) => isOf(field, thing, each) && inside(thing, each));
    const meant = own(claim);
    if (meant.length === 0) return undefined;
    const said = claims.filter((each) => each.field === field).flatMap(own);
    const isSaid = (thing: Named) => said.some(({ start }) => start === thing.start);
    const kind = meant[0]?.kind;
    const open = seen.things.filter(
      (thing) => thing.kind === kind && (thing.stance === "mentioned" || thing.stance === "unclear"),
    );
    const values = new Set(said.flatMap((thing) => valuesIn(field, thing)));
    const isAlso = (thing: Named) => valuesIn(field, thing).some((value) => values.has(value));
    if (open.some((thing) => !isSaid(thing) && !isAlso(thing))) return undefined;
    const all = seen.things.filter((thing) => thing.kind === kind && isOf(field, thing, claim));
    const stance: Stance = claim.ruledOut ? "excluded" : "wanted";
    const refused = refusedIn(claims, seen);
    const isFit = (thing: Named) =>
      claim.ruledOut
        ? thing.stance === "unclear" || thing.stance === "excluded"
        : isWanted(thing, refused, seen, fieldForms[field].of(seen.draft).length > 0);
    return all.every(isFit) ? { stances: new Map(all.map(({ start }) => [start, stance])) } : undefined;
  };
}

/** Where what the proposal rules out stands, in whatever field. */
function refusedIn(claims: readonly Claim[], seen: Seen): Span[] {
  return claims.flatMap((claim) => {
    const { field } = claim;
    if (field === "excluded_sellers" || field === "content_avoid") return nameIn(claim, seen) ?? [];
    if (!claim.ruledOut || !isPlaceField(field)) return [];
    return seen.things.filter((thing) => isOf(field, thing, claim) && inside(thing, claim));
  });
}

/** Whether nothing speaks against a thing; one that stands apart from a list that is taken comes in the place of another. */
function isWanted(
  thing: Named,
  refused: readonly Span[],
  { text, lexicon, things }: Seen,
  isApart: boolean,
): boolean {
  if (thing.stance === "wanted") return true;
  const sentence = sentenceAround(text, thing);
  const within = (span: Span) => span.start >= sentence.start && span.end <= sentence.end;
  const words = spansOf(sentence.text, lexicon.words("no", "not", "exclude")).map(({ start, end }) => ({
    start: start + sentence.start,
    end: end + sentence.start,
  }));
  const far = (a: Omit<Span, "text">, b: Span) => Math.max(a.start - b.end, b.start - a.end, 0);
  const others = refused.filter((span) => within(span) && !overlaps(span, thing));
  const isExplained = words.every((word) => others.some((other) => far(word, other) < far(word, thing)));
  const isListed = things.some(
    (other) =>
      other.kind === thing.kind &&
      other.stance === "wanted" &&
      within(other) &&
      far(other, thing) <= farthestInList &&
      !matches(lexicon.words("only"), between(text, other, thing)),
  );
  // "Norway can wait": what goes on behind a thing may be said against it.
  const isEnded = endOfItem.test(text.slice(thing.end));
  const isSwapped = words.length > 0;
  return thing.stance !== "excluded" && isExplained && (isSwapped || (isEnded && (!isApart || isListed)));
}

function between(text: string, a: Span, b: Span): string {
  return text.slice(Math.min(a.end, b.end), Math.max(a.start, b.start));
}

/** Characters between two things of one list: "posters and radio, plus search". */
const farthestInList = 25;
/** What stands behind a thing of a list, of which nothing more is said. */
const endOfItem = cue("^\\s*(?:[,;.:()\\n&+/|]|$|{and}(?!\\p{L}))");

export function isOf(field: PlaceField, thing: Named, { value, written }: Claim): boolean {
  const values = valuesIn(field, thing);
  if (field !== "cities") return values.includes(value);
  return values.includes(/^[^+(]*/.exec(written)?.[0].trim().toLowerCase() ?? "");
}

/** A seller that a word of refusal stands near, and that both labellings call excluded. */
export function proveExcluded(claim: Claim, { roles }: Proposal, seen: Seen): Partial<Overlay> | undefined {
  const named = seen.things.filter(
    (thing) => thing.kind === "seller" && (thing.domain ?? thing.text).toLowerCase() === claim.value,
  );
  const isRefused = (thing: Named) => {
    const { proposed, again } = roles.get(thing.start) ?? {};
    return (
      thing.stance === "excluded" ||
      (thing.stance === "unclear" && proposed === "excluded" && again === "excluded")
    );
  };
  const meant = named.filter(({ stance }) => stance === "unclear" || stance === "excluded");
  if (meant.length === 0 || !meant.every(isRefused)) return undefined;
  return { stances: new Map(meant.map(({ start }) => [start, "excluded"])) };
}

/** Sellers whose sentence says "only" and denies nothing, by names that stand in it. */
export function proveOnly(
  _: Claim,
  { roles }: Proposal,
  seen: Seen,
  claims: readonly Claim[],
): Partial<Overlay> | undefined {
  const all = claims.filter(({ field }) => field === "only_sellers");
  const names = all.map((each) => nameIn(each, seen));
  const isBoth = ({ start }: Span) => {
    const labels = roles.get(start);
    return labels?.proposed === "only" && labels.again === "only";
  };
  const sellers = names.flatMap((name) =>
    name !== undefined && isBoth(name) && isOnly(seen.text, name, seen.lexicon) ? [name] : [],
  );
  if (sellers.length < all.length) return undefined;
  return { values: { onlySellers: sellers.map((name) => found(name.text, name)) } };
}

function isOnly(text: string, name: Span, lexicon: Lexicon): boolean {
  const { text: sentence } = sentenceAround(text, name);
  return matches(lexicon.words("only"), sentence) && !matches(lexicon.words(...refusals), sentence);
}
