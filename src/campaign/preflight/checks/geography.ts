import type { Check } from "../facts.ts";

/** Offers that run where nobody asked for, and countries of the brief that nothing in the plan reaches. */
export const geography: Check = ({ brief, plan, offers }) => {
  const asked = new Set(brief.countries);
  const lines = plan.lines.map(({ lineId, offerId }) => ({
    lineId,
    countries: offers.find(({ id }) => id === offerId)?.countries,
  }));
  const said = lines.flatMap(({ lineId, countries }) =>
    countries === undefined ? [] : [{ lineId, countries }],
  );
  const silent = lines.length - said.length;
  const elsewhere = said.filter(({ countries }) => !countries.some((country) => asked.has(country)));
  const wide = said.filter(
    (line) => !elsewhere.includes(line) && !line.countries.every((country) => asked.has(country)),
  );
  const beyond = [...new Set(wide.flatMap(({ countries }) => countries))].filter((one) => !asked.has(one));
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
    ...(wide.length === 0
      ? []
      : [
          {
            result: "note" as const,
            where: "countries",
            what: `${wide.length} of ${lines.length} packages can also run in ${beyond.join(", ")}.`,
            todo: "Ask their sellers to keep to the brief's countries.",
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
