import { findMoney } from "../grammar/amounts.ts";
import { localMoney } from "../grammar/currencies.ts";
import { quantitiesIn } from "../grammar/quantities.ts";
import { blanked, overlaps, type Span, spansOf } from "../grammar/spans.ts";
import { withCorrectedThings } from "./corrections.ts";
import type { DetectedLanguage } from "./detect-language.ts";
import { findFees, gross } from "./find/find-fees.ts";
import { findGoals } from "./find/find-kpi.ts";
import { findPrices } from "./find/find-prices.ts";
import { findMonthShares } from "./flight/month-shares.ts";
import { type Overlay, withStances } from "./proposal/overlay.ts";
import { isOfSomeChannels, readQuantities } from "./read-quantities.ts";
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
  const countries = settlePlaces(text, things, detected.lexicon);
  const channels = settleChannels(text, things);
  const bought = { channels: channels.named, wanted: channels.found.map(({ value }) => value) };
  const prices = findPrices(text, amounts).map((price) =>
    price.use === "limit" && isOfSomeChannels(text, price.money, bought)
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
