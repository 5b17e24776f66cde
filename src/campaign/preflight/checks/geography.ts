import type { Brief } from "../../../brief/brief.ts";
import { countriesOf } from "../../model/people/shared-places.ts";
import { type Constraint, termsOf } from "../../model/people/targeting.ts";
import type { Check } from "../facts.ts";

/** Offers that run only where nobody asked for, and countries of the brief that nothing in the plan reaches. */
export const geography: Check = ({ brief, plan, offers }) => {
  const wanted = new Set(brief.countries);
  const lines = plan.lines.map(({ lineId, offerId, constraints }) => {
    const soldIn = offers.find(({ id }) => id === offerId)?.countries;
    return { lineId, soldIn, runsIn: keptTo(constraints) ?? soldIn };
  });
  const silent = lines.filter(({ runsIn }) => runsIn === undefined).length;
  const elsewhere = lines.flatMap(({ lineId, soldIn }) =>
    soldIn === undefined || soldIn.some((country) => wanted.has(country))
      ? []
      : [{ lineId, countries: soldIn }],
  );
  const missed = wantedOf(brief).filter(
    (country) => !lines.some(({ runsIn }) => runsIn?.includes(country) === true),
  );
  return [
    elsewhere.map(({ lineId, countries }) => ({
      result: "block",
      where: lineId,
      what: `It runs in ${countries.join(", ")}, the brief asks for ${brief.countries.join(", ")}.`,
      todo: "Exclude its seller, or add the country to the brief.",
    })),
    // A package that does not say where it runs may reach them.
    missed.length > 0 &&
      silent === 0 &&
      lines.length > 0 && {
        result: "ask",
        where: "countries",
        what: `Nothing in the plan runs in ${missed.join(", ")}.`,
        todo: "Agree to buy without, or take it out of the brief.",
      },
    silent > 0 && {
      result: "note",
      where: "countries",
      what: `${silent} of ${lines.length} packages do not say in which countries they run.`,
      todo: "Ask their sellers.",
    },
  ];
};

/** Countries that something is to run in: where the brief names places, those that they lie in. */
function wantedOf({ countries, places: { include } = {} }: Brief): readonly string[] {
  if (include === undefined) return countries;
  const there = countriesOf(include);
  return countries.filter((country) => there.includes(country));
}

/** The countries that an order keeps its package to, by name or by regions in them; undefined where it names none. */
function keptTo(constraints: readonly Constraint[] = []): readonly string[] | undefined {
  const { geo_countries: countries, geo_regions: regions } = termsOf(constraints).targeting_overlay ?? {};
  const codes = (list: unknown) => (Array.isArray(list) ? list.map((code) => String(code).slice(0, 2)) : []);
  const kept = [...codes(countries), ...codes(regions)];
  return kept.length === 0 ? undefined : kept;
}
