import type { Check } from "../facts.ts";

/** Offers that run where nobody asked for, and countries of the brief that nothing in the plan reaches. */
export const geography: Check = ({ brief, plan, offers }) => {
  const asked = new Set(brief.countries);
  const lines = plan.lines.map(({ slot, offerId }) => ({
    slot,
    countries: offers.find(({ id }) => id === offerId)?.countries,
  }));
  const silent = lines.filter(({ countries }) => countries === undefined);
  const reached = new Set(lines.flatMap(({ countries = [] }) => countries));
  const missed = brief.countries.filter((country) => !reached.has(country));
  return [
    ...lines.flatMap(({ slot, countries }) =>
      countries === undefined ? [] : abroad(slot, countries, asked),
    ),
    ...(silent.length === 0
      ? []
      : [
          {
            result: "note" as const,
            where: "countries",
            what: `${silent.length} of ${lines.length} packages do not say in which countries they run.`,
            todo: "Ask their sellers.",
          },
        ]),
    // A package that does not say where it runs may reach them.
    ...(missed.length === 0 || silent.length > 0 || lines.length === 0
      ? []
      : [
          {
            result: "ask" as const,
            where: "countries",
            what: `Nothing in the plan runs in ${missed.join(", ")}.`,
            todo: "Agree to buy without, or take it out of the brief.",
          },
        ]),
  ];
};

/** A package that runs in none of the countries asked for, or in others too. */
function abroad(where: string, countries: readonly string[], asked: ReadonlySet<string>): ReturnType<Check> {
  const beyond = countries.filter((country) => !asked.has(country));
  if (beyond.length === 0) return [];
  if (beyond.length === countries.length)
    return [
      {
        result: "block",
        where,
        what: `It runs in ${countries.join(", ")}, the brief asks for ${[...asked].join(", ")}.`,
        todo: "Exclude its seller, or add the country to the brief.",
      },
    ];
  return [
    {
      result: "note",
      where,
      what: `It also runs in ${beyond.join(", ")}.`,
      todo: "Ask its seller to keep to the brief's countries.",
    },
  ];
}
