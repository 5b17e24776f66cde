import type { Check } from "../facts.ts";

/** Offers that run only where nobody asked for, and countries of the brief that nothing in the plan reaches. */
export const geography: Check = ({ brief, plan, offers }) => {
  const asked = new Set(brief.countries);
  const lines = plan.lines.map(({ lineId, offerId }) => ({
    lineId,
    countries: offers.find(({ id }) => id === offerId)?.countries,
  }));
  const kept = new Set(
    plan.lines
      .filter(({ constraints = [] }) =>
        constraints.some(({ field, held }) => field === "countries" && held === "wire"),
      )
      .map(({ lineId }) => lineId),
  );
  const said = lines.flatMap(({ lineId, countries }) =>
    countries === undefined ? [] : [{ lineId, countries }],
  );
  const silent = lines.filter(({ lineId, countries }) => countries === undefined && !kept.has(lineId)).length;
  const elsewhere = said.filter(({ countries }) => !countries.some((country) => asked.has(country)));
  const missed = brief.countries.filter(
    (country) => !said.some(({ countries }) => countries.includes(country)),
  );
  return [
    ...elsewhere.map(({ lineId, countries }) => ({
      result: "block" as const,
      where: lineId,
      what: `It runs in ${countries.join(", ")}, the brief asks for ${brief.countries.join(", ")}.`,
      todo: "Exclude its seller, or add the country to the brief.",
    })),
    // A package that does not say where it runs may reach them.
    ...(missed.length === 0 || silent > 0 || lines.length === 0
      ? []
      : [
          {
            result: "ask" as const,
            where: "countries",
            what: `Nothing in the plan runs in ${missed.join(", ")}.`,
            todo: "Agree to buy without, or take it out of the brief.",
          },
        ]),
    ...(silent === 0
      ? []
      : [
          {
            result: "note" as const,
            where: "countries",
            what: `${silent} of ${lines.length} packages do not say in which countries they run.`,
            todo: "Ask their sellers.",
          },
        ]),
  ];
};
