import type { Brief } from "../../brief/brief.ts";
import { counted, formatCount } from "../../lib/english.ts";
import { formatMoney } from "../../lib/money.ts";
import type { Conflict, Plan } from "../model/offers/plan.ts";
import { type Relaxation, relaxationsOf } from "./relaxations.ts";

/**
 * A set of terms that cannot hold together, none of which can be left out of it: each is dropped in turn, and stays dropped where
 * the others still cannot hold. Undefined where there would be no plan without any of them either.
 */
export async function findConflict({
  brief,
  isPossible,
  planFor,
}: {
  brief: Brief;
  /** False only where it is proven that no plan keeps the brief. */
  isPossible: (brief: Brief) => Promise<boolean>;
  planFor: (brief: Brief) => Promise<Plan>;
}): Promise<Conflict | undefined> {
  const first = async (dropped: readonly Relaxation[]) => {
    for (const one of briefsWithout(brief, dropped)) if (await isPossible(one)) return one;
    return undefined;
  };
  const all = relaxationsOf(brief);
  if ((await first(all)) === undefined) return undefined;

  let kept = all;
  for (const relaxation of all) {
    const fewer = kept.filter((other) => other !== relaxation);
    const dropped = all.filter((other) => !fewer.includes(other));
    if ((await first(dropped)) === undefined) kept = fewer;
  }
  const terms: Conflict["wishes"][number][] = [];
  for (const relaxation of kept) {
    const relaxed = await first([relaxation]);
    const dropping =
      relaxed === undefined
        ? "the other terms would still conflict"
        : gainOf(await planFor(relaxed), brief, relaxed);
    terms.push({ text: relaxation.text, dropping });
  }
  return { wishes: terms };
}

function briefsWithout(brief: Brief, relaxations: readonly Relaxation[]): readonly Brief[] {
  return relaxations.reduce<readonly Brief[]>(
    (briefs, relaxation) => briefs.flatMap(relaxation.without),
    [brief],
  );
}

function gainOf({ total, lines }: Plan, { budget: wanted }: Brief, { budget }: Brief): string {
  if (lines.length === 0) return "no split was found, but none is ruled out";
  const impressions = lines.reduce((sum, { expectedImpressions = 0 }) => sum + expectedImpressions, 0);
  const raised = budget.minor === wanted.minor ? "" : `with a budget of ${formatMoney(budget)}, `;
  return `${raised}${formatMoney(total)} would go to ${counted(lines.length, "package")} with ${formatCount(impressions)} expected impressions`;
}
