import type { Demographics } from "../../brief.ts";
import { languagesCalled } from "../../grammar/language-names.ts";
import type { Lexicon } from "../../grammar/lexicon.ts";
import { matches, overlaps, type Span, sentenceAround, spanFrom, spanOf } from "../../grammar/spans.ts";
import { objectiveOf } from "../../kpi.ts";
import { found } from "../draft.ts";
import { findDayparts } from "../find/find-dayparts.ts";
import { objectives } from "../find/find-objective.ts";
import { findPeople } from "../find/find-people.ts";
import { nameIn, type Seen } from "./evidence.ts";
import { daypartInWords } from "./fields.ts";
import { type Hold, roleIn } from "./hold-figures.ts";

/** The domain of the brand, where it stands in the text and is nobody's else. */
export const holdBrand: Hold = ([claim], proposal, seen) => {
  const name = nameIn(claim, seen);
  const domains = seen.things.filter((thing) => thing.kind === "seller" && thing.domain !== undefined);
  const isItself = (thing: Span) => thing.text.toLowerCase() === claim.value;
  const isBrand = (thing: Span) => roleIn(proposal, thing) === "brand";
  const own = domains.filter(isItself);
  const others = domains.filter((thing) => !isItself(thing));
  const isRefused = own.some(({ stance }) => stance === "excluded");
  const isOne = own.length === 0 ? others.length === 0 : others.length === 0 || own.some(isBrand);
  if (name === undefined || isRefused || !isOne || others.some(isBrand)) return undefined;
  return { brand: found({ domain: claim.value }, name) };
};

/** An objective by the words of its quote, which name no other one, or by what the KPI is for. */
export const holdObjective: Hold = ([claim], _, { lexicon, draft }) => {
  const objective = objectives.find((each) => each === claim.value);
  const [quote] = claim.quotes;
  if (objective === undefined || quote === undefined) return undefined;
  const own = draft.kpi && objectiveOf(draft.kpi.value.metric);
  const named = objectives.filter((each) =>
    claim.quotes.some(({ text }) => matches(lexicon.words(`objectives.${each}`), text)),
  );
  const isNamed = named.length === 1 && named[0] === objective;
  if (draft.objective?.strength === "hard" || (own !== objective && !(isNamed && own === undefined)))
    return undefined;
  return { objective: found(objective, quote, { strength: isNamed ? "hard" : "soft" }) };
};

/** People by the words of a quote, or by their ages and a word for their gender in one sentence. */
export const holdPeople: Hold = ([claim], _, { text, lexicon }) => {
  for (const quote of claim.quotes) {
    const { demographics } = findPeople(quote.text, lexicon);
    const at = demographics?.evidence ?? agesIn(claim.value, quote.text, lexicon);
    if (at === undefined) continue;
    const [start, end] = [quote.start + at.start, quote.start + at.end];
    const value = demographics?.value ?? peopleIn(claim.value);
    return { demographics: found(value, spanFrom(text, start, end)) };
  }
  return undefined;
};

const people = /^(?:(?<gender>female|male)\s*)?(?:(?<from>\d{2})-(?<to>\d{2})?)?$/;

function peopleIn(value: string): Demographics {
  const { gender, from, to } = people.exec(value)?.groups ?? {};
  const age = { ...(from && { from: Number(from) }), ...(to && { to: Number(to) }) };
  return {
    ...(gender && { gender: gender === "female" ? "female" : "male" }),
    ...(from && { age }),
  };
}

