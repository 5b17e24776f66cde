import { groupBy } from "../../../lib/group-by.ts";
import type { Check } from "../facts.ts";

/**
 * What the brief asks of its packages and their orders do not enforce: what it insists on otherwise and calls soft is one
 * question to a person, the rest is a note.
 */
export const targeting: Check = ({ plan }) => {
  const open = plan.lines.flatMap(({ constraints = [] }) =>
    constraints.filter(({ held, hard, field }) => {
      // Countries have a check of their own; words for people are never more than that.
      const isMeant = field !== "countries" && (hard || field === "frequency_cap" || field === "pacing");
      return held === "none" || (held === "brief" && isMeant);
    }),
  );
  return [...groupBy(open, ({ field, held }) => `${field} ${held}`).values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const { field, held, hard } = first;
    const isQuestion = hard === true && held === "none";
    const reasons = [...new Set(same.map(({ reason }) => reason))].sort();
    return {
      result: isQuestion ? ("ask" as const) : ("note" as const),
      where: field,
      what: `The orders of ${same.length} of ${plan.lines.length} packages do not hold it: ${reasons.join("; ")}.`,
      todo: isQuestion
        ? "Agree to buy them all the same, or take it out of `soft` to leave them out."
        : "Ask their sellers.",
    };
  });
};
