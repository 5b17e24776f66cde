import type { Brief } from "../../brief/brief.ts";
import { counted, formatCount } from "../../lib/english.ts";
import { formatMoney } from "../../lib/money.ts";
import type { Conflict, Plan } from "../model/offers/plan.ts";
import { type Relaxation, relaxationsOf } from "./relaxations.ts";

interface Terms {
  readonly brief: Brief;
  /** False only where it is proven that no plan keeps the brief. */
  readonly isPossible: (brief: Brief) => Promise<boolean>;
  readonly planFor: (brief: Brief) => Promise<Plan>;
  /** The desk's own rules in words, where all of the brief can hold without them, and the plan that is then possible. */
  readonly rules?: { readonly text: string; readonly free: Plan };
}

/** Which terms cannot hold together: of the brief, and of the desk's own rules where it is they that stand in its way. */
export async function findConflict({ rules, ...terms }: Terms): Promise<Conflict | undefined> {
  const ofBrief = await conflictInBrief(terms);
  if (rules === undefined) return ofBrief;
  const dropping = gainOf(rules.free, terms.brief, terms.brief);
  return { wishes: [{ text: rules.text, dropping }, ...(ofBrief?.wishes ?? [])], isOfRules: true };
}

/**
 * A set of terms that cannot hold together, none of which can be left out of it: each is dropped in turn, and stays dropped where
 * the others still cannot hold. Undefined where there would be no plan without any of them either.
 */
async function conflictInBrief({
  brief,
  isPossible,
  planFor,
}: Omit<Terms, "rules">): Promise<Conflict | undefined> {
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
    const upTo = await mostOf(relaxation);
    terms.push({ text: relaxation.text, dropping, ...(upTo !== undefined && { upTo }) });
  }
  return { wishes: terms };

  /** The most of a share that can be had, so that nobody has to guess it. */
  async function mostOf({ lessened }: Relaxation): Promise<string | undefined> {
    for (const less of lessened?.(brief) ?? []) if (await isPossible(less.brief)) return less.share;
    return undefined;
  }
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
