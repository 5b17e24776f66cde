import { toDecimal } from "../../../lib/money.ts";
import type { Demographics } from "../../brief.ts";
import type { MoneySpan } from "../../grammar/amounts.ts";
import type { Lexicon } from "../../grammar/lexicon.ts";
import type { Quantity } from "../../grammar/quantities.ts";
import { matches, overlaps, type Span, sentenceAround } from "../../grammar/spans.ts";
import { type KpiMetric, kpiMetrics, measuredBy, objectiveOf } from "../../kpi.ts";
import { found } from "../draft.ts";
import { isNoGoal, metricsIn } from "../find/find-kpi.ts";
import { findPeople } from "../find/find-people.ts";
import { inside, nameIn, type Seen } from "./evidence.ts";
import type { Hold } from "./hold-figures.ts";

const objectives = ["awareness", "consideration", "conversion"] as const;

/** The domain of the brand, where it stands in the text and is nobody's else. */
export const holdBrand: Hold = ([claim], { roles }, seen) => {
  const name = nameIn(claim, seen);
  const domains = seen.things.filter((thing) => thing.kind === "seller" && thing.domain !== undefined);
  const isItself = (thing: Span) => thing.text.toLowerCase() === claim.value;
  const isBrand = (thing: Span) => {
    const { proposed, again } = roles.get(thing.start) ?? {};
    return proposed === "brand" && again === "brand";
  };
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
  const isNamed = named.length === 1 && named[0] === objective && (own === undefined || own === objective);
  if (!isNamed && !(named.length === 0 && own === objective)) return undefined;
  return { objective: found(objective, quote, { strength: isNamed ? "hard" : "soft" }) };
};

/**
 * A metric whose word stands in the quote, or of which the quote names no other, with the only figure of its unit there. A metric without
 * its word is soft, and needs a figure.
 */
export const holdKpi: Hold = ([claim], _, { text, lexicon, allAmounts, allQuantities }) => {
  const [name = "", written] = claim.value.split(" ");
  const metric = kpiMetrics.find((each) => each === name);
  const [first] = claim.quotes;
  if (metric === undefined || first === undefined) return undefined;
  const named = claim.quotes.flatMap((quote) => metricsIn(quote.text));
  const isNamed = named.includes(metric);
  if (claim.quotes.some((quote) => isNoGoal(text, quote, lexicon)) || (named.length > 0 && !isNamed))
    return undefined;
  const strength = isNamed ? "hard" : "soft";
  if (written === undefined)
    return isNamed && isGoal(text, first, lexicon)
      ? { kpi: found({ metric }, first, { strength }) }
      : undefined;
  const target = Number(written);
  const figures = [...allAmounts, ...allQuantities].filter(
    (figure) => inside(figure, claim) && fits(metric, figure),
  );
  const [figure, ...others] = figures.filter((each) => numberIn(each) === target);
  const isOnly = figures.length === 1 + others.length;
  return figure && isOnly ? { kpi: found({ metric, target }, figure, { strength }) } : undefined;
};

function isGoal(text: string, quote: Span, lexicon: Seen["lexicon"]): boolean {
  const words = lexicon.words("labels.kpi", "labels.objective", "quantities.goal");
  return matches(words, sentenceAround(text, quote).text);
}

/** Whether a figure may be of a metric by its unit. */
function fits(metric: KpiMetric, figure: MoneySpan | Quantity): boolean {
  const { unit, counts } = measuredBy(metric);
  if ("type" in figure) return unit === "cost";
  if (figure.unit === "share") return unit === "rate" || counts === "reach" || counts === "grps";
  return (figure.unit === "number" || figure.unit === "impressions") && unit !== "rate";
}

function numberIn(figure: MoneySpan | Quantity): number | undefined {
  if (!("type" in figure)) return figure.value;
  return figure.type === "clear" ? toDecimal(figure.amount) : undefined;
}

/** People by the words of a quote, or by their ages and a word for their gender in one sentence. */
export const holdPeople: Hold = ([claim], _, { text, lexicon }) => {
  for (const quote of claim.quotes) {
    const { demographics } = findPeople(quote.text, lexicon);
    const at = demographics?.evidence ?? agesIn(claim.value, quote.text, lexicon);
    if (at === undefined) continue;
    const [start, end] = [quote.start + at.start, quote.start + at.end];
    const value = demographics?.value ?? peopleIn(claim.value);
    return { demographics: found(value, { text: text.slice(start, end), start, end }) };
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
  const older = `(?:\\s?\\+|[^\\d.;\\n]{0,15}(?<!\\p{L})(?:${lexicon.any("or_older")})(?!\\p{L}))`;
  const rest = to === undefined ? older : `\\s?[^\\d.;\\n]{1,12}\\s?${to}(?![\\d.,:%]?\\d|\\s?%)`;
  const match = new RegExp(`(?<![\\d.,:])${from}${rest}`, "iu").exec(quote);
  if (match === null) return undefined;
  const { text: sentence } = sentenceAround(quote, {
    start: match.index,
    end: match.index + match[0].length,
  });
  const [women, men] = [lexicon.words("women"), lexicon.words("men")].map((words) =>
    matches(words, sentence),
  );
  const isSaid = gender === undefined ? !women && !men : gender === "female" ? women && !men : men && !women;
  return isSaid ? { start: match.index, end: match.index + match[0].length } : undefined;
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

function isBought({ kind }: Seen["things"][number]): boolean {
  return kind !== "content";
}
