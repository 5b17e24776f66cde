import type { Kpi } from "../../brief.ts";
import { isInCorrection } from "../corrections.ts";
import { type Found, found, type Reading } from "../draft.ts";
import { theOne } from "../read-quantities.ts";
import type { Goal } from "./find-kpi.ts";

/**
 * The one goal that is named; else the one there is, or a price that the text aims at. A count beside what each may cost is the goal.
 */
export function settleKpi(text: string, goals: readonly Goal[], prices: readonly Found<Kpi>[]): Reading<Kpi> {
  const first = (...choices: readonly (readonly Goal[])[]) => choices.find((some) => some.length > 0) ?? [];
  const named = first(
    goals.filter(({ isNamed }) => isNamed),
    goals,
  );
  const withFigure = first(
    named.filter(({ kpi }) => kpi.target !== undefined),
    prices.length > 0 ? [] : named,
  );
  const meant = first(
    withFigure.filter(({ kpi }) => !costs.has(kpi.metric)),
    withFigure,
  );
  // "1.1 million clicks. Sorry no, 110,000 clicks"
  const corrected = meant.filter(({ evidence }) => isInCorrection(text, evidence)).slice(-1);
  const all = first(corrected, meant).map(({ kpi, evidence, isNamed }) =>
    found(kpi, evidence, { strength: isNamed ? "hard" : "soft" }),
  );
  return theOne([...all, ...prices], "kpi", "kpi.which");
}

const costs: ReadonlySet<Kpi["metric"]> = new Set<Kpi["metric"]>(["cpm", "cpc", "cpcv", "cpa", "cpi", "cpl"]);