/** "25-54", "between 25 and 54", "55 and over", where one sentence of a quote has these ages and names the gender, or none. */
function agesIn(value: string, quote: string, lexicon: Lexicon): Omit<Span, "text"> | undefined {
  const { gender, from, to } = people.exec(value)?.groups ?? {};
  if (from === undefined) return undefined;
  const older = `(?:\\s?(?:\\+|plus)|[^\\d.;\\n]{0,15}(?<!\\p{L})(?:${lexicon.any("or_older")})(?!\\p{L}))`;
  const rest = to === undefined ? older : `\\s?[^\\d.;\\n]{1,12}\\s?${to}(?![\\d.,:%]?\\d|\\s?%)`;
  const range = `(?<![\\d.,:])${from}${rest}`;
  const above = `(?<!\\p{L})(?:${lexicon.any("older_than").replaceAll("N", from)})`;
  const match = new RegExp(to === undefined ? `${range}|${above}` : range, "iu").exec(quote);
  if (match === null) return undefined;
  const { text: sentence } = sentenceAround(quote, spanOf(match));
  const [women, men] = [lexicon.words("women"), lexicon.words("men")].map((words) =>
    matches(words, sentence),
  );
  const isSaid = gender === undefined ? !women && !men : gender === "female" ? women && !men : men && !women;
  return isSaid ? spanOf(match) : undefined;
}

/** Content to stay away from, in words of the text that name nothing that may be bought. */
export const holdAvoid: Hold = (claims, _, seen) => {
  const words = claims.flatMap((claim) => {
    const name = nameIn(claim, seen);
    return name && !seen.things.some((thing) => isBought(thing) && overlaps(thing, name)) ? [name] : [];
  });
  if (words.length < claims.length) return undefined;
  const added = words.filter((name) => !seen.draft.avoid.some(({ evidence }) => overlaps(evidence, name)));
  return { avoid: [...seen.draft.avoid, ...added.map((name) => found(name.text, name))] };
};

function isBought({ kind, stance }: Seen["things"][number]): boolean {
  return kind !== "content" && stance !== "excluded";
}

/** Whom it is for, in words of the text. */
export const holdAudience: Hold = ([claim], _, seen) => {
  const name = nameIn(claim, seen);
  const { audience, demographics } = seen.draft;
  // Ages alone say nothing that is not said there.
  const isKnown = audience !== undefined && audience.evidence.start !== demographics?.evidence.start;
  return name && !isKnown ? { audience: found(name.text, name, { strength: "soft" }) } : undefined;
};

/** Languages whose names begin words of the quotes, without a word that refuses them. */
export const holdLanguages: Hold = (claims, _, { lexicon }) => {
  const languages = claims.flatMap((claim) =>
    claim.quotes.slice(0, 1).flatMap((quote) => {
      const isNamed = languagesCalled(claim.value, lexicon).some((name) =>
        new RegExp(`(?<!\\p{L})${name.slice(0, -1)}`, "iu").test(quote.text),
      );
      return isNamed && isAgreed(quote.text, lexicon) ? [found(claim.value, quote)] : [];
    }),
  );
  return languages.length === claims.length ? { languages } : undefined;
};

/** How the money is spent over the time, by a quote that refuses nothing. It moves days, and no money. */
export const holdPacing: Hold = ([claim], _, { lexicon }) => {
  const pacing = pacings.find((each) => each === claim.value);
  const quote = claim.quotes.find(({ text }) => text.length <= longestQuote && isAgreed(text, lexicon));
  return pacing && quote && { pacing: found(pacing, quote, { strength: "soft" }) };
};

const pacings = ["even", "front-loaded", "back-loaded"] as const;
const longestQuote = 100;

function isAgreed(words: string, lexicon: Lexicon): boolean {
  return !matches(lexicon.words("no", "not", "exclude"), words);
}

/** Hours with their days, as the quotes alone are read. */
export const holdDayparts: Hold = (claims, _, { lexicon }) => {
  const dayparts = claims.flatMap((claim) =>
    claim.quotes.flatMap((quote) =>
      findDayparts(quote.text, lexicon, { areHours: true })
        .found.filter(({ value }) => daypartInWords(value) === claim.value)
        .slice(0, 1)
        .map(({ value }) => found(value, quote)),
    ),
  );
  return dayparts.length > 0 ? { dayparts } : undefined;
};
