import type { ProposedField } from "../../../llm/questions/propose-brief.ts";
import type { MoneySpan } from "../../grammar/amounts.ts";
import { metricsIn } from "../../grammar/metrics.ts";
import { clauseAround, matches, overlaps, sentenceAround } from "../../grammar/spans.ts";
import type { DateRole } from "../label-dates.ts";
import type { Named } from "../things.ts";
import { type Claim, inside, nameIn, refusals, type Seen } from "./evidence.ts";
import { amountInWords } from "./fields.ts";
import { sharesSaid } from "./hold-figures.ts";
import { isOf, isOfThing } from "./prove-things.ts";

/**
 * Whether the quotes of a claim that is not proved have what it speaks of, and code has no other use for it: then a person is asked.
 * All else is no reason to ask; a model that makes things up costs nobody's time.
 */
export function isRival(claim: Claim, seen: Seen): boolean {
  const { field } = claim;
  if (isOfThing(claim))
    return isThingRival(
      seen.things.filter((thing) => isOf(claim, thing)),
      claim,
      seen,
    );
  return rivals[field]?.(claim, seen) ?? false;
}

const isFree: ReadonlySet<string> = new Set(["total_budget", "unknown"]);
const ofFlight: ReadonlySet<DateRole> = new Set<DateRole>([
  "flight",
  "flight_start",
  "flight_end",
  "unknown",
]);

const rivals: Readonly<Partial<Record<ProposedField, (claim: Claim, seen: Seen) => boolean>>> = {
  budget: (claim, { amounts }) =>
    amounts.some((amount) => isFree.has(amount.role) && isAmountOf(claim, amount)),
  flight: (claim, { dates }) =>
    dates.some(
      (date) =>
        inside(date, claim) &&
        ofFlight.has(date.role) &&
        date.type === "period" &&
        `${date.first}..${date.last}` === claim.value,
    ),
  fees: (claim, seen) =>
    sharesSaid(claim, seen).length > 0 || seen.allAmounts.some((amount) => isAmountOf(claim, amount)),
  kpi: (claim) =>
    claim.quotes.some(({ text }) => metricsIn(text).some((metric) => metric === claim.value.split(" ")[0])),
  excluded_sellers: (claim, seen) => isBeside(claim, seen, refusals),
  only_sellers: (claim, seen) => isBeside(claim, seen, ["only"]),
  content_avoid: (claim, seen) => isBeside(claim, seen, refusals),
};

function isAmountOf(claim: Claim, amount: MoneySpan): boolean {
  return amount.type === "clear" && amountInWords(amount.amount) === claim.value && inside(amount, claim);
}

/** Whether a name stands in a sentence with one of some words, and is not known for something else. */
function isBeside(claim: Claim, seen: Seen, lists: readonly string[]): boolean {
  const name = nameIn(claim, seen);
  if (name === undefined) return false;
  const known = seen.things.find((thing) => overlaps(thing, name));
  if (known?.kind === "content") return claim.field === "content_avoid";
  if (known !== undefined && (known.kind !== "seller" || known.stance === "wanted")) return false;
  return matches(seen.lexicon.words(...lists), sentenceAround(seen.text, name).text);
}

/** A thing that is only mentioned may be wanted; of one that is wanted something may be said against. */
function isThingRival(things: readonly Named[], claim: Claim, { text, lexicon }: Seen): boolean {
  const named = things.filter((thing) => inside(thing, claim));
  if (!claim.ruledOut) return named.some(({ stance }) => stance === "mentioned" || stance === "unclear");
  return named.some((thing) =>
    matches(lexicon.words(...refusals), clauseAround(text, thing, /[,;:()|]/).join(" ")),
  );
}
