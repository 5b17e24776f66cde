import { findMoney } from "../grammar/amounts.ts";
import { localMoney } from "../grammar/currencies.ts";
import { monthPattern } from "../grammar/months.ts";
import { quantitiesIn } from "../grammar/quantities.ts";
import { ask } from "../grammar/question.ts";
import {
  blanked,
  matches,
  nearClause,
  overlaps,
  type Span,
  spansBetween,
  spansOf,
} from "../grammar/spans.ts";
import { withCorrectedThings } from "./corrections.ts";
import type { DetectedLanguage } from "./detect-language.ts";
import type { Found } from "./draft.ts";
import { findFees, gross } from "./find/find-fees.ts";
import { findGoals } from "./find/find-kpi.ts";
import { findPrices } from "./find/find-prices.ts";
import { findMonthShares } from "./flight/month-shares.ts";
import { type Overlay, withStances } from "./proposal/overlay.ts";
import { hasException, isOfSomeChannels, quoted, readQuantities } from "./read-quantities.ts";
import { settlePlaces } from "./settle-places.ts";
import { findSplits } from "./settle-shares.ts";
import { settleChannels } from "./settle-things.ts";
import { countriesOf, thingsIn } from "./things.ts";

/** What stands in the text, before anything is decided about it. */
export function findAll(
  text: string,
  detected: DetectedLanguage,
  overlay: Overlay,
  { newestEnd, sender }: { readonly newestEnd?: number; readonly sender?: Span },
) {
  const named = withCorrectedThings(text, thingsIn(text, detected.lexicon, sender), newestEnd);
  const things = withStances(named, overlay.stances);
  const language = detected.lexicon.tables[0]?.code ?? "";
  const allAmounts = findMoney(text, {
    local: localMoney(text, things.flatMap(countriesOf), language),
    milIsThousand: /^(?:es|pt)$/.test(language),
  });
  const allQuantities = quantitiesIn(text, allAmounts);
  const stated = findFees(text, allAmounts, allQuantities);
  const fees = { ...stated, found: [...stated.found, ...overlay.fees] };
  const ofFees = [...fees.found.map(({ evidence }) => evidence), ...fees.open, ...fees.apart];
  const isOfFee = (span: Span) => ofFees.some((words) => overlaps(words, span));
  const beside = {
    amounts: allAmounts.filter((amount) => !isOfFee(amount)),
    quantities: allQuantities.filter((quantity) => !isOfFee(quantity)),
  };
  const goals = findGoals(text, beside, detected.lexicon);
  const ofGoals = goals.flatMap(({ figure, contacts }) => [figure ?? [], contacts ?? []].flat());
  const isOfGoal = (span: Span) => ofGoals.some((figure) => overlaps(figure, span));
  const amounts = beside.amounts.filter((amount) => !isOfGoal(amount));
  const quantities = beside.quantities.filter((quantity) => !isOfGoal(quantity));
  const channels = settleChannels(text, things);
  const bought = { channels: channels.named, wanted: channels.found.map(({ value }) => value) };
  const places = settlePlaces(text, things, detected.lexicon);
  const only = detected.lexicon.words("only");
  const countries = withoutPlacesOfSome(places, (place) => {
    const [before, after] = nearClause(text, place, /[,;.()]/u);
    return matches(only, before + after) && isOfSomeChannels(text, place, bought)
      ? spansBetween(channels.named, place.start - before.length, place.end + after.length)
      : [];
  });
  // "Max. CPM (EUR) | 1 Mar | 8 Mar": a head of days, and no price.
  const isDay = ({ text: words, end }: Span) =>
    /(?<!\d)\d{1,2}$/.test(words) && monthBehind.test(text.slice(end, end + 16));
  const prices = findPrices(
    text,
    amounts.filter((amount) => !isDay(amount)),
  ).map((price) =>
    price.use === "limit" &&
    (isOfSomeChannels(text, price.money, bought) || hasException(text, price.money, channels.named))
      ? { ...price, use: "part" as const }
      : price,
  );
  const priced = new Set(prices.map(({ money }) => money));
  const notPrices = amounts.filter((amount) => !priced.has(amount));
  const contacts = quantities.filter(({ unit, bare }) => unit === "contacts" && !bare);
  const read = readQuantities(
    text,
    quantities,
    { ...bought, things, countries: countries.named },
    detected.lexicon,
  );
  const inMonths = findMonthShares(text, quantities);
  return {
    detected,
    things,
    amounts,
    allAmounts,
    quantities,
    allQuantities,
    read,
    prices,
    fees,
    goals,
    countries,
    channels,
    inMonths,
    splits: findSplits(text, notPrices, countries.named, channels.named),
    /** The text without what says nothing of an amount beside it: how often people see something, shares, and fees. */
    ofMoney: blanked(text, [
      ...contacts,
      ...read.shares,
      ...(inMonths === undefined ? [] : [...inMonths.months, ...inMonths.shares]),
      ...ofFees,
      ...ofGoals,
      // What holds fees is gross.
      ...(fees.found.length > 0 ? spansOf(text, gross) : []),
    ]),
  };
}

const monthBehind = new RegExp(`^\\.?\\s?${monthPattern}\\.?\\s*(?:\\||\\d{2,4}|$)`, "iu");

/** "DOOH only in Hamburg": the places of a brief are of all its channels. `linesOf`: the channels that alone run in a place. */
function withoutPlacesOfSome(
  all: ReturnType<typeof settlePlaces>,
  linesOf: (place: Span) => readonly Span[],
): typeof all {
  const lines = new Map(
    [...all.regions, ...all.cities].map(({ evidence }) => [evidence, linesOf(evidence)] as const),
  );
  const apart = [...lines].flatMap(([place, ofSome]) => (ofSome.length > 0 ? [place] : []));
  if (apart.length === 0) return all;
  const isLeft = ({ evidence }: Found<unknown>) => !apart.includes(evidence);
  return {
    ...all,
    regions: all.regions.filter(isLeft),
    cities: all.cities.filter(isLeft),
    questions: [
      ...all.questions.filter(({ field }) => field !== "places"),
      ask("places", "places.lines", { lines: quoted([...lines.values()].flat()), places: apart }),
    ],
  };
}
