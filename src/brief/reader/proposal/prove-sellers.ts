import type { Lexicon } from "../../grammar/lexicon.ts";
import { clauseAround, matches, type Span, sentenceAround, spansBetween } from "../../grammar/spans.ts";
import { found } from "../draft.ts";
import type { Named } from "../things.ts";
import type { Proposal } from "./ask.ts";
import { type Claim, closingWords, nameIn, refusals, type Seen } from "./evidence.ts";
import { roleIn } from "./hold-figures.ts";
import type { Overlay } from "./overlay.ts";

/** A seller that a word of refusal stands near, and that both labellings call excluded. */
export function proveExcluded(claim: Claim, proposal: Proposal, seen: Seen): Partial<Overlay> | undefined {
  const named = seen.things.filter(
    (thing) => thing.kind === "seller" && (thing.domain ?? thing.text).toLowerCase() === claim.value,
  );
  const isRefused = (thing: Named) =>
    thing.stance === "excluded" || (roleIn(proposal, thing) === "excluded" && !isOfAnother(thing, seen));
  const meant = named.filter(({ stance }) => stance === "unclear" || stance === "excluded");
  if (meant.length === 0 || !meant.every(isRefused)) return undefined;
  return { stances: new Map(meant.map(({ start }) => [start, "excluded"])) };
}

/** "The Dutch see to theirs, so leave out the Netherlands": what a sentence refuses in another clause is what it names there. */
function isOfAnother(name: Named, { text, things, lexicon }: Seen): boolean {
  const sentence = sentenceAround(text, name);
  const clause = clauseAround(text, name, /[,;](?=\s)/, sentence).join(" ");
  return (
    !matches(lexicon.words("no", "not", "exclude", "refusals"), clause) &&
    spansBetween(things, sentence.start, sentence.end).some(
      ({ kind, stance }) => kind !== "seller" && stance === "excluded",
    )
  );
}

/** Sellers whose sentence says "only" or "nobody else" and denies nothing more, by names that stand in it. */
export function proveOnly(
  _: Claim,
  proposal: Proposal,
  seen: Seen,
  claims: readonly Claim[],
): Partial<Overlay> | undefined {
  const all = claims.filter(({ field }) => field === "only_sellers");
  const names = all.map((each) => nameIn(each, seen));
  const sellers = names.flatMap((name) =>
    name && roleIn(proposal, name) === "only" && isOnly(seen.text, name, seen.lexicon) ? [name] : [],
  );
  if (sellers.length < all.length) return undefined;
  return { values: { onlySellers: sellers.map((name) => found(name.text, name)) } };
}

function isOnly(text: string, name: Span, lexicon: Lexicon): boolean {
  const { text: sentence } = sentenceAround(text, name);
  const closing = lexicon.words(...closingWords);
  return (
    matches(closing, sentence) && !matches(lexicon.words(...refusals), sentence.replaceAll(closing, " "))
  );
}
