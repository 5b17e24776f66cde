import { type ProposedField, proposedFields } from "../../../llm/questions/propose-brief.ts";
import { ask, type OpenQuestion } from "../../grammar/question.ts";
import type { OpenDraft } from "../draft.ts";
import type { Proposal } from "./ask.ts";
import { type Claim, claimsOf, placesOf, type Seen } from "./evidence.ts";
import { fieldForms } from "./fields.ts";
import { holdBudget } from "./hold-budget.ts";
import {
  type Hold,
  holdFlight,
  holdFlights,
  holdFrequencyCap,
  holdSellerShare,
  holdSellers,
  holdShares,
  holdViewability,
} from "./hold-figures.ts";
import { holdKpi } from "./hold-kpi.ts";
import { withThings } from "./hold-things.ts";
import {
  holdAudience,
  holdAvoid,
  holdBrand,
  holdDayparts,
  holdLanguages,
  holdObjective,
  holdPacing,
  holdPeople,
} from "./hold-words.ts";
import { joined, type Overlay } from "./overlay.ts";
import { proveFee } from "./prove-fee.ts";
import { proveExcluded, proveOnly } from "./prove-sellers.ts";
import { proveThings, stancesOf } from "./prove-things.ts";
import { isRival } from "./rivals.ts";

type Prove = (
  claim: Claim,
  proposal: Proposal,
  seen: Seen,
  claims: readonly Claim[],
) => Partial<Overlay> | undefined;

/** What a second reading of the text is given: what it comes to is proved by all that reads. */
const proofs: Readonly<Partial<Record<ProposedField, Prove>>> = {
  excluded_sellers: proveExcluded,
  only_sellers: proveOnly,
  fees: proveFee,
};

/** What is left after that, each by its own words; an objective follows from the KPI. Of other fields a proposal is a suggestion. */
const holds: Readonly<Partial<Record<ProposedField, Hold>>> = {
  budget: holdBudget,
  flight: holdFlight,
  flights: holdFlights,
  brand: holdBrand,
  kpi: holdKpi,
  objective: holdObjective,
  channel_shares: holdShares("channelShares"),
  country_shares: holdShares("countryShares"),
  max_share_per_seller: holdSellerShare,
  min_sellers: holdSellers("minSellers"),
  max_sellers: holdSellers("maxSellers"),
  demographics: holdPeople,
  content_avoid: holdAvoid,
  viewability: holdViewability,
  frequency_cap: holdFrequencyCap,
  audience: holdAudience,
  languages: holdLanguages,
  pacing: holdPacing,
  dayparts: holdDayparts,
};

/**
 * The draft with what a proposal adds to it. A field is taken where a reading that is given the proved pieces comes to the proposed
 * values and to nothing else, or where its own figures and words prove it; what contradicts the rules, or cannot be proved, is one
 * question; and nothing that the rules settled is changed.
 */
export function settleProposal(
  proposal: Proposal,
  seen: Seen,
  reread: (overlay: Overlay) => OpenDraft,
): OpenDraft {
  const claims = claimsOf(seen.text, proposal);
  const open = new Set(openFields(proposal, seen));
  const fields = proposedFields
    .map((field) => ({ field, claims: claims.filter((claim) => claim.field === field) }))
    .filter((each) => each.claims.length > 0 && !open.has(each.field));
  const wanted = fields.filter((each) => !isSettled(seen.draft, each.field) || isMore(seen.draft, each));
  const proved = wanted.flatMap((each): Proved[] => {
    const pieces = each.claims.flatMap((claim) =>
      isIn(seen.draft, claim) ? [] : (proofs[claim.field]?.(claim, proposal, seen, claims) ?? [null]),
    );
    const known = pieces.filter((piece) => piece !== null);
    return known.length === pieces.length && known.length > 0 ? [{ ...each, pieces: known }] : [];
  });
  const things = proveThings(
    claims.filter(({ field }) => !open.has(field)),
    seen,
  );
  const again = (overlay: Overlay) =>
    withThings(
      reread({ ...overlay, stances: new Map([...overlay.stances, ...stancesOf(things)]) }),
      things,
      seen,
    );
  const { read, borne } =
    proved.length + things.length === 0
      ? { read: seen.draft, borne: [] }
      : readAgain(proved, seen.draft, again);
  const taken = new Set([...borne.map(({ field }) => field), ...things.map(({ claim }) => claim.field)]);
  let draft = read;
  for (const [field, hold] of Object.entries(holds)) {
    const [each] = wanted.filter((one) => one.field === field && !taken.has(one.field));
    const [first, ...others] = each?.claims ?? [];
    if (each === undefined || first === undefined || (isSettled(draft, each.field) && !isMore(draft, each)))
      continue;
    const added = hold([first, ...others], proposal, { ...seen, draft });
    const next = { ...draft, ...added };
    const { of } = fieldForms[each.field];
    const isWhole =
      added !== undefined &&
      each.claims.every((claim) => isIn(next, claim)) &&
      (!lists.has(each.field) || of(draft).every((value) => of(next).includes(value)));
    if (!isWhole || draft.questions.some((one) => contradicts(one, each.field))) continue;
    taken.add(each.field);
    draft = { ...next, questions: draft.questions.filter((one) => !isAnswered(one, each.field)) };
  }
  const left = fields.filter(({ field }) => !taken.has(field));
  return withQuestions(viaModel(draft, seen.draft), left, openFields(proposal, seen), seen);
}

/** The reading that is given all pieces whose fields it bears out. */
function readAgain(
  proved: readonly Proved[],
  before: OpenDraft,
  reread: (overlay: Overlay) => OpenDraft,
): { readonly read: OpenDraft; readonly borne: readonly Proved[] } {
  const read = reread(joined(proved.flatMap(({ pieces }) => pieces)));
  const borne = proved.filter((each) => isBorneOut(each, before, read));
  return borne.length === proved.length ? { read, borne } : readAgain(borne, before, reread);
}

