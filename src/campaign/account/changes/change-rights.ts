import { z } from "zod";
import { looseFields } from "../../../lib/described.ts";
import { formatMoney, fromDecimal, type Money } from "../../../lib/money.ts";
import type { MediaBuy } from "../../../protocol/records/media-buy.ts";
import type { Difference } from "../../model/step/buy-change.ts";

const amountSchema = looseFields({ amount: z.number(), currency: z.string() });

const termSchema = looseFields({
  term_id: z.string(),
  action: z.string(),
  constraints: looseFields({
    kind: z.string(),
    max_delta_amount: amountSchema.optional(),
    max_delta_percent: z.number().nonnegative().optional(),
    min_result_amount: amountSchema.optional(),
    max_result_amount: amountSchema.optional(),
  }).optional(),
});
type Bounds = NonNullable<z.output<typeof termSchema>["constraints"]>;

/** What a seller of compact changes says of a buy: what may be done to which packages, and the rights that were agreed on. */
const rightsSchema = looseFields({
  available_actions: z
    .array(
      looseFields({
        task: z.literal("control_media_buy"),
        action: z.string(),
        applicable_package_ids: z.array(z.string()).optional(),
      }).or(z.unknown().transform(() => undefined)),
    )
    .optional(),
  accepted_proposal: looseFields({
    commercial_terms: looseFields({ change_terms: z.array(termSchema).optional() }),
  }).optional(),
});

/**
 * Why a buy's seller would refuse these differences, by the actions that it lists and the rights that its accepted terms give;
 * undefined where nothing says so. Rights that the terms do not name are open, as terms without any are. Pure.
 */
export function beyondRights(differences: readonly Difference[], buy: MediaBuy): string | undefined {
  const rights = rightsSchema.safeParse(buy).data;
  const terms = rights?.accepted_proposal?.commercial_terms.change_terms;
  const actions = rights?.available_actions?.filter((one) => one !== undefined) ?? [];
  if (actions.length === 0 && terms === undefined) return undefined;
  for (const one of differences) {
    const wanted = actionsFor(one);
    const [action] = wanted;
    if (action === undefined) continue;
    const listed = actions.find((other) => wanted.includes(other.action));
    if (actions.length > 0 && listed === undefined)
      return `its seller does not take ${action} of ${buy.media_buy_id ?? "the buy"} now`;
    const only = listed?.applicable_package_ids;
    if (only !== undefined && "packageId" in one && !only.includes(one.packageId))
      return `its seller takes ${action} for ${only.join(", ")} alone`;
    const term = terms?.find((other) => wanted.includes(other.action));
    if (terms !== undefined && term === undefined)
      return `the accepted terms give no right to ${action}: it takes a new proposal`;
  }
  return beyondBounds(differences, buy, terms);
}

/** The actions of a compact change of which one is needed, by the standard's names; none for what is no such change. */
function actionsFor(one: Difference): readonly string[] {
  switch (one.field) {
    case "status":
      return [{ active: "resume", paused: "pause", canceled: "cancel" }[one.after]];
    case "paused":
      // Of a buy that runs only a package is let run again.
      return one.after ? ["pause"] : ["resume", "pause"];
    case "budget":
      return [one.after.minor > one.before.minor ? "increase_budget" : "decrease_budget"];
    default:
      return [];
  }
}

/** Bounds are of the buy's whole budget: of what is committed now, and of what it is to become. */
function beyondBounds(
  differences: readonly Difference[],
  { packages = [] }: MediaBuy,
  terms: readonly z.output<typeof termSchema>[] = [],
): string | undefined {
  const budgets = differences.filter((one) => one.field === "budget");
  const [first] = budgets;
  if (first === undefined) return undefined;
  const { currency } = first.after;
  const before = packages.reduce((sum, { budget = 0 }) => sum + fromDecimal(budget, currency).minor, 0);
  const delta = budgets.reduce((sum, one) => sum + one.after.minor - one.before.minor, 0);
  const action = delta > 0 ? "increase_budget" : "decrease_budget";
  const bounds = terms.find((one) => one.action === action)?.constraints;
  if (bounds?.kind !== "budget") return undefined;
  const limit = (minor: number): Money => ({ minor: Math.floor(minor), currency });
  const by = Math.abs(delta);
  const most = mostDelta(bounds, before, currency);
  const [least, highest] = [bounds.min_result_amount, bounds.max_result_amount].map(
    (one) => one && fromDecimal(one.amount, one.currency).minor,
  );
  if (most !== undefined && by > most)
    return `the accepted terms let its budget change by ${formatMoney(limit(most))} at once, not by ${formatMoney(limit(by))}`;
  const after = before + delta;
  if (highest !== undefined && after > highest)
    return `the accepted terms let its budget be ${formatMoney(limit(highest))} at most, not ${formatMoney(limit(after))}`;
  if (least !== undefined && after < least)
    return `the accepted terms want a budget of ${formatMoney(limit(least))} at least, not ${formatMoney(limit(after))}`;
  return undefined;
}

function mostDelta(bounds: Bounds, before: number, currency: string): number | undefined {
  const { max_delta_amount: amount, max_delta_percent: percent } = bounds;
  const limits = [
    ...(amount === undefined ? [] : [fromDecimal(amount.amount, currency).minor]),
    ...(percent === undefined ? [] : [(before * percent) / 100]),
  ];
  return limits.length === 0 ? undefined : Math.min(...limits);
}
