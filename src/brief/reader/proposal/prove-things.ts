import type { SpanRole } from "../../../llm/questions/marked-text.ts";
import type { Lexicon } from "../../grammar/lexicon.ts";
import { matches, overlaps, type Span, sentenceAround } from "../../grammar/spans.ts";
import { found } from "../draft.ts";
import { goalProposed } from "../find/find-kpi.ts";
import { findPeople } from "../find/find-people.ts";
import type { DateRole } from "../label-dates.ts";
import type { Stance } from "../stance/speech.ts";
import type { Named } from "../things.ts";
import type { Proposal } from "./ask.ts";
import { type Claim, inside, nameIn, type PlaceField, refusals, type Seen } from "./evidence.ts";
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
 * A channel or a place that the text mentions, and of which nothing in its clause speaks against it, where the proposal says of all
 * that are mentioned alike whether they are wanted. What a negation is near is at most ruled out.
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
    const allowed: readonly Stance[] = claim.ruledOut ? ["unclear", "excluded"] : ["mentioned", "wanted"];
    const all = seen.things.filter((thing) => thing.kind === kind && isOf(field, thing, claim));
    if (!all.every(({ stance }) => allowed.includes(stance))) return undefined;
    // What stands apart from a list that is taken is there to be refused more often than not, in whatever words.
    const isApart = fieldForms[field].of(seen.draft).length > 0;
    if (!claim.ruledOut && (isApart || all.some((thing) => isDenied(thing, seen)))) return undefined;
    const stance: Stance = claim.ruledOut ? "excluded" : "wanted";
    return { stances: new Map(all.map(({ start }) => [start, stance])) };
  };
}

/** Whether a word in the sentence of a thing may be against it, from however far. */
function isDenied(thing: Named, { text, lexicon }: Seen): boolean {
  return matches(lexicon.words(...refusals, "against", "others", "doubts"), sentenceAround(text, thing).text);
}

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

/** Days to whose clause the text gives no role, or one of the flight, in the role that both labellings give them. */
export function proveFlight(
  claim: Claim,
  { roles }: Proposal,
  { dates }: Seen,
): Partial<Overlay> | undefined {
  if (!dates.some((date) => inside(date, claim))) return undefined;
  const open = dates.filter(({ role }) => role === "unknown" || role === "limit");
  const labelled = open.flatMap((date) => {
    const { proposed, again } = roles.get(date.start) ?? {};
    const role = proposed && proposed === again ? dateRoles[proposed] : undefined;
    const fits =
      role === "flight" ? date.type === "period" : !(role?.startsWith("flight_") && date.type !== "day");
    return role && fits ? [[date.start, role] as const] : [];
  });
  return labelled.length === open.length ? { dates: new Map(labelled) } : undefined;
}

const dateRoles: Readonly<Partial<Record<SpanRole, DateRole>>> = {
  flight: "flight",
  burst: "flight",
  start: "flight_start",
  end: "flight_end",
  due: "deadline",
  past: "past",
  event: "other",
  other: "other",
};

/** A metric whose word stands in the quote, with the only figure of it. */
export function proveKpi(claim: Claim, _: Proposal, seen: Seen): Partial<Overlay> | undefined {
  const figures = [...seen.allAmounts, ...seen.allQuantities];
  const goals = claim.quotes.flatMap(
    (quote) => goalProposed(seen.text, quote, claim.value, figures, seen.lexicon) ?? [],
  );
  const [goal] = goals;
  return goal && { goals: [goal] };
}

export function provePeople(
  claim: Claim,
  _: Proposal,
  { text, lexicon }: Seen,
): Partial<Overlay> | undefined {
  for (const quote of claim.quotes) {
    const { demographics } = findPeople(quote.text, lexicon);
    if (demographics === undefined) continue;
    const { start, end } = demographics.evidence;
    const span = {
      text: text.slice(quote.start + start, quote.start + end),
      start: quote.start + start,
      end: quote.start + end,
    };
    const value = { demographics: found(demographics.value, span) };
    return { values: value };
  }
  return undefined;
}

/** Words that a sentence which refuses something names. */
export function proveAvoid(
  claim: Claim,
  _: Proposal,
  seen: Seen,
  claims: readonly Claim[],
): Partial<Overlay> | undefined {
  const refused = (each: Claim) => {
    const words = nameIn(each, seen);
    if (words === undefined || seen.things.some((thing) => overlaps(thing, words))) return [];
    const { text: sentence } = sentenceAround(seen.text, words);
    return matches(seen.lexicon.words(...refusals), sentence) ? [words] : [];
  };
  if (refused(claim).length === 0) return undefined;
  const all = claims.filter(({ field }) => field === "content_avoid").flatMap(refused);
  return { values: { avoid: [...seen.draft.avoid, ...all.map((words) => found(words.text, words))] } };
}
