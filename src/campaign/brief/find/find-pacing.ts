import { type DraftBrief, found, type Reading } from "../draft.ts";
import { mentionOf } from "../grammar/mentions.ts";
import { says } from "../grammar/phrases.ts";
import { spanOf } from "../grammar/spans.ts";
import { theOne } from "../read-quantities.ts";

type Pacing = NonNullable<DraftBrief["pacing"]>["value"];

const pacings = [
  ["front-loaded", says("{front_loaded}")],
  ["back-loaded", says("{back_loaded}")],
  ["even", says("{even}")],
] as const;

/** How the money is spent over the time. */
export function findPacing(text: string): Reading<Pacing> {
  const all = pacings.flatMap(([pacing, cue]) =>
    [...cue.all(text)]
      .map(spanOf)
      .filter((span) => mentionOf(text, span) === "wanted")
      .map((span) => found<Pacing>(pacing, span)),
  );
  return theOne(all, "pacing", "delivery.pacing");
}