/** What a question asks about that is no choice of a value: other amounts that may change it, days that contradict each other. */
const notAnswered: ReadonlySet<string> = new Set([
  ..."fee fees off periodic part parts change months other relative dollar year"
    .split(" ")
    .map((key) => `budget.${key}`),
  ...["duration", "over", "begun", "long", "bursts", "backwards"].map((key) => `flight.${key}`),
]);

function contradicts(question: OpenDraft["questions"][number], field: ProposedField): boolean {
  return (
    field === "flight" && "key" in question && notAnswered.has(question.key) && question.field === "flight"
  );
}

function isAnswered(question: OpenDraft["questions"][number], field: ProposedField): boolean {
  return isAbout(question, field) && !("key" in question && notAnswered.has(question.key));
}

function isAbout(question: OpenDraft["questions"][number], field: ProposedField): boolean {
  const { asked } = fieldForms[field];
  return question.field === asked || question.field.startsWith(`${asked}.`);
}

/** What the proposal calls undecided, with words of the text that say so. */
function openFields({ open }: Proposal, { text }: Seen): ProposedField[] {
  return open
    .filter(({ quotes }) => quotes.some((quote) => placesOf(text, quote).length > 0))
    .map(({ field }) => field);
}

interface Proposed {
  readonly field: ProposedField;
  readonly claims: readonly Claim[];
}

interface Proved extends Proposed {
  readonly pieces: readonly Partial<Overlay>[];
}

/** Whether a draft has the value, or leaves out what the claim leaves out. */
function isIn(draft: OpenDraft, { field, value, ruledOut }: Claim): boolean {
  const values = fieldForms[field].of(draft);
  if (!ruledOut) return values.includes(value);
  return [...draft.ruledOut, ...draft.excludedRegions].some((out) => out.value.toLowerCase() === value);
}

function isAsked({ questions }: OpenDraft, field: ProposedField): boolean {
  return questions.some((question) => isAbout(question, field));
}

function isSettled(draft: OpenDraft, field: ProposedField): boolean {
  return fieldForms[field].of(draft).length > 0 && !isAsked(draft, field);
}

const lists: ReadonlySet<ProposedField> = new Set<ProposedField>([
  "content_avoid",
  "excluded_sellers",
  "channel_shares",
  "country_shares",
]);

/** Words for what the rules have by others: which thing is counted, whom it is for. No money and no days rest on them. */
const renamed: ReadonlySet<ProposedField> = new Set<ProposedField>(["kpi", "objective", "audience"]);

/** Vetoes and shares that come to those that the rules have, and other words. */
function isMore(draft: OpenDraft, { field, claims }: Proposed): boolean {
  return (lists.has(field) || renamed.has(field)) && claims.some((claim) => !isIn(draft, claim));
}

/** Whether a reading has the proposed values, all that the rules had, and nothing that is asked about anew. */
function isBorneOut({ field, claims }: Proposed, before: OpenDraft, after: OpenDraft): boolean {
  const { of } = fieldForms[field];
  const values = of(after);
  const known = new Set([...of(before), ...claims.map(({ value }) => value)]);
  return (
    claims.every((claim) => isIn(after, claim)) &&
    of(before).every((value) => values.includes(value)) &&
    values.every((value) => known.has(value))
  );
}

/** What the rules alone did not come to. */
function viaModel(after: OpenDraft, before: OpenDraft): OpenDraft {
  if (after === before) return after;
  const known = new Set(Object.values(before).flat().map(keyOf));
  const marked = Object.fromEntries(
    Object.entries(after).map(([part, found]) => {
      if (beside.has(part)) return [part, found];
      const mark = (one: object) => (known.has(keyOf(one)) ? one : { ...one, via: "model" });
      return [part, Array.isArray(found) ? found.map(mark) : mark(found)];
    }),
  );
  return { ...after, ...marked };
}

/** What of a draft is no value of a brief. */
const beside: ReadonlySet<string> = new Set(["questions", "untaken", "repeats", "language"]);

function keyOf(one: unknown): string {
  return typeof one === "object" && one !== null && "value" in one ? JSON.stringify(one.value) : "";
}

/** One question a field: both readings, or the rules' own question with the proposal as its suggestion. */
function withQuestions(
  draft: OpenDraft,
  left: readonly Proposed[],
  open: readonly ProposedField[],
  seen: Seen,
): OpenDraft {
  const asked = new Map<string, OpenQuestion>();
  let { questions } = draft;
  for (const { field, claims } of left) {
    const form = fieldForms[field];
    const news = claims.filter((claim) => !isIn(draft, claim));
    const suggestions = news.map(({ written }) => written);
    if (isAsked(draft, field)) {
      questions = questions.map((question) =>
        question.field === form.asked && question.suggestions === undefined && news.length > 0
          ? { ...question, suggestions }
          : question,
      );
      continue;
    }
    const rivals = news.filter((claim) => isRival(claim, seen));
    if (rivals.length === 0) continue;
    const words = rivals.flatMap(({ quotes }) => quotes.slice(0, 1));
    const values = form.of(draft);
    const other = rivals.map(({ written }) => written);
    const key = values.length > 0 ? "proposal.both" : "proposal.maybe";
    asked.set(form.asked, ask(form.asked, key, { values, other, words }, other));
  }
  for (const field of open)
    if (!isAsked(draft, field))
      asked.set(fieldForms[field].asked, ask(fieldForms[field].asked, "proposal.open"));
  return { ...draft, questions: [...questions, ...asked.values()] };
}
