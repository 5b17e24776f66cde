import type { Brief } from "../../model/brief.ts";
import type { Constraint } from "../../model/targeting.ts";
import type { Hold } from "./hold.ts";

/** A product is no wider than it says that it is; what it does not say is asked for in words. */
export function inCountries({ countries: asked }: Brief): Hold[] {
  if (asked.length === 0) return [];
  const field = "countries" as const;
  const all = asked.join(", ");
  return [
    ({ countries: told, targetable = {} }): Constraint => {
      const beyond = told?.filter((code) => !asked.includes(code)) ?? [];
      if (told !== undefined && beyond.length === 0)
        return { field, held: "product", hard: true, reason: `runs in ${told.join(", ")} alone` };
      const within = told === undefined ? asked : asked.filter((code) => told.includes(code));
      if (targetable.countries === true && within.length > 0)
        return {
          field,
          held: "wire",
          hard: true,
          reason: `kept to ${within.join(", ")} by the order`,
          sent: { targeting_overlay: { geo_countries: within } },
        };
      if (told === undefined && targetable.countries === undefined)
        return {
          field,
          held: "brief",
          hard: true,
          reason: `does not say where it runs; ${all} is asked for`,
        };
      const where = told === undefined ? "outside of it" : `in ${beyond.join(", ")}`;
      const why =
        targetable.countries === false
          ? "its seller cannot keep it to"
          : "its seller does not say that it can keep it to";
      return { field, held: "none", hard: true, reason: `may also run ${where}: ${why} ${all}` };
    },
  ];
}
