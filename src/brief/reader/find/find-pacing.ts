import type { Lexicon } from "../../grammar/lexicon.ts";
import { says } from "../../grammar/phrases.ts";
import { type Span, spansOf } from "../../grammar/spans.ts";
import { type DraftBrief, found, type Reading } from "../draft.ts";
import { theOne } from "../read-quantities.ts";
import { stancesAmong } from "../stance/stance.ts";
import type { Named } from "../things.ts";

type Pacing = NonNullable<DraftBrief["pacing"]>["value"];

const pacings = [
  ["front-loaded", says("{front_loaded}")],
  ["back-loaded", says("{back_loaded}")],
  ["even", says("{even}")],
] as const;

/** How the money is spent over the time. */
export function findPacing(text: string, things: readonly Named[], lexicon: Lexicon): Reading<Pacing> {
  const named = pacings
    .flatMap(([pacing, cue]) => spansOf(text, cue).map((span) => found<Pacing>(pacing, span)))
    .filter(({ evidence }) => !isOfThings(text, evidence, things));
  const spans = named.map(({ evidence }) => ({ ...evidence, kind: "pacing" }));
  const stances = stancesAmong(text, spans, things, lexicon);
  return theOne(
    named.filter((_, i) => stances[i] === "wanted"),
    "pacing",
    "delivery.pacing",
  );
}

/** "Evenly between display and radio": not over the time. */
function isOfThings(text: string, { end }: Span, things: readonly Named[]): boolean {
  const next = things.find(({ kind, start }) => start >= end && kind !== "seller" && kind !== "content");
  return next !== undefined && next.start - end < nearby && !/[,.;\n|]/.test(text.slice(end, next.start));
}

/** Characters between "evenly" and what it is said of. */
const nearby = 16;
